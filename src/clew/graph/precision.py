"""How exactly the times of a statement were told: to the moment, the day, the month, the year.

Inside the engine that is one small number for both ends of an interval (`packed`), and 0 where all
is exact. Of two who tell the same moment the more exact one counts, so the order of arrival does
not show. Steps are exact.
"""

import re
from datetime import datetime
from enum import StrEnum

__all__ = [
    "EXACT",
    "Precision",
    "of_end",
    "of_start",
    "packed",
    "precisions",
    "replaced",
    "told_to",
    "written",
]

_BITS = 3
_YEAR, _MONTH = re.compile(r"\d{4}"), re.compile(r"\d{4}-\d{1,2}")
_LONGEST_DAY = len("2024-05-03")


class Precision(StrEnum):
    """How exactly a time was told, the most exact first."""

    MOMENT = "moment"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    SAID = "said"
    """No time was told: it is that of the text."""


EXACT = (Precision.MOMENT, Precision.MOMENT)
"""The precision of a start and an end that need no word about it."""
_ORDER = tuple(Precision)


def packed(start: Precision = Precision.MOMENT, end: Precision = Precision.MOMENT) -> int:
    """Return the number for the precision of a start and an end.

    >>> packed(), packed(Precision.YEAR), packed(Precision.SAID, Precision.DAY)
    (0, 3, 12)
    """
    return _ORDER.index(start) | _ORDER.index(end) << _BITS


_PAIRS = {packed(start, end): (start, end) for start in _ORDER for end in _ORDER}


def precisions(number: int) -> tuple[Precision, Precision]:
    """Return the precision of the start and of the end.

    >>> [one.value for one in precisions(12)]
    ['said', 'day']
    """
    return _PAIRS[number]


def of_start(number: int) -> int:
    """Return the part of the start: 0 to 4, the most exact first."""
    return number & (1 << _BITS) - 1


def of_end(number: int) -> int:
    """Return the part of the end: 0 to 4, the most exact first."""
    return number >> _BITS


def replaced(number: int, *, start: int | None = None, end: int | None = None) -> int:
    """Return a number with the part of the start or of the end set anew.

    >>> replaced(12, start=1), replaced(12, end=0)
    (9, 4)
    """
    first = of_start(number) if start is None else start
    return first | (of_end(number) if end is None else end) << _BITS


def told_to(text: str) -> Precision:
    """Return how exactly a date that `times.parse_time` reads is told.

    >>> [told_to(each).value for each in ("2015", "2015-05", "2015-05-03", "2015-05-03T14:30")]
    ['year', 'month', 'day', 'moment']
    """
    clean = text.strip()
    if _YEAR.fullmatch(clean):
        return Precision.YEAR
    if _MONTH.fullmatch(clean):
        return Precision.MONTH
    return Precision.DAY if len(clean) <= _LONGEST_DAY else Precision.MOMENT


def written(time: datetime | int, precision: Precision) -> str | None:
    """Return a date no finer than it was told, or `None` if it was told to the moment or not.

    >>> from datetime import UTC
    >>> written(datetime(2015, 5, 1, tzinfo=UTC), Precision.MONTH), written(7, Precision.MOMENT)
    ('2015-05', None)
    """
    if isinstance(time, int):
        return None
    digits = {Precision.YEAR: 4, Precision.MONTH: 7, Precision.DAY: 10}.get(precision)
    return None if digits is None else time.date().isoformat()[:digits]
