"""The variants that `experiments.ablations` compares: methods, whole and with parts left out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from clew.bench.methods import METHODS, Behind
from clew.graph.types import Kind
from clew.graph.view import View
from clew.recall.base import Limits, Query, Retriever, Scored
from clew.recall.search.astar import AStar
from clew.recall.search.beam import Beam
from clew.recall.search.bridge import Bridge
from clew.recall.search.circles import Circles
from clew.recall.search.hybrid import Hybrid
from clew.recall.search.ppr import PageRank
from clew.recall.search.temporal import Temporal

__all__ = ["VARIANTS", "WHOLE", "Variant", "Without"]

WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class Without:
    """A retriever that may not use one kind of node."""

    source: Retriever
    kind: Kind

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return what the other retriever finds when `kind` is skipped too."""
        return self.source.retrieve(view, replace(query, skip=query.skip | {self.kind}), limits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A method, whole or with something left out."""

    retriever: Retriever
    any_time: bool = False
    """Whether facts that no longer hold count as if they did."""
    thesis: bool = False
    """Whether it differs from the whole method only if the memory has theses."""


def _variants(whole: Retriever, **own: Retriever) -> dict[str, Variant]:
    """Return the whole method, the common variants, and its own variants."""
    source = whole.source if isinstance(whole, Behind) else whole
    found = {
        WHOLE: Variant(retriever=whole),
        "-E": Variant(retriever=Behind(Without(source, Kind.EPISODE))),
        "-T": Variant(retriever=_without(whole, Kind.THESIS), thesis=True),
        "-O": Variant(retriever=_without(whole, Kind.ENTITY)),
        "any time": Variant(retriever=whole, any_time=True),
    }
    return found | {name.replace("_", " "): Variant(retriever=one) for name, one in own.items()}


def _without(whole: Retriever, kind: Kind) -> Retriever:
    """Leave a kind out of the search itself, but not out of the votes on its results."""
    return (
        Behind(Without(whole.source, kind)) if isinstance(whole, Behind) else Without(whole, kind)
    )


def _each(
    word: str, values: Sequence[int], make: Callable[[int], Retriever]
) -> dict[str, Retriever]:
    return {f"{word}_{value}": Behind(make(value)) for value in values}


_NO_VOTES = {**Hybrid().weights, "votes": 0.0}
VARIANTS: Mapping[str, Mapping[str, Variant]] = {
    "hybrid": _variants(
        METHODS["hybrid"],
        no_votes=Hybrid(weights=_NO_VOTES),
        no_bridge=Hybrid(bridge=None),
        no_graph=Hybrid(weights=_NO_VOTES, bridge=None),
    ),
    "ppr": _variants(METHODS["ppr"], no_graph=PageRank(damping=0.0)),
    "bridge": {
        WHOLE: Variant(retriever=METHODS["bridge"]),
        "no graph": Variant(retriever=Bridge(hop=0.0)),
        "no rest": Variant(retriever=Bridge(rest=0.0)),
        "no graph, no rest": Variant(retriever=Bridge(hop=0.0, rest=0.0)),
        "vectors only": Variant(retriever=Bridge(words=0.0)),
        "words only": Variant(retriever=Bridge(words=1.0)),
        "joined only": Variant(retriever=Bridge(unlinked=0.0)),
        "joined or not": Variant(retriever=Bridge(unlinked=1.0)),
        "one passage an entity": Variant(retriever=Bridge(about=1)),
        "one source": Variant(retriever=Bridge(sources=1)),
        "hubs": Variant(retriever=Bridge(hub=1_000_000)),
    },
    "beam": _variants(METHODS["beam"], **_each("depth", (1, 2, 3), lambda n: Beam(max_depth=n))),
    "circles": _variants(METHODS["circles"], **_each("depth", (2, 3), lambda n: Circles(depth=n))),
    "astar": _variants(METHODS["astar"], **_each("depth", (1, 2, 3), lambda n: AStar(max_depth=n))),
    "temporal": _variants(METHODS["temporal"], **_each("hops", (0, 2, 3), lambda n: Temporal(k=n))),
    "personalai": _variants(METHODS["personalai"]),
}
"""By method and what is left out. Default depths: beam 5, circles 1, A* 10, temporal 1 hop. Without
the graph, hybrid has no votes of statements and no second hop, PageRank does not walk from its
seeds, and bridge has no second hop (it does not use theses, times or links from entities)."""
