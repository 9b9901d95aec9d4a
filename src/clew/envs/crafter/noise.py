"""Vectorised OpenSimplex noise with exactly the values of the package opensimplex.

The package computes one point at a time, in Python: half a second for a map. Here every point sums
the same lattice corners in the same order, so the results are equal to the bit.
Needs the extra crafter.
"""

import numpy as np
from opensimplex import OpenSimplex
from opensimplex.constants import GRADIENTS3, NORM_CONSTANT3, SQUISH_CONSTANT3, STRETCH_CONSTANT3

__all__ = ["Noise"]

_Corner = tuple[int, int, int]
_CUBE: tuple[_Corner, ...] = (
    (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 1, 1),
)  # fmt: skip
"""In the order of summation."""
_ONE, _TWO = (1, 2, 4), (3, 5, 6)
"""Corners by their bits: 1 for x, 2 for y, 4 for z."""


def _bits(code: int, on: int, off: int) -> _Corner:
    return on if code & 1 else off, on if code & 2 else off, on if code & 4 else off


def _tables() -> np.ndarray:
    """Return the two corners that count beside the cube's, [which, axis, 8 * kind + bits].

    Kinds: close to the lowest corner and to that of `bits`; to the two of `bits` only; the same
    at the highest; in the middle, close to two high corners with `bits` in common; to two low
    ones with `bits` together; to a high one with `bits`; to a low one with `bits`.
    """
    table = np.zeros((7, 8, 2, 3), np.int64)
    low = {1: ((1, -1, 0), (1, 0, -1)), 2: ((-1, 1, 0), (0, 1, -1)), 4: ((-1, 0, 1), (0, -1, 1))}
    for one, two in zip(_ONE, (6, 5, 3), strict=True):
        table[0, one] = low[one]
        table[1, two] = _bits(two, 1, 0), _bits(two, 1, -1)
        table[2, two] = 1 - np.array(low[one])
        table[3, one] = _bits(one, 1, 0), _bits(one, 2, 0)
        table[4, one] = (1, 1, 1), _bits(one, 2, 0)
        table[5, two] = (0, 0, 0), _bits(two, 1, -1)
        table[6, two, 0] = _bits(two, 1, -1)
        table[6, one, 1] = _bits(one, 2, 0)
    return np.ascontiguousarray(np.moveaxis(table.reshape(56, 2, 3), 0, -1))


_TABLES = _tables()


class Noise:
    """The noise of a seed."""

    def __init__(self, seed: int) -> None:
        made = OpenSimplex(seed=seed)
        self._order = made._perm
        self._slopes = np.array([GRADIENTS3[made._perm_grad_index3 + axis] for axis in range(3)], float)

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
        for table, number in zip(_TABLES, _extras(inside, total), strict=True):
            value += self._corner(cell, away, *table[:, number])
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
        row = order[(order[(cell[0] + i) & 255] + (cell[1] + j)) & 255]
        east, south, up = self._slopes[:, (row + (cell[2] + k)) & 255]
        return np.asarray(near * near * (east * dx + south * dy + up * dz))


def _extras(inside: list[np.ndarray], total: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers in the tables of the two corners that count beside the cube's."""
    low, high = _end(inside, total, 1), _end(inside, total, -1)
    ends = np.where(total <= 1, low, high)
    first, second = (
        np.where((total <= 1) | (total >= 2), ends, middle) for middle in _middle(inside)
    )
    return first, second


def _end(inside: list[np.ndarray], total: np.ndarray, sign: int) -> np.ndarray:
    """Return the extra corners near the lowest (sign 1) or highest (-1) corner of the cube."""
    x, y, z = (sign * place for place in inside)
    ones = _ONE if sign > 0 else (6, 5, 3)
    second = (x >= y) & (z > y)
    first = (x < y) & (z > x)
    a, a_score = np.where(first, ones[2], ones[0]), np.where(first, z, x)
    b, b_score = np.where(second, ones[2], ones[1]), np.where(second, z, y)
    rest = (1 - total) if sign > 0 else -(3 - total)
    close = (rest > a_score) | (rest > b_score)
    nearer = np.where(b_score > a_score, b, a)
    both = (a | b) if sign > 0 else (a & b)
    kind = 0 if sign > 0 else 2
    return np.where(close, 8 * kind + nearer, 8 * kind + 8 + both)


def _middle(inside: list[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of the extra corners between."""
    x, y, z = inside
    (a, a_high, a_score), (b, b_high, b_score), (c, c_high, score) = (
        _side(one + two, high, low)
        for one, two, high, low in ((x, y, 3, 4), (x, z, 5, 2), (y, z, 6, 1))
    )
    first = (a_score <= b_score) & (a_score < score)
    second = (a_score > b_score) & (b_score < score)
    a, a_high = np.where(first, c, a), np.where(first, c_high, a_high)
    b, b_high = np.where(second, c, b), np.where(second, c_high, b_high)
    same = a_high == b_high
    both = np.where(a_high, 32 + (a & b), 40 + (a | b))
    return tuple(np.where(same, both, 48 + np.where(a_high, one, other)) for one, other in ((a, b), (b, a)))


def _side(sum_of_two: np.ndarray, high: int, low: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the closer of two opposite corners: its bits, whether it is high, how close."""
    above = sum_of_two > 1
    return (
        np.where(above, high, low), above, np.where(above, sum_of_two - 1, 1 - sum_of_two)
    )  # fmt: skip
