"""Flat BM25 over facts, theses and episodes, a baseline that is hard to beat on dialogue."""

from collections.abc import Sequence
from dataclasses import dataclass

from clew.graph.types import Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish

__all__ = ["Keyword", "keyword_hits"]


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
