"""The time a question is about: "in May 2023", "before 2020", "at step 6"."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta

from clew.graph.types import Precision, Time
from clew.minds.english.asking.parsed_question import Window
from clew.minds.english.words.calendar_rules import SEASONS
from clew.minds.english.words.dates import find_times
from clew.regex import Regex

__all__ = ["asks_exactly", "day_start", "find_window", "rough_time", "show_date", "show_time"]

_STEP = Regex(
    r"\b(?P<prep>at|in|on|before|after|until|by|since|from)\s+(?:the\s+)?"
    r"(?:step|turn|move)\s+(?P<step>\d{1,9})\b",
    re.IGNORECASE,
)
_EXACTLY = Regex(
    r"\b(?:wh(?:at|ich)|exact) (?:\w+ )?(?:day|date|weekday|month|time|year)\b", re.IGNORECASE
)
_WEEK = 7
_MAX_CHARACTERS = 2000


def find_window(text: str, now: Time | None) -> tuple[Window | None, str]:
    """Return the time a question names and the question without it.

    Steps are read only where `now` is no datetime, dates only where it is no step: a memory counts
    in one of them.

    Returns:
        The last time named, `None` when there is none, and the text with every time blanked.
    """
    step = None if isinstance(now, datetime) else _STEP.search(text)
    if step is not None:
        blank = text[: step.start()] + " " * len(step[0]) + text[step.end() :]
        return _window(step["prep"].lower(), int(step["step"]), int(step["step"]) + 1), blank
    if isinstance(now, int):
        return None, text
    at = now or datetime(2100, 1, 1, tzinfo=UTC)
    spans, _ = find_times(text[:_MAX_CHARACTERS], at)
    window: Window | None = None
    for span in spans:
        if span.first is None or span.prep == "for":
            continue
        start, end = day_start(span.first), day_start(span.last) if span.last else None
        window = _window(span.prep, start, end or start + timedelta(days=1))
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return window, text


def day_start(day: str) -> datetime:
    """Return the first moment of an ISO date."""
    return datetime.combine(date.fromisoformat(day[:10]), datetime.min.time(), UTC)


def _window(preposition: str, start: Time, end: Time) -> Window:
    word = preposition.split()[0] if preposition else "in"
    if word in {"before", "until", "till", "by"}:
        return Window(None, end if word in {"until", "till"} else start)
    if word in {"after", "since"}:
        return Window(end if word == "after" else start, None)
    return Window(start, end)


def rough_time(time: Time, text: str, at: Time | None) -> str:
    """Return the week, season or decade that a text names and no more; empty if it is exact.

    >>> rough_time(datetime(2023, 6, 26, tzinfo=UTC), "We had a picnic last week.",
    ...            datetime(2023, 7, 6, tzinfo=UTC))
    'the week of 26 June 2023'
    """
    if not isinstance(time, datetime) or not isinstance(at, datetime):
        return ""
    spans = [one for one in find_times(text, at)[0] if one.first == time.date().isoformat()]
    if not spans or not {span.grain for span in spans} <= {"week", "season", "decade"}:
        return ""
    last = date.fromisoformat(spans[0].last or "")
    if spans[0].grain == "week":
        week = "weekend" if (last - time.date()).days < _WEEK else "week"
        return f"the {week} of {time.day} {time:%B} {time.year:04d}"
    if spans[0].grain == "decade":
        return f"the {time.year:04d}s"
    season = next(name for name, month in SEASONS.items() if month == time.month)
    return f"{season} {time.year:04d}"


def asks_exactly(question: str) -> bool:
    """Tell whether a question wants more than a week: "on which day", "in which month"."""
    return _EXACTLY.search(question) is not None


def show_time(time: Time, source: str = "", told: Precision = Precision.MOMENT) -> str:
    """Return a time as an answer shows it, no finer than it was stated.

    A date in January or on the first of a month may stand for a year or month, unless it is `told`
    how exactly; `source`, the text it was learned from, decides where it names the month or day.

    >>> show_time(datetime(2019, 1, 1, tzinfo=UTC)), show_time(datetime(2019, 5, 3, tzinfo=UTC))
    ('2019', '3 May 2019')
    >>> show_time(datetime(2019, 1, 1, tzinfo=UTC), "Since January 2019 she has worked here.")
    'January 2019'
    """
    if isinstance(time, int):
        return f"step {time}"
    month = f"{time:%B}"
    exact = told in {Precision.DAY, Precision.SAID}
    whole = exact or (time.hour, time.minute, time.day) != (0, 0, 1)
    if told is Precision.YEAR:
        return f"{time.year:04d}"
    if whole or re.search(rf"\b1(?:st)?(?: of)? {month}|{month} 1(?:st)?\b", source):
        return f"{time.day} {month} {time.year:04d}"
    if time.month == 1 and month not in source and told is not Precision.MONTH:
        return f"{time.year:04d}"
    return f"{month} {time.year:04d}"


def show_date(text: str) -> str:
    """Return an ISO date in words, as exactly as it is: "2027-05" is May 2027."""
    if re.fullmatch(r"\d{4}-\d\d(?:-\d\d)?", text):
        told = Precision.DAY if text.count("-") > 1 else Precision.MONTH
        with suppress(ValueError):
            first = text if told is Precision.DAY else f"{text}-01"
            return show_time(datetime.fromisoformat(first), "", told)
    return text
