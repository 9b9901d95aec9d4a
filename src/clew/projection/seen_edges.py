"""The edges visible in a view, read for many items at once with numpy."""

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clew.graph.times import END, PART_BITS, unpacked
from clew.graph.types import Kind, Link, Precision
from clew.projection.edges import UNTOLD
from clew.projection.image import Projection, stated_facts
from clew.projection.rows import EDGE_CODES, EdgeRow, Int32, Int64
from clew.text import normalise_relation

__all__ = ["SeenEdges", "codes_of"]

_FEW = 8
"""From this many items on, the vectorised path of `sources` is faster."""
_KINDS = {code: kind for kind, code in EDGE_CODES.items()}


def codes_of(kinds: Collection[Kind]) -> NDArray[np.bool_]:
    """Return a mask over edge codes: those of these kinds."""
    wanted = np.zeros(max(EDGE_CODES.values()) + 1, np.bool_)
    wanted[[EDGE_CODES[kind] for kind in kinds]] = True
    return wanted


_EPISODIC = codes_of((Kind.EPISODIC,))


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
        self, roots: Sequence[int], wanted: NDArray[np.bool_], most: int | None = None
    ) -> list[list[Link]]:
        """Return each item's edges, oldest first; `wanted` is a mask over codes (`codes_of`).

        With `most`, at most that many per item, the newest.
        """
        rows = self._rows
        found = self._found(roots, wanted)
        ends = np.cumsum(np.bincount(found.owner, minlength=len(roots)))
        if most is not None:
            newest = np.arange(len(found.owner)) >= ends[found.owner] - most
            found = _Found._make(column[newest] for column in found)
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

    def others(
        self, roots: Sequence[int], wanted: NDArray[np.bool_], kind: Kind
    ) -> list[tuple[int, ...]]:
        """Return, for each item, the items of a kind at the other ends of its edges, ascending."""
        found = self._found(roots, wanted)
        items = self._rows.items
        of_kind = items.are(found.others, kind)
        ids = items.ids.data[found.others[of_kind]]
        most = int(ids.max(initial=0)) + 1
        owner, ids = np.divmod(np.unique(found.owner[of_kind] * most + ids), most)
        ends = np.cumsum(np.bincount(owner, minlength=len(roots)))
        listed = ids.tolist()
        return [tuple(listed[start:end]) for start, end in pairwise([0, *ends.tolist()])]

    def sources(self, roots: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the episodes each item was learned from, ascending.

        A few items are looked up one by one, since `others` has a fixed cost.
        """
        if len(roots) < _FEW:
            return [self._sources(root) for root in roots]
        return self.others(roots, _EPISODIC, Kind.EPISODE)

    def exactness(
        self, item: int, start: int | None, end: int | None
    ) -> tuple[Precision, Precision]:
        """Return how exactly a statement's start and end are told: each as who tells it best.

        That follows from all who tell of the content of a fact, and of what replaced it, in
        whatever order they came. A thesis ends as its facts do. What nobody tells is exact.
        """
        first = UNTOLD if start is None else self._part(self._telling(item)[1], start)
        last = UNTOLD if end is None else self._ended(item, end)
        return unpacked((first % UNTOLD) << PART_BITS | last % UNTOLD)

    def _ended(self, item: int, at: int) -> int:
        """Return how exactly it is told that a statement ended at a moment."""
        node, (same, telling) = self._rows.nodes.get(item), self._telling(item)
        found = [self._part(telling, at, end=True)]
        found += [self._ended(fact, at) for fact in ([] if node is None else stated_facts(node))]
        for row in chain.from_iterable(self._rows.closures_of.get(one, ()) for one in same):
            until = END if row.known_to is None else row.known_to
            if row.at == at and row.known_from <= self._known < until:
                direct = row.by is None and row.episode is None
                found.append(0 if direct else UNTOLD)
                if row.by is not None:
                    found.append(self._part(self._telling(row.by)[1], at))
        return min(found)

    def _part(self, telling: Int64, at: int, *, end: bool = False) -> int:
        return self._rows.edges.exactness(telling, at, self._known, end=end)

    def _telling(self, item: int) -> tuple[list[int], Int64]:
        """Return the facts with the content of a fact, and the edges that say when they hold.

        Other items have a content of their own.
        """
        rows, fact = self._rows, self._rows.facts.get(item)
        if fact is None:
            return [item], rows.telling(item)
        facts = self._alike(fact)
        same = rows.edges.ids(facts).tolist()
        return same, np.concatenate([facts, *map(rows.telling, same)])

    def _alike(self, fact: EdgeRow) -> Int64:
        """Return the numbers of the facts with the content of a fact, by the merges known."""
        rows, ends = self._rows, list[Int64]()
        for entity in (fact.source, fact.target):
            root = self._roots.get(entity, entity)
            ends.append(rows.items.number_all(np.array(self.members.get(root, (root,)))))
        around = [rows.adjacency.rows(each) for each in ends]
        out = int(len(around[1][0]) < len(around[0][0]))  # the end with fewer edges is read
        neighbours, halves, _ = around[out]
        edges = halves[(halves & 1 == out) & np.isin(neighbours, ends[1 - out])] >> 1
        edges = edges[rows.edges.kinds(edges) == EDGE_CODES[Kind.FACT]]
        key = normalise_relation(fact.relation or "")
        told = [normalise_relation(row.relation or "") == key for row in rows.edges.rows(edges)]
        return edges[told]

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

    def _found(self, roots: Sequence[int], wanted: NDArray[np.bool_]) -> _Found:
        rows = self._rows
        numbers = rows.items.find_all(np.array(roots, np.int64))
        places, members = self._with_members(roots, numbers)
        neighbours, halves, lengths = rows.adjacency.rows(members)
        owner = np.repeat(places, lengths)
        edges = halves >> 1
        facts = rows.items.find_all(rows.edges.ids(edges))
        seen = self._shown[np.where(facts >= 0, facts, neighbours)]
        seen &= wanted[rows.edges.kinds(edges)]
        seen &= rows.edges.known_from(edges) <= self._known
        others = self._root_numbers[neighbours] if self._roots else neighbours
        # A self-loop is stored twice and shown once, as outgoing.
        seen &= (halves & 1 == 0) | (others != numbers[owner])
        where = np.flatnonzero(seen)
        if (places[1:] == places[:-1]).any():  # an item has several members: merge their edges
            where = where[np.lexsort((edges[where], owner[where]))]
        return _Found(owner[where], others[where], edges[where], halves[where])

    def _with_members(self, roots: Sequence[int], numbers: Int32) -> tuple[Int64, Int32]:
        """Return the members of visible items, by number, and each one's index in `roots`."""
        places = np.flatnonzero((numbers >= 0) & (numbers < len(self._shown)))
        places = places[self._shown[numbers[places]]]
        if not any(root in self.members for root in roots):
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
