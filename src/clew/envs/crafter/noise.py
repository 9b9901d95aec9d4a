"""Vectorised OpenSimplex noise with exactly the values of the package opensimplex.

The package computes one point at a time, in Python: half a second for a map. Here every point sums
the same lattice corners in the same order, so the results are equal to the bit.
Needs the extra crafter.
"""

from itertools import permutations

import numpy as np
from opensimplex import OpenSimplex
from opensimplex.constants import GRADIENTS3, NORM_CONSTANT3, SQUISH_CONSTANT3, STRETCH_CONSTANT3

__all__ = ["Noise"]

_Corner = tuple[int, int, int]
_CUBE: tuple[_Corner, ...] = (
    (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1),
)  # fmt: skip
"""In the order of summation."""
_OPPOSITE = {1: 6, 2: 5, 4: 3}
"""Corners by their bits, 1 for x, 2 for y, 4 for z: those with one bit, and across the cube."""


def _bits(code: int, on: int, off: int) -> _Corner:
    return on if code & 1 else off, on if code & 2 else off, on if code & 4 else off


def _tables() -> np.ndarray:
    """Return the two corners that count beside the cube's, [which, axis, number].

    Numbers: `one`: close to the lowest corner and that one; 8 + `two`: to two corners that are
    `two` together; 16 more: the same mirrored, at the highest; 32 + 8 * a + b: between, close to
    a and b.
    """
    table = np.zeros((96, 2, 3), np.int64)
    low = {1: ((1, -1, 0), (1, 0, -1)), 2: ((-1, 1, 0), (0, 1, -1)), 4: ((-1, 0, 1), (0, -1, 1))}
    for one, two in _OPPOSITE.items():
        table[one] = low[one]
        table[8 + two] = _bits(two, 1, 0), _bits(two, 1, -1)
        table[16 + one] = 1 - np.array(low[one])
        table[24 + two] = _bits(one, 1, 0), _bits(one, 2, 0)
    for a, b in permutations((1, 2, 4, 3, 5, 6), 2):
        few, many = sorted((a, b), key=int.bit_count)
        table[32 + 8 * a + b] = _bits(many, 1, -1), _bits(few, 2, 0)
        if many in _OPPOSITE:
            table[32 + 8 * a + b] = (0, 0, 0), _bits(a | b, 1, -1)
        elif few not in _OPPOSITE:
            table[32 + 8 * a + b] = (1, 1, 1), _bits(a & b, 2, 0)
    return np.ascontiguousarray(np.moveaxis(table, 0, -1))


_TABLES = _tables()
_GRADIENTS = GRADIENTS3.reshape(-1, 3).T.astype(float)


class Noise:
    """The noise of a seed."""

    def __init__(self, seed: int) -> None:
        made = OpenSimplex(seed=seed)
        self._order = made._perm
        self._slopes = _GRADIENTS[:, made._perm_grad_index3 // 3]

    def at(self, x: np.ndarray, y: np.ndarray, z: float) -> np.ndarray:
        """Return the noise, from -1 to 1, at points of one height; `x` and `y` have one shape."""
        stretched = (x + y + z) * STRETCH_CONSTANT3
        places = [axis + stretched for axis in (x, y, z)]
        cell = [np.floor(place).astype(np.int64) for place in places]
        squished = (cell[0] + cell[1] + cell[2]) * SQUISH_CONSTANT3
        away = [axis - (low + squished) for axis, low in zip((x, y, z), cell, strict=True)]
        inside = [place - low for place, low in zip(places, cell, strict=True)]
        total = inside[0] + inside[1] + inside[2]
        counted = total <= 1, total < 2, total > 1, total >= 2
        value = np.zeros_like(x)
        for corner in _CUBE:
            value += self._corner(cell, away, *corner) * counted[sum(corner)]
        extras = np.where((total > 1) & (total < 2), _middle(inside), _end(inside, total))
        for table in _TABLES:
            value += self._corner(cell, away, *table.take(extras, axis=1))
        return np.asarray(value / NORM_CONSTANT3)

    def _corner(
        self, cell: list[np.ndarray], away: list[np.ndarray], i: object, j: object, k: object
    ) -> np.ndarray:
        """Return the contribution of a lattice corner; 0 beyond a distance."""
        shift = (i + j + k) * SQUISH_CONSTANT3  # type: ignore[operator]
        dx, dy, dz = (axis - side - shift for axis, side in zip(away, (i, j, k), strict=True))
        near = np.maximum(2 - dx * dx - dy * dy - dz * dz, 0)
        near *= near
        order = self._order
        row = order.take((order.take((cell[0] + i) & 255) + (cell[1] + j)) & 255)
        east, south, up = self._slopes.take((row + (cell[2] + k)) & 255, axis=1)
        return np.asarray(near * near * (east * dx + south * dy + up * dz))


def _end(inside: list[np.ndarray], total: np.ndarray) -> np.ndarray:
    """Return the number in the tables of points near the lowest or the highest corner."""
    low = total <= 1
    x, y, z = (np.where(low, place, -place) for place in inside)
    first, second = (x < y) & (z > x), (x >= y) & (z > y)
    a, a_score = np.where(first, 4, 1), np.where(first, z, x)
    b, b_score = np.where(second, 4, 2), np.where(second, z, y)
    rest = np.where(low, 1 - total, total - 3)
    close = (rest > a_score) | (rest > b_score)
    number = np.where(close, np.where(b_score > a_score, b, a), 8 + (a | b))
    return np.asarray(np.where(low, number, 16 + number))


def _middle(inside: list[np.ndarray]) -> np.ndarray:
    """Return the number in the tables of points between."""
    x, y, z = inside
    pairs = x + y, x + z, y + z
    a, b, c = (np.where(pair > 1, two, 7 - two) for pair, two in zip(pairs, (3, 5, 6), strict=True))
    a_score, b_score, score = (np.abs(pair - 1) for pair in pairs)
    first = (a_score <= b_score) & (a_score < score)
    second = (a_score > b_score) & (b_score < score)
    return np.asarray(32 + 8 * np.where(first, c, a) + np.where(second, c, b))
