"""An append-only array."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Grow"]


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
        self.extend_zeros(len(values))
        self._room[start : self.size] = values

    def extend_zeros(self, count: int) -> None:
        """Append rows of zeros."""
        needed = self.size + count
        if needed > len(self._room):
            # Not `np.zeros`: its memory arrives in small pages, which takes up to a second for the
            # vectors of 100,000 facts; NumPy requests huge pages only for uncleared memory.
            grown = np.empty((needed + needed // 4 + 64, *self._room.shape[1:]), self._room.dtype)
            grown[: self.size] = self.data
            self._take(grown)
        self._room[self.size : needed] = 0
        self.size = needed

    def adopt(self, values: NDArray[Any]) -> None:
        """Append rows that the caller hands over; an empty array takes them without copying."""
        if self.size or values.dtype != self._room.dtype or not values.flags.c_contiguous:
            self.extend(values)
            return
        self._take(values)
        self.size = len(values)

    def _take(self, room: NDArray[Any]) -> None:
        self._room, self.item = room, room.item
