"""Reranks what a retriever found, by how well each line, as shown, fits the question.

Retrievers compare ids, names and whole passages; a reranker reads the line that will be in the
prompt. Its scores ("marks") are always in [0, 1], so a threshold means the same for every question
and retriever; the final order is by a weighted mean of marks and the retriever's scores.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from clew.errors import UsageError
from clew.graph.view import Float32, View
from clew.recall.base import Query, Scored
from clew.recall.bm25 import terms
from clew.recall.pack import render

__all__ = ["LineFit", "Reranker", "reranked"]


class Reranker(Protocol):
    """Marks lines by how well they fit a question."""

    @property
    def name(self) -> str:
        """Name of its entry in `Scored.parts`."""
        ...

    @property
    def trust(self) -> float:
        """Its weight in the final score, in [0, 1]; the rest is the retriever's."""
        ...

    def fits(self, query: Query, lines: Sequence[str], vectors: Float32) -> list[float]:
        """Return a mark in [0, 1] for each line, in order; lines may be blank.

        Args:
            query: the question, with its vector if it has one.
            lines: items as `pack.render` shows them.
            vectors: their stored vectors, (len(lines), dim); dim is 0 in a memory without vectors.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFit:
    """Reranks by words and vectors: the default, deterministic and cheap.

    A line's mark is the mean of two numbers: the weight of the question's stemmed words it
    contains, over that of all the question's words (a word weighs its inverse document frequency
    among the lines); and its cosine to the question, at least 0. Without vectors, or without words
    to look for, the other number alone.

    `trust` was chosen on three conversations of LoCoMo (`python -m experiments packing`) for the
    best recall@10 of evidence in the rows shown.
    """

    trust: float = 0.5
    name: str = "fit"

    def __post_init__(self) -> None:
        if not 0 <= self.trust <= 1:
            raise UsageError(f"trust is in [0, 1]; got {self.trust!r}")

    def fits(self, query: Query, lines: Sequence[str], vectors: Float32) -> list[float]:
        """Return the marks."""
        by_words = _coverage(query.text, lines)
        by_vector = _cosines(query, vectors)
        channels = [each for each in (by_words, by_vector) if each is not None]
        if not channels:
            return [0.0] * len(lines)
        return [math.fsum(marks) / len(marks) for marks in zip(*channels, strict=True)]


def _coverage(text: str, lines: Sequence[str]) -> list[float] | None:
    asked = list(dict.fromkeys(terms(text)))
    if not asked:
        return None
    held = [frozenset(terms(line)) for line in lines]
    weights = {}
    for term in asked:
        having = sum(term in words for words in held)
        weights[term] = math.log1p((len(lines) - having + 0.5) / (having + 0.5))
    total = math.fsum(weights.values())
    return [math.fsum(weights[term] for term in asked if term in words) / total for words in held]


def _cosines(query: Query, vectors: Float32) -> list[float] | None:
    if query.vector is None or not query.vector.any() or vectors.shape[1] == 0:
        return None
    products = np.add.reduce(vectors * query.vector, axis=1, dtype=np.float64)
    marks: list[float] = np.clip(products, 0.0, 1.0).tolist()
    return marks


def reranked(
    view: View, query: Query, found: Sequence[Scored], reranker: Reranker, least: float = 0.0
) -> list[Scored]:
    """Return the rows in a new order, without those the reranker marks below `least`.

    The score of a row is `trust * mark + (1 - trust) * standing`. Its standing is its score over
    the best, or one over its rank if no score is above 0. The mark is added to the row's parts,
    under the reranker's name, with the row's place by mark. Everything else is unchanged.

    Args:
        view: the view the rows are from.
        query: the question.
        found: a result, best first.
        reranker: marks the lines.
        least: minimum mark, in [0, 1].

    Returns:
        The remaining rows, best first, ties in input order.

    Raises:
        UsageError: the threshold is not in [0, 1], or a mark is not.
    """
    if not 0 <= least <= 1:
        raise UsageError(f"a threshold is in [0, 1]; got {least!r}")
    if not found:
        return []
    ids = [one.id for one in found]
    lines = [render(item) for item in view.items(ids)]
    marks = reranker.fits(query, lines, view.vectors(ids))
    if wrong := [mark for mark in marks if not 0 <= mark <= 1]:
        raise UsageError(f"{reranker.name} gives marks in [0, 1]; got {wrong[0]!r}")
    top = max(one.score for one in found)
    order = sorted(range(len(found)), key=lambda n: (-marks[n], n))
    places = {n: place for place, n in enumerate(order, 1)}
    rows = []
    for n, (one, mark) in enumerate(zip(found, marks, strict=True)):
        if mark < least:
            continue
        standing = max(one.score, 0.0) / top if top > 0 else 1.0 / one.rank
        score = reranker.trust * mark + (1.0 - reranker.trust) * standing
        part = (reranker.name, places[n], mark)
        rows.append(replace(one, score=score, parts=(*one.parts, part)))
    rows.sort(key=lambda one: -one.score)
    return [replace(one, rank=rank) for rank, one in enumerate(rows, 1)]
