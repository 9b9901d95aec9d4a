"""The items of one kind as append-only arrays: ids, vectors and versions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.graph.types import STATEMENT_KINDS, Kind
from clew.graph.view import Float32, Hit
from clew.projection.csr import Int32, Int64
from clew.projection.grow import Grow
from clew.projection.items import Items
from clew.projection.rows import VersionRow
from clew.projection.versions import Versions

__all__ = ["Column", "Position"]


class Position:
    """Maps item ids to places in the column of one kind."""

    def __init__(self, items: Items, kind: Kind) -> None:
        self._items, self._kind = items, kind

    def find(self, item: int) -> int:
        """Return an item's place, or -1 when it is not of the kind."""
        return self._items.place(item, self._kind)

    def __getitem__(self, item: int) -> int:
        place = self.find(item)
        if place < 0:
            raise KeyError(item)
        return place


class Column:
    """The items of one kind, ascending by id, with vectors and, for statements, versions."""

    def __init__(self, kind: Kind, items: Items) -> None:
        self.ids = Grow(np.int64)
        self.numbers = Grow(np.int32)
        """Item numbers."""
        self.known_from = Grow(np.int64)
        self.vectors: Grow | None = None
        self.embedded = Grow(np.bool_)
        self.position = Position(items, kind)
        self.versions = Versions()
        self._timed = kind in STATEMENT_KINDS

    def add(self, ids: Int64, numbers: Int64, known_from: Int64) -> None:
        """Append items; their ids must be larger than all earlier ones."""
        self.ids.extend(ids)
        self.numbers.extend(numbers)
        self.known_from.extend(known_from)
        self.embedded.extend_zeros(len(ids))
        if self.vectors is not None:
            self.vectors.extend_zeros(len(ids))
        self.versions.add_items(len(ids))

    def set_vectors(self, places: Int32, vectors: Float32) -> None:
        """Set the vectors of the items at these places, one row each."""
        if self.vectors is None:
            self.vectors = Grow(np.float32, vectors.shape[1])
            self.vectors.extend_zeros(self.ids.size)
        self.vectors.data[places] = vectors
        self.embedded.data[places] = True

    def version_at(self, item: int, known: int) -> VersionRow | None:
        """Return the version of an item that was believed at a revision."""
        place = self.position.find(item)
        return None if place < 0 else self.versions.at(place, known)

    def visible(self, valid: int | None, known: int) -> NDArray[np.bool_]:
        """Return a mask of the visible items; `valid=None` means at any valid time."""
        seen = np.asarray(self.known_from.data <= known)
        if not self._timed:
            return seen
        mask = np.zeros(self.ids.size, np.bool_)
        mask[self.versions.open_places(valid, known)] = True
        return mask & seen

    def nearest(self, queries: Float32, k: int, mask: NDArray[np.bool_]) -> list[list[Hit]]:
        """Return the exact top-k of the masked items with a vector, for each query row."""
        if self.vectors is None or k <= 0 or not len(queries):
            return [[] for _ in queries]
        allowed = mask & self.embedded.data[: len(mask)]
        matrix = self.vectors.data[: len(mask)]
        scores = queries @ matrix.T
        if not allowed.all():
            scores += np.where(allowed, np.float32(0), np.float32(-np.inf))
        count = min(k, int(np.count_nonzero(allowed)))
        ids = self.ids.data
        return [_top(row, ids, count) for row in scores]


def _top(scores: Float32, ids: NDArray[Any], count: int) -> list[Hit]:
    """Return the best `count`; ties go to the smaller id, also at the cut-off."""
    if count == 0:
        return []
    cut = np.partition(scores, len(scores) - count)[len(scores) - count]
    where = np.flatnonzero(scores >= cut)
    order = np.lexsort((where, -scores[where]))[:count]
    best = where[order]
    return list(zip(ids[best].tolist(), scores[best].tolist(), strict=True))
