"""Every retriever by name, for the command line and benchmarks."""

from collections.abc import Mapping
from types import MappingProxyType

from clew.errors import UsageError
from clew.recall.base import Retriever
from clew.recall.search.astar import AStar
from clew.recall.search.beam import Beam
from clew.recall.search.bridge import Bridge
from clew.recall.search.circles import Circles
from clew.recall.search.episodic import Episodic
from clew.recall.search.flat import Dense, Keyword
from clew.recall.search.hybrid import Hybrid
from clew.recall.search.mix import Mix
from clew.recall.search.ppr import PageRank
from clew.recall.search.semantic import Semantic
from clew.recall.search.temporal import Temporal

__all__ = ["RETRIEVERS", "personalai"]


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
        "hybrid+bridge": Hybrid(bridge=Bridge()),
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
"""Each with its defaults. `hybrid+bridge`, the default, is `hybrid`
with the hop of `bridge` as a channel. The others with a `+`, and `personalai`, are the paper's
unions with its values. `rrf` fuses keyword and dense by reciprocal ranks; `bridge`
finds only episodes; `ppr-linked` also seeds linked entities, `ppr-words` also seeds by words."""
