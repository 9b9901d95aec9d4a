"""How sure a measured mean is."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from clew.errors import UsageError

__all__ = ["Estimate", "mean_interval", "saved"]


class Estimate(NamedTuple):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def mean_interval(values: Sequence[float], *, resamples: int = 10_000, seed: int = 0) -> Estimate:
    """Return the mean with a 95 % percentile bootstrap interval over the values.

    The same values and seed give the same numbers. For the difference of two systems pass the
    differences question by question (a paired test), not two means.

    Raises:
        UsageError: there are no values.
    """
    if not values:
        raise UsageError("a mean needs at least one value; got none")
    rows = np.asarray(values, dtype=np.float64)
    rng = np.random.default_rng(seed)
    # By blocks: 10,000 resamples of 700 questions at once would be 56 MB of indices.
    means = np.concatenate(
        [
            rows[rng.integers(0, len(rows), size=(min(500, resamples - done), len(rows)))].mean(1)
            for done in range(0, resamples, 500)
        ]
    )
    low, high = np.quantile(means, (0.025, 0.975))
    return Estimate(float(rows.mean()), float(low), float(high))


def saved(
    ours: Sequence[float], base: Sequence[float], *, resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Return by which share the mean of a cost is below that of a base, pair by pair.

    Half of the base's cost is .5, more than it is below 0. The 95 % interval is a percentile
    bootstrap over the pairs.

    Raises:
        UsageError: there are no pairs, one is not complete, or the base costs nothing.
    """
    if not ours or len(ours) != len(base):
        raise UsageError(f"expected pairs, got {len(ours)} values and {len(base)} of the base")
    pairs = np.asarray([ours, base], dtype=np.float64)
    if (pairs[1] <= 0).any():
        raise UsageError(f"expected a base above 0, got {min(base)}")
    drawn = np.random.default_rng(seed).integers(0, len(base), size=(resamples, len(base)))
    means = pairs[:, drawn].mean(2)
    low, high = np.quantile(1 - means[0] / means[1], (0.025, 0.975))
    whole = pairs.mean(1)
    return Estimate(float(1 - whole[0] / whole[1]), float(low), float(high))
