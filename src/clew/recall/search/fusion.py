"""Rankings fused into one, as arrays: the reasons are put together only for what is returned.

Fusion is by reciprocal ranks or by scores scaled to [0, 1]; neither depends on the order of the
channels or on the scale of their scores. The terms of an item are summed from the smallest to the
largest, so the same terms in any channels give the same bits.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.errors import UsageError
from clew.graph.view import Hit
from clew.recall.base import Part

__all__ = [
    "Channel",
    "Fused",
    "Ranking",
    "Scale",
    "channel_of",
    "min_max_fusion",
    "min_max_ranking",
    "reciprocal_rank_fusion",
    "reciprocal_rank_ranking",
]

Float64: TypeAlias = NDArray[np.float64]
Scale: TypeAlias = tuple[float, float]
"""The scores of a channel that are worth 0 and 1."""
_SMOOTHING = 60
"""Added to every rank: smooths the difference between the first ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Channel:
    """One ranking, best first."""

    ids: NDArray[np.int64]
    scores: Float64

    def __len__(self) -> int:
        return len(self.ids)


def channel_of(hits: Sequence[Hit]) -> Channel:
    """Return hits as arrays."""
    return Channel(
        np.array([id for id, _ in hits], np.int64), np.array([score for _, score in hits])
    )


@dataclass(frozen=True, slots=True)
class Fused:
    """One id of a fused ranking, with its place in every channel that has it, by channel name."""

    id: int
    score: float
    parts: tuple[Part, ...]


@dataclass(frozen=True, eq=False)
class Ranking:
    """A fused ranking, best first, ties by ascending id."""

    ids: NDArray[np.int64]
    scores: Float64
    names: tuple[str, ...]
    """The channels, ascending."""
    _channels: Sequence[Channel]
    _rows: Sequence[NDArray[np.int64]]
    """The places of each channel's ids in this ranking."""

    @cached_property
    def ranks(self) -> NDArray[np.int64]:
        """(ids, channels), from 1; 0 where a channel lacks an id."""
        ranks = np.zeros((len(self.ids), len(self.names)), np.int64)
        for column, rows in enumerate(self._rows):
            ranks[rows, column] = np.arange(1, len(rows) + 1)
        return ranks

    @cached_property
    def given(self) -> Float64:
        """(ids, channels): the scores in the channels."""
        given = np.zeros((len(self.ids), len(self.names)))
        for column, (rows, one) in enumerate(zip(self._rows, self._channels, strict=True)):
            given[rows, column] = one.scores
        return given

    def parts_of(self, places: NDArray[np.int64]) -> Iterator[tuple[Part, ...]]:
        """Yield the places in the channels of the ids at these places of this ranking."""
        ranks, given, names = self.ranks[places].tolist(), self.given[places].tolist(), self.names
        for some, scores in zip(ranks, given, strict=True):
            each = zip(names, some, scores, strict=True)
            yield tuple([part for part in each if part[1]])

    def fused(self) -> list[Fused]:
        """Return all of it."""
        parts = self.parts_of(np.arange(len(self.ids)))
        return list(map(Fused, self.ids.tolist(), self.scores.tolist(), parts))


def reciprocal_rank_fusion(
    channels: Mapping[str, Sequence[Hit]], weights: Mapping[str, float] | None = None
) -> list[Fused]:
    """Fuse by rank: each channel gives `weight / (60 + rank)`, ranks from 1.

    Source: Cormack, Clarke and Buettcher, Reciprocal Rank Fusion, SIGIR 2009. Equal scores
    within a channel keep the channel's own order.

    Args:
        channels: rankings by name, best first; an id at most once in each.
        weights: by channel name; 1.0 by default.

    Returns:
        Every id in any channel once, best first, ties by ascending id.

    Raises:
        UsageError: a weight is negative or not finite, or a channel repeats an id.
    """
    return reciprocal_rank_ranking(_arrays(channels), weights).fused()


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
    return min_max_ranking(_arrays(channels), weights, floors).fused()


def reciprocal_rank_ranking(
    channels: Mapping[str, Channel], weights: Mapping[str, float] | None = None
) -> Ranking:
    """Return `reciprocal_rank_fusion` as arrays."""
    worth = {
        name: 1.0 / (_SMOOTHING + np.arange(1, len(one) + 1)) for name, one in channels.items()
    }
    return _ranking(channels, worth, weights or {})


def min_max_ranking(
    channels: Mapping[str, Channel],
    weights: Mapping[str, float] | None = None,
    floors: Mapping[str, float] | None = None,
    scales: Mapping[str, Scale] | None = None,
) -> Ranking:
    """Return `min_max_fusion` as arrays.

    A channel with a scale takes its `low` and `high` from there; what is below `low` gives 0.
    """
    low, given = floors or {}, scales or {}
    worth = {
        name: _within(one.scores, *given[name])
        if name in given
        else _scaled(one.scores, low.get(name))
        for name, one in channels.items()
    }
    return _ranking(channels, worth, weights or {})


def _arrays(channels: Mapping[str, Sequence[Hit]]) -> dict[str, Channel]:
    return {name: channel_of(hits) for name, hits in channels.items()}


def _scaled(scores: Float64, floor: float | None) -> Float64:
    if not len(scores):
        return scores
    high, low = scores.max(), scores.min()
    if floor is not None:
        low = min(low, np.float64(floor))
    return _within(scores, low, high)


def _within(scores: Float64, low: float, high: float) -> Float64:
    span = high - low
    if span <= 0:
        return (scores >= high).astype(np.float64)
    return np.maximum((scores - low) / span, 0.0)


def _ranking(
    channels: Mapping[str, Channel], worth: Mapping[str, Float64], weights: Mapping[str, float]
) -> Ranking:
    names = tuple(sorted(channels))
    ids, where = _numbered([channels[name].ids for name in names])
    terms = np.zeros((len(ids), len(names)))
    start, rows = 0, []
    for column, name in enumerate(names):
        weight, one = weights.get(name, 1.0), channels[name]
        if not (math.isfinite(weight) and weight >= 0):
            raise UsageError(f"a weight must be finite and at least 0; {name!r} has {weight!r}")
        mine = where[start : start + len(one)]
        start += len(one)
        if len(mine) and np.bincount(mine).max() > 1:
            raise UsageError(f"a channel must not repeat an id; {name!r} has one twice: {one!r}")
        terms[mine, column] = weight * worth[name]
        rows.append(mine)
    terms.sort(axis=1)
    scores = np.zeros(len(ids))
    for place in range(len(names)):
        scores += terms[:, place]
    order = np.lexsort((ids, -scores))
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return Ranking(
        ids[order],
        scores[order],
        names,
        [channels[name] for name in names],
        [places[mine] for mine in rows],
    )


def _numbered(several: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the different ids, ascending, and the place of each of all among these."""
    every = np.concatenate([np.zeros(0, np.int64), *several])
    order = every.argsort(kind="stable")
    ordered = every[order]
    is_new = np.ones(len(every), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_new[1:])
    where = np.empty(len(every), np.int64)
    where[order] = np.cumsum(is_new) - 1
    return ordered[is_new], where
