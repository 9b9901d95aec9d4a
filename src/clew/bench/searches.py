"""The methods that `clew.bench.retrieval` compares, and the log of their searches."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from clew.bench.journal import Journal
from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.graph.view import View
from clew.recall.base import Found, Limits, Query, Retriever, Scored, episodes_of, finish
from clew.recall.search.astar import AStar
from clew.recall.search.beam import Beam
from clew.recall.search.bridge import Bridge
from clew.recall.search.circles import Circles
from clew.recall.search.dense import Dense
from clew.recall.search.hybrid import Hybrid
from clew.recall.search.keyword import Keyword
from clew.recall.search.mix import Mix
from clew.recall.search.ppr import PageRank
from clew.recall.search.presets import personalai
from clew.recall.search.temporal import Temporal

__all__ = ["METHODS", "PARTS", "Behind", "Log", "Search", "method", "method_names"]

_ROWS = 60
"""Rows that vote: `episodes_of` was chosen with so many."""


@dataclass(frozen=True, slots=True)
class Behind:
    """Episodes behind whatever another retriever finds, by the votes of `episodes_of`."""

    source: Retriever

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` episodes."""
        asked = replace(query, kinds=(Kind.FACT, Kind.THESIS, Kind.EPISODE))
        rows = self.source.retrieve(view, asked, Limits(k=_ROWS, candidates=limits.candidates))
        found = [Found(id, Kind.EPISODE, score) for id, score in episodes_of(rows)]
        return finish(view, query, limits, found, "behind")


def _ranks(**retrievers: Retriever) -> Retriever:
    return Mix(retrievers, rank_fusion=True)


_KEYWORD, _DENSE, _PPR, _HYBRID = Keyword(), Dense(), PageRank(), Hybrid()
_PERSONALAI = Behind(personalai())
METHODS: Mapping[str, Retriever] = {
    "keyword": _KEYWORD,
    "dense": _DENSE,
    "rrf": _ranks(keyword=_KEYWORD, dense=_DENSE),
    "ppr": _PPR,
    "rrf-ppr": _ranks(keyword=_KEYWORD, dense=_DENSE, ppr=_PPR),
    "ppr-linked": PageRank(entity_weight=0.5),
    "ppr-words": PageRank(keyword=1.0),
    "bridge": Bridge(),
    "hybrid+bridge": Hybrid(bridge=Bridge(unlinked=0.0)),
    "hybrid": _HYBRID,
    "hybrid-voted": Behind(_HYBRID),
    "beam": Behind(Beam()),
    "astar": Behind(AStar()),
    "circles": Behind(Circles()),
    "temporal": Behind(Temporal(by_time=False)),
    "astar+circles": Behind(personalai("astar", "circles")),
    "astar+beam": Behind(personalai("astar", "beam")),
    "beam+circles": Behind(personalai("beam", "circles")),
    "personalai": _PERSONALAI,
    "hybrid+ppr": _ranks(hybrid=_HYBRID, ppr=_PPR),
    "ppr+personalai": _ranks(ppr=_PPR, personalai=_PERSONALAI),
    "hybrid+ppr+personalai": _ranks(hybrid=_HYBRID, ppr=_PPR, personalai=_PERSONALAI),
}
"""By name. `rrf` is of keyword and dense, `rrf-ppr` of all three. With `+`: the papers' unions,
or with hybrid and ppr reciprocal ranks; but `hybrid+bridge` is hybrid with that channel. Where a
method returns facts, `Behind` ranks episodes."""
PARTS: Mapping[str, Retriever] = {
    "bridge-words": Bridge(words=0.0),
    "bridge-dense": Bridge(words=1.0),
    "bridge-rest": Bridge(rest=0.0),
    "bridge-hop": Bridge(hop=0.0),
    "bridge-hop-rest": Bridge(hop=0.0, rest=0.0),
    "bridge-unlinked": Bridge(unlinked=0.0),
    "bridge-links": Bridge(unlinked=1.0),
    "bridge-second": Bridge(about=1),
    "bridge-sources": Bridge(sources=1),
    "bridge-hub": Bridge(hub=1_000_000),
}
"""`bridge` less one of its parts (`-dense`: words alone; `-links`: no matter what the graph joins;
`-second`: one episode an entity): asked by name only."""


def method_names(given: str) -> list[str]:
    """Return the methods named, of `METHODS` and `PARTS`, with commas between, each once."""
    names = list(dict.fromkeys(name.strip() for name in given.split(",")))
    for name in names:
        method(name)
    return names


def method(name: str) -> Retriever:
    """Return a method of `METHODS` or `PARTS`.

    Raises:
        UnknownNameError: there is none of that name.
    """
    every = {**METHODS, **PARTS}
    if name not in every:
        raise UnknownNameError("method", name, every)
    return every[name]


@dataclass(frozen=True, slots=True)
class Search:
    """What one method found for one question."""

    method: str
    question: int
    passages: tuple[int, ...]
    """Numbers of the first passages, best first, each once."""
    seconds: float


@dataclass(slots=True)
class Log:
    """Searches, each kept as a line of a file when it is made, and read again from there."""

    about: Mapping[str, Any]
    path: Path | None = None
    """`None` keeps them in memory only."""
    searches: dict[tuple[str, int], Search] = field(init=False, default_factory=dict)
    _journal: Journal = field(init=False)

    def __post_init__(self) -> None:
        self._journal = Journal(self.about, self.path)
        for held in self._journal.steps:
            self._keep(Search(**{**held, "passages": tuple(held["passages"])}))

    def add(self, search: Search) -> None:
        """Keep a search."""
        self._keep(search)
        self._journal.add(asdict(search))

    def _keep(self, search: Search) -> None:
        self.searches[search.method, search.question] = search
