"""Whole numbers by a whole number, in arrays: an eighth of the memory of a dictionary of lists.

`Keyed` finds ids by a text of theirs through its hash; the text itself is kept elsewhere.
"""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from clew.projection.rows import Int64

__all__ = ["Keyed", "Multimap"]

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
        self._values: Int64 = np.zeros(0, np.int64)
        self._recent: dict[int, list[int]] = {}
        self._waiting = 0

    def get(self, key: int, default: Sequence[int] = ()) -> list[int]:
        """Return the values of a key."""
        start, end = self._keys.searchsorted([key, key + 1]).tolist() if len(self._keys) else (0, 0)
        found: list[int] = self._values[start:end].tolist() if start < end else []
        found += self._recent.get(key, ())
        return found or list(default)

    def add(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Add pairs."""
        for key, value in pairs:
            self._recent.setdefault(key, []).append(value)
            self._waiting += 1
        if self._waiting > max(self._few, len(self._keys) // _SHARE):
            self._merge()

    def _merge(self) -> None:
        counts = [len(values) for values in self._recent.values()]
        keys = np.repeat(np.array([*self._recent], np.int64), counts)
        values = np.array([value for each in self._recent.values() for value in each], np.int64)
        every = np.concatenate([self._keys, keys])
        order = np.argsort(every, kind="stable")
        self._keys = every[order]
        self._values = np.concatenate([self._values, values])[order]
        self._recent, self._waiting = {}, 0


class Keyed:
    """Ids by a text.

    Args:
        text_of: returns the text of an id, which is compared: two texts may have one hash.
    """

    def __init__(self, text_of: Callable[[int], str]) -> None:
        self._ids = Multimap()
        self._text_of = text_of

    def get(self, text: str, default: Sequence[int] = ()) -> list[int]:
        """Return the ids with this text, in the order in which they were added."""
        found = self._ids.get(_hash(text))
        return [one for one in found if self._text_of(one) == text] or list(default)

    def __contains__(self, text: str) -> bool:
        return bool(self.get(text))

    def add(self, pairs: Iterable[tuple[str, int]]) -> None:
        """Add texts with their ids."""
        self._ids.add((_hash(text), id) for text, id in pairs)


def _hash(text: str) -> int:
    return hash(text) >> 1  # so that the next number is one, too
