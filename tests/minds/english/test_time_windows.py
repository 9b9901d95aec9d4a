"""The time a question names, and how exactly a text tells one."""

from datetime import UTC, datetime

import pytest

from clew.graph.types import Precision
from clew.minds.english.asking.parsed_question import Window
from clew.minds.english.asking.time_windows import asks_exactly, find_window, rough_time, show_time

NOW = datetime(2024, 3, 13, tzinfo=UTC)


def day(text: str | None) -> datetime | None:
    """Read an ISO day."""
    return None if text is None else datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What happened in May 2023?", "2023-05-01", "2023-06-01"),
        ("Where did she live in 2019?", "2019-01-01", "2020-01-01"),
        ("Where did she live before July 2020?", None, "2020-07-01"),
        ("What has she done since 2019?", "2019-01-01", None),
        ("What did she say yesterday?", "2024-03-12", "2024-03-13"),
    ],
)
def test_a_time_is_found_and_blanked(text: str, start: str, end: str) -> None:
    window, bare = find_window(text, NOW)
    assert window == Window(day(start), day(end))
    assert len(bare) == len(text)
    assert not any(char.isdigit() for char in bare)


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("What was there at step 6?", Window(6, 7)),
        ("What was there before turn 9?", Window(None, 9)),
        ("What was there after move 9?", Window(10, None)),
        ("What was there in 2019?", None),
    ],
)
def test_steps_are_times_of_a_game(text: str, window: Window | None) -> None:
    assert find_window(text, 20)[0] == window


def test_a_step_is_no_time_in_a_memory_of_dates() -> None:
    text = "What was there at step 6?"
    assert find_window(text, NOW) == (None, text)


@pytest.mark.parametrize(
    ("text", "rough"),
    [
        ("We had a picnic last week.", "the week of 4 March 2024"),
        ("We had a picnic on 4 March 2024.", ""),
        ("We had a picnic.", ""),
    ],
)
def test_a_week_is_no_exact_day(text: str, rough: str) -> None:
    assert rough_time(datetime(2024, 3, 4, tzinfo=UTC), text, NOW) == rough


@pytest.mark.parametrize(
    ("text", "first", "rough"),
    [
        ("We moved last summer.", "2023-06-01", "summer 2023"),
        ("We moved in winter 2022.", "2022-12-01", "winter 2022"),
        ("We moved in the 1990s.", "1990-01-01", "the 1990s"),
        ("We moved last weekend.", "2024-03-09", "the weekend of 9 March 2024"),
    ],
)
def test_a_season_is_told_as_one(text: str, first: str, rough: str) -> None:
    assert rough_time(datetime.fromisoformat(f"{first}T00:00:00+00:00"), text, NOW) == rough


@pytest.mark.parametrize(
    ("question", "exactly"),
    [
        ("When did Ben move?", False),
        ("In which week did Ben move?", False),
        ("On which day did Ben move?", True),
        ("What exact date did Ben move?", True),
        ("In what month did Ben move?", True),
    ],
)
def test_who_asks_for_the_day_is_not_told_the_week(question: str, exactly: bool) -> None:
    assert asks_exactly(question) is exactly


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("year", "2019"),
        ("month", "January 2019"),
        ("day", "1 January 2019"),
        ("said", "1 January 2019"),
    ],
)
def test_an_answer_tells_a_date_as_exactly_as_it_was_told(told: str, shown: str) -> None:
    assert show_time(datetime(2019, 1, 1, tzinfo=UTC), "", Precision(told)) == shown
