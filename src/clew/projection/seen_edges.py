"""The edges visible in a view, read for many items at once with numpy."""

from collections.abc import Collection, Sequence
from functools import cache, cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clew.graph.types import Kind, Link
from clew.projection.image import Projection
from clew.projection.rows import EDGE_CODES, Int32, Int64, distinct

__all__ = ["SeenEdges", "codes_of"]

_ENOUGH = 4
"""Times as many edges are looked at first as are wanted."""
_FEW = 8
"""From this many items on, the vectorised path of `sources` is faster."""
_KINDS = {code: kind for kind, code in EDGE_CODES.items()}


def codes_of(kinds: Collection[Kind]) -> NDArray[np.bool_]:
    """Return a mask over edge codes: those of these kinds. Do not change it."""
    return _mask(tuple(kinds))


@cache
def _mask(kinds: tuple[Kind, ...]) -> NDArray[np.bool_]:
    wanted = np.zeros(max(EDGE_CODES.values()) + 1, np.bool_)
    wanted[[EDGE_CODES[kind] for kind in kinds]] = True
    return wanted


_EPISODIC, _MENTIONS = codes_of((Kind.EPISODIC,)), codes_of((Kind.MENTION,))


class _Found(NamedTuple):
    """Visible edges, ordered by the item asked about, then by edge id."""

    owner: Int64
    """Index, among the items asked about, of the one that has the edge."""
    others: Int32
    """Item number of the other end."""
    edges: Int32
    halves: Int32


class SeenEdges:
    """Edges known at a revision between visible items.

    Args:
        rows: the projection that holds them.
        known: the revision.
        shown: mask of the visible items, by item number.
    """

    def __init__(self, rows: Projection, known: int, shown: NDArray[np.bool_]) -> None:
        self._rows, self._known, self._shown = rows, known, shown
        self._roots, self.members = rows.canonical(known), rows.families(known)

    def links(
        self,
        roots: Sequence[int],
        wanted: NDArray[np.bool_],
        most: int | None = None,
        among: Collection[int] | None = None,
    ) -> list[list[Link]]:
        """Return each item's edges, oldest first; `wanted` is a mask over codes (`codes_of`).

        With `most`, at most that many per item, the newest; with `among`, those of them that do not
        lead to entities other than these.
        """
        rows = self._rows
        found = self._found(roots, wanted, most)
        if most is not None:
            ends = np.cumsum(np.bincount(found.owner, minlength=len(roots)))
            newest = np.arange(len(found.owner)) >= ends[found.owner] - most
            found = _Found._make(column[newest] for column in found)
        if among is not None:
            near = np.isin(found.others, rows.items.find_all(np.array([*among], np.int64)))
            near |= ~rows.items.are(found.others, Kind.ENTITY)
            found = _Found._make(column[near] for column in found)
        ends = np.cumsum(np.bincount(found.owner, minlength=len(roots)))
        links = list(
            map(
                Link,
                rows.edges.ids(found.edges).tolist(),
                map(_KINDS.__getitem__, rows.edges.kinds(found.edges).tolist()),
                rows.items.ids.data[found.others].tolist(),
                (found.halves & 1 == 0).tolist(),
                rows.items.kinds(found.others),
            )
        )
        return [links[start:end] for start, end in pairwise([0, *ends.tolist()])]

    def count(self, roots: Sequence[int], wanted: NDArray[np.bool_]) -> list[int]:
        """Return how many edges each item has; one from an item to itself is one."""
        found = self._found(roots, wanted)
        pairs = distinct(found.owner.astype(np.int64) << 32 | found.edges)
        counts: list[int] = np.bincount(pairs >> 32, minlength=len(roots)).tolist()
        return counts

    def others(
        self, roots: Sequence[int], wanted: NDArray[np.bool_], kind: Kind, up_to: int | None = None
    ) -> list[tuple[int, ...]]:
        """Return, for each item, the items of a kind at the other ends of its edges, ascending.

        With `up_to`, only some of them, but more than that, for an item that has more.
        """
        found = self._found(roots, wanted, None if up_to is None else up_to + 1)
        items = self._rows.items
        of_kind = items.are(found.others, kind)
        ids = items.ids.data[found.others[of_kind]]
        most = int(ids.max(initial=0)) + 1
        owner, ids = np.divmod(distinct(found.owner[of_kind] * most + ids), most)
        ends = np.cumsum(np.bincount(owner, minlength=len(roots)))
        listed = ids.tolist()
        return [tuple(listed[start:end]) for start, end in pairwise([0, *ends.tolist()])]

    def mentioned(self, theses: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the entities that each thesis mentions, each once, by edge id."""
        found = self._found(theses, _MENTIONS)
        ids = self._rows.items.ids.data[found.others].tolist()
        ends = np.cumsum(np.bincount(found.owner, minlength=len(theses))).tolist()
        return [tuple(dict.fromkeys(ids[start:end])) for start, end in pairwise([0, *ends])]

    def sources(self, roots: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the episodes each item was learned from, ascending.

        A few items are looked up one by one, since `others` has a fixed cost.
        """
        if len(roots) < _FEW:
            return [self._sources(root) for root in roots]
        return self.others(roots, _EPISODIC, Kind.EPISODE)

    def _sources(self, root: int) -> tuple[int, ...]:
        rows, found = self._rows, set[int]()
        for member in self.members.get(root, (root,)):
            number = rows.items.find(member)
            if number < 0:
                continue
            neighbours, halves = rows.adjacency.row(number)
            edges = halves >> 1
            seen = rows.edges.kinds(edges) == EDGE_CODES[Kind.EPISODIC]
            seen &= rows.edges.known_from(edges) <= self._known
            seen &= self._shown[neighbours]
            seen &= rows.items.are(neighbours, Kind.EPISODE)
            found.update(rows.items.ids.data[neighbours[seen]].tolist())
        return tuple(sorted(found))

    def _found(
        self, roots: Sequence[int], wanted: NDArray[np.bool_], most: int | None = None
    ) -> _Found:
        """Return the edges of items; with `most`, of one with more at least so many, the newest."""
        rows = self._rows
        numbers = rows.items.find_all(np.array(roots, np.int64))
        places, members = self._with_members(roots, numbers)
        several = len(places) > 1 and bool((places[1:] == places[:-1]).any())
        # Of one with many edges, enough of the newest are nearly always visible and wanted.
        newest = None if most is None or several else _ENOUGH * most
        found = self._visible(numbers, places, members, wanted, newest)
        if newest is not None and most is not None and len(found.owner) < most * len(places):
            few = np.bincount(found.owner, minlength=len(roots))[places] < most
            if (few & (rows.adjacency.lengths(members) > newest)).any():
                found = self._visible(numbers, places, members, wanted, None)
        if several:  # an item has several members: merge their edges
            order = np.lexsort((found.edges, found.owner))
            found = _Found._make(column[order] for column in found)
        return found

    def _visible(
        self,
        numbers: Int32,
        places: Int64,
        members: Int32,
        wanted: NDArray[np.bool_],
        newest: int | None,
    ) -> _Found:
        """Return the edges of members, by number, of the items at these places."""
        rows = self._rows
        neighbours, halves, lengths = rows.adjacency.rows(members, newest)
        edges = halves >> 1
        where = np.flatnonzero(rows.edges.known_of(edges, wanted, self._known))
        owner = np.repeat(places, lengths)[where]
        neighbours, edges, halves = neighbours[where], edges[where], halves[where]
        ends = neighbours
        if wanted[EDGE_CODES[Kind.FACT]]:
            # A fact is visible by itself, other edges are with their ends.
            facts = rows.items.find_all(rows.edges.ids(edges))
            ends = np.where(facts >= 0, facts, neighbours)
        seen = self._shown[ends]
        others = self._root_numbers[neighbours] if self._roots else neighbours
        # A self-loop is stored twice and shown once, as outgoing.
        seen &= (halves & 1 == 0) | (others != numbers[owner])
        return _Found(owner[seen], others[seen], edges[seen], halves[seen])

    def _with_members(self, roots: Sequence[int], numbers: Int32) -> tuple[Int64, Int32]:
        """Return the members of visible items, by number, and each one's index in `roots`."""
        places = np.flatnonzero((numbers >= 0) & (numbers < len(self._shown)))
        places = places[self._shown[numbers[places]]]
        if not self.members or not any(root in self.members for root in roots):
            return places, numbers[places]
        pairs = [
            (place, self._rows.items.number(member))
            for place in places.tolist()
            for member in self.members.get(roots[place], (roots[place],))
        ]
        found = np.array(pairs, np.int64).reshape(-1, 2)
        return found[:, 0], found[:, 1].astype(np.int32)

    @cached_property
    def _root_numbers(self) -> Int32:
        """Item number -> number of the entity it stands for, or itself."""
        items = self._rows.items
        found = np.arange(items.ids.size, dtype=np.int32)
        for loser, root in self._roots.items():
            found[items.number(loser)] = items.number(root)
        return found
