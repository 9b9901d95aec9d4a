"""What unseen ground is likely to be, from the ground around it."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

__all__ = ["kriged"]

_RANGE = 15
"""Cells so far apart tell nothing of each other."""
_NUGGET = 0.05
"""How little a cell tells for sure of its own place: rock has caves, meadows have trees."""
_LEAST = 0.02
"""No cell is ruled out."""
_DIGITS = 6
"""Shares are rounded, so that what is equal is equal on every machine."""


def kriged(good: NDArray[np.bool_], bad: NDArray[np.bool_], prior: float) -> NDArray[np.float64]:
    """Return how likely each cell is good, .02 to 1, from those that are known to be good or bad.

    Simple kriging (Chilès and Delfiner, Geostatistics, 2nd ed., section 3.3): the deviations of the
    known cells from the prior are weighed by how much cells at their distances have in common,
    `(1 - distance / 15) ** 2`. One known cell in three is used, on a lattice: its neighbours tell
    much the same, and the time grows with the cube of their number.

    Args:
        good: (width, height) cells of the kind looked for.
        bad: those of no such kind.
        prior: the share of good cells where nothing is known.
    """
    width, height = good.shape
    x, y = np.nonzero(good | bad)
    used = (x + y) % 3 == 0
    x, y = x[used], y[used]
    covariance = _covariance(np.hypot(x[:, None] - x, y[:, None] - y))
    weights = np.linalg.solve(covariance + _NUGGET * np.eye(len(x)), good[x, y] - prior)
    spread = np.zeros((width + 2 * _RANGE, height + 2 * _RANGE))
    spread[x, y] = weights
    told = np.fft.irfft2(np.fft.rfft2(spread) * _kernel(*spread.shape), s=spread.shape)
    share: NDArray[np.float64] = np.clip(prior + told[:width, :height], _LEAST, 1).round(_DIGITS)
    return share


def _covariance(distance: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.clip(1 - distance / _RANGE, 0, None) ** 2


@lru_cache(maxsize=4)
def _kernel(width: int, height: int) -> NDArray[np.complex128]:
    """Return the transform of the covariance with the cell in the corner, all around it."""
    right, down = np.arange(width), np.arange(height)
    right, down = np.minimum(right, width - right), np.minimum(down, height - down)
    return np.fft.rfft2(_covariance(np.hypot(right[:, None], down)))
