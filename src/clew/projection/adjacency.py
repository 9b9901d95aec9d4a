"""The adjacency over a namespace's edges, which grows: compact rows, and a few new edges."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from clew.errors import UsageError
from clew.projection.rows import Int32, Int64

__all__ = ["Adjacency"]

_MOST_WAITING = 1024
_LARGEST = np.iinfo(np.int32).max
_NONE = np.zeros(0, np.int32)


class _Rows(NamedTuple):
    """Compressed sparse rows: the edges that leave node i are at `indptr[i]:indptr[i + 1]`."""

    indptr: Int32
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
        neighbours, edges, lengths = self.runs(nodes)
        return np.repeat(np.arange(len(nodes)), lengths), neighbours, edges

    def runs(self, nodes: Int32, newest: int | None = None) -> tuple[Int32, Int32, Int64]:
        """Return the neighbours and edges of several nodes, one after the other, and how many.

        With `newest`, at most so many of each.
        """
        lengths = self.lengths(nodes)
        if newest is not None:
            lengths = np.minimum(lengths, newest)
        ends = self.indptr[np.minimum(nodes + 1, self.size)]
        where = np.repeat(ends - np.cumsum(lengths), lengths)
        where += np.arange(len(where))
        return self.neighbours[where], self.edges[where], lengths

    def lengths(self, nodes: Int32) -> Int64:
        """Return the number of edges that leave each node; 0 for one that is not known."""
        last = self.size
        ends = self.indptr[np.minimum(nodes + 1, last)], self.indptr[np.minimum(nodes, last)]
        found: Int64 = np.subtract(*ends, dtype=np.int64)
        return found


def _sorted_rows(source: Int32, target: Int32, edge: Int32) -> _Rows:
    """Return edges, which ascend within each source, as rows.

    Sorting one key made of source and position is several times faster than `np.lexsort`.
    """
    order = source.astype(np.int64)
    order <<= 32
    order |= np.arange(len(source), dtype=np.int32)
    order.sort()
    order &= 0xFFFFFFFF
    indptr = np.zeros(int(source.max()) + 2, np.int32)
    indptr[1:] = np.cumsum(np.bincount(source))
    return _Rows(indptr, target[order], edge[order])


_EMPTY = _Rows(np.zeros(1, np.int32), _NONE, _NONE)


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

    def degree(self, node: int) -> int:
        """Return the number of edges that leave a node."""
        found = len(self._newest.get(node, ()))
        for level in (self._base, self._middle):
            if node < level.size:
                found += level.indptr.item(node + 1) - level.indptr.item(node)
        return found

    def toward(self, node: int, other: int) -> list[int]:
        """Return the numbers of the edges from a node to another, ascending."""
        found: list[int] = []
        for level in (self._base, self._middle):
            if node < level.size:
                neighbours, edges = level.row(node)
                found += edges[neighbours == other].tolist()
        return found + [edge for to, edge in self._newest.get(node, ()) if to == other]

    def rows(self, nodes: ArrayLike, newest: int | None = None) -> tuple[Int32, Int32, Int64]:
        """Return the concatenated rows of several nodes: neighbours, edges, row lengths.

        With `newest`, of a node with more edges at least so many, the newest.

        Raises:
            UsageError: a node number is negative.
        """
        number = np.asarray(nodes, np.int32)
        if len(number) and number.min() < 0:
            raise UsageError(f"expected node numbers of 0 or more, got {nodes!r}")
        if not self._has_newer(number):
            return self._base.runs(number, newest)
        levels = (self._base.rows(number), self._middle.rows(number), self._newest_rows(number))
        place = np.concatenate([level[0] for level in levels])
        order = np.argsort(place, kind="stable")
        neighbours = np.concatenate([level[1] for level in levels])[order]
        edges = np.concatenate([level[2] for level in levels])[order]
        return neighbours, edges, np.bincount(place, minlength=len(number))

    def _has_newer(self, nodes: Int32) -> bool:
        """Return whether one of the nodes may have edges outside the large rows."""
        if len(self._middle.edges) and self._middle.lengths(nodes).any():
            return True
        return bool(self._waiting) and not self._newest.keys().isdisjoint(nodes.tolist())

    def lengths(self, nodes: Int32) -> Int64:
        """Return the number of edges that leave each node."""
        found = self._base.lengths(nodes) + self._middle.lengths(nodes)
        if self._waiting:
            found += [len(self._newest.get(node, ())) for node in nodes.tolist()]
        return found

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


def _padded(indptr: Int32, size: int) -> Int32:
    return np.concatenate([indptr, np.full(size + 1 - len(indptr), indptr[-1])])


def _numbers(what: str, values: ArrayLike) -> Int32:
    """Return values as int32; each must be a whole number in 0..2**31-1."""
    array = np.asarray(values)
    if array.ndim != 1 or (array.size and not np.issubdtype(array.dtype, np.integer)):
        raise UsageError(f"expected {what} as a 1-d array of whole numbers, got {values!r}")
    if array.size and (array.min() < 0 or array.max() > _LARGEST):
        raise UsageError(f"expected {what} between 0 and {_LARGEST}, got {values!r}")
    return array.astype(np.int32, copy=False)
