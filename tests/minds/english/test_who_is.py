"""Who somebody is, how old, what my name is, how much, and where the player is."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.clock import FixedClock

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def said(text: str, question: str, at: datetime = NOW) -> str:
    """Return what is answered after a text; "?" is no answer."""
    with Memory.open(embedder=None, clock=FixedClock(NOW)) as memory:
        memory.remember(text, at=at)
        found = memory.ask(question)
        return "?" if found.abstained or found.text is None else found.text


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Wilma is the niece of Ida.", "Who is Wilma?", "the niece of Ida"),
        ("Ida's brother is Tom.", "Who is Tom?", "the brother of Ida"),
        ("Wilma is my niece.", "Who is Wilma?", "your niece"),
        ("Wilma Ost is the mayor of Bergen.", "Who is Wilma Ost?", "the mayor of Bergen"),
        ("Wilma Ost is the mayor of Bergen.", "Who is Wilma?", "the mayor of Bergen"),
        ("Wilma Ost is the mayor of Bergen.", "Who's Wilma Ost?", "the mayor of Bergen"),
        ("Ida is a painter and the sister of Tom.", "Who is Ida?", "painter"),
        ("Bo is dead. Bo is the father of Ann.", "Who is Bo?", "the father of Ann"),
        ("Bo is dead.", "Who is Bo?", "?"),
        ("Bo is ill and lives in Rome.", "Who is Bo?", "?"),
        ("Bo is 47 years old.", "Who is Bo?", "?"),
        ("Wilma is the niece of Ida.", "Who is Ida?", "?"),
    ],
)
def test_who_somebody_is(text: str, question: str, answer: str) -> None:
    assert said(text, question) == answer


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Tom is 47 years old.", "How old is Tom?", "47 years old"),
        ("Tom is 47 years old.", "What is Tom's age?", "47 years old"),
        ("Martin, 38, comes from Cork.", "How old is Martin?", "38"),
        ("Ida's brother is Tom. Tom is 47 years old.", "How old is Ida's brother?", "47 years old"),
        ("Tom is a cook.", "How old is Tom?", "?"),
        ("My name is Bob.", "What is my name?", "Bob"),
        ("My name is Bob. My sister is Ida.", "Who am I?", "Bob"),
        ("My dog is called Rex.", "What is my dog's name?", "Rex"),
        ("My dog is called Rex.", "What is my dog called?", "Rex"),
        ("I live in Rome.", "What is my name?", "?"),
        ("I weigh 71 kg.", "How much do I weigh?", "71 kg"),
        ("The car costs 20,000 euros.", "How much does the car cost?", "20,000 euros"),
        ("Anna drinks tea.", "How much does Anna drink?", "?"),
        ("Maria has an appointment on Friday.", "When is Maria's appointment?", "27 November 2026"),
        ("Maria has a dentist.", "When is Maria's dentist?", "?"),
    ],
)
def test_what_is_told_of_somebody(text: str, question: str, answer: str) -> None:
    assert said(text, question) == answer


def test_an_age_that_was_told_long_ago_is_no_answer() -> None:
    assert said("Tom is 47 years old.", "How old is Tom?", datetime(2024, 1, 1, tzinfo=UTC)) == "?"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where is the player?", "Room B"),
        ("Where am I?", "Room B"),
        ("Where was the player at step 1?", "Room A"),
        ("Is the player in Room A?", "no"),
    ],
)
def test_a_room_with_a_name_is_a_place(question: str, answer: str) -> None:
    with Memory.open(embedder=None) as memory:
        memory.remember("-= Room A =-\nYou see a locked red locker.", at=1)
        memory.remember("> go north\n-= Room B =-\nYou see an exit to the south.", at=2)
        assert memory.ask(question).text == answer
