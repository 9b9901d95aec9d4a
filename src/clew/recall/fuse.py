"""Fuses several rankings into one, by reciprocal ranks or by scores scaled to [0, 1].

Neither method depends on the order of the channels or on the scale of their scores. Sums use
`math.fsum`, so the same terms in any order give the same bits.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clew.errors import UsageError
from clew.graph.view import Hit
from clew.recall.base import Part

__all__ = ["Fused", "min_max_fusion", "reciprocal_rank_fusion"]


@dataclass(frozen=True, slots=True)
class Fused:
    """One id of a fused ranking, with its place in every channel that has it, by channel name."""

    id: int
    score: float
    parts: tuple[Part, ...]


def reciprocal_rank_fusion(
    channels: Mapping[str, Sequence[Hit]],
    weights: Mapping[str, float] | None = None,
    k: int = 60,
) -> list[Fused]:
    """Fuse by rank: each channel gives `weight / (k + rank)`, ranks from 1.

    Source: Cormack, Clarke and Buettcher, Reciprocal Rank Fusion, SIGIR 2009. Equal scores
    within a channel keep the channel's own order.

    Args:
        channels: rankings by name, best first; an id at most once in each.
        weights: by channel name; 1.0 by default.
        k: smooths the difference between the first ranks.

    Returns:
        Every id in any channel once, best first, ties by ascending id.

    Raises:
        UsageError: a weight is negative or not finite, `k` is negative, or a channel repeats an id.
    """
    if k < 0:
        raise UsageError(f"k is 0 or more; got {k!r}")
    worth = {
        name: [1.0 / (k + rank + 1) for rank in range(len(hits))] for name, hits in channels.items()
    }
    return _fuse(channels, worth, weights or {})


def min_max_fusion(
    channels: Mapping[str, Sequence[Hit]],
    weights: Mapping[str, float] | None = None,
    floors: Mapping[str, float] | None = None,
) -> list[Fused]:
    """Fuse by score: each channel gives `weight * (score - low) / (high - low)`.

    `high` is the channel's best score and `low` its worst, or its floor, the worst possible score
    (0 for BM25, -1 for a cosine; Bruch, Gai and Ingber, An Analysis of Fusion Functions for Hybrid
    Retrieval, TOIS 2023). A channel with equal scores gives 1 to each. An id missing from a channel
    gets nothing from it.

    Args:
        channels: rankings by name, best first; an id at most once in each.
        weights: by channel name; 1.0 by default.
        floors: by channel name.

    Returns:
        Every id in any channel once, best first, ties by ascending id.

    Raises:
        UsageError: a weight is negative or not finite, or a channel repeats an id.
    """
    low = floors or {}
    worth = {
        name: _scaled([score for _, score in hits], low.get(name))
        for name, hits in channels.items()
    }
    return _fuse(channels, worth, weights or {})


def _scaled(scores: Sequence[float], floor: float | None) -> list[float]:
    high = max(scores, default=0.0)
    low = min(scores, default=0.0)
    if floor is not None:
        low = min(low, floor)
    span = high - low
    return [(score - low) / span if span > 0 else 1.0 for score in scores]


def _fuse(
    channels: Mapping[str, Sequence[Hit]],
    worth: Mapping[str, Sequence[float]],
    weights: Mapping[str, float],
) -> list[Fused]:
    terms: dict[int, list[float]] = {}
    parts: dict[int, list[Part]] = {}
    for name in sorted(channels):
        weight = weights.get(name, 1.0)
        if not (math.isfinite(weight) and weight >= 0):
            raise UsageError(f"a weight must be finite and at least 0; {name!r} has {weight!r}")
        hits = channels[name]
        if len({id for id, _ in hits}) < len(hits):
            raise UsageError(f"a channel must not repeat an id; {name!r} has one twice: {hits!r}")
        for rank, ((id, score), value) in enumerate(zip(hits, worth[name], strict=True), 1):
            terms.setdefault(id, []).append(weight * value)
            parts.setdefault(id, []).append((name, rank, score))
    order = sorted((-math.fsum(values), id) for id, values in terms.items())
    return [Fused(id, -score, tuple(parts[id])) for score, id in order]
