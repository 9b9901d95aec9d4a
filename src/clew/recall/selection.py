"""Selects the rows to show for a question: retrieve, rerank, cut to `k` and a token budget.

Retrievers compare ids, names and whole passages; a reranker reads the line that will be in the
prompt. Its scores ("marks") are always in [0, 1], so a threshold means the same for every question
and retriever; the final order is by a weighted mean of marks and the retriever's scores.
Retrievers and rerankers are found by name (`clew.plugins`).
"""

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from clew.errors import UnknownNameError, UsageError
from clew.graph.view import Float32, View
from clew.graph.whole_numbers import whole
from clew.plugins import RERANKERS, RETRIEVERS
from clew.recall.base import InTime, Limits, Query, Retriever, Scored, idf, in_time
from clew.recall.cross_encoder import cross_encoder
from clew.recall.pack import pack, render
from clew.recall.search.flat import stem, terms
from clew.recall.search.hybrid import Hybrid
from clew.text import STOP_WORDS, words

__all__ = [
    "DEFAULT_RETRIEVER",
    "LineFit",
    "Reranker",
    "Selection",
    "reranked",
    "reranker_named",
    "retriever_named",
    "selected",
]


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
    held = _held(frozenset(asked), lines)
    having = Counter(term for some in held for term in some)
    weights = {term: idf(having[term], len(lines)) for term in asked}
    total = math.fsum(weights.values())
    return [math.fsum([weights[term] for term in some]) / total for some in held]


def _held(asked: Collection[str], lines: Sequence[str]) -> list[set[str]]:
    """Return which of these terms are in each line; words of many lines are stemmed once."""
    every = [set(words(line)) for line in lines]
    stems = {word: stem(word) for word in set[str]().union(*every) - STOP_WORDS}
    known = {word: term for word, term in stems.items() if term in asked}
    return [{known[word] for word in some & known.keys()} for some in every]


def _cosines(query: Query, vectors: Float32) -> list[float] | None:
    if query.vector is None or not query.vector.any() or vectors.shape[1] == 0:
        return None
    products = np.add.reduce(vectors * query.vector, axis=1, dtype=np.float64)
    marks: list[float] = np.clip(products, 0.0, 1.0).tolist()
    return marks


def reranked(
    view: View,
    query: Query,
    found: Sequence[Scored],
    reranker: Reranker,
    least: float = 0.0,
    most: int | None = None,
) -> list[Scored]:
    """Return the rows in a new order, without those the reranker marks below `least`.

    The score of a row is `trust * mark + (1 - trust) * standing`. Its standing is its score over
    the best, or one over its rank if no score is above 0. The mark is added to the row's parts,
    under the reranker's name, with the row's place by mark; a row of one channel gets its place
    there as a part first. Everything else is unchanged.

    Args:
        view: the view the rows are from.
        query: the question.
        found: a result, best first.
        reranker: marks the lines.
        least: minimum mark, in [0, 1].
        most: the number of rows to return; all by default.

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
    scores = {}
    for n, (one, mark) in enumerate(zip(found, marks, strict=True)):
        if mark >= least:
            standing = max(one.score, 0.0) / top if top > 0 else 1.0 / one.rank
            scores[n] = reranker.trust * mark + (1.0 - reranker.trust) * standing
    rows = []
    for rank, n in enumerate(sorted(scores, key=lambda n: -scores[n])[:most], 1):
        one, part = found[n], (reranker.name, places[n], marks[n])
        before = one.parts or ((one.channel, one.rank, one.score),)
        rows.append(replace(one, rank=rank, score=scores[n], parts=(*before, part)))
    return rows


_MOST = 2**31
"""More rows than any memory has."""
_POOL = 60
"""Minimum number of rows to rerank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """How a ranking is reranked and cut before it is shown."""

    reranker: Reranker | None = field(default_factory=LineFit)
    """`None` keeps the retriever's order and scores."""
    threshold: float = 0.0
    """Minimum score from the reranker, in [0, 1]; rows below it are dropped."""
    budget: int | None = None
    """Maximum tokens of all lines together, as `pack` counts them; `None` means no limit."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise UsageError(f"a threshold is in [0, 1]; got {self.threshold!r}")
        if self.threshold and self.reranker is None:
            raise UsageError("a threshold needs a reranker; name one, or drop the threshold")
        if self.budget is not None and self.budget < 0:
            raise UsageError(f"a token budget is 0 or more; got {self.budget!r}")


def selected(
    view: View, query: Query, retriever: Retriever, k: int, how: Selection
) -> list[Scored]:
    """Return at most `k` rows, best first, that pass the threshold and together fit the budget.

    With a reranker, the retriever is asked for at least 60 rows, so a good line below its first
    `k` can move up. A row too long for the rest of the budget is skipped (`pack`), and a later,
    shorter one may still fit; ranks are then renumbered. The rows of a retriever that is `InTime`
    are chosen in the same way and then ordered by time.

    Raises:
        UsageError: `k` is below 1.
    """
    if (k := whole(k, "a number of rows")) < 1:
        raise UsageError(f"expected at least 1 row, got k={k!r}")
    rows = _best(view, query, retriever, min(k, _MOST), how)
    return in_time(rows) if isinstance(retriever, InTime) else rows


def _best(view: View, query: Query, retriever: Retriever, k: int, how: Selection) -> list[Scored]:
    if how.reranker is None:
        rows = retriever.retrieve(view, query, Limits(k=k))
    else:
        found = retriever.retrieve(view, query, Limits(k=max(k, _POOL), candidates=max(k, 100)))
        rows = reranked(view, query, found, how.reranker, how.threshold, k)
    if how.budget is None:
        return rows
    fitting = pack(view, rows, how.budget)
    return [replace(one, rank=rank) for rank, one in enumerate(fitting, 1)]


DEFAULT_RETRIEVER = "hybrid"
_DEFAULT = Hybrid()


def retriever_named(name: str) -> Retriever:
    """Return the retriever with a name (`clew.plugins.RETRIEVERS`).

    Raises:
        UnknownNameError: there is none; the message suggests the closest name.

    >>> retriever_named("keyword")
    Keyword()
    """
    if name == DEFAULT_RETRIEVER:
        return _DEFAULT
    # Loading the registry takes a few hundredths of a second, which the default avoids.
    retriever: Retriever = RETRIEVERS.made(name)
    return retriever


def reranker_named(name: str) -> Reranker | None:
    """Return the reranker with a name; `None` for "none", the retriever's own order.

    Names are those in `clew.plugins.RERANKERS`, and `cross-encoder:MODEL` for a model of
    sentence-transformers.

    Raises:
        UnknownNameError: there is no such reranker.
        NotInstalledError: a required extra is not installed.
        ModelError: the model cannot be loaded.

    >>> reranker_named("fit").name
    'fit'
    """
    head, _, model = name.partition(":")
    if head == "cross-encoder" and model:
        return cross_encoder(model)
    if name == "none":
        return None
    if name not in RERANKERS and (head == "cross-encoder" or ":" not in name):
        raise UnknownNameError("reranker", name, (*RERANKERS, "none", "cross-encoder:MODEL"))
    reranker: Reranker = RERANKERS.made(name)
    return reranker
