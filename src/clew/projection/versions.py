"""The versions of the statements of one kind, in arrays.

Rows are only appended. The one change in place is a version's `known_to`, from `END` to the
revision that closed it, which no view of an earlier revision can see.
"""

import numpy as np
from numpy.typing import NDArray

from clew.graph.times import END, START
from clew.projection.csr import Int32, Int64
from clew.projection.grow import Grow
from clew.projection.rows import VersionRow

__all__ = ["Versions"]


class Versions:
    """Versions in the order of their ids, with a chain of versions for each item."""

    def __init__(self) -> None:
        self._ids = Grow(np.int64)
        self._items = Grow(np.int64)
        self._places = Grow(np.int32)
        self._valid_from = Grow(np.int64)
        self._valid_to = Grow(np.int64)
        self._superseded_by = Grow(np.int64)
        self._known_from = Grow(np.int64)
        self._known_to = Grow(np.int64)
        self._newest = Grow(np.int32)
        """Number of an item's newest version plus 1, by the item's place; 0 without one."""
        self._before = Grow(np.int32)
        """Number of the same item's previous version plus 1; 0 for its first."""

    def add_items(self, count: int) -> None:
        """Add items that have no versions yet."""
        self._newest.extend_zeros(count)

    def extend(self, rows: Int64, places: Int32) -> None:
        """Append versions (`clew.projection.rows.version_numbers`) of the items at these places."""
        first = self._ids.size
        columns = (
            self._ids,
            self._items,
            self._valid_from,
            self._valid_to,
            self._superseded_by,
            self._known_from,
            self._known_to,
        )
        for column, values in zip(columns, rows.T, strict=True):
            column.extend(values)
        self._places.extend(places)
        after = np.arange(first + 1, first + len(rows) + 1, dtype=np.int32)
        before = self._newest.data[places]
        self._newest.data[places] = after  # for an item that occurs twice, the last one wins
        if (self._newest.data[places] != after).any():
            order = np.argsort(places, kind="stable")
            again = np.flatnonzero(places[order[1:]] == places[order[:-1]])
            before[order[again + 1]] = after[order[again]]
        self._before.extend(before)

    def close(self, ids: Int64, known_to: Int64) -> None:
        """Set `known_to` of versions; ids of other kinds are ignored."""
        known = self._ids.data
        if not len(known):
            return
        where = np.minimum(np.searchsorted(known, ids), len(known) - 1)
        here = known[where] == ids
        self._known_to.data[where[here]] = known_to[here]

    def at(self, place: int, known: int) -> VersionRow | None:
        """Return the version of the item at a place that was believed at a revision."""
        row = self._newest.item(place) - 1
        while row >= 0:
            if self._known_from.item(row) <= known < self._known_to.item(row):
                return self._row(row)
            row = self._before.item(row) - 1
        return None

    def open_places(self, valid: int | None, known: int) -> Int32:
        """Return the places of the items with a version believed at a revision.

        The version must hold at the moment `valid`; with `None` at any time.
        """
        rows: NDArray[np.bool_] = self._known_from.data <= known
        rows &= known < self._known_to.data
        if valid is not None:
            rows &= self._valid_from.data <= valid
            rows &= valid < self._valid_to.data
        places: Int32 = self._places.data[rows]
        return places

    def rows(self) -> list[VersionRow]:
        """Return every version, by id."""
        return [self._row(number) for number in range(self._ids.size)]

    def count_over(self) -> int:
        """Return how many items are closed as believed now, whatever the time of closing."""
        believed = self._known_to.data == END
        return int(np.count_nonzero(believed & (self._valid_to.data != END)))

    def _row(self, row: int) -> VersionRow:
        start, end = self._valid_from.item(row), self._valid_to.item(row)
        known_to = self._known_to.item(row)
        return VersionRow(
            self._ids.item(row),
            self._items.item(row),
            None if start == START else start,
            None if end == END else end,
            self._superseded_by.item(row) or None,
            self._known_from.item(row),
            None if known_to == END else known_to,
        )
