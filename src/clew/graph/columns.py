"""Growable arrays of the projection: items of one kind with their vectors and versions.

Arrays only grow at the end; the one thing that changes in place is a version's `known_to`, from
`END` to the revision that closed it, which no view of an earlier revision can see.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.graph.rows import VersionRow
from clew.graph.times import END, START
from clew.graph.view import Float32, Hit

__all__ = ["Column", "Grow"]


class Grow:
    """A 1-d or 2-d array with room to grow; `data` is the filled part."""

    __slots__ = ("_room", "size")

    def __init__(self, dtype: type[np.generic], width: int | None = None) -> None:
        shape = (0,) if width is None else (0, width)
        self._room: NDArray[Any] = np.empty(shape, dtype)
        self.size = 0

    @property
    def data(self) -> NDArray[Any]:
        """The filled part, a view."""
        return self._room[: self.size]

    def extend(self, values: NDArray[Any]) -> None:
        """Append rows; amortised O(1) a row."""
        needed = self.size + len(values)
        if needed > len(self._room):
            room = max(needed, len(self._room) + len(self._room) // 4 + 64)
            grown = np.empty((room, *self._room.shape[1:]), self._room.dtype)
            grown[: self.size] = self._room[: self.size]
            self._room = grown
        self._room[self.size : needed] = values
        self.size = needed


class Column:
    """The items of one kind, ascending by id, with vectors and, for statements, versions."""

    def __init__(self, *, timed: bool) -> None:
        self.timed = timed
        self.ids = Grow(np.int64)
        self.known_from = Grow(np.int64)
        self.vectors: Grow | None = None
        self.embedded = Grow(np.bool_)
        self.position: dict[int, int] = {}
        self._versions = {name: Grow(np.int64) for name in ("at", "vf", "vt", "kf", "kt")}
        self.version_rows: list[VersionRow] = []
        self.versions_of: dict[int, list[int]] = {}
        self._row_of_version: dict[int, int] = {}

    def add(self, ids: Sequence[int], known_from: Sequence[int]) -> None:
        """Append items; ids must be larger than all before."""
        start = self.ids.size
        self.position.update(zip(ids, range(start, start + len(ids)), strict=True))
        self.ids.extend(np.asarray(ids, np.int64))
        self.known_from.extend(np.asarray(known_from, np.int64))
        self.embedded.extend(np.zeros(len(ids), np.bool_))
        if self.vectors is not None:
            width = self.vectors.data.shape[1]
            self.vectors.extend(np.zeros((len(ids), width), np.float32))

    def find(self, items: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the position of each item, -1 for one that is not of this kind."""
        ids = self.ids.data
        where = np.searchsorted(ids, items)
        where[where == len(ids)] = 0
        return np.where(ids[where] == items, where, -1) if len(ids) else np.full(len(items), -1)

    def set_vectors(self, where: NDArray[np.int64], vectors: Float32) -> None:
        """Give the items at these positions their vectors, row by row."""
        if self.vectors is None:
            self.vectors = Grow(np.float32, vectors.shape[1])
            self.vectors.extend(np.zeros((self.ids.size, vectors.shape[1]), np.float32))
        self.vectors.data[where] = vectors
        self.embedded.data[where] = True

    def add_versions(self, rows: Sequence[VersionRow]) -> None:
        """Append versions of items that are there."""
        for offset, row in enumerate(rows, start=len(self.version_rows)):
            self.versions_of.setdefault(row.item, []).append(offset)
            self._row_of_version[row.id] = offset
        self.version_rows += rows
        columns = {
            "at": [self.position[row.item] for row in rows],
            "vf": [START if row.valid_from is None else row.valid_from for row in rows],
            "vt": [END if row.valid_to is None else row.valid_to for row in rows],
            "kf": [row.known_from for row in rows],
            "kt": [END if row.known_to is None else row.known_to for row in rows],
        }
        for name, values in columns.items():
            self._versions[name].extend(np.asarray(values, np.int64))

    def close_version(self, version: int, known_to: int) -> bool:
        """End the knowledge of a version; False when it is not of this kind."""
        row = self._row_of_version.get(version)
        if row is None:
            return False
        self.version_rows[row] = self.version_rows[row]._replace(known_to=known_to)
        self._versions["kt"].data[row] = known_to
        return True

    def version_at(self, item: int, known: int) -> VersionRow | None:
        """Return the version of an item that was believed at a revision."""
        for offset in reversed(self.versions_of.get(item, [])):
            row = self.version_rows[offset]
            if row.known_from <= known and (row.known_to is None or known < row.known_to):
                return row
        return None

    def visible(self, valid: int | None, known: int) -> NDArray[np.bool_]:
        """Return which items can be seen; `valid=None` asks for any valid time."""
        seen = np.asarray(self.known_from.data <= known)
        if not self.timed:
            return seen
        at, vf, vt, kf, kt = (self._versions[name].data for name in ("at", "vf", "vt", "kf", "kt"))
        open_rows = (kf <= known) & (known < kt)
        if valid is not None:
            open_rows &= (vf <= valid) & (valid < vt)
        mask = np.zeros(self.ids.size, np.bool_)
        mask[at[open_rows]] = True
        return mask & seen

    def nearest(self, queries: Float32, k: int, mask: NDArray[np.bool_]) -> list[list[Hit]]:
        """Return the exact top-k of the masked, embedded items for each query row."""
        if self.vectors is None or k <= 0 or not len(queries):
            return [[] for _ in queries]
        allowed = mask & self.embedded.data[: len(mask)]
        matrix = self.vectors.data[: len(mask)]
        scores = queries @ matrix.T  # one product for all queries of a level
        if not allowed.all():
            scores += np.where(allowed, np.float32(0), np.float32(-np.inf))
        count = min(k, int(np.count_nonzero(allowed)))
        ids = self.ids.data
        return [_top(row, ids, count) for row in scores]


def _top(scores: Float32, ids: NDArray[Any], count: int) -> list[Hit]:
    """Return the best `count`; equal scores in order of id, also at the cut."""
    if count == 0:
        return []
    cut = np.partition(scores, len(scores) - count)[len(scores) - count]
    where = np.flatnonzero(scores >= cut)
    order = np.lexsort((where, -scores[where]))[:count]
    best = where[order]
    return list(zip(ids[best].tolist(), scores[best].tolist(), strict=True))
