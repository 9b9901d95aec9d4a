"""Number, kind and place of every item, in arrays: dictionaries would take ten times the memory.

An *item* is a node or a fact: whatever has a text. Its *number* counts all items in the order of
arrival and is its node in the adjacency; its *place* is its row in the column of its kind.
"""

import numpy as np
from numpy.typing import NDArray

from clew.graph.types import TEXT_KINDS, Kind
from clew.projection.csr import Int32, Int64
from clew.projection.grow import Grow

__all__ = ["Items"]

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
