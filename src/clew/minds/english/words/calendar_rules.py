"""Calendar arithmetic for `dates`: what each kind of English time expression covers.

`rules()` lists the expressions, the more specific first: a pattern, the function that reads its
match into a half-open period of days, and whether it only counts where a time can stand (a bare
"2019" or "May" needs a preposition before it). Readers return a text, the reason, when the
calendar has no such day.
"""

import re
from collections.abc import Callable
from datetime import date, timedelta
from functools import cache

from clew.minds.english.words.word_lists import section, words_in_order
from clew.regex import Regex
from clew.text import NUMBER_WORDS

__all__ = ["AHEAD", "AMBIGUOUS", "MONTHS", "SEASONS", "Period", "Reader", "counts_on",
           "period", "rules"]  # fmt: skip

AMBIGUOUS = "day and month cannot be told apart"

Period = tuple[date, date, str]
Reader = Callable[[re.Match[str], date, date], Period | str]
"""(match, the episode's day, the anchor) -> a period, or why it is none."""

MONTHS = {
    name: number
    for number, names in enumerate(section("months").strip().splitlines(), start=1)
    for name in names.split()
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_SHORT_DAYS = {"mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3,
               "fri": 4, "sat": 5, "sun": 6}  # fmt: skip
"""Read behind "last", "this" or "next" only: "sat" and "sun" are words."""
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_COUNTS = {name: number for number, name in enumerate(NUMBER_WORDS[:13])} | {
    "a": 1, "an": 1, "twenty": 20, "thirty": 30, "fifty": 50, "a few": 3, "several": 3,
    "a couple of": 2
}  # fmt: skip
_ORDINALS = words_in_order("ordinals")


def _month_start(year: int, month: int) -> date:
    """Return the first of a month counted from January of `year`; overflow rolls over."""
    index = year * 12 + month - 1
    return date(index // 12, index % 12 + 1, 1)


def period(year: int, month: int | None = None, day: int | None = None) -> Period | str:
    """Return a year, a month or a day as a period; a text when the calendar has none."""
    if not 1 <= year <= 9998 or (month is not None and not 1 <= month <= 12):
        return "no such date"
    if month is None:
        return date(year, 1, 1), date(year + 1, 1, 1), "year"
    if day is None:
        return _month_start(year, month), _month_start(year, month + 1), "month"
    try:
        first = date(year, month, day)
    except ValueError:
        return "no such date"
    return first, first + timedelta(1), "day"


def _around(day: date, unit: str) -> Period:
    """Return the calendar unit that `day` lies in; weeks start on Monday."""
    if unit == "day":
        return day, day + timedelta(1), unit
    if unit in {"week", "weekend"}:
        monday = day - timedelta(day.weekday())
        first = monday + timedelta(5) if unit == "weekend" else monday
        return first, monday + timedelta(7), "week"
    if unit == "month":
        return _month_start(day.year, day.month), _month_start(day.year, day.month + 1), unit
    if unit == "decade":
        start = day.year - day.year % 10
        return date(max(start, 1), 1, 1), date(min(start + 10, 9999), 1, 1), unit
    return date(day.year, 1, 1), date(min(day.year + 1, 9999), 1, 1), "year"


def _shift(day: date, count: int, unit: str) -> date:
    """Move a day by calendar units, clipped to the calendar; the 31st becomes the month's last."""
    if unit in {"day", "week", "weekend"}:
        days = count * (1 if unit == "day" else 7)
        return date.fromordinal(min(max(day.toordinal() + days, 366), 3_651_000))
    months = count * {"month": 1, "year": 12, "decade": 120}[unit]
    index = min(max(day.year * 12 + day.month - 1 + months, 24), 9997 * 12)
    first = date(index // 12, index % 12 + 1, 1)
    length = (_month_start(first.year, first.month + 1) - first).days
    return first.replace(day=min(day.day, length))


def _number(text: str) -> int:
    if text.lower() in _ORDINALS:
        return _ORDINALS.index(text.lower()) + 1
    digits = re.match(r"\d+", text)
    return int(digits[0]) if digits else _COUNTS[re.sub(r" +", " ", text.lower())]


def _month(text: str) -> int:
    return MONTHS.get(text.lower().rstrip(".")) or int(text)


def _read_slash(found: re.Match[str], _at: date, _anchor: date) -> Period | str:
    one, two, year = int(found["a"]), int(found["b"]), int(found["y"])
    if one > 12 or one == two:
        return period(year, two, one)
    if two > 12:
        return period(year, one, two)
    return AMBIGUOUS


def _read_date(found: re.Match[str], _at: date, _anchor: date) -> Period | str:
    day = found.groupdict().get("d")
    return period(int(found["y"]), _month(found["m"]), _number(day) if day else None)


def _read_season(found: re.Match[str], _at: date, _anchor: date) -> Period | str:
    month, year = SEASONS[found["s"].lower()], int(found["y"])
    if not 1 <= year <= 9997:
        return "no such date"
    return _month_start(year, month), _month_start(year, month + 3), "season"


def _read_day_month(found: re.Match[str], at: date, _anchor: date) -> Period | str:
    this = period(at.year, _month(found["m"]), _number(found["d"]))
    if isinstance(this, str) or this[0] > at:
        earlier = period(max(at.year - 1, 1), _month(found["m"]), _number(found["d"]))
        return this if isinstance(earlier, str) else earlier
    return this


def _read_decade(found: re.Match[str], _at: date, _anchor: date) -> Period | str:
    year = int(found["y"])
    return (date(year, 1, 1), date(year + 10, 1, 1), "decade") if year else "no such date"


def _read_word(found: re.Match[str], at: date, _anchor: date) -> Period | str:
    word = re.sub(r" +", " ", found["w"].lower())
    back = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1}
    return _around(_shift(at, back.get(word, 0), "day"), "day")


def _read_relative(found: re.Match[str], at: date, _anchor: date) -> Period | str:
    said = found.groupdict("").get("r", "").lower()
    way = {"last": -1, "past": -1, "previous": -1, "next": 1, "coming": 1}.get(said, 0)
    what = found["u"].lower().rstrip(".")
    what = _DAYS[_SHORT_DAYS[what]] if what in _SHORT_DAYS else what
    if what in _DAYS:
        return _weekday(what, at, way)
    if what in MONTHS or what in SEASONS:
        return _namedperiod(what, at, way)
    return _around(_shift(at, way, what), what)


def _read_weekend(_found: re.Match[str], at: date, _anchor: date) -> Period | str:
    return _around(at, "weekend")


def _weekday(name: str, at: date, way: int) -> Period:
    """Return the nearest such weekday: before `at` (-1), not after it (0), after it (1)."""
    back = (at.weekday() - _DAYS.index(name)) % 7
    if way > 0:
        return _around(_shift(at, 7 - back, "day"), "day")
    return _around(_shift(at, -(back or (7 if way else 0)), "day"), "day")


def _namedperiod(name: str, at: date, way: int) -> Period:
    """Return the nearest month or season of that name: latest started (-1, 0), or next (1)."""
    months = 1 if name in MONTHS else 3
    month = MONTHS.get(name) or SEASONS[name]
    year = min(max(at.year, 2), 9996)
    if way > 0:
        year += month <= at.month
    else:
        year -= month > at.month or (way < 0 and month == at.month)
    grain = "month" if months == 1 else "season"
    return _month_start(year, month), _month_start(year, month + months), grain


def _read_distance(found: re.Match[str], at: date, anchor: date) -> Period | str:
    count, unit, word = _number(found["n"]), found["u"].lower(), found["w"].lower()
    if word == "ago":
        return _around(_shift(at, -count, unit), unit)
    return _around(_shift(anchor, count if word in {"later", "after"} else -count, unit), unit)


def _read_ahead(found: re.Match[str], at: date, _anchor: date) -> Period | str:
    count, unit = _number(found["n"]), found["u"].lower()
    return _around(_shift(at, count, unit), "day" if unit == "week" else unit)


def _read_long(_found: re.Match[str], at: date, _anchor: date) -> Period | str:
    return at, at, "long"


def _read_vague(_found: re.Match[str], at: date, _anchor: date) -> Period | str:
    return at, at, "vague"


def counts_on(reader: "Reader", value: str) -> bool:
    """Say whether an expression counts from a day told before: "two years later"."""
    return reader in (_read_distance, _read_sequence) and _ON.search(value) is not None


def _read_sequence(found: re.Match[str], _at: date, anchor: date) -> Period | str:
    way = {"following": 1, "next": 1, "previous": -1}.get(found["s"].lower(), 0)
    return _around(_shift(anchor, way, found["u"].lower()), found["u"].lower())


def _read_duration(found: re.Match[str], at: date, _anchor: date) -> Period | str:
    unit = found["u"].lower()
    return _shift(at, -_number(found["n"]), unit), at + timedelta(1), unit


def _read_years(found: re.Match[str], _at: date, _anchor: date) -> Period | str:
    first, last = int(found["y"]), int(found["z"])
    if not first < last:
        return "no such date"
    return date(first, 1, 1), date(last + 1, 1, 1), "years"


def _read_year(found: re.Match[str], _at: date, _anchor: date) -> Period | str:
    return period(int(found["y"]))


_ON = Regex(r"\b(?:later|earlier|following|next|previous)\b", re.IGNORECASE)
_MONTH_WORD = "(?P<m>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\b\.?"
_FULL_MONTH = (
    "(?P<u>" + "|".join(name for name in MONTHS if len(name) > 4) + r"|may|june|july|sept)\b\.?"
)
_DAY_WORD = "(?:" + "|".join(_DAYS) + ")"
_COUNT = (
    r"(?P<n>\d{1,3}|a +few|a +couple +of|several|" + "|".join(sorted(_COUNTS, reverse=True)) + ")"
)
_ABOUT = r"(?:(?:about|around|almost|nearly|over|exactly) +)?"
_UNIT = r"(?P<u>day|week|month|year|decade)"
_SPAN = r"(?P<u>day|weekend|week|month|year|decade)"
AHEAD = rf"{_ABOUT}{_COUNT} +{_UNIT}s?(?:['’]s? time)?"
"""What "in" makes a day to come, or how long something takes."""
_ORDINAL = rf"the +(?P<d>{'|'.join(sorted(_ORDINALS, key=len, reverse=True))}) +of +"
_NTH = r"(?P<d>\d{1,2})(?:st|nd|rd|th)?"
_EARLY = r"(?:(?:the +)?(?:early|mid|late)[ -]+)?"
_CLOCK = r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?: ?Z|[+-]\d{2}:?\d{2})?)?"

_RULES: tuple[tuple[str, Reader, bool], ...] = (
    (rf"(?P<y>\d{{4}})-(?P<m>\d{{1,2}})-(?P<d>\d{{1,2}}){_CLOCK}", _read_date, False),
    (r"(?P<a>\d{1,2})([/.])(?P<b>\d{1,2})\2(?P<y>\d{4})", _read_slash, False),
    (rf"(?:{_DAY_WORD},? +)?(?:the +)?{_NTH}(?: +of)? +{_MONTH_WORD},? +(?P<y>\d{{4}})",
     _read_date, False),
    (rf"(?:{_DAY_WORD},? +)?{_ORDINAL}{_MONTH_WORD},? +(?P<y>\d{{4}})", _read_date, False),
    (rf"(?:{_DAY_WORD},? +)?{_ORDINAL}{_MONTH_WORD}", _read_day_month, False),
    (rf"(?:{_DAY_WORD},? +)?{_MONTH_WORD} +{_NTH},? +(?P<y>\d{{4}})", _read_date, False),
    (rf"{_EARLY}{_MONTH_WORD},?(?: +of)? +(?P<y>\d{{4}})", _read_date, False),
    (rf"{_EARLY}(?:the +)?(?P<s>{'|'.join(SEASONS)})(?: +of)? +(?P<y>\d{{4}})",
     _read_season, False),
    (rf"(?:{_DAY_WORD},? +)?(?:the +)?{_NTH}(?: +of)? +{_MONTH_WORD}", _read_day_month, False),
    (rf"(?:{_DAY_WORD},? +)?{_MONTH_WORD} +{_NTH}(?! *[:,]\d)", _read_day_month, False),
    (rf"(?:the +)?{_EARLY}(?P<y>\d{{3}}0)s", _read_decade, False),
    (r"(?P<w>the +day +before +yesterday|yesterday|today|tonight|tomorrow|last +night"
     r"|this +(?:morning|afternoon|evening))", _read_word, False),
    (rf"(?P<r>last|next|this|past|previous|coming) +(?P<u>"
     rf"(?:week|month|year|weekend|decade)(?! of\b)|{_DAY_WORD}"
     rf"|{'|'.join((*SEASONS, *MONTHS, *_SHORT_DAYS))})",
     _read_relative, False),
    (r"(?:(?<=for )|(?<=over )|(?<=at )|(?<=on ))the +weekend(?! of\b)", _read_weekend, False),
    (rf"{_ABOUT}{_COUNT} +{_SPAN}s? +(?P<w>ago|later|earlier)", _read_distance, False),
    (r"(?:a +(?:very +)?(?:long|short|little) +(?:time|while)|a +while|ages|long|(?:some +"
     r"|countless +|(?:so +|a +(?:good|great) +)?many +)?(?:years|months|weeks|decades)) +ago",
     _read_vague, False),
    (rf"(?:the|that) +(?P<s>following|next|same|previous) +{_UNIT}", _read_sequence, False),
    (rf"(?P<s>that) +{_UNIT}", _read_sequence, False),
    (rf"(?<=for ){_COUNT} +{_UNIT}s?(?: +now)?", _read_duration, False),
    (rf"(?<=in ){AHEAD}", _read_ahead, False),
    (r"(?<=for )(?:(?:many|some) )?(?:ages|weeks|months|years|decades)(?! to come)", _read_long,
     False),
    (r"(?P<y>[12]\d{3})[-–—](?P<z>[12]\d{3})", _read_years, False),
    (rf"{_EARLY}(?P<y>[12]\d{{3}})(?!['’.,%]?\d| \d{{3}}| ?%| BC)", _read_year, True),
    (rf"{_EARLY}{_FULL_MONTH}", _read_relative, True),
    (rf"(?P<u>{_DAY_WORD})(?: +(?:morning|afternoon|evening|night))?", _read_relative, True)
)  # fmt: skip


@cache
def rules() -> tuple[tuple[Regex, Reader, bool], ...]:
    """Return the expressions, the more specific first; compiled when first asked."""
    return tuple(
        (Regex(rf"(?<![\w/.-])(?:{pattern})(?![\w/])", re.IGNORECASE), reader, needs_prep)
        for pattern, reader, needs_prep in _RULES
    )
