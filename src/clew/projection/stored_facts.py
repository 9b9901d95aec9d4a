"""The stored facts by what they say and by their ends, looked up in the arrays."""

import numpy as np

from clew.graph.types import Kind
from clew.projection.adjacency import Adjacency
from clew.projection.columns import Items
from clew.projection.edges import Edges
from clew.projection.rows import EDGE_CODES, Int32
from clew.text import normalise_relation

__all__ = ["StoredFacts"]


class StoredFacts:
    """Answers as `FactIndex` does, without dictionaries over every fact."""

    def __init__(self, edges: Edges, items: Items, adjacency: Adjacency) -> None:
        self._edges, self._items, self._adjacency = edges, items, adjacency
        self._normal: dict[str, str] = {}
        """Relations, normalised."""
        self._at: dict[int, dict[str, list[int]]] = {}
        """What `relations_at` has answered while there were so many edges."""
        self._seen = 0

    def with_key(self, subject: int, relation: str, target: int) -> list[int]:
        """Return the facts with this content key, ascending."""
        edges = self._between(subject, target)
        wanted = self._relation(relation)
        found = zip(self._edges.ids(edges).tolist(), self._edges.spelled(edges), strict=True)
        return [fact for fact, spelled in found if self._relation(spelled) == wanted]

    def with_ends(self, subject: int, target: int) -> list[int]:
        """Return the facts from one entity to another, whatever their relation, ascending."""
        found: list[int] = self._edges.ids(self._between(subject, target)).tolist()
        return found

    def relations_at(self, entity: int) -> dict[str, list[int]]:
        """Return the facts at an entity (either end), ascending, by normalised relation."""
        if self._seen != len(self._edges):
            self._at.clear()
            self._seen = len(self._edges)
        if entity not in self._at:
            self._at[entity] = self._read(entity)
        return self._at[entity]

    def _read(self, entity: int) -> dict[str, list[int]]:
        number = self._items.find(entity)
        if number < 0:
            return {}
        _, halves = self._adjacency.row(number)
        edges = np.unique(halves >> 1)  # that of a fact about itself is in it twice
        edges = edges[self._are_facts(edges)]
        at: dict[str, list[int]] = {}
        for fact, spelled in zip(
            self._edges.ids(edges).tolist(), self._edges.spelled(edges), strict=True
        ):
            at.setdefault(self._relation(spelled), []).append(fact)
        return at

    def _between(self, subject: int, target: int) -> Int32:
        """Return the facts from one entity to another, as edge numbers, ascending."""
        ends = [self._items.find(end) for end in (subject, target)]
        if min(ends) < 0:
            return np.zeros(0, np.int32)
        lengths = self._adjacency.lengths(np.array(ends, np.int32)).tolist()
        out = int(lengths[1] < lengths[0])
        neighbours, halves = self._adjacency.row(ends[out])
        edges: Int32 = halves[(neighbours == ends[1 - out]) & (halves & 1 == out)] >> 1
        return edges[self._are_facts(edges)]

    def _are_facts(self, edges: Int32) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        return np.asarray(self._edges.kinds(edges) == EDGE_CODES[Kind.FACT])

    def _relation(self, spelled: str) -> str:
        known = self._normal.get(spelled)
        if known is None:
            known = self._normal[spelled] = normalise_relation(spelled)
        return known
