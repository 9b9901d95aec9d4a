"""What every retriever may be told to leave out or to prefer: relations, and closeness in time."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from clew.errors import UsageError
from clew.graph.times import Axis, axis_of, to_ticks
from clew.graph.types import Entity, Episode, Fact, Item, Kind, Time
from clew.graph.view import View
from clew.recall.base import Limits, Query, Retriever, Scored
from clew.text import normalise_relation

__all__ = ["Filtered", "Filters"]

_MICROSECOND = timedelta(microseconds=1)
_UNDATED = 0.5
"""Weight of a statement without a start: as if it began one half-life away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which facts a search may use, and how much it prefers what is close in time; all off.

    Retrievers that walk the graph apply them to every edge they walk; `Filtered` applies them to
    the result of any other. Relations are compared under `text.normalise_relation`; theses and
    episodes have none and always pass. This is no `as_of`: what holds when is the view's business.

    Raises:
        UsageError: `half_life` is not above 0, or a relation is both wanted and unwanted.
    """

    relations: tuple[str, ...] = ()
    """Only facts with one of these relations; empty: any."""
    without: tuple[str, ...] = ()
    """No fact with one of these relations."""
    half_life: timedelta | int | None = None
    """A statement that began this far from `at` counts half, twice as far a quarter. A duration,
    or a number of steps where the memory counts steps; `None`: time does not count."""
    at: Time | None = None
    """The moment to be close to; `None`: the time that the view reads."""

    def __post_init__(self) -> None:
        if both := sorted(_keys(self.relations) & _keys(self.without)):
            raise UsageError(f"a relation is wanted or unwanted; {both!r} are in both lists")
        if self.half_life is not None and not _above_zero(self.half_life):
            raise UsageError(f"half_life is a duration or steps above 0; got {self.half_life!r}")

    def allow(self, view: View, facts: Sequence[int]) -> list[bool]:
        """Tell of each visible fact whether it may be used; reads no row when all may."""
        if not (self.relations or self.without):
            return [True] * len(facts)
        wanted, unwanted = _keys(self.relations), _keys(self.without)
        found = (item.relation for item in view.items(facts) if isinstance(item, Fact))
        keys = [normalise_relation(relation) for relation in found]
        return [(not wanted or key in wanted) and key not in unwanted for key in keys]

    def weights(self, view: View, ids: Sequence[int]) -> list[float]:
        """Return the weight of each visible item, in (0, 1]; reads no row when time is off.

        `2 ** -(distance / half_life)`, the distance being that from `at` to the start of a
        statement or to an episode. A statement without a start gets 0.5; an entity has no time
        and gets 1.

        Raises:
            AxisError: `at` is of the other kind of time than the memory.
            UsageError: `half_life` is.
        """
        at = view.as_of.valid if self.at is None else self.at
        if self.half_life is None:
            return [1.0] * len(ids)
        items = view.items(ids)
        if at is None:  # nothing in this memory has a time
            return [_weight(item, 0, Axis.TIME, 1) for item in items]
        axis = axis_of(at)
        half = _ticks(self.half_life, axis)
        return [_weight(item, to_ticks(at, axis), axis, half) for item in items]


@dataclass(frozen=True, slots=True)
class Filtered:
    """Any retriever with filters on its result: for those that have no `filters` of their own.

    The retriever is asked for `limits.candidates` rows (at least `k`); what it did not find
    among these does not come up. A weight lowers a score by its share of the absolute value, so
    that a negative one falls too.
    """

    retriever: Retriever
    filters: Filters = field(default_factory=Filters)

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return what passes, best first after weighing, ties by ascending id."""
        wide = replace(limits, k=max(limits.k, limits.candidates))
        found = self.retriever.retrieve(view, query, wide)
        facts = [one.id for one in found if one.kind is Kind.FACT]
        allowed = self.filters.allow(view, facts)
        banned = {id for id, may in zip(facts, allowed, strict=True) if not may}
        passed = [one for one in found if one.id not in banned]
        weights = self.filters.weights(view, [one.id for one in passed])
        weighed = [
            replace(one, score=one.score - (1.0 - weight) * abs(one.score))
            for one, weight in zip(passed, weights, strict=True)
        ]
        weighed.sort(key=lambda one: (-one.score, one.id))
        return [replace(one, rank=rank) for rank, one in enumerate(weighed[: limits.k], 1)]


def _keys(relations: Sequence[str]) -> frozenset[str]:
    return frozenset(map(normalise_relation, relations))


def _above_zero(half_life: timedelta | int) -> bool:
    if isinstance(half_life, timedelta):
        return half_life > timedelta(0)
    return half_life > 0


def _ticks(half_life: timedelta | int, axis: Axis) -> int:
    if isinstance(half_life, timedelta) is not (axis is Axis.TIME):
        expected = "a timedelta" if axis is Axis.TIME else "a number of steps"
        raise UsageError(f"this memory counts its time so that half_life is {expected}; "
                         f"got {half_life!r}")  # fmt: skip
    return half_life // _MICROSECOND if isinstance(half_life, timedelta) else half_life


def _weight(item: Item, at: int, axis: Axis, half: int) -> float:
    if isinstance(item, Entity):
        return 1.0
    start = item.at if isinstance(item, Episode) else item.valid_from
    if start is None:
        return _UNDATED
    return float(2.0 ** -(abs(at - to_ticks(start, axis)) / half))
