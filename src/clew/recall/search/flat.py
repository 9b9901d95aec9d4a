"""Flat search without a graph: BM25 over words, and vectors.

Keyword search, the baseline of every comparison, is hard to beat on dialogue.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from clew.graph.types import Episode, Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish
from clew.text import STOP_WORDS, words

__all__ = ["Dense", "Keyword", "dense_hits", "keyword_hits", "rest_hits", "stem", "terms"]

_SIBILANT = ("ches", "shes", "sses", "xes", "zes")
_VOWEL = re.compile(r"[aeiouy]")


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
