"""Flat search without a graph: BM25 over words, and vectors; the baselines of every comparison.

Keyword search is hard to beat on dialogue.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from clew.graph.types import Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish
from clew.text import STOP_WORDS, words

__all__ = ["Dense", "Keyword", "dense_hits", "keyword_hits", "stem", "terms"]

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
        found = (
            Found(id, kind, score)
            for kind, hits in keyword_hits(view, query, limits.k, query.wanted).items()
            for id, score in hits
        )
        return finish(view, query, limits, best_first(found), "keyword")


def keyword_hits(view: View, query: Query, k: int, kinds: Sequence[Kind]) -> dict[Kind, list[Hit]]:
    """Return the best `k` matches of each kind, plus enough to replace excluded episodes."""
    return {kind: view.match(query.text, k + len(query.recent), kind=kind) for kind in kinds}


@dataclass(frozen=True, slots=True)
class Dense:
    """Items whose vectors have the largest dot product with the query's vector."""

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the nearest items; none if the query has no vector, or one of zeros."""
        found = (
            Found(id, kind, score)
            for kind, hits in dense_hits(view, query, limits.k, query.wanted).items()
            for id, score in hits
        )
        return finish(view, query, limits, best_first(found), "dense")


def dense_hits(view: View, query: Query, k: int, kinds: Sequence[Kind]) -> dict[Kind, list[Hit]]:
    """Return the nearest `k` of each kind, plus enough to replace excluded episodes."""
    if query.vector is None or not query.vector.any():  # a blank text embeds to zeros
        return {}
    row = query.vector[None, :]
    return {kind: view.nearest(row, k + len(query.recent), kind=kind)[0] for kind in kinds}
