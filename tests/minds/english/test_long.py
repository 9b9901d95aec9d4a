"""Text that means nothing is read in time linear in its length, and nothing of it raises."""

import time
from datetime import UTC, datetime

import pytest

from clew.learn.tasks import Extract
from clew.minds.english.reading.antecedents import Cast
from clew.minds.english.reading.naming import Naming, people_among
from clew.minds.english.reading.shown.shown_people import shown_people
from clew.wiring import mind_named

UNITS = (
    ",", ", ", "[", "(", "(a", "a(", "a,", "a, ", "A", "A ", "A.", "Anna ", "Anna, ", "May ",
    "\"", "“", "'", "*", "_", "`", "|", "- a\n", "\n", "a\n", "and ", "who ", "Mr. ", "2024-01-01 ",
    "Anna lives in Oslo. ", "Anna met him and ", "Anna likes tea, ", "x.", "a", "Ab ",
    "   ", "A\n\n", "may ", "who is ", "Oslo of ", "1/1/2020 ",
    "Ida, known as ", "is called ", "she and Ida ", "Ida said as ", "§", "to Ida, ", "\"Ida\" ",
    "Sorry, I meant Oslo. ", "Eva wrote: ", "gold in 2018 and ", "Anna likes tea and Ben coffee, ",
)  # fmt: skip
SHORT = 1_500


def names(count: int) -> list[str]:
    return [f"Ka{''.join('aeioubdfgl'[int(figure)] for figure in str(n))}" for n in range(count)]


def seconds(text: str) -> float:
    start = time.process_time()
    (result,) = mind_named().run([Extract(text=text, at=datetime(2024, 1, 1, tzinfo=UTC))])
    assert result.value is not None
    return time.process_time() - start


@pytest.mark.parametrize("short", [SHORT, pytest.param(2 * SHORT, marks=pytest.mark.slow)])
@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_four_times_the_text_takes_no_more_than_ten_times_as_long(unit, short):
    def grows() -> bool:
        once = seconds(unit * (short // len(unit)))
        return seconds(unit * (4 * short // len(unit))) > 10 * once + 0.015

    # A busy machine may lengthen one run, not three.
    assert not all(grows() for _ in range(3)), "it grows with the square"


def test_four_times_the_people_take_no_more_than_ten_times_as_long():
    def grows() -> bool:
        once, more = (spent(names(count)) for count in (500, 2_000))
        return more > 10 * once + 0.03

    def spent(people: list[str]) -> float:
        text = " ".join(f"{name} laughed." for name in people)
        start = time.process_time()
        naming = Naming(Cast(), text, shown=shown_people(text))
        assert len(people_among(people, (), set(), naming, {})) == len(people)
        return time.process_time() - start

    assert not all(grows() for _ in range(3)), "it grows with the square"


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "unit", [",", "[", "(a", "A", "a", "x.", "Anna lives in Oslo. ", "Anna met him and "]
)
def test_a_quarter_of_a_megabyte_is_read_in_seconds(unit):
    """A minute of processor time, which a busy machine changes less than the time on the wall."""
    assert seconds(unit * (250_000 // len(unit))) < 60
