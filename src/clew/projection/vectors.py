"""The vectors of a namespace: codes of all in memory, floats of the last ones read.

The floats are in the file. A search scans the codes, and compares the floats of the best, so it
finds what the exact product finds.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.graph.types import Kind
from clew.graph.view import Float32, Hit
from clew.projection.codes import Codes, coded
from clew.projection.columns import Column, Grow, Items
from clew.projection.rows import Int32, Int64

__all__ = ["ReadFloats", "Vectors"]

ReadFloats: TypeAlias = Callable[[Int64], Float32]
"""Vectors by the ids of their rows in the file."""
_MOST_BYTES = 32 << 20
_SPARE = 64
"""A search for `k` compares the floats of at most 4 k and so many."""
_RUN = 64
"""Products of which only the largest is looked at to find where the best begin."""


class Vectors:
    """What a projection holds of its items' vectors.

    Args:
        columns: the items by kind.
        items: all of them.
        most_bytes: how much memory the floats that were read may take.
    """

    def __init__(
        self, columns: Mapping[Kind, Column], items: Items, most_bytes: int = _MOST_BYTES
    ) -> None:
        self._columns, self._items = columns, items
        self._codes = {kind: Codes() for kind in columns}
        self._rows = Grow(np.int64)
        """Id of the vector's row in the file by item number; 0 without one."""
        self._floats = _Floats(most_bytes)

    @property
    def width(self) -> int:
        """Numbers of a vector; 0 in a memory without vectors."""
        return max(codes.width for codes in self._codes.values())

    def add(self, rows: Int64, items: Int64, vectors: Float32) -> None:
        """Add vectors: the ids of their rows, whose they are, and the floats."""
        codes, scales = coded(vectors)
        numbers = self._items.find_all(items)
        self._fill()
        for kind, where, places in self._items.by_kind(numbers):
            self._codes[kind].put(places, codes[where], scales[where])
        there = numbers >= 0
        self._rows.data[numbers[there]] = rows[there]
        self._floats.drop(numbers[there])

    def embedded(self, kind: Kind) -> NDArray[np.bool_]:
        """Return a mask of the items of a kind that have a vector."""
        self._fill()
        return np.asarray(self._rows.data[self._columns[kind].numbers.data] > 0)

    def of(self, numbers: Int32, read: ReadFloats) -> Float32:
        """Return the vectors of items by number, a row of zeros for one without."""
        self._fill()
        found = np.zeros((len(numbers), self.width), np.float32)
        rows = self._rows.data[numbers]
        with_one = np.flatnonzero(rows)
        if len(with_one):
            found[with_one] = self._floats.get(numbers[with_one], rows[with_one], read)
        return found

    def nearest(
        self, kind: Kind, queries: Float32, k: int, mask: NDArray[np.bool_], read: ReadFloats
    ) -> list[list[Hit]]:
        """Return the top-k of the masked items of a kind with a vector, for each query row."""
        codes, column = self._codes[kind], self._columns[kind]
        if not codes.width or k <= 0 or not len(queries):
            return [[] for _ in queries]
        self._fill()
        numbers = column.numbers.data[: len(mask)]
        allowed = mask & (self._rows.data[numbers] > 0)
        count = min(k, int(np.count_nonzero(allowed)))
        if not count:
            return [[] for _ in queries]
        near, off = codes.products(np.ascontiguousarray(queries), len(mask))
        if count < len(mask):
            near += np.where(allowed, np.float32(0), np.float32(-np.inf))
        best = [_best(row, count, 2 * far) for row, far in zip(near, off, strict=True)]
        places = np.unique(np.concatenate(best))
        floats = self.of(numbers[places], read)
        ids = column.ids.data
        found = []
        for query, some in zip(queries, best, strict=True):
            rows = floats[np.searchsorted(places, some)]
            exact = np.add.reduce(rows * query, axis=1, dtype=np.float64)
            order = np.lexsort((some, -exact))[:count]
            found.append(list(zip(ids[some[order]].tolist(), exact[order].tolist(), strict=True)))
        return found

    def _fill(self) -> None:
        """Make room for the items added since."""
        self._rows.extend_zeros(self._items.ids.size - self._rows.size)
        for kind, codes in self._codes.items():
            codes.add(self._columns[kind].ids.size - codes.scales.size)


def _best(near: Float32, count: int, margin: float) -> Int64:
    """Return the places whose exact products may be among the best, ascending."""
    firsts = near
    if len(near) > 4 * _RUN * count:
        # Of the runs' largest, `count` are at least as large as the last of these.
        whole = len(near) // _RUN * _RUN
        firsts = np.append(near[:whole].reshape(-1, _RUN).max(axis=1), near[whole:])
    least = np.partition(firsts, len(firsts) - count)[len(firsts) - count]
    places = np.flatnonzero(near >= least - np.float32(margin))
    places = places[near[places] > -np.inf]
    most = 4 * count + _SPARE
    if len(places) > most:
        # The bound was a low one: the best are found among these.
        places = np.sort(places[np.argpartition(near[places], len(places) - most)[-most:]])
    return places


class _Floats:
    """The last rows of floats that were read, up to a number of bytes; the oldest go first."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._rows: Grow | None = None
        self._slots = Grow(np.int32)
        """Place of an item's row in `_rows` plus 1, by its number; 0 without one."""
        self._owners = Grow(np.int32)
        self._next = 0

    def get(self, numbers: Int32, rows: Int64, read: ReadFloats) -> Float32:
        """Return the rows of items, of which those missing are read by their ids."""
        self._reach(int(numbers.max()) + 1)
        slots = self._slots.data[numbers] - 1
        missing = np.flatnonzero(slots < 0)
        if not len(missing):
            assert self._rows is not None
            kept: Float32 = self._rows.data[slots]
            return kept
        fresh = read(rows[missing])
        found = np.empty((len(numbers), fresh.shape[1]), np.float32)
        if len(missing) < len(numbers):
            assert self._rows is not None
            there = np.flatnonzero(slots >= 0)
            found[there] = self._rows.data[slots[there]]
        found[missing] = fresh
        self._keep(numbers[missing], fresh)
        return found

    def drop(self, numbers: Int32) -> None:
        """Forget the rows of items."""
        if len(numbers):
            self._reach(int(numbers.max()) + 1)
            self._slots.data[numbers] = 0

    def _reach(self, size: int) -> None:
        self._slots.extend_zeros(max(0, size - self._slots.size))

    def _keep(self, numbers: Int32, fresh: Float32) -> None:
        room = self._most_bytes // (4 * fresh.shape[1])
        if len(numbers) > room:
            return
        if self._rows is None:
            self._rows = Grow(np.float32, fresh.shape[1])
        places = (self._next + np.arange(len(numbers))) % room
        more = max(0, int(places.max()) + 1 - self._rows.size)
        self._rows.extend_zeros(more)
        self._owners.extend(np.full(more, -1, np.int32))
        owners = self._owners.data[places]
        mine = np.flatnonzero(owners >= 0)
        held = self._slots.data[owners[mine]] == places[mine] + 1  # else it was read again since
        self._slots.data[owners[mine[held]]] = 0
        self._rows.data[places], self._owners.data[places] = fresh, numbers
        self._slots.data[numbers] = places + 1
        self._next = (self._next + len(numbers)) % room
