"""The periods that a question names in the notation of its time axis, whatever its language.

Years, months and days as ISO 8601 writes them, game steps as `step N`, and ranges of them with
`..`. A mind that reads a language may set `Query.periods` from its words.
"""

import re
from datetime import UTC, datetime
from typing import TypeAlias

from clew.graph.times import order_key
from clew.graph.types import Time

__all__ = ["Period", "find_periods"]

Period: TypeAlias = tuple[Time | None, Time | None]
"""Half-open; `None` is unbounded, one of the two at most."""

_MAX_CHARACTERS = 2000
_MOST_PERIODS = 8
_DATE = r"\d{4}(?:-\d\d){0,2}"
_DATES = re.compile(rf"(?<![\w.-])({_DATE})(?:\s*\.\.\s*({_DATE}))?(?![\w-])")
_STEPS = re.compile(r"\bstep\s+(\d{1,9})(?:\s*\.\.\s*(\d{1,9}))?\b", re.IGNORECASE)


def find_periods(text: str, now: Time | None) -> tuple[Period, ...]:
    """Return every period that a text names, in its order, each once, at most eight.

    Args:
        text: the question; its first 2,000 characters are read.
        now: the time it is asked from: tells dates from steps; `None` gives no periods.

    >>> from datetime import datetime, UTC
    >>> [(a.year, b.year) for a, b in find_periods("2019..2020", datetime(2024, 1, 1, tzinfo=UTC))]
    [(2019, 2021)]
    >>> find_periods("the key of step 6", 9)
    ((6, 7),)
    """
    text = text[:_MAX_CHARACTERS]
    found: list[Period] = []
    if isinstance(now, int):
        steps = ((int(match[1]), int(match[2] or match[1])) for match in _STEPS.finditer(text))
        found.extend((first, last + 1) for first, last in steps)
    elif now is not None:
        for match in _DATES.finditer(text):
            first, last = _days(match[1]), _days(match[2] or match[1])
            if first is not None and last is not None:
                found.append((first[0], last[1]))
    true = [one for one in found if order_key(one[0]) < order_key(one[1])]
    return tuple(dict.fromkeys(true))[:_MOST_PERIODS]


def _days(text: str) -> tuple[datetime, datetime] | None:
    """Return the first moment of a year, month or day and of the next; `None`: no such date."""
    year, month, day = ([int(part) for part in text.split("-")] + [0, 0])[:3]
    try:
        start = datetime(year, month or 1, day or 1, tzinfo=UTC)
        if not month:
            return start, start.replace(year=year + 1)
        if not day:
            return start, start.replace(year=year + month // 12, month=month % 12 + 1)
        return start, datetime.fromordinal(start.toordinal() + 1).replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
