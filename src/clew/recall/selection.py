"""Selects the rows to show for a question: retrieve, rerank, cut to `k` and a token budget."""

from dataclasses import dataclass, field, replace

from clew.errors import UsageError
from clew.graph.view import View
from clew.recall.base import Limits, Query, Retriever, Scored
from clew.recall.pack import pack
from clew.recall.rerank import LineFit, Reranker, reranked

__all__ = ["Selection", "selected"]

_POOL = 60
"""Minimum number of rows to rerank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """How a ranking is reranked and cut before it is shown."""

    reranker: Reranker | None = field(default_factory=LineFit)
    """`None` keeps the retriever's order and scores, which is necessary if the order is one of
    time."""
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
    shorter one may still fit; ranks are then renumbered.

    Raises:
        UsageError: `k` is below 1.
    """
    if k < 1:
        raise UsageError(f"expected at least 1 row, got k={k!r}")
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
