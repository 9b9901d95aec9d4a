"""Every retriever by name, for the command line and benchmarks."""

from collections.abc import Mapping
from types import MappingProxyType

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
from clew.recall.search.presets import personalai
from clew.recall.search.semantic import Semantic
from clew.recall.search.temporal import Temporal

__all__ = ["RETRIEVERS"]

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
        "temporal": Temporal(by_time=False),
        "ppr": PageRank(),
        "ppr-linked": PageRank(entity_weight=0.5),
        "ppr-words": PageRank(keyword=1.0),
        "astar+circles": personalai("astar", "circles"),
        "astar+beam": personalai("astar", "beam"),
        "beam+circles": personalai("beam", "circles"),
        "personalai": personalai(),
    }
)
"""Each with its defaults, except that `temporal` returns the best first, for measurements; what is
shown of it is ordered by time (`selection.selected`). `hybrid+bridge`, the default, is `hybrid`
with the hop of `bridge` as a channel. The others with a `+`, and `personalai`, are the paper's
unions with its values (`presets`). `rrf` fuses keyword and dense by reciprocal ranks; `bridge`
finds only episodes; `ppr-linked` also seeds linked entities, `ppr-words` also seeds by words."""
