"""Closures by the statement they close and by the one that causes them, in one array.

Rows are made when somebody asks for them: as objects all of them take several times the memory.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from clew.projection.columns import Grow
from clew.projection.rows import ClosureRow

__all__ = ["ClosedBy", "Closures"]

_NOBODY, _OPEN = 0, -1
"""What stands for no statement or episode, and for no revision."""
_KNOWN_TO = ClosureRow._fields.index("known_to")


class Closures:
    """All closures of a namespace: 56 bytes for each."""

    def __init__(self) -> None:
        self._rows = Grow(np.int64, len(ClosureRow._fields))
        self.of, self.by = ClosedBy(self._rows), ClosedBy(self._rows)

    def add(self, rows: Sequence[ClosureRow]) -> None:
        """Append closures."""
        first = self._rows.size
        numbers = np.array([*map(_numbers, rows)], np.int64)
        self._rows.extend(numbers.reshape(len(rows), len(ClosureRow._fields)))
        for place, row in enumerate(rows, first):
            self.of.note(row.item, place)
            if row.by is not None:
                self.by.note(row.by, place)

    def close(self, closed: Iterable[tuple[int, int, int]]) -> None:
        """Let closures count no longer: for each its id, its statement and the revision."""
        for row_id, item, known_to in closed:
            for place in self.of.places(item):
                if self._rows.item(place, 0) == row_id:
                    self._rows.data[place, _KNOWN_TO] = known_to


class ClosedBy(Mapping[int, list[ClosureRow]]):
    """The closures of each statement, in the order in which they were added."""

    def __init__(self, rows: Grow) -> None:
        self._rows = rows
        self._places: dict[int, int | list[int]] = {}
        """One place, or several: most statements have one closure."""

    def __getitem__(self, item: int) -> list[ClosureRow]:
        if item not in self._places:
            raise KeyError(item)
        return [_row(self._rows.data[place].tolist()) for place in self.places(item)]

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    def places(self, item: int) -> list[int]:
        """Return the rows of a statement's closures."""
        found = self._places.get(item, [])
        return [found] if isinstance(found, int) else found

    def note(self, item: int, place: int) -> None:
        """Add a closure to a statement's."""
        if item in self._places:
            self._places[item] = [*self.places(item), place]
        else:
            self._places[item] = place


def _numbers(row: ClosureRow) -> tuple[int, ...]:
    known_to = _OPEN if row.known_to is None else row.known_to
    return (*row[:3], row.by or _NOBODY, row.episode or _NOBODY, row.known_from, known_to)


def _row(numbers: list[int]) -> ClosureRow:
    row_id, item, at, by, episode, known_from, known_to = numbers
    until = None if known_to == _OPEN else known_to
    return ClosureRow(row_id, item, at, by or None, episode or None, known_from, until)
