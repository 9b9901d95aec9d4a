"""How exactly times are told: by all who tell of a statement's content, and of what ended it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from clew.graph.times import END, START
from clew.graph.types import EXACT, PRECISIONS, Kind, Precision
from clew.projection.image import Projection
from clew.projection.lookup.stating import stated_facts
from clew.projection.rows import ClosureRow, Int64
from clew.text import normalise_relation

__all__ = ["ExactTimes", "Tellers", "exactness"]

_Told: TypeAlias = list[tuple[int | None, int | None, int]]
"""Starts and ends as told, each with how exactly (a place in `PRECISIONS`)."""
Tellers: TypeAlias = tuple[_Told, list[ClosureRow]]
"""What is told of a statement, and the closures that end it."""
_RANKS = {each: rank for rank, each in enumerate(Precision)}


class ExactTimes:
    """Tells how exactly starts and ends are told, as known at a revision; used by one view.

    Args:
        rows: the projection.
        known: the revision.
        roots: merged entity -> the entity it stands for.
        members: entity -> itself and those merged into it.
    """

    def __init__(
        self,
        rows: Projection,
        known: int,
        roots: Mapping[int, int],
        members: Mapping[int, list[int]],
    ) -> None:
        self._rows, self._known = rows, known
        self._roots, self._members = roots, members
        self._same: dict[int, list[int]] = {}
        """Statement -> all that say the same."""
        self._told: dict[int, _Told] = {}

    def read(self, items: Iterable[int]) -> None:
        """Read in one look what `of` needs for these items."""
        fresh = [item for item in dict.fromkeys(items) if item not in self._same]
        facts = {item: self._facts(item) for item in fresh}
        alike = self._alike([*dict.fromkeys(one for each in facts.values() for one in each)])
        for item, stated in facts.items():
            said = [same for fact in stated for same in alike[fact]]
            self._same[item] = said if item in alike else [item, *said]
        every = dict.fromkeys(same for item in fresh for same in self._same[item])
        self._read_told([one for one in every if one not in self._told])

    def of(self, item: int, start: int | None, end: int | None) -> tuple[Precision, Precision]:
        """Return how exactly a start and an end are told (`exactness`)."""
        return exactness(self._tellers, item, start, end)

    def _tellers(self, item: int) -> Tellers:
        if item not in self._same:
            self.read([item])
        same, known = self._same[item], self._known
        closures = (row for one in same for row in self._rows.closures_of.get(one, ()))
        return (
            [each for one in same for each in self._told[one]],
            [row for row in closures if row.known_from <= known < (row.known_to or END)],
        )

    def _facts(self, item: int) -> list[int]:
        """Return the facts that a statement states: itself, or those a thesis was read as."""
        if item in self._rows.facts:
            return [item]
        node = self._rows.nodes.get(item)
        stated = [] if node is None or node.kind is not Kind.THESIS else stated_facts(node)
        return [fact for fact in stated if fact in self._rows.facts]

    def _alike(self, facts: Sequence[int]) -> dict[int, list[int]]:
        """Return the facts with the content of each, by the merges known, ascending.

        They are looked for at the end that has fewer edges.
        """
        if not facts:
            return {}
        rows = self._rows
        edges = rows.facts.edges_of(np.array(facts, np.int64))
        ends = rows.items.number_all(rows.edges.both_ends(edges).ravel()).reshape(-1, 2)
        degrees = rows.adjacency.lengths(ends.ravel()).reshape(-1, 2)
        out = (degrees[:, 1] < degrees[:, 0]).astype(np.int64)
        each = np.arange(len(facts))
        near, far = ends[each, out], ends[each, 1 - out]
        neighbours, halves, lengths = rows.adjacency.rows(near)
        owner = np.repeat(each, lengths)
        same = (neighbours == far[owner]) & (halves & 1 == out[owner])
        found: list[list[int]] = [[] for _ in facts]
        for place, edge in zip(owner[same].tolist(), (halves[same] >> 1).tolist(), strict=True):
            found[place].append(edge)
        merged = (
            self._merged(rows.edges.both_ends(edges)) if self._members else [False] * len(facts)
        )
        return {
            fact: self._alike_merged(fact) if apart else self._with_content(fact, between)
            for fact, apart, between in zip(facts, merged, found, strict=True)
        }

    def _merged(self, ends: Int64) -> list[bool]:
        roots, members = self._roots, self._members
        if not members:
            return [False] * len(ends)
        return [any(end in roots or end in members for end in pair) for pair in ends.tolist()]

    def _alike_merged(self, fact: int) -> list[int]:
        """Return the same for a fact of which an end has several names."""
        rows, row = self._rows, self._rows.facts[fact]
        ends, around = [], []
        for entity in (row.source, row.target):
            root = self._roots.get(entity, entity)
            ends.append([rows.items.number(one) for one in self._members.get(root, (root,))])
            around.append([rows.adjacency.row(number) for number in ends[-1]])
        out = int(sum(len(row[0]) for row in around[1]) < sum(len(row[0]) for row in around[0]))
        edges = [
            half >> 1
            for far in ends[1 - out]
            for neighbours, halves in around[out]
            for half in halves[neighbours == far].tolist()
            if half & 1 == out
        ]
        return self._with_content(fact, edges)

    def _with_content(self, fact: int, edges: Sequence[int]) -> list[int]:
        """Return those of the edges between a fact's ends that say the same as it."""
        if len(edges) == 1:
            return [fact]
        rows, row = self._rows, self._rows.facts[fact]
        key, planned = normalise_relation(row.relation or ""), rows.edges.planned_for(fact)
        return [
            row.id
            for row in map(rows.edges.__getitem__, sorted(edges))
            if row.kind is Kind.FACT
            and row.known_from <= self._known
            and normalise_relation(row.relation or "") == key
            and rows.edges.planned_for(row.id) == planned
        ]

    def _read_told(self, items: Sequence[int]) -> None:
        """Read what is told of each: its own row, and those of the episodes that tell it."""
        rows = self._rows
        self._told.update((item, []) for item in items)
        numbers = rows.items.find_all(np.array(items, np.int64))
        there = np.flatnonzero(numbers >= 0)
        owner, edges = rows.telling(numbers[there])
        seen = rows.edges.known_from(edges) <= self._known
        owner, edges = there[owner[seen]], edges[seen]
        facts = np.flatnonzero(rows.items.are(numbers[there], Kind.FACT))
        own = rows.facts.edges_of(rows.items.ids.data[numbers[there[facts]]])
        every = np.concatenate([own, edges])
        owners = np.concatenate([there[facts], owner]).tolist()
        for place, (start, end, exact) in zip(owners, rows.edges.told(every), strict=True):
            self._told[items[place]].append(
                (None if start == START else start, None if end == END else end, exact)
            )


def exactness(
    tellers: Callable[[int], Tellers], item: int, start: int | None, end: int | None
) -> tuple[Precision, Precision]:
    """Return how exactly a start and an end are told: each as whoever tells it best.

    That follows from all who tell of a fact's content, and of what replaced it, in whatever order
    they came. What nobody tells was written directly.
    """
    if start is None and end is None:
        return EXACT
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
    return min(told, key=_RANKS.__getitem__, default=Precision.MOMENT)
