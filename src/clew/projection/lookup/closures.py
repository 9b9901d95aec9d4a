"""Closures by the statement they close and by the one that causes them, in one array.

Rows are made when somebody asks for them: as objects all of them take several times the memory.
"""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from clew.graph.times import END
from clew.projection.columns import Grow
from clew.projection.multimap import Multimap
from clew.projection.rows import ClosureRow, Int64

__all__ = ["ClosedBy", "Closures"]

_ITEM, _BY, _KNOWN_TO = map(ClosureRow._fields.index, ("item", "by", "known_to"))


class Closures:
    """All closures of a namespace: 56 bytes for each, and 16 for each statement of it."""

    def __init__(self) -> None:
        self._rows = Grow(np.int64, len(ClosureRow._fields))
        self.of, self.by = ClosedBy(self._rows), ClosedBy(self._rows)

    def add(self, closures: Int64) -> None:
        """Append closures, given as `closure_numbers` returns them."""
        places = np.arange(len(closures)) + self._rows.size
        self._rows.extend(closures)
        self.of.extend(closures[:, _ITEM], places)
        caused = closures[:, _BY] > 0
        self.by.extend(closures[caused, _BY], places[caused])

    def close(self, closed: Iterable[tuple[int, int, int]]) -> None:
        """Let closures count no longer: for each its id, its statement and the revision."""
        for row_id, item, known_to in closed:
            for place in self.of.places(item):
                if self._rows.item(place, 0) == row_id:
                    self._rows.data[place, _KNOWN_TO] = known_to


class ClosedBy(Mapping[int, list[ClosureRow]]):
    """The closures of each statement, in the order in which they were added."""

    def __init__(self, rows: Grow) -> None:
        self._rows, self._places = rows, Multimap()

    def __getitem__(self, item: int) -> list[ClosureRow]:
        places = self._places.get(item)
        if not places:
            raise KeyError(item)
        return [_row(self._rows.data[place].tolist()) for place in places]

    def __iter__(self) -> Iterator[int]:
        return iter(self._places.keys())

    def __len__(self) -> int:
        return len(self._places.keys())

    def places(self, item: int) -> list[int]:
        """Return the rows of a statement's closures."""
        return self._places.get(item)

    def extend(self, items: Int64, places: Int64) -> None:
        """Add closures to statements, by their rows."""
        self._places.extend(items, places)


def _row(numbers: list[int]) -> ClosureRow:
    row_id, item, at, by, episode, known_from, known_to = numbers
    until = None if known_to == END else known_to
    return ClosureRow(row_id, item, at, by or None, episode or None, known_from, until)
