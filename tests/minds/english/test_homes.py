"""Where somebody lives or works, read from sentences in the order of time."""

from datetime import UTC, datetime

import pytest

from clew.ask.evidence import Passage
from clew.graph.types import Kind
from clew.minds.english.asking.homes import home_asked, homes
from clew.minds.english.asking.tracks import latest

NOW = datetime(2024, 6, 1, tzinfo=UTC)


def found(question: str, *said: str) -> str | None:
    """Ask about Ida Moss over passages of one text a month, from January 2023."""
    passages = [
        Passage(Kind.EPISODE, at, text, datetime(2023, at, 1, tzinfo=UTC), None, (at,))
        for at, text in enumerate(said, 1)
    ]
    asked = home_asked(question, NOW)
    assert asked is not None
    claim = latest(homes(asked, ("Ida Moss",), passages, NOW), None)
    return None if claim is None else claim.holder


@pytest.mark.parametrize(
    "text",
    [
        "Ida works at Bell & Sons.",
        "Ida Moss, who is a clerk at Bell & Sons, called.",
        "Since May Ida has been working for Bell & Sons.",
        "Ida got married. She is now employed as a clerk at Bell & Sons.",
        "Per: Any news?\nIda: I work for Bell & Sons now.",
        "Ida has joined Bell & Sons.",
    ],
)
def test_work_is_read_from_many_wordings(text):
    assert found("Where does Ida Moss work?", text) == "Bell & Sons"


@pytest.mark.parametrize(
    "text",
    [
        "Ida does not work at Bell & Sons.",
        "Ida met Per. Per works at Bell & Sons.",
        "Ida's brother works at Bell & Sons.",
        "Per: I work for Bell & Sons now.\nIda: Lucky you.",
        "Ida works at night.",
    ],
)
def test_work_of_others_is_not_taken(text):
    assert found("Where does Ida Moss work?", text) is None


def test_the_newest_home_counts():
    said = ("Ida lives in Lund.", "Ida has moved to Oslo with her cat.", "Per lives in Rome.")
    assert found("Where does Ida Moss live now?", *said) == "Oslo"


def test_a_place_of_another_kind_is_no_answer():
    assert found("Which hospital does Ida Moss work at?", "Ida works at the Mill School.") is None


@pytest.mark.parametrize(
    "question", ["Who is Ida?", "Where is Ida?", "In which city does Ida live?"]
)
def test_other_questions_ask_for_no_home(question):
    assert home_asked(question, NOW) is None
