"""A deed told without a date: nobody says when it was, so it is not of the day of its text."""

from datetime import UTC, datetime

import pytest

from clew import Memory

AT = datetime(2026, 1, 10, tzinfo=UTC)


def answer(question: str, text: str) -> str | None:
    """Return what is answered after one text."""
    with Memory.open(embedder=None) as memory:
        memory.remember(text, at=AT)
        return memory.ask(question).text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When did Hokusai paint the wave?", "Hokusai painted the wave."),
        ("When did Edison invent the phonograph?", "Edison invented the phonograph."),
        ("When did Ole sell the boat?", "Ole sold the boat."),
        ("When did Ida marry Bo?", "Ida married Bo."),
        ("When did Ida meet Bo?", "Ida met Bo at college."),
        ("When was the chapel built?", "The chapel was built by monks."),
        ("When did Ida move to Lyon?", "Ida moved to Lyon when she was ten."),
        ("When did Ida break the vase?", "Ida broke the vase. Bo has just left."),
    ],
)
def test_a_deed_without_a_date_is_not_of_the_day_of_its_text(question: str, text: str) -> None:
    assert answer(question, text) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Ole sold the boat today.", "10 January 2026"),
        ("Ole sold the boat this morning.", "10 January 2026"),
        ("Ole sold the boat yesterday.", "9 January 2026"),
        ("Ole has just sold the boat.", "10 January 2026"),
        ("Ole sold the boat tonight.", "10 January 2026"),
        ("Ole sold the boat in 2019.", "2019"),
        ("Ole sold the boat on 3 May 2021.", "3 May 2021"),
    ],
)
def test_a_day_that_is_told_is_answered(text: str, day: str) -> None:
    assert answer("When did Ole sell the boat?", text) == day
