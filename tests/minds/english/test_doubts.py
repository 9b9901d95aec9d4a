"""When facts are no answer: a later text may have changed them, or they say nothing new."""

import pytest

from clew.graph.types import Time
from tests.ask.worlds import day, world
from tests.minds.english.asked import answer

FACTS = """
Ida Moss | lives in | Wels | 2020
Ida Moss | works at | Silver Mill | 2020
Ida Moss | has | two dogs | 2021
Ida Moss | lives in | the flat | 2010 | 2012
spare key | is on | hook | 2021
Ida Moss | has | rowing boat | 2021
the boat | is in | Linz | 2022
the boat | is in | Graz | 2022
café of Ida | is | the café | 2022
Ida Moss | runs | the café | 2022
"""


def told(text: str, at: str = "2023") -> list[tuple[str, Time | None]]:
    """Return one text of a year."""
    return [(text, day(at))]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where does Ida Moss live?", "Ida has found a new flat and moved in May."),
        ("Where does Ida Moss work?", "Ida left the mill."),
        ("Where is the spare key?", "I took the spare key to the shed."),
    ],
)
def test_a_later_text_that_may_say_otherwise_stops_an_answer(question: str, text: str) -> None:
    assert not answer(world(FACTS), question).abstain
    found = answer(world(FACTS, episodes=told(text)), question)
    assert found.abstain, found.items
    assert "later text" in found.reasoning


def test_a_later_question_says_nothing() -> None:
    for asked in ("user: Where does Ida Moss live now?", "Has Ida Moss moved to a new flat?"):
        found = answer(world(FACTS, episodes=told(asked)), "Where does Ida Moss live?")
        assert not found.abstain, found.reasoning


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("Ida moved to Wels.", "2019"),
        ("Ida plays the harp.", "2023"),
        ("Tom moved to Graz.", "2023"),
        ("", "2023"),
    ],
)
def test_other_texts_do_not(text: str, at: str) -> None:
    found = answer(world(FACTS, episodes=told(text, at)), "Where does Ida Moss live?")
    assert found.items == ("Wels",)


def test_a_text_after_the_time_that_is_asked_about_does_not_matter() -> None:
    view = world(FACTS, episodes=told("Ida moved again."))
    assert answer(view, "Where did Ida Moss live in 2021?").items == ("Wels",)


def test_a_later_text_about_that_time_does() -> None:
    view = world(FACTS, episodes=told("In March 2021 I took the spare key to the shed."))
    assert answer(view, "Where was the spare key in May 2021?").abstain
    assert answer(view, "Where was the spare key in February 2021?").items == ("hook",)


@pytest.mark.parametrize(
    "question",
    [
        "Which dogs does Ida Moss have?",
        "What are the names of Ida Moss's dogs?",
        "Where did Ida Moss live in 2011?",
        "Where is the boat?",
        "What did Ida Moss buy?",
        "Which cats does Ida Moss have?",
    ],
)
def test_what_says_no_more_than_the_question_or_something_else_is_no_answer(question: str) -> None:
    found = answer(world(FACTS), question)
    assert found.abstain, found.items
    assert found.reasoning
