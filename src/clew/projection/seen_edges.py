"""The edges visible in a view, read for many items at once with numpy."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.graph.times import END
from clew.graph.types import PRECISIONS, Kind, Link, Precision
from clew.projection.image import Projection, stated_facts
from clew.projection.rows import EDGE_CODES, ClosureRow, Int32, Int64
from clew.text import normalise_relation

__all__ = ["SeenEdges", "Tellers", "codes_of", "exactness"]

Tellers: TypeAlias = tuple[list[tuple[int | None, int | None, int]], list[ClosureRow]]
"""What is told, as a start, an end and how exactly (a place in `PRECISIONS`), and closures."""
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
        found = self._found(roots, wanted)
        ends = np.cumsum(np.bincount(found.owner, minlength=len(roots)))
        if most is not None:
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

    def _same_as(self, item: int) -> list[int]:
        """Return the facts with the content of a fact, by the merges known; a thesis, as its facts.

        They are looked for at the end that has fewer edges.
        """
        rows, fact = self._rows, self._rows.facts.get(item)
        if fact is None:
            node = rows.nodes.get(item)
            stated = [] if node is None or node.kind is not Kind.THESIS else stated_facts(node)
            return [item, *(same for one in stated for same in self._same_as(one))]
        ends, around = [], []
        for entity in (fact.source, fact.target):
            root = self._roots.get(entity, entity)
            ends.append([rows.items.number(one) for one in self.members.get(root, (root,))])
            around.append([rows.adjacency.row(number) for number in ends[-1]])
        out = int(sum(len(row[0]) for row in around[1]) < sum(len(row[0]) for row in around[0]))
        edges = [
            half >> 1
            for far in ends[1 - out]
            for neighbours, halves in around[out]
            for half in halves[neighbours == far].tolist()
            if half & 1 == out
        ]
        if len(edges) == 1:
            return [item]
        key, planned = normalise_relation(fact.relation or ""), rows.edges.planned_for(item)
        return [
            row.id
            for row in map(rows.edges.__getitem__, sorted(edges))
            if row.kind is Kind.FACT
            and row.known_from <= self._known
            and normalise_relation(row.relation or "") == key
            and rows.edges.planned_for(row.id) == planned
        ]

    def tellers(self, item: int) -> Tellers:
        """Return what is told of all that says the same as an item, and when that ends."""
        rows, known, same = self._rows, self._known, self._same_as(item)
        own = [row for one in same if (row := rows.facts.get(one))]
        edges = [*own, *(row for one in same for row in rows.told(one) if row.known_from <= known)]
        told = [(row.valid_from, row.valid_to, row.precision) for row in edges]
        ends = (row for one in same for row in rows.closures_of.get(one, ()))
        return told, [row for row in ends if row.known_from <= known < (row.known_to or END)]

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


def exactness(
    tellers: Callable[[int], Tellers], item: int, start: int | None, end: int | None
) -> tuple[Precision, Precision]:
    """Return how exactly a start and an end are told: each as whoever tells it best.

    That follows from all who tell of a fact's content, and of what replaced it, in whatever order
    they came. What nobody tells was written directly.
    """
    told, closures = tellers(item)
    starts = [PRECISIONS[exact][0] for at, _, exact in told if at == start is not None]
    ends = [PRECISIONS[exact][1] for _, at, exact in told if at == end is not None]
    for row in (row for row in closures if row.at == end):
        if row.by is not None:
            ends += [PRECISIONS[exact][0] for at, _, exact in tellers(row.by)[0] if at == end]
        elif row.episode is None:
            ends.append(Precision.MOMENT)
    return _best(starts), _best(ends)


def _best(told: Iterable[Precision]) -> Precision:
    return min(told, key=[*Precision].index, default=Precision.MOMENT)
