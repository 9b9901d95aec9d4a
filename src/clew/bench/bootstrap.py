"""Bootstrap intervals: how certain a measured mean is."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from clew.errors import UsageError

__all__ = ["Estimate", "mean_interval"]

_RESAMPLES = 10_000


class Estimate(NamedTuple):
    """A mean and its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def mean_interval(values: Sequence[float]) -> Estimate:
    """Return the mean with a 95 % percentile bootstrap interval over the values.

    The same values give the same numbers. For the difference of two systems pass the
    differences question by question (a paired test), not two means.

    Raises:
        UsageError: there are no values.
    """
    if not values:
        raise UsageError("a mean needs at least one value; got none")
    rows = np.asarray(values, dtype=np.float64)
    rng = np.random.default_rng(0)
    # By blocks: 10,000 resamples of 700 questions at once would be 56 MB of indices.
    means = np.concatenate(
        [
            rows[rng.integers(0, len(rows), size=(500, len(rows)))].mean(1)
            for _ in range(0, _RESAMPLES, 500)
        ]
    )
    low, high = np.quantile(means, (0.025, 0.975))
    return Estimate(float(rows.mean()), float(low), float(high))
