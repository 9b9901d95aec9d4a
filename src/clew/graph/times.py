"""Valid time: one axis per namespace, half-open intervals, and the folding of histories.

Inside the engine a moment is an integer, a *tick*: microseconds since 1970 (UTC) on the datetime
axis, the step itself on the step axis. `START` and `END` stand for "unbounded" in arrays.

A statement's validity is always folded from its assertions and closures. So leaving out those of
one episode and folding again gives the history the memory would have without that episode.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from clew.errors import AxisError, UsageError
from clew.graph.types import Period, Precision, Time

__all__ = [
    "END",
    "START",
    "Assertion",
    "Axis",
    "Closure",
    "Version",
    "asserted",
    "axis_of",
    "begun_by",
    "closed_at",
    "fold",
    "order_key",
    "parse_end",
    "parse_time",
    "present",
    "replayed",
    "shown_period",
    "shown_time",
    "to_ticks",
    "to_time",
    "told_to",
]

START, END = -(2**62), 2**62
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_FIRST = (datetime.min.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND
_LAST = (datetime.max.replace(tzinfo=UTC) - _EPOCH) // _MICROSECOND


class Axis(StrEnum):
    """The unit in which a namespace counts time; fixed by its first write."""

    TIME = "time"
    STEP = "step"


def axis_of(time: Time) -> Axis:
    """Return the axis a time belongs to.

    >>> axis_of(3)
    <Axis.STEP: 'step'>
    """
    if isinstance(time, datetime):
        return Axis.TIME
    if isinstance(time, bool) or not isinstance(time, int):
        raise UsageError(f"expected an aware datetime or a step number, got {time!r}")
    return Axis.STEP


def to_ticks(time: Time, axis: Axis) -> int:
    """Return a time as an integer on `axis`; a naive datetime is read as UTC.

    Raises:
        AxisError: the time belongs to the other axis.
        UsageError: neither a datetime nor a step, or out of range.

    >>> to_ticks(datetime(1970, 1, 1, 0, 0, 1), Axis.TIME)
    1000000
    """
    found = axis_of(time)
    if found is not axis:
        named = {
            Axis.TIME: ("datetimes", "a date, such as 2024-05-03"),
            Axis.STEP: ("step numbers", "a step number, such as 12"),
        }
        counts, wanted = named[axis]
        raise AxisError(
            f"this namespace counts in {counts}, got {time}; give {wanted}, as the time"
        )
    if isinstance(time, datetime):
        aware = time if time.tzinfo else time.replace(tzinfo=UTC)
        ticks = (aware - _EPOCH) // _MICROSECOND
        if not _FIRST <= ticks <= _LAST:  # with an offset; nobody could read it again
            raise UsageError(f"expected a datetime in the years 1 to 9999 of UTC, got {time!r}")
        return ticks
    if not START < time < END:
        raise UsageError(f"expected a step between -2**62 and 2**62, got {time!r}")
    return time


def present(axis: Axis, now: int, latest: int | None) -> int:
    """Return the clock's now, or the last step: what is dated later lies ahead."""
    if axis is Axis.TIME:
        return now
    return END - 1 if latest is None else latest


def to_time(ticks: int | None, axis: Axis) -> Time | None:
    """Return the time of a tick; `None`, `START` and `END` are unbounded and give `None`."""
    if ticks is None or ticks <= START or ticks >= END:
        return None
    return ticks if axis is Axis.STEP else _EPOCH + ticks * _MICROSECOND


def order_key(time: Time | None) -> int:
    """Return a sort key for times of one axis; unbounded comes first.

    >>> sorted([3, None, 1], key=order_key)
    [None, 1, 3]
    """
    return START if time is None else to_ticks(time, axis_of(time))


# Named tuples: learning creates several per fact, and dataclasses take twice as long.
class Assertion(NamedTuple):
    """At `revision` a statement was learned to hold from `start` to `end` (`None`: unknown).

    `begun` counts where the start is unknown: a moment by which it lay in the past (`begun_by`).
    """

    start: int | None
    end: int | None
    revision: int
    begun: int = END


class Closure(NamedTuple):
    """At `revision` it was learned that a statement stops at `at`, because of statement `by`.

    From the revision `until` on it counts no more.
    """

    at: int
    by: int | None
    revision: int
    until: int | None = None


class Version(NamedTuple):
    """What was believed about a statement's validity between two revisions."""

    valid_from: int | None
    valid_to: int | None
    superseded_by: int | None
    known_from: int
    known_to: int | None = None

    def state(self) -> tuple[int | None, int | None, int | None]:
        """Return the fields in which two versions must agree to count as one."""
        return self.valid_from, self.valid_to, self.superseded_by


def begun_by(end: int | None, at: int | None) -> int:
    """Return a moment by which a statement whose start is unknown had begun.

    Told at `at` to hold, it had begun by then. Told to be over, it says nothing of its start
    (`END`). Written directly, without a time of telling, it has no start (`START`).

    >>> begun_by(None, 7), begun_by(9, 7), begun_by(5, 7) == END, begun_by(None, None) == START
    (7, 7, True, True)
    """
    if at is None:
        return START
    return END if end is not None and end <= at else at


def asserted(version: Version | None, assertion: Assertion, begun: int = END) -> Version:
    """Return the version after one more assertion: the earliest start and end count.

    An unknown start does not wipe out a known one, unless the statement held before that.

    Args:
        version: the version so far.
        assertion: what is said now.
        begun: the earliest `Assertion.begun` of the unknown starts so far.
    """
    if version is None:
        return Version(assertion.start, assertion.end, None, assertion.revision)
    known = [each for each in (version.valid_from, assertion.start) if each is not None]
    start = min(known, default=None)
    if assertion.start is None:
        begun = min(begun, assertion.begun)
    if start is not None and begun < start:
        start = None
    moved = version._replace(valid_from=start, known_from=assertion.revision)
    if assertion.end is None:
        return moved
    return closed_at(moved, Closure(assertion.end, None, assertion.revision))


def closed_at(version: Version, closure: Closure) -> Version:
    """Return the version after one more closure: the earliest one counts.

    At equal times a closure with a cause wins, then the smaller id of the cause, so the result
    does not depend on the order of arrival.
    """
    if version.valid_to is not None:
        old = (version.valid_to, version.superseded_by is None, version.superseded_by or 0)
        if old <= (closure.at, closure.by is None, closure.by or 0):
            return version._replace(known_from=closure.revision)
    return version._replace(
        valid_to=closure.at, superseded_by=closure.by, known_from=closure.revision
    )


_Event: TypeAlias = Assertion | Closure
_State: TypeAlias = tuple[Version | None, int]
"""A version, and the earliest `Assertion.begun` of the unknown starts so far."""
_NOTHING: _State = (None, END)


def fold(assertions: Iterable[Assertion], closures: Iterable[Closure]) -> list[Version]:
    """Return a statement's versions, oldest first; consecutive versions differ.

    The order of events within a revision does not matter.

    >>> fold([Assertion(5, None, 1)], [Closure(9, 7, 2)])  # doctest: +NORMALIZE_WHITESPACE
    [Version(valid_from=5, valid_to=None, superseded_by=None, known_from=1, known_to=2),
     Version(valid_from=5, valid_to=9, superseded_by=7, known_from=2, known_to=None)]
    """
    assertions = list(assertions)
    first = min((each.revision for each in assertions), default=0)
    closures = [each._replace(revision=max(each.revision, first)) for each in closures]
    closures = [each for each in closures if each.until is None or each.until > each.revision]
    ended = {each.until for each in closures if each.until is not None}
    events: list[_Event] = [*assertions, *closures]
    events.sort(key=lambda event: (event.revision, isinstance(event, Closure)))
    versions: list[Version] = []
    state, done = _NOTHING, 0
    for known in sorted({event.revision for event in events} | ended):
        start, done = done, bisect_right(events, known, key=attrgetter("revision"))
        if known in ended:
            state = _after(_NOTHING, (each for each in events[:done] if _counts(each, known)))
        else:
            state = _after(state, events[start:done])
        current = state[0]
        if current is None or (versions and versions[-1].state() == current.state()):
            continue
        if versions:
            versions[-1] = versions[-1]._replace(known_to=known)
        versions.append(current._replace(known_from=known))
    return versions


def replayed(events: Iterable[_Event]) -> Version | None:
    """Return the last version that these events give, one after the other."""
    return _after(_NOTHING, events)[0]


def _after(state: _State, events: Iterable[_Event]) -> _State:
    """Return the state after more events; a closure of nothing is none."""
    current, begun = state
    for event in events:
        if isinstance(event, Assertion):
            current = asserted(current, event, begun)
            if event.start is None:
                begun = min(begun, event.begun)
        elif current is not None:
            current = closed_at(current, event)
    return current, begun


def _counts(event: _Event, known: int) -> bool:
    """Return whether an event still counts at a revision."""
    return isinstance(event, Assertion) or event.until is None or event.until > known


_YEAR = re.compile(r"\d{4}")
_YEAR_MONTH = re.compile(r"(\d{4})-(\d{1,2})")
_DAY = re.compile(r"\d{8}|\d{4}-\d\d-\d\d|\d{4}-?W\d\d-?\d")
_WEEK = re.compile(r"\d{4}-?W\d\d(?!-?\d)")


def parse_time(text: str, *, steps: bool = False) -> Time:
    """Parse a time typed by a user.

    Accepts an ISO 8601 date or datetime (UTC without a zone), a year, a year and month (each means
    its first moment), or a step number. Four digits are a year unless `steps` is set. A week is no
    date: its first day is meant.

    Raises:
        UsageError: the text is none of these, or no date of the calendar.

    >>> parse_time("2024-05").isoformat(), parse_time("17")
    ('2024-05-01T00:00:00+00:00', 17)
    """
    clean = text.strip()
    if re.fullmatch(r"\d{1,18}", clean, re.ASCII) and (steps or not _YEAR.fullmatch(clean)):
        if len(clean) != 8 or steps:
            return int(clean)
        clean = f"{clean[:4]}-{clean[4:6]}-{clean[6:]}"
    try:
        if _YEAR.fullmatch(clean):
            return datetime(int(clean), 1, 1, tzinfo=UTC)
        if found := _YEAR_MONTH.fullmatch(clean):
            return datetime(int(found[1]), int(found[2]), 1, tzinfo=UTC)
        if _WEEK.match(clean):
            raise ValueError
        moment = datetime.fromisoformat(clean)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise UsageError(
            "a time is an ISO date or datetime (2024-05-03, 2024-05-03T10:00+02:00), a year, a"
            f" year and month (2024-05), or a step number; got {text!r}"
        ) from None


def told_to(text: str) -> Precision:
    """Return how exactly a date that `parse_time` reads is told.

    >>> [told_to(each).value for each in ("2015", "2015-05", "20150503", "2015-05-03T14:30")]
    ['year', 'month', 'day', 'moment']
    """
    forms = {Precision.YEAR: _YEAR, Precision.MONTH: _YEAR_MONTH, Precision.DAY: _DAY}
    clean = text.strip()
    return next((one for one, form in forms.items() if form.fullmatch(clean)), Precision.MOMENT)


def parse_end(text: str, *, steps: bool = False) -> Time:
    """Return the first moment after a time as `parse_time` reads it: that a day or year is over.

    >>> parse_end("2024-02").isoformat(), parse_end("2024-02-29").isoformat(), parse_end("17")
    ('2024-03-01T00:00:00+00:00', '2024-03-01T00:00:00+00:00', 18)
    """
    first, told = parse_time(text, steps=steps), told_to(text)
    if isinstance(first, int):
        return first + 1
    if told is Precision.YEAR:
        return (first + timedelta(days=366)).replace(month=1, day=1)
    if told is Precision.MONTH:
        return (first + timedelta(days=31)).replace(day=1)
    return first + timedelta(days=told is Precision.DAY)


_DIGITS = {Precision.YEAR: 4, Precision.MONTH: 7, Precision.DAY: 10}


def shown_time(time: Time, precision: Precision = Precision.MOMENT) -> str:
    """Return a time no finer than it was told, in the format that `parse_time` reads.

    >>> shown_time(datetime(2024, 1, 1, tzinfo=UTC), Precision.YEAR), shown_time(7)
    ('2024', 'step 7')
    >>> [shown_time(datetime(2024, 5, 3, hour, 30 if hour else 0)) for hour in (0, 14)]
    ['2024-05-03', '2024-05-03T14:30']
    """
    if isinstance(time, int):
        return f"step {time}"
    if precision in _DIGITS or not (time.hour or time.minute or time.second):
        return time.date().isoformat()[: _DIGITS.get(precision)]
    grain = "seconds" if time.second else "minutes"
    return time.isoformat(timespec=grain).replace("+00:00", "Z")


def shown_period(period: Period, now: Time | None = None) -> str:
    """Return when something holds: from its start on, up to its end; no start means unknown.

    A start that is only the time of the text is when it was said. What begins after `now` is
    planned, as is what has a date that it is planned for.

    >>> [shown_period(Period(*ends)) for ends in ((3, None), (3, 5), (None, 5), (None, None))]
    ['since step 3', 'from step 3 until step 5', 'until step 5', 'since some time']
    >>> shown_period(Period(3, 5, (Precision.SAID, Precision.MOMENT))), shown_period(Period(9), 7)
    ('said step 3, until step 5', 'planned from step 9')
    >>> [shown_period(Period(3, 9, planned_for="8"), now) for now in (7, 9)]
    ['planned for 8', 'was planned for 8']
    """
    start, end, told, planned_for = period
    if planned_for:
        over = end is not None and now is not None and order_key(end) <= order_key(now)
        date = "" if planned_for == "unknown" else " for " + " ".join(planned_for.split())
        return f"{'was ' if over else ''}planned{date}"
    until = "" if end is None else f"until {shown_time(end, told[1])}"
    if start is None:
        return until or "since some time"
    since = shown_time(start, told[0])
    if now is not None and order_key(start) > order_key(now):
        return f"planned from {since} {until}".rstrip()
    if told[0] is Precision.SAID:
        return f"said {since}, {until}" if until else f"said {since}"
    return f"from {since} {until}" if until else f"since {since}"
