"""What matched a pattern, as rows: both ends, the value, the time, and the facts it rests on."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from clew.ask.sets.plans import Taken
from clew.graph.times import order_key
from clew.graph.types import Fact, Time
from clew.minds.english.asking.phrases import Reading, is_event, readings
from clew.minds.english.asking.stances import Stance

__all__ = ["Row", "Span", "Value", "ends", "latest", "taken"]


class Value(NamedTuple):
    """An entity, or a thing that only names of others tell; equal when the key is."""

    key: int | str
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """One match: both ends, the value, when it was so or was said, and the facts."""

    subject: Value
    object: Value
    value: Value
    time: Time | None
    facts: tuple[int, ...]
    stance: Stance | None = None
    aspect: tuple[str, ...] = ()
    until: Time | None = None
    """When it stopped to hold, where that is known."""
    said: str = ""
    """The reading by which the relation says it in the pattern's own words, empty: in others; where
    no relation is asked for, the one it has."""
    event: bool = False
    """It happened, and no end of it is known."""


@dataclass(frozen=True, slots=True)
class Span:
    """The times that a pattern is about: [start, end), nothing after now."""

    start: Time | None
    end: Time | None
    now: Time | None

    def begun(self, time: Time | None) -> bool:
        """Tell whether something that starts at a time has started by then."""
        at = order_key(time)
        ended = self.end is not None and at >= order_key(self.end)
        return not ended and (self.now is None or at <= order_key(self.now))

    def over(self, until: Time | None) -> bool:
        """Tell whether what stops at a time does not hold at the end of the window."""
        if until is None:
            return False
        early = self.end is not None and (
            self.now is None or order_key(self.end) <= order_key(self.now)
        )
        if early and self.end is not None:
            return order_key(until) < order_key(self.end)
        return self.now is None or order_key(until) <= order_key(self.now)

    def before(self, until: Time | None) -> bool:
        """Tell whether what stops at a time is over when the window begins."""
        return (
            self.start is not None
            and until is not None
            and order_key(until) <= order_key(self.start)
        )

    def inside(self, time: Time | None) -> bool:
        """Tell whether something that happens at a time falls into the window."""
        if self.start is None:
            return self.begun(time)
        return time is not None and order_key(time) >= order_key(self.start) and self.begun(time)


def ends(fact: Fact, asked: Sequence[Reading]) -> list[Row]:
    """Return a fact with the ends as the asked relation has them; nothing is asked: as they are.

    One row, or two where a symmetric relation reads both ways.
    """
    first, second = Value(fact.subject, fact.subject_name), Value(fact.object, fact.object_name)
    event = fact.valid_to is None and is_event(fact.relation)
    row = Row(first, second, second, fact.valid_from, (fact.id,), until=fact.valid_to, event=event)
    if not asked:
        return [replace(row, said=readings(fact.relation)[-1].key)]
    turned = replace(row, subject=second, object=first, value=first)
    found: dict[bool, str] = {}
    for said in readings(fact.relation):
        for wanted in asked:
            if said.key != wanted.key:
                continue
            exact = said.key if said.exact and wanted.exact else ""
            if (said.subject, said.object) == (wanted.subject, wanted.object):
                found[False] = found.get(False) or exact
            elif (said.subject, said.object) == (wanted.object, wanted.subject):
                found[True] = found.get(True) or exact
    return [replace(turned if back else row, said=exact) for back, exact in found.items()]


def taken(rows: Iterable[Row], take: Taken) -> list[Row]:
    """Return rows with the value that a pattern takes."""
    pick: dict[Taken, Callable[[Row], Value]] = {
        Taken.SUBJECT: lambda row: row.subject,
        Taken.OBJECT: lambda row: row.object,
        Taken.STANCE: lambda row: Value(str(row.stance), str(row.stance)),
    }
    return [replace(row, value=pick[take](row)) for row in rows]


def latest(rows: Iterable[Row], at: Span) -> list[Row]:
    """Keep of each holder, thing and aspect what was said last, unless it is known to be over."""

    def whose(row: Row) -> tuple[str, str, tuple[str, ...]]:
        return str(row.subject.key), str(row.object.key), row.aspect

    kept: list[Row] = []
    for _, group in groupby(sorted(rows, key=whose), whose):
        same = list(group)
        last = max(order_key(row.time) for row in same)
        kept += [row for row in same if order_key(row.time) == last and not _ended(row, at)]
    return kept


def _ended(row: Row, at: Span) -> bool:
    """Tell whether an opinion was given up since it was said; said again later, it was not."""
    late = row.until is not None and order_key(row.time) < order_key(row.until)
    return late and at.over(row.until)
