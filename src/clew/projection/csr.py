"""Compact adjacency over dense node numbers: frozen (`Csr`) and growing (`Adjacency`).

Edges are directed and keep the numbers their owner gave them; to walk a graph both ways, add each
edge twice. Parallel edges and self-loops are kept. Neighbours and edge numbers are int32 and must
stay below 2**31; 100,000 nodes with 500,000 edges take 4.8 MB.
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from clew.errors import UsageError

__all__ = ["Adjacency", "Csr", "Int32", "Int64"]

Int32: TypeAlias = NDArray[np.int32]
Int64: TypeAlias = NDArray[np.int64]

_MOST_WAITING = 1024
_LARGEST = np.iinfo(np.int32).max
_NONE = np.zeros(0, np.int32)


@dataclass(frozen=True, slots=True, eq=False)
class Csr:
    """Compressed sparse rows: the edges that leave node i are at `indptr[i]:indptr[i + 1]`."""

    indptr: Int64
    """(nodes + 1,) offsets."""
    neighbours: Int32
    """(edges,) target nodes; within a row by ascending edge number."""
    edges: Int32
    """(edges,) edge numbers."""
    weights: NDArray[np.float32] | None = None
    """(edges,) in the same order; `None` means equal weights."""

    @property
    def size(self) -> int:
        """Number of nodes."""
        return len(self.indptr) - 1

    @classmethod
    def build(
        cls,
        sources: ArrayLike,
        targets: ArrayLike,
        edges: ArrayLike | None = None,
        *,
        weights: ArrayLike | None = None,
        nodes: int | None = None,
    ) -> "Csr":
        """Sort edges into rows by source, then edge number, then input order: O(m log m).

        Args:
            sources: (m,) node numbers.
            targets: (m,) node numbers.
            edges: (m,) edge numbers; by default 0..m-1.
            weights: (m,) finite weights, at least 0.
            nodes: Number of nodes; by default the largest node number plus one.

        Raises:
            UsageError: lengths differ, or a number is out of range.
        """
        source, target = _numbers("sources", sources), _numbers("targets", targets)
        edge = _numbers("edges", np.arange(len(source)) if edges is None else edges)
        _check_lengths(source, target, edge)
        weight = None if weights is None else np.asarray(weights, np.float32)
        if weight is not None and (
            weight.shape != source.shape or not np.all((weight >= 0) & (weight < np.inf))
        ):
            raise UsageError(
                f"expected {len(source)} finite weights of at least 0, got {weights!r}"
            )
        least = int(max(source.max(initial=-1), target.max(initial=-1))) + 1
        size = least if nodes is None else nodes
        if size < least:
            raise UsageError(f"expected at least {least} nodes for these edges, got {nodes!r}")
        order = _row_order(source, edge)
        counts = np.bincount(source, minlength=size)
        indptr = np.zeros(size + 1, np.int64)
        np.cumsum(counts, out=indptr[1:])
        return cls(
            indptr,
            target[order],
            edge[order],
            None if weight is None else weight[order],
        )

    def row(self, node: int) -> tuple[Int32, Int32]:
        """Return the neighbours and edge numbers of a node, by ascending edge number."""
        if not 0 <= node < self.size:
            raise UsageError(f"expected a node number below {self.size}, got {node!r}")
        start, end = self.indptr[node], self.indptr[node + 1]
        return self.neighbours[start:end], self.edges[start:end]

    def positions(self, nodes: ArrayLike) -> tuple[Int64, Int64]:
        """Return the positions of the edges of several nodes, concatenated, and each row's length.

        `csr.neighbours[positions]` are all the neighbours; `np.repeat(nodes, lengths)` says whose.

        Raises:
            UsageError: a node number is out of range.
        """
        number = _numbers("nodes", nodes).astype(np.int64)
        if number.max(initial=-1) >= self.size:
            raise UsageError(f"expected node numbers below {self.size}, got {number.max()}")
        starts = self.indptr[number]
        lengths = self.indptr[number + 1] - starts
        firsts = np.cumsum(lengths) - lengths
        return np.repeat(starts - firsts, lengths) + np.arange(lengths.sum()), lengths


_EMPTY = Csr(np.zeros(1, np.int64), _NONE, _NONE)


class Adjacency:
    """An append-only graph in three levels: a large `Csr`, a small one, and a few new edges.

    New edges wait in a dictionary of at most 1,024. It is merged into the small `Csr`, and that
    into the large one when it exceeds a quarter of its size: amortised O(1) numpy work per edge
    for the large level, a few microseconds for the small one. Nodes need not be registered; a node
    without edges has an empty row.
    """

    def __init__(self) -> None:
        self._base = self._middle = _EMPTY
        self._newest: dict[int, list[tuple[int, int]]] = {}
        """Source -> (neighbour, edge), ascending by edge."""
        self._waiting = 0
        self._size = 0
        self._last_edge = -1

    @property
    def size(self) -> int:
        """Largest node number seen plus one."""
        return self._size

    def __len__(self) -> int:
        """Number of edges."""
        return len(self._base.edges) + len(self._middle.edges) + self._waiting

    def extend(self, sources: ArrayLike, targets: ArrayLike, edges: ArrayLike) -> None:
        """Add edges, in any order within one call.

        Raises:
            UsageError: lengths differ, a number is out of range, or an edge number is not larger
                than those of all earlier calls, so that rows would no longer ascend.
        """
        source, target = _numbers("sources", sources), _numbers("targets", targets)
        edge = _numbers("edges", edges)
        _check_lengths(source, target, edge)
        if not len(edge):
            return
        if edge.min() <= self._last_edge:
            raise UsageError(f"expected edge numbers above {self._last_edge}, got {edge.min()}")
        self._last_edge = int(edge.max())
        self._size = max(self._size, int(source.max()) + 1, int(target.max()) + 1)
        if self._waiting + len(edge) > _MOST_WAITING:
            self._flush()
            self._grow(Csr.build(source, target, edge))
            return
        order = np.lexsort((edge, source))
        columns = (source[order].tolist(), target[order].tolist(), edge[order].tolist())
        for from_, to, number in zip(*columns, strict=True):
            self._newest.setdefault(from_, []).append((to, number))
        self._waiting += len(edge)

    def row(self, node: int) -> tuple[Int32, Int32]:
        """Return the neighbours and edge numbers of a node, by ascending edge number.

        Raises:
            UsageError: the node number is negative.
        """
        levels = [csr.row(node) for csr in (self._base, self._middle) if node < csr.size]
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
        levels = (
            _rows_of(self._base, number),
            _rows_of(self._middle, number),
            self._newest_rows(number),
        )
        place = np.concatenate([level[0] for level in levels])
        order = np.argsort(place, kind="stable")
        neighbours = np.concatenate([level[1] for level in levels])[order]
        edges = np.concatenate([level[2] for level in levels])[order]
        return neighbours, edges, np.bincount(place, minlength=len(number))

    def csr(self) -> Csr:
        """Return the whole graph as one `Csr`, merging the levels first: O(m) after a write."""
        self._flush()
        self._base, self._middle = _joined(self._base, self._middle, self._size), _EMPTY
        return self._base

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
            self._grow(Csr.build(*np.asarray(rows, np.int64).T))

    def _grow(self, newer: Csr) -> None:
        """Merge edges into the small level, and that into the large one when it gets too large."""
        self._middle = _joined(self._middle, newer, newer.size)
        if 4 * len(self._middle.edges) > len(self._base.edges):
            self._base, self._middle = _joined(self._base, self._middle, self._size), _EMPTY


def _row_order(source: Int32, edge: Int32) -> Int64:
    """Return the permutation that sorts by source, then edge number, then input order.

    Sorting one key made of source and position is several times faster than `np.lexsort`.
    """
    by_edge = None
    if np.any(edge[1:] < edge[:-1]):
        by_edge = np.argsort(edge, kind="stable")
        source = source[by_edge]
    keys = source.astype(np.int64)
    keys <<= 32
    keys |= np.arange(len(source), dtype=np.int32)
    keys.sort()
    keys &= 0xFFFFFFFF
    return keys if by_edge is None else by_edge[keys]


def _rows_of(csr: Csr, nodes: Int32) -> tuple[Int64, Int32, Int32]:
    """Return (place in `nodes`, neighbour, edge) of the edges in `csr` that leave `nodes`."""
    inside = np.flatnonzero(nodes < csr.size)
    positions, lengths = csr.positions(nodes[inside])
    return np.repeat(inside, lengths), csr.neighbours[positions], csr.edges[positions]


def _joined(older: Csr, newer: Csr, size: int) -> Csr:
    """Merge two graphs into one with at least `size` nodes, in linear time.

    All edge numbers in `newer` exceed those in `older`, so its edges go to the ends of the rows.
    """
    size = max(older.size, newer.size, size)
    old, new = _padded(older.indptr, size), _padded(newer.indptr, size)
    if not len(older.edges):
        return Csr(new, newer.neighbours, newer.edges)
    ends = np.repeat(old[1:], np.diff(new))
    return Csr(
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


def _check_lengths(source: Int32, target: Int32, edge: Int32) -> None:
    if not len(source) == len(target) == len(edge):
        raise UsageError(
            "expected one source, target and edge number for each edge, got "
            f"{len(source)}, {len(target)} and {len(edge)}"
        )
