"""Whether agents differ: one-way analysis of variance, and paired differences."""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple, TypeVar

from clew.bench.bootstrap import Estimate, mean_interval
from clew.errors import UsageError

__all__ = ["Anova", "anova", "paired"]

Key = TypeVar("Key")
_TERMS, _ENOUGH = 500, 1e-15


class Anova(NamedTuple):
    """A one-way analysis of variance: F, its degrees of freedom, and P(F or more by chance)."""

    f: float
    between: int
    within: int
    p: float


def anova(groups: Sequence[Sequence[float]]) -> Anova:
    """Compare the means of groups, as the paper compares its four agents.

    If no group varies, F is infinite and p is 0, or they are 0 and 1 if the means are equal.

    Raises:
        UsageError: there are fewer than two groups, an empty one, or one value in each.

    >>> found = anova([[6, 8, 4, 5, 3, 4], [8, 12, 9, 11, 6, 8], [13, 9, 11, 8, 7, 12]])
    >>> round(found.f, 2), found.between, found.within, round(found.p, 4)
    (9.26, 2, 15, 0.0024)
    """
    values = [one for group in groups for one in group]
    between, within = len(groups) - 1, len(values) - len(groups)
    if between < 1 or within < 1 or not all(groups):
        raise UsageError("an analysis of variance needs two groups or more, and several values")
    means, whole = [fmean(group) for group in groups], fmean(values)
    apart = math.fsum(len(g) * (m - whole) ** 2 for g, m in zip(groups, means, strict=True))
    inside = math.fsum((v - m) ** 2 for g, m in zip(groups, means, strict=True) for v in g)
    if inside == 0:
        return Anova(math.inf if apart else 0.0, between, within, 0.0 if apart else 1.0)
    f = (apart / between) / (inside / within)
    share = within / (within + between * f)
    return Anova(f, between, within, _incomplete_beta(within / 2, between / 2, share))


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # it converges fast on the other side only
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    upper, lower = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = lower
    for m in range(1, _TERMS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            lower, upper = 1 / (1 + term * lower), 1 + term / upper
            value *= lower * upper
        if abs(lower * upper - 1) < _ENOUGH:
            break
    return front * value / a


def paired(ours: Mapping[Key, float], theirs: Mapping[Key, float]) -> Estimate | None:
    """Return the mean difference over what both have, with its 95 % bootstrap interval.

    `None` if they have nothing in common.
    """
    both = [key for key in ours if key in theirs]
    return mean_interval([ours[key] - theirs[key] for key in both]) if both else None
