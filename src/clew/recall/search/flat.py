"""Flat search without a graph: BM25 over words, and vectors; and rankings fused into one.

Keyword search, the baseline of every comparison, is hard to beat on dialogue. Fusion is by
reciprocal ranks or by scores scaled to [0, 1]; neither depends on the order of the channels or on
the scale of their scores. Sums use `math.fsum`, so the same terms in any order give the same bits.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from clew.errors import UsageError
from clew.graph.types import Episode, Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Part, Query, Scored, best_first, finish
from clew.text import STOP_WORDS, words

__all__ = [
    "Dense",
    "Fused",
    "Keyword",
    "dense_hits",
    "keyword_hits",
    "min_max_fusion",
    "reciprocal_rank_fusion",
    "rest_hits",
    "stem",
    "terms",
]

_SIBILANT = ("ches", "shes", "sses", "xes", "zes")
_VOWEL = re.compile(r"[aeiouy]")
_SMOOTHING = 60
"""Added to every rank: smooths the difference between the first ones."""


def terms(text: str) -> list[str]:
    """Return the stems of a text's words in order, without stop words."""
    return [stem(word) for word in words(text) if word not in STOP_WORDS]


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """Return a word without its common English ending; other scripts are unchanged.

    Approximates the Porter stemmer of a file's text index: plural, -ed, -ing, final -e and -y. The
    derivational suffixes Porter also removes (-ation, -ness, -ful) are kept.

    >>> [stem(word) for word in ["lives", "lived", "living", "carries", "carry", "boxes", "ключи"]]
    ['liv', 'liv', 'liv', 'carri', 'carri', 'box', 'ключи']
    """
    if len(word) <= 2 or not word.isascii():
        return word
    bare = _without_participle(_without_plural(word))
    if bare.endswith("e") and _VOWEL.search(bare[:-2]):
        bare = bare[:-1]
    if bare.endswith("y") and _VOWEL.search(bare[:-1]):
        bare = bare[:-1] + "i"
    return bare


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(_SIBILANT):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


def _without_participle(word: str) -> str:
    if word.endswith("ied"):
        return word[:-3] + "y"
    for ending in ("ing", "ed"):
        bare = word.removesuffix(ending)
        if bare != word and len(bare) > 1 and _VOWEL.search(bare):
            doubled = bare[-1] == bare[-2] and bare[-1] not in "lsz"
            return bare[:-1] if doubled else bare
    return word


@dataclass(frozen=True, slots=True)
class Keyword:
    """Items whose words match the query's text (stemmed, without stop words; see `View.match`).

    Scores of several kinds are merged unchanged. Each kind has its own word statistics, so they
    are on one scale but not calibrated against each other.
    """

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best matches; none if the text has no words other than stop words."""
        found = _together(keyword_hits(view, query, limits.k, query.wanted))
        return finish(view, query, limits, found, "keyword")


def keyword_hits(view: View, query: Query, k: int, kinds: Sequence[Kind]) -> dict[Kind, list[Hit]]:
    """Return the best `k` matches of each kind, plus enough to replace excluded episodes."""
    return {kind: view.match(query.text, k + len(query.recent), kind=kind) for kind in kinds}


@dataclass(frozen=True, slots=True)
class Dense:
    """Items whose vectors have the largest dot product with the query's vector."""

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the nearest items; none if the query has no vector, or one of zeros."""
        found = _together(dense_hits(view, query, limits.k, query.wanted))
        return finish(view, query, limits, found, "dense")


def rest_hits(view: View, query: Query, k: int, ranked: Iterable[int]) -> list[Hit]:
    """Return the episodes that match the words of the query which the best episode lacks.

    If a question compares two things, the rarer name would else take all places.

    Args:
        view: the view to search.
        query: its recent episodes are no best episode.
        k: the number of hits, plus enough to replace recent episodes.
        ranked: ids of episodes, best first; without any there are no hits.
    """
    best = [id for id in ranked if id not in query.recent][:1]
    lacking = ""
    for item in view.items(best):
        assert isinstance(item, Episode)
        there = set(terms(item.text))
        lacking = " ".join(word for word in words(query.text) if stem(word) not in there)
    return keyword_hits(view, replace(query, text=lacking), k, (Kind.EPISODE,))[Kind.EPISODE]


def dense_hits(view: View, query: Query, k: int, kinds: Sequence[Kind]) -> dict[Kind, list[Hit]]:
    """Return the nearest `k` of each kind, plus enough to replace excluded episodes."""
    if query.vector is None or not query.vector.any():  # a blank text embeds to zeros
        return {}
    row = query.vector[None, :]
    return {kind: view.nearest(row, k + len(query.recent), kind=kind)[0] for kind in kinds}


def _together(hits: Mapping[Kind, Sequence[Hit]]) -> list[Found]:
    return best_first(Found(id, kind, score) for kind in hits for id, score in hits[kind])


@dataclass(frozen=True, slots=True)
class Fused:
    """One id of a fused ranking, with its place in every channel that has it, by channel name."""

    id: int
    score: float
    parts: tuple[Part, ...]


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
    worth = {
        name: [1.0 / (_SMOOTHING + rank) for rank in range(1, len(hits) + 1)]
        for name, hits in channels.items()
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
