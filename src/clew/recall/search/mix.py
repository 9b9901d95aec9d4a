"""Combines several retrievers: by the papers' union, or by reciprocal rank fusion."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clew.errors import UsageError
from clew.graph.view import View
from clew.recall.base import Found, Limits, Part, Query, Retriever, Scored, best_first, finish
from clew.recall.search.flat import reciprocal_rank_fusion

__all__ = ["Mix"]


@dataclass(frozen=True, slots=True)
class Mix:
    """The results of several retrievers, each given the same query and restrictions.

    The union (PersonalAI, section 3, "Mixed algorithm"; of two in the authors' code, of any
    number here) has no order in the paper. Here an item scores `1 / rank` of its best place in any
    of them, so a cut takes equally from all, and being found twice adds nothing. With
    `rank_fusion` it does add: see `flat.reciprocal_rank_fusion`.

    Every retriever is asked for `limits.candidates` items, at least `limits.k`. A row keeps the
    path of its best place (ties: the first retriever) and its place with each retriever as a part,
    under the retriever's name.
    """

    retrievers: Mapping[str, Retriever]
    """By the name shown in the parts, which must not be empty."""
    rank_fusion: bool = False
    weights: Mapping[str, float] = field(default_factory=dict)
    """By name, 1.0 by default; for rank fusion only."""

    def __post_init__(self) -> None:
        if not self.retrievers or "" in self.retrievers:
            raise UsageError(f"expected named retrievers, got {list(self.retrievers)!r}")
        if unknown := sorted(self.weights.keys() - self.retrievers.keys()):
            raise UsageError(f"weights for no retriever: {unknown!r}; use {list(self.retrievers)}")
        if self.weights and not self.rank_fusion:
            raise UsageError("a union has no weights; set rank_fusion=True or leave them out")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` of what any retriever found, ties by ascending id."""
        wide = Limits(k=max(limits.k, limits.candidates), candidates=limits.candidates)
        found = {name: one.retrieve(view, query, wide) for name, one in self.retrievers.items()}
        best: dict[int, Scored] = {}
        parts: dict[int, list[Part]] = {}
        for name, rows in found.items():
            for row in rows:
                parts.setdefault(row.id, []).append((name, row.rank, row.score))
                if row.id not in best or row.rank < best[row.id].rank:
                    best[row.id] = row
        scores = {id: 1.0 / row.rank for id, row in best.items()}
        if self.rank_fusion:
            channels = {name: [(row.id, row.score) for row in rows] for name, rows in found.items()}
            scores = {one.id: one.score for one in reciprocal_rank_fusion(channels, self.weights)}
        mixed = [
            Found(id, row.kind, scores[id], row.path, tuple(sorted(parts[id])))
            for id, row in best.items()
        ]
        return finish(view, query, limits, best_first(mixed), "mix")
