"""Edges as arrays, and the adjacency over them, which grows.

Rows are built on access, since half a million row objects take 200 MB.
"""

import json
from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from clew.errors import UsageError
from clew.graph.times import END, START
from clew.graph.types import EDGE_KINDS, Kind
from clew.projection.columns import Grow, Items
from clew.projection.rows import (
    EDGE_CODES,
    EDGE_WIDTH,
    PRECISION_BITS,
    REVISION_BITS,
    EdgeBlock,
    EdgeRow,
    Int32,
    Int64,
)

__all__ = ["Adjacency", "Edges", "Facts"]

_ID, _CODE, _SOURCE, _TARGET, _FROM = range(5)
_KIND_PART = (1 << PRECISION_BITS) - 2
_PRECISION_PART = (1 << REVISION_BITS - PRECISION_BITS) - 1
_ROWS_AT_ONCE = 4096
_MOST_WAITING = 1024
_LARGEST = np.iinfo(np.int32).max
_NONE = np.zeros(0, np.int32)


class Edges:
    """All edges in commit order; `edges[e]` is the row of edge number e."""

    def __init__(self) -> None:
        self._numbers = Grow(np.int64, EDGE_WIDTH)
        """Columns as in `EdgeBlock`."""
        self._relation_codes = Grow(np.int32)
        """Index into `_relations`."""
        self._relations: list[str | None] = [None]
        self._codes: dict[str, int] = {}
        self.attributes: dict[int, str] = {}
        """JSON, by edge id."""
        self.precise = False
        """Whether an edge tells how exactly its times are told; else all are exact."""

    def __len__(self) -> int:
        return self._numbers.size

    def __getitem__(self, edge: int) -> EdgeRow:
        relation = self._relation_codes.item(edge)
        return self._row(self._numbers.data[edge].tolist(), relation)

    def rows(self, edges: Int64 | Int32) -> Iterator[EdgeRow]:
        """Yield the rows of the edges with these numbers."""
        for start in range(0, len(edges), _ROWS_AT_ONCE):
            some = edges[start : start + _ROWS_AT_ONCE]
            numbers = self._numbers.data[some].tolist()
            relations = self._relation_codes.data[some].tolist()
            yield from map(self._row, numbers, relations)

    def triples(self, edges: Int32) -> Iterator[tuple[int, int, str | None, int]]:
        """Yield (id, source, relation, target) of the edges with these numbers."""
        numbers = self._numbers.data[edges]
        columns = (numbers[:, column].tolist() for column in (_ID, _SOURCE, _TARGET))
        relations = self._relation_codes.data[edges].tolist()
        for id_, source, target, relation in zip(*columns, relations, strict=True):
            yield id_, source, self._relations[relation], target

    def planned_for(self, edge_id: int) -> str:
        """Return the date of a plan as it was told, "unknown", or "" for what is no plan."""
        text = self.attributes.get(edge_id)
        return str(json.loads(text).get("planned_for", "")) if text else ""

    def extend(self, block: EdgeBlock) -> None:
        """Append edges."""
        ids, found = list[int](), list[int]()
        for id_, relation, attributes in block.words:
            if relation is not None:
                ids.append(id_)
                found.append(self._code(relation))
            if attributes is not None:
                self.attributes[id_] = attributes
        first = len(self)
        self.precise |= bool((block.numbers[:, _CODE] >> PRECISION_BITS & _PRECISION_PART).any())
        self._numbers.adopt(block.numbers)
        self._relation_codes.extend_zeros(len(block.numbers))
        if ids:
            where = block.numbers[:, _ID].searchsorted(np.array(ids)) + first
            self._relation_codes.data[where] = found

    def ids(self, edges: Int64 | Int32) -> Int64:
        """Return the ids of the edges with these numbers."""
        return self._column(edges, _ID)

    def sources(self, edges: Int64 | Int32) -> Int64:
        """Return the ids of the nodes at which the edges with these numbers begin."""
        return self._column(edges, _SOURCE)

    def kinds(self, edges: Int64 | Int32) -> Int64:
        """Return the kinds, as in `EDGE_CODES`, of the edges with these numbers."""
        return self._column(edges, _CODE) & _KIND_PART

    def relations(self, edges: Int64 | Int32) -> list[str]:
        """Return the relations of the edges with these numbers, each once, sorted."""
        codes = np.unique(self._relation_codes.data[edges]).tolist()
        return sorted(found for code in codes if (found := self._relations[code]) is not None)

    def known_from(self, edges: Int64 | Int32) -> Int64:
        """Return the revisions that added the edges with these numbers."""
        return self._column(edges, _CODE) >> REVISION_BITS

    def of_kind(self, kind: Kind, first: int) -> Int64:
        """Return the numbers of the edges of a kind, from number `first` on."""
        codes = self._numbers.data[first:, _CODE]
        return np.flatnonzero(codes & _KIND_PART == EDGE_CODES[kind]) + first

    def ends(self, first: int) -> Int64:
        """Return the ids source, target, source, target ... from edge number `first` on."""
        return self._numbers.data[first:, _SOURCE : _TARGET + 1].ravel()

    def latest_start(self, edges: Int64) -> int | None:
        """Return the latest `valid_from` of edges by number; `None` if none has one."""
        latest = int(self._numbers.data[edges, _FROM].max(initial=START))
        return None if latest == START else latest

    def reworded(self, first: int) -> set[int]:
        """Return the items that episodes tell in words of their own, from edge `first` on."""
        told = self.of_kind(Kind.EPISODIC, first)
        return {*self._column(told[self._relation_codes.data[told] > 0], _TARGET).tolist()}

    def touching(self, ids: Collection[int]) -> Iterator[EdgeRow]:
        """Yield the edges whose id, source or target is one of these ids."""
        wanted = np.fromiter(ids, np.int64, len(ids))
        data = self._numbers.data
        found = [np.isin(data[:, column], wanted) for column in (_ID, _SOURCE, _TARGET)]
        return self.rows(np.flatnonzero(np.logical_or.reduce(found)))

    def _column(self, edges: Int64 | Int32, column: int) -> Int64:
        found: Int64 = self._numbers.data[edges, column]
        return found

    def _code(self, relation: str) -> int:
        code = self._codes.get(relation)
        if code is None:
            code = self._codes[relation] = len(self._relations)
            self._relations.append(relation)
        return code

    def _row(self, numbers: list[int], relation: int) -> EdgeRow:
        id_, code, source, target, start, end = numbers
        return EdgeRow(
            id_,
            EDGE_KINDS[(code & _KIND_PART) >> 1],
            source,
            target,
            self._relations[relation],
            self.attributes.get(id_),
            code & 1,
            None if start == START else start,
            None if end == END else end,
            code >> PRECISION_BITS & _PRECISION_PART,
            code >> REVISION_BITS,
        )


class Facts:
    """The facts by id; rows are built on access."""

    def __init__(self, edges: Edges, items: Items) -> None:
        self._edges = edges
        self._items = items
        self._edge_of = Grow(np.int32)
        """Edge number, by the fact's place."""

    def __len__(self) -> int:
        return self._edge_of.size

    def __contains__(self, item: int) -> bool:
        return self._items.place(item, Kind.FACT) >= 0

    def __getitem__(self, item: int) -> EdgeRow:
        row = self.get(item)
        if row is None:
            raise KeyError(item)
        return row

    def get(self, item: int) -> EdgeRow | None:
        """Return a fact's row, or `None` when there is no such fact."""
        place = self._items.place(item, Kind.FACT)
        return None if place < 0 else self._edges[self._edge_of.item(place)]

    def triples(self, first: int = 0) -> Iterator[tuple[int, int, str | None, int]]:
        """Yield (id, subject, relation, object) in commit order, from place `first` on."""
        return self._edges.triples(self._edge_of.data[first:])

    def extend(self, edges: Int64) -> None:
        """Add facts by edge number; their items must already have been added."""
        self._edge_of.extend(edges)


class _Rows(NamedTuple):
    """Compressed sparse rows: the edges that leave node i are at `indptr[i]:indptr[i + 1]`."""

    indptr: Int64
    """(nodes + 1,) offsets."""
    neighbours: Int32
    """(edges,) target nodes; within a row by ascending edge number."""
    edges: Int32
    """(edges,) edge numbers."""

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.indptr) - 1

    def row(self, node: int) -> tuple[Int32, Int32]:
        """Return the neighbours and edge numbers of a node, by ascending edge number."""
        start, end = self.indptr[node], self.indptr[node + 1]
        return self.neighbours[start:end], self.edges[start:end]

    def rows(self, nodes: Int32) -> tuple[Int64, Int32, Int32]:
        """Return (place in `nodes`, neighbour, edge) of the edges that leave `nodes`."""
        inside = np.flatnonzero(nodes < self.size)
        starts = self.indptr[nodes[inside]]
        lengths = self.indptr[nodes[inside] + 1] - starts
        firsts = np.cumsum(lengths) - lengths
        where = np.repeat(starts - firsts, lengths) + np.arange(lengths.sum())
        return np.repeat(inside, lengths), self.neighbours[where], self.edges[where]


def _sorted_rows(source: Int32, target: Int32, edge: Int32) -> _Rows:
    """Return edges, which ascend within each source, as rows.

    Sorting one key made of source and position is several times faster than `np.lexsort`.
    """
    order = source.astype(np.int64)
    order <<= 32
    order |= np.arange(len(source), dtype=np.int32)
    order.sort()
    order &= 0xFFFFFFFF
    indptr = np.zeros(int(source.max()) + 2, np.int64)
    np.cumsum(np.bincount(source), out=indptr[1:])
    return _Rows(indptr, target[order], edge[order])


_EMPTY = _Rows(np.zeros(1, np.int64), _NONE, _NONE)


class Adjacency:
    """An append-only graph over dense node numbers: large rows, small rows, and a few new edges.

    Edges are directed and keep the numbers their owner gave them; to walk a graph both ways, add
    each edge twice. Parallel edges and self-loops are kept. Neighbours and edge numbers are int32
    and must stay below 2**31; 100,000 nodes with 500,000 edges take 4.8 MB.

    New edges wait in a dictionary of at most 1,024. It is merged into the small rows, and those
    into the large one when it exceeds a quarter of its size: amortised O(1) numpy work per edge
    for the large level, a few microseconds for the small one. Nodes need not be registered; a node
    without edges has an empty row.
    """

    def __init__(self) -> None:
        self._base = self._middle = _EMPTY
        self._newest: dict[int, list[tuple[int, int]]] = {}
        """Source -> (neighbour, edge), ascending by edge."""
        self._waiting = 0
        self._last_edge = -1

    def extend(self, sources: ArrayLike, targets: ArrayLike, edges: ArrayLike) -> None:
        """Add edges.

        Raises:
            UsageError: lengths differ, a number is out of range, or the edge numbers do not ascend
                from above those of all earlier calls, so that rows would not ascend.
        """
        source, target = _numbers("sources", sources), _numbers("targets", targets)
        edge = _numbers("edges", edges)
        if not len(source) == len(target) == len(edge):
            raise UsageError(
                "expected one source, target and edge number for each edge, got "
                f"{len(source)}, {len(target)} and {len(edge)}"
            )
        if not len(edge):
            return
        if edge[0] <= self._last_edge or (edge[1:] <= edge[:-1]).any():
            raise UsageError(f"expected ascending edge numbers above {self._last_edge}, got {edge}")
        self._last_edge = int(edge[-1])
        if self._waiting + len(edge) > _MOST_WAITING:
            self._flush()
            self._grow(_sorted_rows(source, target, edge))
            return
        for from_, to, number in zip(source.tolist(), target.tolist(), edge.tolist(), strict=True):
            self._newest.setdefault(from_, []).append((to, number))
        self._waiting += len(edge)

    def row(self, node: int) -> tuple[Int32, Int32]:
        """Return the neighbours and edge numbers of a node, by ascending edge number.

        Raises:
            UsageError: the node number is negative.
        """
        if node < 0:
            raise UsageError(f"expected a node number of 0 or more, got {node!r}")
        levels = [rows.row(node) for rows in (self._base, self._middle) if node < rows.size]
        newest = self._newest.get(node)
        if newest is not None:
            pairs = np.asarray(newest, np.int32)
            levels.append((pairs[:, 0], pairs[:, 1]))
        if not levels:
            return _NONE, _NONE
        if len(levels) == 1:
            return levels[0]
        neighbours, edges = zip(*levels, strict=True)
        return np.concatenate(neighbours), np.concatenate(edges)

    def rows(self, nodes: ArrayLike) -> tuple[Int32, Int32, Int64]:
        """Return the concatenated rows of several nodes: neighbours, edges, row lengths.

        Raises:
            UsageError: a node number is negative.
        """
        number = _numbers("nodes", nodes)
        levels = (self._base.rows(number), self._middle.rows(number), self._newest_rows(number))
        place = np.concatenate([level[0] for level in levels])
        order = np.argsort(place, kind="stable")
        neighbours = np.concatenate([level[1] for level in levels])[order]
        edges = np.concatenate([level[2] for level in levels])[order]
        return neighbours, edges, np.bincount(place, minlength=len(number))

    def _newest_rows(self, nodes: Int32) -> tuple[Int64, Int32, Int32]:
        """Return (place in `nodes`, neighbour, edge) of the waiting edges that leave `nodes`."""
        found = [
            (place, neighbour, edge)
            for place, node in enumerate(nodes.tolist() if self._newest else ())
            for neighbour, edge in self._newest.get(node, ())
        ]
        place, neighbours, edges = np.asarray(found, np.int32).reshape(-1, 3).T
        return place.astype(np.int64), neighbours, edges

    def _flush(self) -> None:
        """Move the waiting edges into the levels below."""
        if self._waiting:
            rows = [(source, *pair) for source, row in self._newest.items() for pair in row]
            self._newest, self._waiting = {}, 0
            self._grow(_sorted_rows(*np.asarray(rows, np.int32).T))

    def _grow(self, newer: _Rows) -> None:
        """Merge edges into the small level, and that into the large one when it gets too large."""
        self._middle = _joined(self._middle, newer)
        if 4 * len(self._middle.edges) > len(self._base.edges):
            self._base, self._middle = _joined(self._base, self._middle), _EMPTY


def _joined(older: _Rows, newer: _Rows) -> _Rows:
    """Merge two graphs into one, in linear time.

    All edge numbers in `newer` exceed those in `older`, so its edges go to the ends of the rows.
    """
    if not len(older.edges):
        return newer
    size = max(older.size, newer.size)
    old, new = _padded(older.indptr, size), _padded(newer.indptr, size)
    ends = np.repeat(old[1:], np.diff(new))
    return _Rows(
        old + new,
        np.insert(older.neighbours, ends, newer.neighbours),
        np.insert(older.edges, ends, newer.edges),
    )


def _padded(indptr: Int64, size: int) -> Int64:
    return np.concatenate([indptr, np.full(size + 1 - len(indptr), indptr[-1])])


def _numbers(what: str, values: ArrayLike) -> Int32:
    """Return values as int32; each must be a whole number in 0..2**31-1."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
        raise UsageError(f"expected {what} as a 1-d array of whole numbers, got {values!r}")
    if array.size and (array.min() < 0 or array.max() > _LARGEST):
        raise UsageError(f"expected {what} between 0 and {_LARGEST}, got {values!r}")
    return array.astype(np.int32, copy=False)
