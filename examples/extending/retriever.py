"""A retriever: what was learned last, whatever is asked.

python examples/extending/retriever.py
(cd examples/extending && clew recall Anna --retriever retriever:Newest --rerank none --memory FILE)
"""

from datetime import UTC, datetime

from clew import Kind, Memory, Selection
from clew.graph.view import View
from clew.plugins import RETRIEVERS
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish


class Newest:
    """Ids grow with time: the greatest is the newest."""

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        found = (Found(id, kind, float(id)) for kind in query.wanted for id in view.ids(kind))
        return finish(view, query, limits, best_first(found), "newest")


if __name__ == "__main__":
    RETRIEVERS.add("newest", Newest)
    with Memory.open(":memory:", embedder=None) as memory:
        for year, city in ((2021, "Oslo"), (2023, "Rome"), (2025, "Kiel")):
            memory.remember(f"Anna moved to {city}.", at=datetime(year, 5, 1, tzinfo=UTC))
        as_found = Selection(reranker=None)  # else the lines that fit the text best come first
        texts = [Kind.EPISODE]
        for found in memory.recall("Anna", k=2, kinds=texts, retriever="newest", how=as_found):
            print(found.item.text)
