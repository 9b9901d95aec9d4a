"""The vectors of a namespace: signed bytes of all in memory, floats of the last ones read.

A vector is about its codes, the upper bytes of its numbers, times its scale: a quarter of the
memory of floats, and a scan that reads a quarter of the bytes. What the scan finds is only nearly
right, so the few best are read from the file whole and compared: a search finds what the exact
product with the stored vectors finds. With the
wheel `simsimd` a scan takes a ninth of the time that the same product takes in floats; without it,
NumPy turns one block after another into floats, which takes two thirds.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.graph.stored_vectors import codes_of_packed, packed_size, unpack_vectors
from clew.graph.types import Kind
from clew.graph.view import Float32, Hit
from clew.projection.columns import Column, Grow, Items
from clew.projection.rows import Int32, Int64, distinct

__all__ = ["ReadVectors", "Vectors", "coded", "scanner"]

ReadVectors: TypeAlias = Callable[[Sequence[int]], Mapping[int, bytes]]
"""The packed vectors of rows of the file (`VectorRow`), by the ids of these."""
_ReadFloats: TypeAlias = Callable[[Int64], Float32]
"""Vectors by their ids."""
_MOST_BYTES = 32 << 20
_MOST_WAITING = 64
"""Rows of a file, of a few vectors each."""
_SPARE = 64
"""A search for `k` compares the floats of at most 4 k and so many."""
_TOO_LARGE = 1e6
"""Vectors are unit ones."""
_RUN = 64
"""Products of which only the largest is looked at to find where the best begin."""
Int8 = NDArray[np.int8]
_LARGEST = 127
_MANY = 40
"""More queries than this at once are multiplied sooner as floats."""
_WIDE_BLOCK, _BLOCK = 1 << 15, 1 << 10
"""Rows at a time: with the wheel, whose results are wide, and without."""
_DEVIATIONS = 6.0
"""How many standard deviations of rounding a product may be off: one in a billion is more."""
_PAIR = math.sqrt(2)
"""So much more may two products be off one another, each rounded by itself."""


def coded(vectors: Float32) -> tuple[Int8, Float32]:
    """Return the codes and the scale of each query; one of zeros has the scale 0."""
    scales = np.abs(vectors).max(axis=1, initial=0.0) / np.float32(_LARGEST)
    steps = vectors / np.where(scales > 0, scales, 1)[:, None]
    return np.rint(steps, out=steps).astype(np.int8), scales


def scanner(*, wheel: bool = True) -> Callable[[Int8, Int8], Float32]:
    """Return what multiplies codes (queries, dim) with codes (rows, dim) the quickest way here.

    Without `wheel` it is NumPy in any case.
    """
    if not wheel:
        return _by_numpy
    try:
        from simsimd import cdist  # extra
    except ImportError:
        return _by_numpy

    def scan(queries: Int8, codes: Int8) -> Float32:
        if len(queries) > _MANY:
            return _by_numpy(queries, codes)
        found = np.empty((len(queries), len(codes)), np.float32)
        for start in range(0, len(codes), _WIDE_BLOCK):
            block = slice(start, start + _WIDE_BLOCK)
            found[:, block] = cdist(queries, codes[block], metric="dot")
        return found

    return scan


def _by_numpy(queries: Int8, codes: Int8) -> Float32:
    found = np.empty((len(queries), len(codes)), np.float32)
    asked = queries.astype(np.float32)
    for start in range(0, len(codes), _BLOCK):
        block = slice(start, start + _BLOCK)
        np.matmul(asked, codes[block].astype(np.float32).T, out=found[:, block])
    return found


class Codes:
    """The codes of one kind's items by place; an item without a vector has codes of zeros."""

    def __init__(self) -> None:
        self.scales = Grow(np.float32)
        self._codes: Grow | None = None
        self._scan = scanner()

    @property
    def width(self) -> int:
        """Numbers of a vector; 0 without any."""
        return 0 if self._codes is None else int(self._codes.data.shape[1])

    def add(self, count: int) -> None:
        """Add items that have no vectors yet."""
        self.scales.extend_zeros(count)
        if self._codes is not None:
            self._codes.extend_zeros(count)

    def put(self, places: Int32, codes: Int8, scales: Float32) -> None:
        """Set the codes of the items at these places."""
        if self._codes is None:
            self._codes = Grow(np.int8, codes.shape[1])
            self._codes.extend_zeros(self.scales.size)
        self._codes.data[places] = codes
        self.scales.data[places] = scales

    def products(self, queries: Float32, size: int) -> tuple[Float32, Float32]:
        """Return the products of unit queries with the first items, and how far each may be off."""
        assert self._codes is not None
        asked, steps = coded(queries)
        scales = self.scales.data[:size]
        found = self._scan(asked, self._codes.data[:size])
        found *= scales
        found *= steps[:, None]
        rough = float(scales.max(initial=0.0))
        off: Float32 = np.hypot(rough, steps) * np.float32(_DEVIATIONS / math.sqrt(12))
        return found, off


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
        """Id of the vector by item number; 0 without one."""
        self._waiting: list[tuple[int, str, bytes]] = []
        self._starts = Grow(np.int64)
        """Ids of the file's rows, ascending."""
        self._floats = _Floats(most_bytes)
        self._masked: dict[Kind, tuple[NDArray[np.bool_], int, Float32]] = {}
        """For the last mask of a kind: how many of the items have a vector, what hides others."""

    @property
    def width(self) -> int:
        """Numbers of a vector; 0 in a memory without vectors."""
        self._fill()
        return max(codes.width for codes in self._codes.values())

    def add(self, rows: Sequence[int], items: Sequence[str], packed: Sequence[bytes]) -> int:
        """Add rows of the file (`VectorRow`), field by field; return the last one's id.

        A few wait until somebody searches: taking them in one by one costs as much each.
        """
        self._waiting += zip(rows, items, packed, strict=True)
        if len(self._waiting) >= _MOST_WAITING:
            self._take()
        return rows[-1]

    def _take(self) -> None:
        """Take in the rows that wait."""
        rows, items, packed = zip(*self._waiting, strict=True)
        counts = np.array([each.count(" ") + 1 for each in items])
        ends = np.cumsum(counts)
        starts = np.array(rows, np.int64)
        ids = np.arange(ends[-1]) + np.repeat(starts - (ends - counts), counts)
        owners = np.fromstring(" ".join(items), np.int64, sep=" ")
        self._put(ids, owners, b"".join(packed))
        # Only now: rows of a damaged file raise each time that somebody looks.
        self._starts.extend(starts)
        self._waiting.clear()

    def _put(self, ids: Int64, items: Int64, packed: bytes) -> None:
        codes, scales = codes_of_packed(np.frombuffer(packed, np.uint8).reshape(len(ids), -1))
        # Damage of the file may have made a scale any number; `check` tells of it.
        scales[~(np.abs(scales) <= _TOO_LARGE)] = 0.0
        numbers = self._items.find_all(items)
        self._make_room()
        self._masked.clear()
        for kind, where, places in self._items.by_kind(numbers):
            self._codes[kind].put(places, codes[where], scales[where])
        there = numbers >= 0
        self._rows.data[numbers[there]] = ids[there]
        self._floats.drop(numbers[there])

    def embedded(self, kind: Kind) -> NDArray[np.bool_]:
        """Return a mask of the items of a kind that have a vector."""
        self._fill()
        return np.asarray(self._rows.data[self._columns[kind].numbers.data] > 0)

    def of(self, numbers: Int32, read: ReadVectors) -> Float32:
        """Return the vectors of items by number, a row of zeros for one without."""
        self._fill()
        ids, whole = self._rows.data[numbers], partial(self._read, read)
        if len(ids) and ids.all():
            return self._floats.get(numbers, ids, whole)
        found = np.zeros((len(numbers), self.width), np.float32)
        with_one = np.flatnonzero(ids)
        if len(with_one):
            found[with_one] = self._floats.get(numbers[with_one], ids[with_one], whole)
        return found

    def _read(self, read: ReadVectors, ids: Int64) -> Float32:
        """Read vectors by their ids."""
        rows = self._starts.data[np.searchsorted(self._starts.data, ids, "right") - 1]
        held, size = read(distinct(rows).tolist()), packed_size(self.width)
        places = (size * (ids - rows)).tolist()
        parts = [held[row][at : at + size] for row, at in zip(rows.tolist(), places, strict=True)]
        return unpack_vectors(np.frombuffer(b"".join(parts), np.uint8).reshape(len(ids), size))

    def nearest(
        self, kind: Kind, queries: Float32, k: int, mask: NDArray[np.bool_], read: ReadVectors
    ) -> list[list[Hit]]:
        """Return the top-k of the masked items of a kind with a vector, for each query row."""
        self._fill()
        codes, column = self._codes[kind], self._columns[kind]
        if not codes.width or k <= 0 or not len(queries):
            return [[] for _ in queries]
        allowed, hidden = self._allowed(kind, mask)
        count = min(k, allowed)
        if not count:
            return [[] for _ in queries]
        near, off = codes.products(np.ascontiguousarray(queries), len(mask))
        if allowed < len(mask):
            near += hidden
        owner, places = _best(near, count, np.float32(_PAIR) * off)
        distinct_places = places if len(queries) == 1 else distinct(places)
        floats = self.of(column.numbers.data[distinct_places], read)
        if len(queries) > 1:
            floats = floats[np.searchsorted(distinct_places, places)]
        exact = _products(floats, queries[owner] if len(queries) > 1 else queries)
        order = np.lexsort((places, -exact, owner))
        ids, scores = column.ids.data[places[order]].tolist(), exact[order].tolist()
        ends = np.cumsum(np.bincount(owner, minlength=len(queries))).tolist()
        every = list(zip(ids, scores, strict=True))
        return [every[first : min(first + count, end)] for first, end in pairwise([0, *ends])]

    def _allowed(self, kind: Kind, mask: NDArray[np.bool_]) -> tuple[int, Float32]:
        """Return how many of the masked items have a vector, and what to add to the products.

        Kept for the last mask of a kind: views share theirs until a write.
        """
        known = self._masked.get(kind)
        if known is not None and known[0] is mask:
            return known[1:]
        numbers = self._columns[kind].numbers.data[: len(mask)]
        allowed = mask & (self._rows.data[numbers] > 0)
        hidden = np.where(allowed, np.float32(0), np.float32(-np.inf))
        count = int(np.count_nonzero(allowed))
        self._masked[kind] = (mask, count, hidden)
        return count, hidden

    def _fill(self) -> None:
        """Take in what waits, and make room for the items added since."""
        if self._waiting:
            self._take()
        self._make_room()

    def _make_room(self) -> None:
        more = self._items.ids.size - self._rows.size
        if not more:
            return
        self._rows.extend_zeros(more)
        for kind, codes in self._codes.items():
            codes.add(self._columns[kind].ids.size - codes.scales.size)


def _products(rows: Float32, queries: Float32) -> NDArray[np.float64]:
    """Return the products of rows with their queries; a damaged one counts as unlike."""
    with np.errstate(over="ignore", invalid="ignore"):
        exact: NDArray[np.float64] = np.add.reduce(rows * queries, axis=1, dtype=np.float64)
    exact[~(np.abs(exact) <= _TOO_LARGE)] = 0.0
    return exact


def _best(near: Float32, count: int, margins: Float32) -> tuple[Int64, Int64]:
    """Return, for each row, the places whose exact products may be among the best.

    These are (row, place), ascending.
    """
    firsts, size = near, near.shape[1]
    if size > 4 * _RUN * count:
        # Of the runs' largest, `count` are at least as large as the last of these.
        whole = size // _RUN * _RUN
        largest = near[:, :whole].reshape(len(near), -1, _RUN).max(axis=2)
        firsts = np.concatenate([largest, near[:, whole:]], axis=1)
    last = firsts.shape[1] - count
    least = np.partition(firsts, last, axis=1)[:, last] - margins
    # What is hidden is never among the best, also where there are few.
    least = np.maximum(least, np.finfo(np.float32).min)
    owner, places = np.divmod(np.flatnonzero(near >= least[:, None]), size)
    most = 4 * count + _SPARE
    if len(places) > most and (np.bincount(owner) > most).any():
        # The bound was a low one: the best are found among these.
        each = [places[owner == row] for row in range(len(near))]
        each = [_largest(near[row], some, most) for row, some in enumerate(each)]
        owner = np.repeat(np.arange(len(near)), [len(some) for some in each])
        places = np.concatenate(each)
    return owner, places


def _largest(near: Float32, places: Int64, most: int) -> Int64:
    """Return the places with the largest products, ascending."""
    if len(places) <= most:
        return places
    return np.sort(places[np.argpartition(near[places], len(places) - most)[-most:]])


class _Floats:
    """The last rows of floats that were read, up to a number of bytes; the oldest go first."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._rows = np.empty((0, 0), np.float32)
        """Room for all; memory is taken as it is written."""
        self._owners = np.empty(0, np.int32)
        """Number of the item that a row is of; -1 for none."""
        self._slots = Grow(np.int32)
        """Place of an item's row in `_rows` plus 1, by its number; 0 without one."""
        self._next = 0

    def get(self, numbers: Int32, ids: Int64, read: _ReadFloats) -> Float32:
        """Return the rows of items, of which those missing are read by their ids."""
        self._reach(int(numbers.max()) + 1)
        slots = self._slots.data[numbers] - 1
        missing = np.flatnonzero(slots < 0)
        if not len(missing):
            return self._rows.take(slots, axis=0)
        fresh = read(ids[missing])
        if len(missing) == len(numbers):
            found = fresh
        else:
            found = self._rows.take(slots, axis=0)
            found[missing] = fresh
        self._keep(numbers[missing], fresh)
        return found

    def drop(self, numbers: Int32) -> None:
        """Forget the rows of items."""
        if len(numbers):
            self._reach(int(numbers.max()) + 1)
            self._slots.data[numbers] = 0

    def _reach(self, size: int) -> None:
        if size > self._slots.size:
            self._slots.extend_zeros(size - self._slots.size)

    def _keep(self, numbers: Int32, fresh: Float32) -> None:
        room = self._most_bytes // (4 * fresh.shape[1])
        if len(numbers) > room:
            return
        if not len(self._rows):
            self._rows = np.empty((room, fresh.shape[1]), np.float32)
            self._owners = np.full(room, -1, np.int32)
        places = self._next + np.arange(len(numbers))
        if places[-1] >= room:
            places %= room
        owners = self._owners[places]
        mine = np.flatnonzero(owners >= 0)
        if len(mine):
            held = self._slots.data[owners[mine]] == places[mine] + 1  # else read again since
            self._slots.data[owners[mine[held]]] = 0
        self._rows[places], self._owners[places] = fresh, numbers
        self._slots.data[numbers] = places + 1
        self._next = (self._next + len(numbers)) % room
