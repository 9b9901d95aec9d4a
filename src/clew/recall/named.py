"""Retrievers and rerankers by name: for the command line, benchmarks and settings."""

from collections.abc import Mapping
from types import MappingProxyType

from clew.errors import UnknownNameError
from clew.recall.astar import AStar
from clew.recall.base import Retriever
from clew.recall.beam import Beam
from clew.recall.bridge import Bridge
from clew.recall.circles import Circles
from clew.recall.dense import Dense
from clew.recall.episodic import Episodic
from clew.recall.hybrid import Hybrid
from clew.recall.keyword import Keyword
from clew.recall.mix import Mix
from clew.recall.pairs import cross_encoder
from clew.recall.ppr import PageRank
from clew.recall.presets import personalai
from clew.recall.rerank import LineFit, Reranker
from clew.recall.semantic import Semantic
from clew.recall.temporal import Temporal

__all__ = ["DEFAULT_RETRIEVER", "RERANKERS", "RETRIEVERS", "reranker_named", "retriever_named"]

DEFAULT_RETRIEVER = "hybrid"

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
"""Each with its own defaults, but `temporal` with the best first; those with a `+`, and
`personalai`, are the paper's unions with its values (`presets`). `rrf` fuses keyword and dense by
reciprocal ranks; `bridge` finds episodes only; `ppr-linked` seeds linked entities, too, and
`ppr-words` seeds by words, too."""


def retriever_named(name: str) -> Retriever:
    """Return the retriever of a name.

    Raises:
        UnknownNameError: there is none; the message names the nearest.

    >>> retriever_named("keyword")
    Keyword()
    """
    found = RETRIEVERS.get(name)
    if found is None:
        raise UnknownNameError("retriever", name, RETRIEVERS)
    return found


RERANKERS = ("fit", "none", "cross-encoder:MODEL")
"""`LineFit`; the retriever's own order; a cross-encoder of sentence-transformers."""


def reranker_named(name: str) -> Reranker | None:
    """Return the reranker of a name (`RERANKERS`); `None` for "none".

    Raises:
        UnknownNameError: there is none of that name.
        NotInstalledError: it needs an extra that is not installed.
        ModelError: its model cannot be loaded.

    >>> reranker_named("fit").name
    'fit'
    """
    head, _, model = name.partition(":")
    if head == "cross-encoder" and model:
        return cross_encoder(model)
    if name not in RERANKERS[:2]:
        raise UnknownNameError("reranker", name, RERANKERS)
    return LineFit() if name == "fit" else None
