"""Whole numbers by a whole number, in arrays: an eighth of the memory of a dictionary of lists."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence

import numpy as np

from clew.projection.rows import Int64, distinct

__all__ = ["Multimap"]

_FEW = 4096
_SHARE = 8
"""New pairs wait in a dictionary until they are so many, or an eighth of the others."""


class Multimap:
    """Pairs of a key and a value; the values of a key are in the order in which they were added.

    Args:
        few: how many new pairs may wait before they are sorted in.
    """

    def __init__(self, few: int = _FEW) -> None:
        self._few = few
        self._keys: Int64 = np.zeros(0, np.int64)
        """Ascending."""
        self._seen = self._keys.data
        """The same; one key is found in half the time of NumPy's search."""
        self._values: Int64 = np.zeros(0, np.int64)
        self._recent: dict[int, list[int]] = {}
        self._waiting = 0

    def get(self, key: int, default: Sequence[int] = ()) -> list[int]:
        """Return the values of a key."""
        start, end = self._run(key)
        found: list[int] = self._values[start:end].tolist() if start < end else []
        found += self._recent.get(key, ())
        return found or list(default)

    def count(self, key: int) -> int:
        """Return how many values a key has."""
        start, end = self._run(key)
        return end - start + len(self._recent.get(key, ()))

    def keys(self) -> list[int]:
        """Return the keys, ascending."""
        every = np.concatenate([self._keys, np.array([*self._recent], np.int64)])
        found: list[int] = distinct(every).tolist()
        return found

    def _run(self, key: int) -> tuple[int, int]:
        """Return where the values of a key begin and end."""
        keys = self._seen
        start = bisect_left(keys, key)
        found = start < len(keys) and keys[start] == key
        return start, bisect_left(keys, key + 1, start) if found else start

    def add(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Add pairs."""
        for key, value in pairs:
            self._recent.setdefault(key, []).append(value)
            self._waiting += 1
        if self._waiting > max(self._few, len(self._keys) // _SHARE):
            counts = [len(values) for values in self._recent.values()]
            late = np.repeat(np.array([*self._recent], np.int64), counts)
            values = [value for each in self._recent.values() for value in each]
            self._recent, self._waiting = {}, 0
            self._sort_in(late, np.array(values, np.int64))

    def extend(self, keys: Int64, values: Int64) -> None:
        """Add the pairs of two arrays."""
        if self._waiting or len(keys) <= self._few:
            self.add(zip(keys.tolist(), values.tolist(), strict=True))
        else:
            self._sort_in(keys, values)

    def _sort_in(self, keys: Int64, values: Int64) -> None:
        every = np.concatenate([self._keys, keys])
        order = np.argsort(every, kind="stable")
        self._keys = every[order]
        self._seen = self._keys.data
        self._values = np.concatenate([self._values, values])[order]
