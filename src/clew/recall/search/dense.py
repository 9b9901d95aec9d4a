"""Flat vector search over facts, theses and episodes, a baseline."""

from collections.abc import Sequence
from dataclasses import dataclass

from clew.graph.types import Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish

__all__ = ["Dense", "dense_hits"]


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
