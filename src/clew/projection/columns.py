"""A namespace's items in arrays: number and place of each, and per kind ids and versions.

An *item* is a node or a fact: whatever has a text. Its *number* counts all items in the order of
arrival and is its node in the adjacency; its *place* is its row in the column of its kind. Arrays
are only appended to (dictionaries would take ten times the memory). The one change in place is a
version's `known_to`, from `END` to the revision that closed it, which no view of an earlier
revision can see.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.graph.times import END, START
from clew.graph.types import STATEMENT_KINDS, TEXT_KINDS, Kind
from clew.projection.rows import Int32, Int64, VersionRow

__all__ = ["Column", "Grow", "Items", "Narrow", "Versions"]


class Grow:
    """A 1-d or 2-d array with spare capacity; `data` is the filled part."""

    __slots__ = ("_room", "item", "size")

    item: Callable[..., Any]
    """`item(i)` or `item(i, j)`: one value as a Python number, faster than `data[i]`."""

    def __init__(self, dtype: type[np.generic], width: int | None = None) -> None:
        self.size = 0
        self._take(np.empty((0,) if width is None else (0, width), dtype))

    @property
    def data(self) -> NDArray[Any]:
        """The filled part, as a view."""
        return self._room[: self.size]

    def extend(self, values: NDArray[Any]) -> None:
        """Append rows; amortised O(1) per row."""
        start = self.size
        self._make_room(start + len(values))
        self._room[start : self.size] = values

    def extend_zeros(self, count: int) -> None:
        """Append rows of zeros."""
        start = self.size
        self._make_room(start + count)
        self._room[start : self.size] = 0

    def _make_room(self, needed: int) -> None:
        """Set the size; the new rows hold anything."""
        if needed > len(self._room):
            # Not `np.zeros`: its memory arrives in small pages, which takes up to a second for the
            # vectors of 100,000 facts; NumPy requests huge pages only for uncleared memory.
            grown = np.empty((needed + needed // 8 + 64, *self._room.shape[1:]), self._room.dtype)
            grown[: self.size] = self.data
            self._take(grown)
        self.size = needed

    def _take(self, room: NDArray[Any]) -> None:
        self._room, self.item = room, room.item


class Narrow:
    """A 1-d array of whole numbers that grows: four bytes for each, or eight once one needs it."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held = Grow(np.int32)

    @property
    def data(self) -> NDArray[Any]:
        """The numbers, as a view."""
        return self._held.data

    def extend(self, values: Int64) -> None:
        """Append numbers."""
        narrow = np.iinfo(self._held.data.dtype)
        if len(values) and not narrow.min <= int(values.min()) <= int(values.max()) <= narrow.max:
            wide = Grow(np.int64)
            wide.extend(self._held.data)
            self._held = wide
        self._held.extend(values)

    def of(self, places: Int64 | Int32) -> Int64:
        """Return the numbers at these places."""
        found: Int64 = self._held.data[places].astype(np.int64)
        return found


_CODES = {kind: code for code, kind in enumerate(TEXT_KINDS)}


class Items:
    """The items of a namespace: 4 bytes per id ever given out, and 13 more per item."""

    def __init__(self) -> None:
        self.ids = Grow(np.int64)
        """Item id, by number."""
        self._after = Grow(np.int32)
        """Item number plus 1, by id; 0 for an id that is no item's. The first and the last entry
        are always 0, so that look-ups can clip ids that are out of range."""
        self._after.extend_zeros(1)
        self._kinds = Grow(np.int8)
        """Index of the kind in `TEXT_KINDS`, by number."""
        self._places = Grow(np.int32)
        self._counts = dict.fromkeys(TEXT_KINDS, 0)

    def add(self, kind: Kind, ids: Int64) -> Int64:
        """Assign the next numbers and places to items of a kind, ascending; return the numbers."""
        first, place = self.ids.size, self._counts[kind]
        self._counts[kind] += len(ids)
        numbers = np.arange(first, first + len(ids))
        self.ids.extend(ids)
        self._kinds.extend_zeros(len(ids))
        self._kinds.data[first:] = _CODES[kind]
        self._places.extend(numbers + (place - first))
        self._after.extend_zeros(max(0, int(ids[-1]) + 2 - self._after.size))
        self._after.data[ids] = numbers + 1
        return numbers

    def find(self, item: int) -> int:
        """Return an item's number, or -1 when there is no such item."""
        found: int = self._after.item(item) - 1 if 0 <= item < self._after.size else -1
        return found

    def number(self, item: int) -> int:
        """Return an item's number; raises `KeyError` when there is no such item."""
        number = self.find(item)
        if number < 0:
            raise KeyError(item)
        return number

    def find_all(self, items: Int64) -> Int32:
        """Return the number of each item, or -1 for an id without one."""
        numbers: Int32 = self._after.data.take(items, mode="clip") - 1
        return numbers

    def number_all(self, items: Int64) -> Int32:
        """Return the number of each item; raises `KeyError` when one does not exist."""
        found = self.find_all(items)
        if (found < 0).any():
            raise KeyError(int(items[found < 0][0]))
        return found

    def kind(self, item: int) -> Kind:
        """Return an item's kind; raises `KeyError` when there is no such item."""
        return TEXT_KINDS[self._kinds.item(self.number(item))]

    def kinds(self, numbers: Int64 | Int32) -> list[Kind]:
        """Return the kinds of the items with these numbers."""
        return [TEXT_KINDS[code] for code in self._kinds.data[numbers].tolist()]

    def are(self, numbers: Int64 | Int32, kind: Kind) -> NDArray[np.bool_]:
        """Return a mask of the items, by number, that are of a kind."""
        return np.asarray(self._kinds.data[numbers] == _CODES[kind])

    def place(self, item: int, kind: Kind) -> int:
        """Return an item's row in the column of a kind, or -1 when it is not of that kind."""
        number = self.find(item)
        if number < 0 or self._kinds.item(number) != _CODES[kind]:
            return -1
        place: int = self._places.item(number)
        return place

    def places(self, items: Int64) -> Int32:
        """Return the row of each item in the column of its kind; all must exist."""
        found: Int32 = self._places.data[self.number_all(items)]
        return found

    def by_kind(self, numbers: Int64 | Int32) -> list[tuple[Kind, Int64, Int32]]:
        """Return, for each kind that occurs: the indexes into `numbers`, and the items' places.

        Negative numbers are skipped.
        """
        there = np.flatnonzero(numbers >= 0)
        codes = self._kinds.data[numbers[there]]
        found = []
        for code in sorted(set(codes.tolist())):
            where = there[codes == code]
            found.append((TEXT_KINDS[code], where, self._places.data[numbers[where]]))
        return found


class Versions:
    """Versions in the order of their ids, with a chain of versions for each item."""

    def __init__(self) -> None:
        self._columns = tuple(Grow(np.int64) for _ in VersionRow._fields)
        self._ids, _, self._valid_from, self._valid_to, *_ = self._columns
        *_, self._known_from, self._known_to = self._columns
        self._places = Grow(np.int32)
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
        for column, values in zip(self._columns, rows.T, strict=True):
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

    def at_all(self, places: Int32, known: int) -> Int64:
        """Return the versions of items that were believed at a revision, as they are kept.

        A row has start, end, the statement that superseded it or 0, and the revisions from and to
        which it was believed. Every item must have one.
        """
        rows = self._newest.data[places] - 1
        since, until = self._known_from.data, self._known_to.data
        while True:
            if (rows < 0).any():
                raise KeyError("an item has no version that was believed then")
            other = np.flatnonzero((since[rows] > known) | (until[rows] <= known))
            if not len(other):
                break
            rows[other] = self._before.data[rows[other]] - 1
        return np.stack([column.data[rows] for column in self._columns[2:]], axis=-1)

    def open_places(self, valid: int | None, known: int) -> Int32:
        """Return the places of the items with a version believed at a revision.

        The version must hold at the moment `valid`; with `None` at any time.
        """
        rows = self._believed(known)
        if valid is not None:
            rows &= self._valid_from.data <= valid
            rows &= valid < self._valid_to.data
        places: Int32 = self._places.data[rows]
        return places

    def around(self, valid: int, known: int) -> tuple[int, int]:
        """Return the last moment up to `valid`, and the first after it, when one begins or ends.

        Only versions believed at a revision count. Without any it is the least or largest number.
        """
        rows, wide = self._believed(known), np.iinfo(np.int64)
        first, until = wide.min, wide.max
        for column in (self._valid_from.data[rows], self._valid_to.data[rows]):
            over = column <= valid
            first = max(first, int(column.max(where=over, initial=first)))
            until = min(until, int(column.min(where=~over, initial=until)))
        return first, until

    def _believed(self, known: int) -> NDArray[np.bool_]:
        rows: NDArray[np.bool_] = self._known_from.data <= known
        rows &= known < self._known_to.data
        return rows

    def numbers(self) -> Int64:
        """Return every version as whole numbers (`clew.projection.rows.version_numbers`), by id."""
        return np.stack([column.data for column in self._columns], axis=1)

    def rows(self) -> list[VersionRow]:
        """Return every version, by id."""
        return [self._row(number) for number in range(self._ids.size)]

    def count_over(self) -> int:
        """Return how many items are closed as believed now, whatever the time of closing."""
        believed = self._known_to.data == END
        return int(np.count_nonzero(believed & (self._valid_to.data != END)))

    def _row(self, row: int) -> VersionRow:
        id_, item, start, end, by, known_from, known_to = [
            column.item(row) for column in self._columns
        ]
        return VersionRow(
            id_,
            item,
            None if start == START else start,
            None if end == END else end,
            by or None,
            known_from,
            None if known_to == END else known_to,
        )


class Column:
    """The items of one kind, ascending by id, for statements with versions."""

    def __init__(self, kind: Kind, items: Items) -> None:
        self.ids = Grow(np.int64)
        self.numbers = Grow(np.int32)
        """Item numbers."""
        self.known_from = Grow(np.int64)
        self.versions = Versions()
        self._items, self._kind = items, kind

    def add(self, ids: Int64, numbers: Int64, known_from: Int64) -> None:
        """Append items; their ids must be larger than all earlier ones."""
        self.ids.extend(ids)
        self.numbers.extend(numbers)
        self.known_from.extend(known_from)
        self.versions.add_items(len(ids))

    def version_at(self, item: int, known: int) -> VersionRow | None:
        """Return the version of an item that was believed at a revision."""
        place = self._items.place(item, self._kind)
        return None if place < 0 else self.versions.at(place, known)

    def visible(self, valid: int | None, known: int) -> NDArray[np.bool_]:
        """Return a mask of the visible items; `valid=None` means at any valid time."""
        seen = np.asarray(self.known_from.data <= known)
        if self._kind not in STATEMENT_KINDS:
            return seen
        mask = np.zeros(self.ids.size, np.bool_)
        mask[self.versions.open_places(valid, known)] = True
        return mask & seen
