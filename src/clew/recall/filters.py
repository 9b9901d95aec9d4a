"""Filters of searches in the graph: allowed relations, and a preference for closeness in time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from clew.errors import UsageError
from clew.graph.times import Axis, axis_of, to_ticks
from clew.graph.types import Entity, Episode, Fact, Item, Time
from clew.graph.view import View
from clew.text import normalise_relation

__all__ = ["Filters"]

_MICROSECOND = timedelta(microseconds=1)
_UNDATED = 0.5
"""Weight of a statement without a start, as if it began one half-life away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which facts a search may use, and how strongly it prefers closeness in time; off by default.

    Retrievers that walk the graph apply them to every edge. Relations are compared under
    `text.normalise_relation`; theses and episodes have none and always pass. They do not replace
    `as_of`: validity is decided by the view.

    Raises:
        UsageError: `half_life` is not above 0, or a relation is both wanted and unwanted.
    """

    relations: tuple[str, ...] = ()
    """Only facts with one of these relations; empty allows all."""
    without: tuple[str, ...] = ()
    """No facts with one of these relations."""
    half_life: timedelta | int | None = None
    """A statement that began this far from `at` counts half, twice as far a quarter. A duration,
    or a number of steps if the memory counts steps; `None` ignores time."""
    at: Time | None = None
    """The moment to be close to; by default the time the view reads."""

    def __post_init__(self) -> None:
        if both := sorted(_keys(self.relations) & _keys(self.without)):
            raise UsageError(f"a relation is wanted or unwanted; {both!r} are in both lists")
        if self.half_life is not None and not _above_zero(self.half_life):
            raise UsageError(f"half_life is a duration or steps above 0; got {self.half_life!r}")

    def banned(self, view: View, facts: Sequence[int]) -> set[int]:
        """Return the visible facts that may not be used; reads no rows if all may."""
        if not (self.relations or self.without):
            return set()
        wanted, unwanted = _keys(self.relations), _keys(self.without)
        items = [item for item in view.items(facts) if isinstance(item, Fact)]
        keys = {item.id: normalise_relation(item.relation) for item in items}
        return {id for id, key in keys.items() if key in unwanted or (wanted and key not in wanted)}

    def weights(self, view: View, ids: Sequence[int]) -> list[float]:
        """Return the weight of each visible item, in (0, 1]; reads no rows if time is ignored.

        The weight is `2 ** -(distance / half_life)`, with the distance from `at` to the start of a
        statement or to an episode. A statement without a start gets 0.5; an entity has no time and
        gets 1.

        Raises:
            AxisError: `at` is not on the memory's axis.
            UsageError: `half_life` is not.
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


def _keys(relations: Sequence[str]) -> frozenset[str]:
    return frozenset(map(normalise_relation, relations))


def _above_zero(half_life: timedelta | int) -> bool:
    if isinstance(half_life, timedelta):
        return half_life > timedelta(0)
    return half_life > 0


def _ticks(half_life: timedelta | int, axis: Axis) -> int:
    if isinstance(half_life, timedelta) is not (axis is Axis.TIME):
        expected = "a timedelta" if axis is Axis.TIME else "a number of steps"
        raise UsageError(f"expected {expected} as half_life in this memory, got {half_life!r}")
    return half_life // _MICROSECOND if isinstance(half_life, timedelta) else half_life


def _weight(item: Item, at: int, axis: Axis, half: int) -> float:
    if isinstance(item, Entity):
        return 1.0
    start = item.at if isinstance(item, Episode) else item.valid_from
    if start is None:
        return _UNDATED
    return float(2.0 ** -(abs(at - to_ticks(start, axis)) / half))
