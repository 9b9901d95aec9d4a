"""What is visible as of a revision and a moment: rules over lists of versions.

Half-open on both axes: a version is known for `known_from <= revision < known_to` and true for
`valid_from <= time < valid_to`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from clew.errors import UsageError
from clew.graph.times import Axis, axis_of, to_ticks
from clew.graph.types import EDGE_KINDS, Entity, Episode, Fact, Item, Kind, Time

__all__ = ["Edge", "check_ends", "holds", "known_revision", "known_rows", "valid_time"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """An edge that is not a fact: mention, episodic, sequence or part_of (see `Kind`).

    Raises:
        UsageError: the kind is not one of these four (a fact is an item, and its own edge).
    """

    id: int
    kind: Kind
    source: int
    target: int
    known_from: int = 0
    known_to: int | None = None

    def __post_init__(self) -> None:
        if self.kind not in EDGE_KINDS or self.kind is Kind.FACT:
            raise UsageError(
                f"edge {self.id}: expected mention, episodic, sequence or part_of, "
                f"came {self.kind!r}; give facts among the items"
            )


_Row = TypeVar("_Row", Item, Edge)


def _known_to(row: Item | Edge) -> int | None:
    return None if isinstance(row, Entity | Episode) else row.known_to


def known_revision(rows: Sequence[Item | Edge], revision: int | None, asked: int | None) -> int:
    """Return the revision to read: the one asked for, or the last one."""
    named = [max(row.known_from, _known_to(row) or 0) for row in rows]
    last = max(named, default=0) if revision is None else revision
    if asked is None:
        return last
    if not 0 <= asked <= last:
        raise UsageError(f"expected a revision between 0 and {last}, came {asked!r}")
    return asked


def known_rows(rows: Sequence[_Row], known: int) -> dict[int, _Row]:
    """Return the version of each id that is known at a revision."""
    found: dict[int, _Row] = {}
    for row in rows:
        end = _known_to(row)
        if row.known_from <= known and (end is None or known < end):
            if row.id in found:
                raise UsageError(
                    f"expected one version of id {row.id} at revision {known}, came two: "
                    f"{found[row.id]!r} and {row!r}; end the older one with known_to"
                )
            found[row.id] = row
    return found


def valid_time(items: Sequence[Item], asked: Time | None, now: Time | None) -> Time | None:
    """Return the time to read, `asked` or now, checking that all times are of one kind.

    Now is `now`, the clock's. On the step axis, or without a clock, it is the latest of `now`, the
    episodes' times and every `valid_from`, since nothing else tells when a statement written
    directly has begun. It does not depend on the revision. `None` when nothing has a time.

    Raises:
        AxisError: datetimes and steps are mixed.
    """
    times = [time for item in items for time in _times(item)]
    times += [time for time in (asked, now) if time is not None]
    if not times:
        return None
    axis = axis_of(times[0])
    for time in times:
        to_ticks(time, axis)
    if asked is not None:
        return asked
    if axis is Axis.TIME and now is not None:
        return now
    known = [item.at for item in items if isinstance(item, Episode)]
    known += [] if now is None else [now]
    if axis is Axis.STEP or not known:
        starts = [item.valid_from for item in items if not isinstance(item, Entity | Episode)]
        known += [start for start in starts if start is not None]
    return max(known, key=lambda time: to_ticks(time, axis), default=None)


def _times(item: Item) -> list[Time]:
    if isinstance(item, Entity):
        return []
    if isinstance(item, Episode):
        return [item.at]
    return [time for time in (item.valid_from, item.valid_to) if time is not None]


def holds(row: Item, moment: Time | None) -> bool:
    """Tell whether a row is true at a moment; entities and episodes always are."""
    if isinstance(row, Entity | Episode) or moment is None:
        return True
    axis = axis_of(moment)
    at = to_ticks(moment, axis)
    started = row.valid_from is None or to_ticks(row.valid_from, axis) <= at
    return started and (row.valid_to is None or at < to_ticks(row.valid_to, axis))


def check_ends(items: Mapping[int, Item], edges: Iterable[Edge], merges: Mapping[int, int]) -> None:
    """Refuse facts, edges and merges whose ends are not among the items."""
    facts = [item for item in items.values() if isinstance(item, Fact)]
    ends = [(f"fact {fact.id}", fact.subject, fact.object) for fact in facts]
    ends += [(f"{edge.kind} edge {edge.id}", edge.source, edge.target) for edge in edges]
    for what, source, target in ends:
        for end in (source, target):
            if end not in items:
                raise UsageError(f"{what}: expected ends among the items, came {end!r}; add it")
    for member, root in merges.items():
        for end in (member, root):
            if not isinstance(items.get(end), Entity):
                raise UsageError(f"merge: expected entities among the items, came {end!r}; add it")
