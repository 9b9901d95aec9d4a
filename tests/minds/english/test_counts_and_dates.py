"""How often and how many: events are listed, not counted; and plain questions for a day."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory
from tests.minds.english.cases import extract_prose

AT = datetime(2026, 1, 10, tzinfo=UTC)


def answer(question: str, *texts: str) -> str | None:
    """Return what is answered after texts of one month after the other."""
    with Memory.open(embedder=None) as memory:
        for month, text in enumerate(texts):
            memory.remember(text, at=AT + timedelta(30 * month))
        return memory.ask(question).text


def test_what_happened_more_than_once_has_no_count_and_no_one_time() -> None:
    text = "Anna visited Rome in 2019. Anna visited Rome in 2021."
    assert answer("How many times did Anna visit Rome?", text) is None
    assert answer("When did Anna visit Rome?", text) is None
    assert answer("When did Anna visit Rome?", "Anna visited Rome in 2019.") == "2019"
    other = "Anna visited Rome in May 2019 and Oslo in June 2021."
    assert answer("When did Anna visit Rome?", other) == "May 2019"


def test_a_number_that_is_told_is_answered_and_no_other() -> None:
    lamps = ("Anna bought a lamp for 5 euros.", "Anna bought a lamp for 9 euros.")
    assert answer("How many lamps did Anna buy?", *lamps) is None
    assert answer("How many lamps did Anna buy?", "Anna bought three lamps.") == "three"
    team = "There are 12 people in the team. Anna and Ben are in the team."
    assert answer("How many people are in the team?", team) == "12"
    assert answer("How many people are in the team?", "Anna and Ben are in the team.") is None
    room = "There are 3 desks in the room. There are 12 people in the room."
    assert answer("How many people are in the room?", room) == "12"
    dogs = "Ben has two dogs, Rex and Bello."
    assert answer("How many dogs does Ben have?", dogs) in {"2", "two"}


def test_who_does_so_as_well_is_one_of_them() -> None:
    texts = ("Anna likes tea.", "Cy likes tea as well.", "Dot likes tea too.")
    assert answer("Who likes tea?", *texts) == "Anna, Cy, Dot"
    both = extract_prose("Cy likes coffee as well as tea.", AT).facts
    assert {one.object for one in both} == {"coffee", "tea"}


@pytest.mark.parametrize(
    ("question", "text", "day"),
    [
        ("When is the meeting?", "The meeting is on 5 May 2037.", "5 May 2037"),
        ("When is the team meeting?", "The team meeting is on 5 May 2037.", "5 May 2037"),
        ("When is the concert?", "The concert takes place on 5 May 2037.", "5 May 2037"),
        ("When is the exam?", "The exam is in June 2037.", "June 2037"),
        ("When is the deadline?", "The deadline is 30 June 2037.", "30 June 2037"),
        ("What is the deadline?", "The deadline is 30 June 2037.", "30 June 2037"),
        ("When was the bug reported?", "The bug was reported by Dana on 3 March 2024.",
         "3 March 2024"),
        ("Who reported the bug?", "The bug was reported by Dana on 3 March 2024.", "Dana"),
        ("Who closed ticket 4712?", "Rosa closed ticket 4712 on 19 March 2024.", "Rosa"),
        ("When is the meeting?", "The meeting is in Rome.", None),
        ("When is Rome?", "Rome is on the Tiber.", None),
        ("When is Anna's birthday?", "Anna's birthday is on 5 May.", "5 May"),
    ],
)  # fmt: skip
def test_a_plain_question_for_a_day(question: str, text: str, day: str | None) -> None:
    assert answer(question, text) == day


def test_the_last_day_told_counts_and_none_where_it_was_moved() -> None:
    meeting = "The meeting is on 5 May 2037."
    assert (
        answer("When is the meeting?", meeting, "The meeting is on 12 May 2037.") == "12 May 2037"
    )
    for later in ("The meeting has been moved to June.", "The meeting was postponed."):
        assert answer("When is the meeting?", meeting, later) is None


def test_what_was_reported_that_it_is_so_is_no_fact() -> None:
    for text in ("It was reported by Dana that Tom lives in Rome.", "Dana reported it was late."):
        assert extract_prose(text, AT).facts == ()
