"""Vectors as signed bytes: a quarter of the memory, and a scan that reads a quarter of the bytes.

A vector is about its codes times its scale. What the scan finds is only nearly right, so whoever
asks reads the few best as floats and compares those (`clew.projection.vectors`). With the wheel
`simsimd` a scan takes a ninth of the time that the same product takes in floats; without it, NumPy
turns one block after another into floats, which takes two thirds.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from clew.graph.view import Float32
from clew.projection.columns import Grow
from clew.projection.rows import Int32

__all__ = ["Codes", "coded", "scanner"]

Int8 = NDArray[np.int8]
_LARGEST = 127
_WIDE_BLOCK, _BLOCK = 1 << 15, 1 << 10
"""Rows at a time: with the wheel, whose results are wide, and without."""
_DEVIATIONS = 6.0
"""How many standard deviations of rounding a product may be off: one in a billion is more."""


def coded(vectors: Float32) -> tuple[Int8, Float32]:
    """Return the codes and the scale of each row; a row of zeros has the scale 0."""
    scales = np.abs(vectors).max(axis=1, initial=0.0) / np.float32(_LARGEST)
    steps = vectors / np.where(scales > 0, scales, 1)[:, None]
    return np.rint(steps, out=steps).astype(np.int8), scales


def scanner(*, wheel: bool = True) -> Callable[[Int8, Int8], Float32]:
    """Return what multiplies codes (queries, dim) with codes (rows, dim) the quickest way here.

    Without `wheel` it is NumPy in any case.
    """
    if not wheel:
        return _by_numpy
    try:
        from simsimd import cdist  # extra
    except ImportError:
        return _by_numpy

    def scan(queries: Int8, codes: Int8) -> Float32:
        found = np.empty((len(queries), len(codes)), np.float32)
        for start in range(0, len(codes), _WIDE_BLOCK):
            block = slice(start, start + _WIDE_BLOCK)
            found[:, block] = cdist(queries, codes[block], metric="dot")
        return found

    return scan


def _by_numpy(queries: Int8, codes: Int8) -> Float32:
    found = np.empty((len(queries), len(codes)), np.float32)
    asked = queries.astype(np.float32)
    for start in range(0, len(codes), _BLOCK):
        block = slice(start, start + _BLOCK)
        np.matmul(asked, codes[block].astype(np.float32).T, out=found[:, block])
    return found


class Codes:
    """The codes of one kind's items by place; an item without a vector has codes of zeros."""

    def __init__(self) -> None:
        self.scales = Grow(np.float32)
        self._codes: Grow | None = None
        self._scan = scanner()

    @property
    def width(self) -> int:
        """Numbers of a vector; 0 without any."""
        return 0 if self._codes is None else int(self._codes.data.shape[1])

    def add(self, count: int) -> None:
        """Add items that have no vectors yet."""
        self.scales.extend_zeros(count)
        if self._codes is not None:
            self._codes.extend_zeros(count)

    def put(self, places: Int32, codes: Int8, scales: Float32) -> None:
        """Set the codes of the items at these places."""
        if self._codes is None:
            self._codes = Grow(np.int8, codes.shape[1])
            self._codes.extend_zeros(self.scales.size)
        self._codes.data[places] = codes
        self.scales.data[places] = scales

    def products(self, queries: Float32, size: int) -> tuple[Float32, list[float]]:
        """Return the products of unit queries with the first items, and how far each may be off."""
        assert self._codes is not None
        asked, steps = coded(queries)
        scales = self.scales.data[:size]
        found = self._scan(asked, self._codes.data[:size])
        found *= scales
        found *= steps[:, None]
        rough = float(scales.max(initial=0.0))
        off = np.hypot(rough, steps) * np.float32(_DEVIATIONS / math.sqrt(12))
        return found, off.tolist()
