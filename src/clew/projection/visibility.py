"""What is visible at a moment, as known at a revision: masks that views share until a write.

Making them takes time that grows with the memory, and between two writes most views ask for the
same: what holds now. A moment has the masks of every other moment up to the next one at which
something begins or ends.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from clew.graph.types import STATEMENT_KINDS, Kind
from clew.projection.columns import Column, Items
from clew.projection.rows import Int64

__all__ = ["Visibility", "Visible"]

_KEPT = 3
"""Masks kept: those of now, of any time, and of one other moment."""
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Visible:
    """Which items are visible from one moment up to another; do not change the masks."""

    known: int
    any_time: bool
    first: int
    until: int
    masks: Mapping[Kind, Mask]
    """By place in the column of a kind."""
    shown: Mask
    """By item number."""

    def fits(self, valid: int | None, known: int) -> bool:
        """Return whether these are the masks of a moment, or with `None` of any time."""
        if known != self.known or self.any_time != (valid is None):
            return False
        return valid is None or self.first <= valid < self.until


class Visibility:
    """Makes masks, and keeps the last few until `clear`."""

    def __init__(self, columns: Mapping[Kind, Column], items: Items) -> None:
        self._columns, self._items = columns, items
        self._kept: list[Visible] = []

    def clear(self) -> None:
        """Forget the masks: something was written."""
        self._kept.clear()

    def at(self, valid: int | None, known: int) -> Visible:
        """Return what is visible at a moment (`None`: at any) as known at a revision."""
        for place, one in enumerate(self._kept):
            if one.fits(valid, known):
                self._kept.insert(0, self._kept.pop(place))
                return one
        made = self._made(valid, known)
        self._kept = [made, *self._kept[: _KEPT - 1]]
        return made

    def narrowed(self, seen: Visible, without: Sequence[int], only: Int64 | None) -> Visible:
        """Return what is visible without some items and, if given, only of some."""
        masks = {}
        for kind, mask in seen.masks.items():
            ids = self._columns[kind].ids.data[: len(mask)]
            masks[kind] = mask & ~np.isin(ids, without)
            if only is not None:
                masks[kind] &= np.isin(ids, only)
        return replace(seen, masks=masks, shown=self._shown(masks))

    def _made(self, valid: int | None, known: int) -> Visible:
        masks = {kind: each.visible(valid, known) for kind, each in self._columns.items()}
        first, until = np.iinfo(np.int64).min, np.iinfo(np.int64).max
        for kind in STATEMENT_KINDS if valid is not None else ():
            assert valid is not None
            began, ends = self._columns[kind].versions.around(valid, known)
            first, until = max(first, began), min(until, ends)
        return Visible(known, valid is None, first, until, masks, self._shown(masks))

    def _shown(self, masks: Mapping[Kind, Mask]) -> Mask:
        shown = np.zeros(self._items.ids.size, np.bool_)
        for kind, mask in masks.items():
            shown[self._columns[kind].numbers.data[: len(mask)][mask]] = True
        return shown
