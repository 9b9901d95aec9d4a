"""How exactly times are told: by all who tell of a statement's content, and of what ended it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.graph.times import END, START
from clew.graph.types import EXACT, PRECISIONS, Kind, Precision
from clew.projection.image import Projection
from clew.projection.lookup.stating import stated_in
from clew.projection.rows import EDGE_CODES, ClosureRow, Int32, Int64, distinct
from clew.text import normalise_relation

__all__ = ["ExactTimes", "Tellers", "exactness"]

_Told: TypeAlias = list[tuple[int | None, int | None, int]]
"""Starts and ends as told, each with how exactly (a place in `PRECISIONS`)."""
Tellers: TypeAlias = tuple[_Told, list[ClosureRow]]
"""What is told of a statement, and the closures that end it."""
_RANKS = {each: rank for rank, each in enumerate(Precision)}
_RANK_OF_START = np.array([_RANKS[start] for start, _ in PRECISIONS])
_WIDE = 256
"""Edges of an entity that are not copied for each of its facts."""
_BY_RANK = (*Precision, Precision.MOMENT)
"""The last is that of what nobody tells."""


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
        """Read in one look what `of` needs for these items, and for what ended them."""
        wanted = list(items)
        self._read(wanted)
        same = (one for item in wanted for one in self._same[item])
        self._read(row.by for row in self._closures(same) if row.by is not None)

    def _read(self, items: Iterable[int]) -> None:
        fresh = [item for item in dict.fromkeys(items) if item not in self._same]
        self._same.update((item, []) for item in fresh)
        owner, same = self._say_the_same(fresh)
        for place, one in zip(owner.tolist(), same.tolist(), strict=True):
            self._same[fresh[place]].append(one)
        unread = distinct(same)
        unread = unread[[one not in self._told for one in unread.tolist()]]
        listed = unread.tolist()
        self._told.update((item, []) for item in listed)
        told, edges = self._tell(unread)
        for place, (start, end, exact) in zip(
            told.tolist(), self._rows.edges.told(edges).tolist(), strict=True
        ):
            self._told[listed[place]].append(
                (None if start == START else start, None if end == END else end, exact)
            )

    def of(self, item: int, start: int | None, end: int | None) -> tuple[Precision, Precision]:
        """Return how exactly a start and an end are told (`exactness`)."""
        return exactness(self._tellers, item, start, end)

    def of_starts(self, items: Sequence[int], starts: Int64) -> list[Precision]:
        """Return how exactly the starts of statements are told; `START`: there is none.

        That is all there is to tell of a statement without an end.
        """
        owner, same = self._say_the_same(items)
        told, edges = self._tell(same)
        times = self._rows.edges.told(edges)
        owner = owner[told]
        right = (times[:, 0] == starts[owner]) & (times[:, 0] != START)
        ranks = np.full(len(items), len(_RANKS))
        np.minimum.at(ranks, owner[right], _RANK_OF_START[times[right, 2]])
        return [_BY_RANK[rank] for rank in ranks.tolist()]

    def _tellers(self, item: int) -> Tellers:
        if item not in self._same:
            self.read([item])
        same = self._same[item]
        return [each for one in same for each in self._told[one]], [*self._closures(same)]

    def _closures(self, items: Iterable[int]) -> Iterator[ClosureRow]:
        """Yield what ends items, as known."""
        for row in chain.from_iterable(self._rows.closures_of.get(one, ()) for one in items):
            if row.known_from <= self._known < (row.known_to or END):
                yield row

    def _say_the_same(self, items: Sequence[int]) -> tuple[Int64, Int64]:
        """Return whatever says the same as each item, itself included, and whose each is."""
        rows, ids = self._rows, np.array(items, np.int64)
        is_fact = rows.items.are(rows.items.find_all(ids), Kind.FACT)
        theses = np.flatnonzero(~is_fact)
        more, facts = self._stated(ids[theses])
        of_facts = np.concatenate([np.flatnonzero(is_fact), theses[more]])
        owner, same = self._alike(np.concatenate([ids[is_fact], facts]))
        return (np.concatenate([theses, of_facts[owner]]), np.concatenate([ids[theses], same]))

    def _stated(self, items: Int64) -> tuple[Int64, Int64]:
        """Return the facts that theses were read as, and whose each is; goals state none."""
        rows = self._rows
        is_thesis = rows.items.are(rows.items.find_all(items), Kind.THESIS)
        theses = np.flatnonzero(is_thesis)
        texts = rows.nodes.all_attributes(items[theses])
        stated = [
            (place, fact)
            for place, text in zip(theses.tolist(), texts, strict=True)
            for fact in stated_in(text)
        ]
        owner, facts = np.array(stated, np.int64).reshape(-1, 2).T
        there = rows.items.are(rows.items.find_all(facts), Kind.FACT)
        return owner[there], facts[there]

    def _alike(self, facts: Int64) -> tuple[Int64, Int64]:
        """Return the facts with the content of each, by the merges known, and whose each is.

        They are looked for at the end that has fewer edges.
        """
        rows = self._rows
        if not len(facts):
            return facts, facts
        edges = rows.facts.edges_of(facts)
        both = rows.edges.both_ends(edges)
        ends = rows.items.number_all(both.ravel()).reshape(-1, 2)
        degrees = rows.adjacency.lengths(ends.ravel()).reshape(-1, 2)
        out = (degrees[:, 1] < degrees[:, 0]).astype(np.int64)
        each = np.arange(len(facts))
        near, far = ends[each, out], ends[each, 1 - out]
        owner, others = self._parallel(near, far, out, degrees.min(axis=1) > _WIDE)
        if self._members and any(apart := self._merged(both)):
            merged = np.flatnonzero(apart)
            pairs = [
                (place, edge)
                for place, fact in zip(merged.tolist(), facts[merged].tolist(), strict=True)
                for edge in self._between_names(fact)
            ]
            single = ~np.isin(owner, merged)
            more = np.array(pairs, np.int64).reshape(-1, 2).T
            owner = np.concatenate([owner[single], more[0]])
            others = np.concatenate([others[single], more[1].astype(others.dtype)])
        return self._with_content(edges, owner, others)

    def _parallel(
        self, near: Int32, far: Int32, out: Int64, is_wide: NDArray[np.bool_]
    ) -> tuple[Int64, Int32]:
        """Return the edges that join the same ends as facts, and which fact each is beside.

        Args:
            near: the end of each fact at which to look, as an item's number.
            far: the other end.
            out: 0 where the near end is the subject, else 1.
            is_wide: where the near end has many edges: these are looked at in their place.
        """
        adjacency, few = self._rows.adjacency, np.flatnonzero(~is_wide)
        neighbours, halves, lengths = adjacency.rows(near[few])
        owner = np.repeat(few, lengths)
        same = (neighbours == far[owner]) & (halves & 1 == out[owner])
        found = [(owner[same], halves[same] >> 1)]
        for place in np.flatnonzero(is_wide).tolist():
            side = adjacency.toward(near.item(place), far.item(place))
            edges = [half >> 1 for half in side if half & 1 == out.item(place)]
            found.append((np.full(len(edges), place), np.array(edges, np.int32)))
        owners, others = zip(*found, strict=True)
        return np.concatenate(owners), np.concatenate(others)

    def _merged(self, ends: Int64) -> list[bool]:
        roots, members = self._roots, self._members
        if not members:
            return [False] * len(ends)
        return [any(end in roots or end in members for end in pair) for pair in ends.tolist()]

    def _between_names(self, fact: int) -> list[int]:
        """Return the edges between the ends of a fact, of which one has several names."""
        rows, row = self._rows, self._rows.facts[fact]
        ends, around = [], []
        for entity in (row.source, row.target):
            root = self._roots.get(entity, entity)
            ends.append([rows.items.number(one) for one in self._members.get(root, (root,))])
            around.append([rows.adjacency.row(number) for number in ends[-1]])
        out = int(sum(len(row[0]) for row in around[1]) < sum(len(row[0]) for row in around[0]))
        return [
            half >> 1
            for far in ends[1 - out]
            for neighbours, halves in around[out]
            for half in halves[neighbours == far].tolist()
            if half & 1 == out
        ]

    def _with_content(self, edges: Int32, owner: Int64, others: Int32) -> tuple[Int64, Int64]:
        """Return those of the edges beside facts that say the same as these, and whose each is.

        Args:
            edges: the facts' own.
            owner: the fact, as a place in `edges`, that each of the others is beside.
            others: edges from one of its ends to the other.
        """
        rows = self._rows.edges
        known = rows.kinds(others) == EDGE_CODES[Kind.FACT]
        known &= rows.known_from(others) <= self._known
        owner, others = owner[known], others[known]
        ids = rows.ids(others)
        apart = np.flatnonzero(others != edges[owner])
        if not len(apart):
            return owner, ids
        same = np.ones(len(others), np.bool_)
        own, beside = edges[owner[apart]], others[apart]
        contents = (self._contents(own), self._contents(beside))
        same[apart] = [one == other for one, other in zip(*contents, strict=True)]
        return owner[same], ids[same]

    def _contents(self, edges: Int32) -> list[tuple[str, str]]:
        """Return what facts say of their ends: a relation, and a date that it is planned for."""
        rows = self._rows.edges
        relations = map(normalise_relation, rows.spelled(edges))
        return list(zip(relations, map(rows.planned_for, rows.ids(edges).tolist()), strict=True))

    def _tell(self, items: Int64) -> tuple[Int64, Int64]:
        """Return the edges that tell of items, as known, and whose each is.

        These are a fact's own, and those of the episodes that tell it.
        """
        rows = self._rows
        numbers = rows.items.find_all(items)
        there = np.flatnonzero(numbers >= 0)
        owner, edges = rows.telling(numbers[there])
        seen = rows.edges.known_from(edges) <= self._known
        facts = there[rows.items.are(numbers[there], Kind.FACT)]
        own = rows.facts.edges_of(items[facts])
        return (
            np.concatenate([facts, there[owner[seen]]]),
            np.concatenate([own, edges[seen]]).astype(np.int64),
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
