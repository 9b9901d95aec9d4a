"""Turn patterns into rows: every matching fact of a view, unranked."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from clew.ask.evidence import TimedView
from clew.ask.sets.plans import End, Pattern, Period, Step, Taken, moment
from clew.graph.times import END, START, order_key
from clew.graph.types import Entity, Episode, Fact, Kind, Precision, Time
from clew.text import normalise_relation, words

__all__ = ["Row", "Selector", "Value"]

_COMPARED = 100
"""Most entities checked for a name that contains another name."""


class Value(NamedTuple):
    """An entity or a relation; equal when the key is."""

    key: int | str
    name: str


@dataclass(frozen=True, slots=True)
class Row:
    """One match: the ends of a fact, its relation, the value, its time, and the facts behind it."""

    subject: Value
    relation: Value
    object: Value
    value: Value
    time: Time | None
    until: Time | None
    """When it stopped holding, if known."""
    facts: tuple[int, ...]
    episodes: tuple[int, ...]
    """The episodes of the first fact, ascending."""
    told: Precision = Precision.MOMENT
    """How exactly its time was told."""


@dataclass(frozen=True, slots=True)
class _Window:
    """The time window of a pattern, in ticks: [start, end), nothing after now."""

    start: int
    end: int
    now: int

    def admits(self, row: Row, period: Period) -> bool:
        """Return whether a row holds in the window, at its end or at any time in it."""
        if not self.begun(row.time):
            return False
        if row.until is not None and self.start != START and order_key(row.until) <= self.start:
            return False
        return self.start != START or period is Period.EVER or not self.over(row.until)

    def begun(self, time: Time | None) -> bool:
        """Return whether something that starts at a time has started in the window."""
        return order_key(time) < self.end and order_key(time) <= self.now

    def over(self, until: Time | None) -> bool:
        """Return whether what stops at a time no longer holds at the window's end."""
        if until is None:
            return False
        at = order_key(until)
        return at < self.end if self.end <= self.now else at <= self.now


class Selector:
    """Selects rows of one view; looks up each name and each set of entities once."""

    def __init__(self, view: TimedView) -> None:
        self.view = view
        self._ids: dict[str, frozenset[int]] = {}
        self._facts: dict[tuple[int, ...], list[Fact]] = {}

    def ids(self, name: str) -> frozenset[int]:
        """Return the entities with a name or alias, else the only one whose name contains it."""
        if name not in self._ids:
            self._ids[name] = frozenset(self.view.find(name) or self._containing(name))
        return self._ids[name]

    def _containing(self, name: str) -> list[int]:
        """Return the entity whose name contains the words of a name, unless several do."""
        wanted = words(name)
        hits = self.view.match(name, _COMPARED, kind=Kind.ENTITY)
        found = [
            item.id
            for item in self.view.items([id for id, _ in hits])
            if isinstance(item, Entity) and _within(wanted, words(item.name))
        ]
        return found if len(found) == 1 else []

    def rows(self, pattern: Pattern) -> list[Row]:
        """Return the rows of a pattern, by time, then fact id."""
        window = self._window(pattern)
        relations = _keys(pattern.relations)
        found = [_row(fact, pattern.take) for fact in self._pool(pattern) if _has(fact, relations)]
        rows = [
            row
            for row in found
            if window.admits(row, pattern.period)
            and self._is(row.subject, pattern.subject)
            and self._is(row.object, pattern.object)
        ]
        if pattern.then is not None:
            rows = [one for row in rows for one in self._joined(row, pattern.then, window)]
        return sorted(rows, key=lambda row: (order_key(row.time), row.facts, str(row.value.key)))

    def said(self, row: Row, pattern: Pattern) -> list[int]:
        """Return the episodes that state a row by the end of the pattern's window."""
        window = self._window(pattern)
        items = self.view.items(row.episodes)
        return [one.id for one in items if isinstance(one, Episode) and window.begun(one.at)]

    def episodes(self, facts: Collection[int]) -> tuple[int, ...]:
        """Return the episodes of some selected facts, ascending."""
        known = (fact for held in self._facts.values() for fact in held if fact.id in facts)
        return tuple(sorted({id for fact in known for id in fact.episodes}))

    def _window(self, pattern: Pattern) -> _Window:
        now = self.view.as_of.valid
        return _Window(
            order_key(moment(pattern.start)) if pattern.start else START,
            order_key(moment(pattern.end)) if pattern.end else END,
            END if now is None else order_key(now),
        )

    def _pool(self, pattern: Pattern) -> list[Fact]:
        """Return the facts that may match, by the named end."""
        for end in (pattern.subject, pattern.object):
            if end.names:
                return self._about({id for name in end.names for id in self.ids(name)})
        return self._about(self.view.ids(Kind.ENTITY))

    def _about(self, ids: Collection[int]) -> list[Fact]:
        """Return every known fact of some entities, valid at any time, by id."""
        asked = tuple(sorted(ids))
        if asked not in self._facts:
            self._facts[asked] = self.view.timeline(asked)
        return self._facts[asked]

    def _is(self, value: Value, end: End) -> bool:
        """Return whether a value matches an end."""
        if end.names and not any(value.key in self.ids(name) for name in end.names):
            return False
        return end.which is None or bool(self._beside(value, end.which))

    def _beside(self, value: Value, step: Step) -> list[Row]:
        """Return a step's facts about an entity, with the other end as the value."""
        if not isinstance(value.key, int):
            return []
        relations = _keys(step.relations)
        turned = step.take == "subject"
        facts = (fact for fact in self._about((value.key,)) if _has(fact, relations))
        return [
            row
            for row in (_row(fact, Taken(step.take)) for fact in facts)
            if (row.object if turned else row.subject).key == value.key
            and (not step.names or any(row.value.key in self.ids(name) for name in step.names))
        ]

    def _joined(self, row: Row, step: Step, window: _Window) -> list[Row]:
        """Return a row for each entity that its value leads to.

        Prefers what holds at that time, then what came later, then what ended before: whoever once
        made something is its maker.
        """
        near = self._beside(row.value, step)
        near = [one for one in near if not window.over(one.until)] or near
        near = [one for one in near if window.begun(one.time)] or near
        return [
            replace(row, value=one.value, facts=tuple(dict.fromkeys((*row.facts, *one.facts))))
            for one in near
        ]


def _row(fact: Fact, take: Taken) -> Row:
    subject, object_ = Value(fact.subject, fact.subject_name), Value(fact.object, fact.object_name)
    relation = Value(normalise_relation(fact.relation), fact.relation)
    value = {Taken.SUBJECT: subject, Taken.RELATION: relation, Taken.OBJECT: object_}[take]
    times = (fact.valid_from, fact.valid_to)
    told = fact.valid_from_precision
    return Row(subject, relation, object_, value, *times, (fact.id,), fact.episodes, told)


def _keys(relations: Iterable[str]) -> frozenset[str]:
    return frozenset(map(normalise_relation, relations))


def _has(fact: Fact, relations: Collection[str]) -> bool:
    """Return whether a fact has one of some relations; an empty set matches any."""
    return not relations or normalise_relation(fact.relation) in relations


def _within(wanted: Sequence[str], said: Sequence[str]) -> bool:
    size = len(wanted)
    return size > 0 and any(said[at : at + size] == wanted for at in range(len(said) - size + 1))
