"""Every retriever by name, for the command line and benchmarks; and several combined."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clew.errors import UsageError
from clew.graph.view import View
from clew.recall.base import Found, Limits, Part, Query, Retriever, Scored, best_first, finish
from clew.recall.search.arigraph import Episodic, Semantic
from clew.recall.search.astar import AStar
from clew.recall.search.beam import Beam
from clew.recall.search.bridge import Bridge
from clew.recall.search.circles import Circles
from clew.recall.search.flat import Dense, Keyword
from clew.recall.search.fusion import reciprocal_rank_fusion
from clew.recall.search.hybrid import Hybrid
from clew.recall.search.ppr import PageRank
from clew.recall.search.temporal import Temporal

__all__ = ["RETRIEVERS", "Mix", "personalai"]


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

    def __post_init__(self) -> None:
        if not self.retrievers or "" in self.retrievers:
            raise UsageError(f"expected named retrievers, got {list(self.retrievers)!r}")

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
            scores = {one.id: one.score for one in reciprocal_rank_fusion(channels)}
        mixed = [
            Found(id, row.kind, scores[id], row.path, tuple(sorted(parts[id])))
            for id, row in best.items()
        ]
        return finish(view, query, limits, best_first(mixed), "mix")


def personalai(*names: str) -> Retriever:
    """Return PersonalAI's retrievers with the values of its section 4, "Retrieval Algorithms".

    These are their defaults. Only the values are the paper's; deliberate improvements over its code
    (see each algorithm) remain. No node restriction is set: that is `Query.skip`, which the paper
    varies (E, T, O).

    Args:
        names: those of "astar", "circles" and "beam" to unite; by default all three. The paper
            compares each alone and the three pairs.

    Returns:
        The retriever itself for one name, else the union (`Mix`) in the given order.

    Raises:
        UsageError: a name is none of the three, or is repeated.
    """
    published: dict[str, Retriever] = {"astar": AStar(), "circles": Circles(), "beam": Beam()}
    chosen = names or tuple(published)
    if len(set(chosen)) < len(chosen) or not set(chosen) <= published.keys():
        raise UsageError(f"expected names out of {', '.join(published)}, each once; got {names!r}")
    if len(chosen) == 1:
        return published[chosen[0]]
    return Mix({name: published[name] for name in chosen})


RETRIEVERS: Mapping[str, Retriever] = MappingProxyType(
    {
        "hybrid": Hybrid(),
        "keyword": Keyword(),
        "dense": Dense(),
        "rrf": Mix({"keyword": Keyword(), "dense": Dense()}, rank_fusion=True),
        "bridge": Bridge(),
        "semantic": Semantic(),
        "episodic": Episodic(),
        "beam": Beam(),
        "astar": AStar(),
        "circles": Circles(),
        "temporal": Temporal(),
        "ppr": PageRank(),
        "ppr-linked": PageRank(entity_weight=0.5),
        "ppr-words": PageRank(keyword=1.0),
        "astar+circles": personalai("astar", "circles"),
        "astar+beam": personalai("astar", "beam"),
        "beam+circles": personalai("beam", "circles"),
        "personalai": personalai(),
    }
)
"""Each with its defaults; `hybrid` is the default. Those with a `+`, and `personalai`, are the
paper's unions with its values. `rrf` fuses keyword and dense by reciprocal ranks; `bridge`
finds only episodes; `ppr-linked` also seeds linked entities, `ppr-words` also seeds by words."""
