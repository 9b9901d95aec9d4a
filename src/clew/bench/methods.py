"""The retrievers that `clew bench retrieval` compares, each made to return episodes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.graph.view import View
from clew.plugins import RETRIEVERS as FOUND_BY_NAME
from clew.recall.base import Found, Limits, Query, Retriever, Scored, episodes_of, finish
from clew.recall.search.catalogue import RETRIEVERS, Mix
from clew.recall.selection import retriever_named

__all__ = ["METHODS", "Behind", "method"]

_ROWS = 60
"""Rows that vote; `episodes_of` was tuned with this many."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The episodes behind what another retriever finds, ranked by the votes of `episodes_of`."""

    source: Retriever

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` episodes."""
        asked = replace(query, kinds=(Kind.FACT, Kind.THESIS, Kind.EPISODE))
        rows = self.source.retrieve(view, asked, Limits(k=_ROWS, candidates=limits.candidates))
        found = [Found(id, Kind.EPISODE, score) for id, score in episodes_of(rows)]
        return finish(view, query, limits, found, "behind")


def _fused(*names: str) -> Retriever:
    return Mix({name: _RANK_EPISODES.get(name) or _VOTED[name] for name in names}, rank_fusion=True)


_RANK_EPISODES = {
    name: RETRIEVERS[name]
    for name in ("keyword", "dense", "rrf", "ppr", "ppr-linked", "ppr-words", "bridge", "hybrid")
}
_VOTED = {
    name: Behind(RETRIEVERS[name])
    for name in ("beam", "astar", "circles", "temporal", "astar+circles", "astar+beam",
                 "beam+circles", "personalai")
}  # fmt: skip
METHODS: Mapping[str, Retriever] = {
    **_RANK_EPISODES,
    **_VOTED,
    "rrf-ppr": _fused("keyword", "dense", "ppr"),
    "ppr+personalai": _fused("ppr", "personalai"),
}
"""Compared by default. Retrievers that return facts are ranked through `Behind`; the last two fuse
reciprocal ranks."""


def method(name: str) -> Retriever:
    """Return a method of `METHODS`, or any other retriever by name, ranked through `Behind`.

    Raises:
        UnknownNameError: there is no such method or retriever.
        UsageError: a `MODULE:NAME` that cannot be imported.
    """
    if name in METHODS:
        return METHODS[name]
    if name not in FOUND_BY_NAME and ":" not in name:
        raise UnknownNameError("method", name, (*METHODS, *FOUND_BY_NAME))
    return Behind(retriever_named(name))
