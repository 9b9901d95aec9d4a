"""From a question to the rows worth showing: retrieve, look again, cut to a number and a budget."""

from dataclasses import dataclass, field, replace

from clew.errors import UsageError
from clew.graph.view import View
from clew.recall.base import Limits, Query, Retriever, Scored
from clew.recall.pack import pack
from clew.recall.rerank import LineFit, Reranker, reranked

__all__ = ["Selection", "selected"]

_POOL = 60
"""Rows that are looked at again, at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What is done with a ranking before it is shown."""

    reranker: Reranker | None = field(default_factory=LineFit)
    """Who looks again; `None` keeps the retriever's order and scores (needed where the order is
    one of time)."""
    threshold: float = 0.0
    """Least mark of the reranker, in [0, 1]; rows below it are left out."""
    budget: int | None = None
    """Most tokens of all lines together, as `pack` counts them; `None` is no limit."""

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1:
            raise UsageError(f"a threshold is in [0, 1]; got {self.threshold!r}")
        if self.threshold and self.reranker is None:
            raise UsageError("a threshold is on a reranker's marks; name a reranker or drop it")
        if self.budget is not None and self.budget < 0:
            raise UsageError(f"a token budget is 0 or more; got {self.budget!r}")


def selected(
    view: View, query: Query, retriever: Retriever, k: int, how: Selection
) -> list[Scored]:
    """Return at most `k` rows, best first, that pass the threshold and fit the budget together.

    The retriever is asked for 60 rows at least, so that a good line below its first `k` can come
    up. A row too long for what is left of the budget is passed over (`pack`), a shorter one after
    it may still come; ranks are then numbered anew.

    Raises:
        UsageError: `k` is below 1.
    """
    if k < 1:
        raise UsageError(f"expected a number of rows from 1 up, got k={k!r}")
    if how.reranker is None:
        rows = retriever.retrieve(view, query, Limits(k=k))
    else:
        found = retriever.retrieve(view, query, Limits(k=max(k, _POOL), candidates=max(k, 100)))
        rows = reranked(view, query, found, how.reranker, how.threshold)[:k]
    if how.budget is None:
        return rows
    fit = {line.id for line in pack(view, rows, how.budget).lines}
    kept = [one for one in rows if one.id in fit]
    return [replace(one, rank=rank) for rank, one in enumerate(kept, 1)]
