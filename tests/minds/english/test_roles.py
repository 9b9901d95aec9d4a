"""Who holds a role: read from sentences of many wordings, the newest holder first."""

from datetime import UTC, datetime

import pytest

from clew.ask.evidence import Passage
from clew.graph.types import Kind
from clew.minds.english.asking.parse import parse
from clew.minds.english.asking.questions import Name
from clew.minds.english.asking.roles import claims, current, role_asked

NOW = datetime(2024, 6, 1, tzinfo=UTC)


def holder(question: str, *said: tuple[str, str], owners: tuple[str, ...] = ()) -> str | None:
    """Ask over (day, text) passages."""
    passages = [
        Passage(
            Kind.EPISODE, id, text, datetime.fromisoformat(day).replace(tzinfo=UTC), None, (id,)
        )
        for id, (day, text) in enumerate(said, 1)
    ]
    asked = role_asked(question, NOW)
    assert asked is not None
    read = parse(question, lambda name: (), NOW)
    than = [read.than.text] if isinstance(read.than, Name) else []
    claim = current(claims(asked, owners, passages, NOW), read, than)
    return None if claim is None else claim.holder


@pytest.mark.parametrize(
    "text",
    [
        "Our plumber is Ida Moss.",
        "Our new plumber is called Ida Moss, and she is quick.",
        "Ida Moss, our plumber, came twice.",
        "Ida Moss is our plumber now.",
        "Ida Moss has taken over from Per Lund as plumber.",
        "Since March the plumber has been Ida Moss.",
        "We got a new plumber, Ida Moss, who lives near.",
        "Ida Moss, a woman of forty, becomes our plumber.",
    ],
)
def test_a_holder_is_read_from_many_wordings(text):
    assert holder("Who is our plumber?", ("2023-02-01", text)) == "Ida Moss"


@pytest.mark.parametrize(
    "text",
    [
        "Ida Moss is not our plumber.",
        "The former plumber, Ida Moss, waved.",
        "Ida Moss is the deputy plumber.",
        "The assistant plumber, Ida Moss, came.",
        "Anna's plumber is Ida Moss.",
        "Ida Moss resigned as plumber.",
        "Our plumber is late again.",
    ],
)
def test_no_holder_is_read_from_what_does_not_say_one(text):
    assert holder("Who is our plumber?", ("2023-02-01", text)) is None


HISTORY = (
    ("2020-01-01", "Per Lund is the head of the Mint."),
    ("2022-05-01", "Ida Moss was appointed head of the Mint."),
    ("2025-01-01", "Eva Krog became head of the Mint."),
)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Who is the head of the Mint?", "Ida Moss"),
        ("Who is the Mint's head now?", "Ida Moss"),
        ("Who was the head of the Mint in May 2021?", "Per Lund"),
        ("Who was the head of the Mint before Ida Moss?", "Per Lund"),
        ("Who is the former head of the Mint?", "Per Lund"),
    ],
)
def test_the_holder_at_the_asked_time_counts(question, name):
    assert holder(question, *HISTORY, owners=("the Mint",)) == name


def test_another_owners_role_is_not_taken():
    assert holder("Who is the head of the Opera?", *HISTORY, owners=("the Opera",)) is None


def test_two_holders_of_one_day_are_no_answer():
    said = [("2020-01-01", "Ida Moss is the cook."), ("2020-01-01", "Per Lund is the cook.")]
    assert holder("Who is the cook?", *said) is None


@pytest.mark.parametrize(
    "question", ["Who is Anna?", "Who are the cooks?", "Where is the cook?", "Who wrote the book?"]
)
def test_other_questions_ask_for_no_role(question):
    assert role_asked(question, NOW) is None
