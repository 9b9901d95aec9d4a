"""Facts by what they say and by their ends, for a write that looks for the same or the opposite.

A draft's are in dictionaries (`FactIndex`); the stored ones are looked up in the arrays, which need
none (`StoredFacts`).
"""

from collections.abc import Iterable
from typing import Protocol

import numpy as np

from clew.graph.types import Kind
from clew.projection.adjacency import Adjacency
from clew.projection.columns import Items
from clew.projection.edges import Edges
from clew.projection.rows import EDGE_CODES, Int32
from clew.text import normalise_relation

__all__ = ["FactIndex", "FactLookup", "StoredFacts"]

_NO_FACTS: list[tuple[int, str]] = []
_NO_EDGES = np.zeros(0, np.int32)
_MOST_KEPT = 1 << 16
"""Most pairs of entities whose facts are kept."""


class FactLookup(Protocol):
    """Finds facts by content and by ends, ascending."""

    def with_key(self, subject: int, relation: str, target: int) -> list[int]:
        """Return the facts with this content key."""
        ...

    def with_ends(self, subject: int, target: int) -> list[int]:
        """Return the facts from one entity to another, whatever their relation."""
        ...

    def between(self, subject: int, target: int) -> list[tuple[int, str]]:
        """Return the facts from one entity to another, with their normalised relations.

        The list is kept: do not change it.
        """
        ...

    def relations_at(self, entity: int) -> dict[str, list[int]]:
        """Return the facts at an entity (either end) by normalised relation."""
        ...


class FactIndex:
    """Dictionaries over the facts of a draft."""

    def __init__(self) -> None:
        self._by_ends: dict[tuple[int, int], list[tuple[int, str]]] = {}
        self._by_end: dict[int, dict[str, list[int]]] = {}

    def add(self, facts: Iterable[tuple[int, int, str | None, int]]) -> None:
        """Add facts as (id, subject, relation, object), in ascending order of id."""
        by_ends, by_end = self._by_ends, self._by_end
        for fact, source, spelled, target in facts:
            relation = normalise_relation(spelled or "")
            by_ends.setdefault((source, target), []).append((fact, relation))
            by_end.setdefault(source, {}).setdefault(relation, []).append(fact)
            if target != source:
                by_end.setdefault(target, {}).setdefault(relation, []).append(fact)

    def with_key(self, subject: int, relation: str, target: int) -> list[int]:
        """Return the facts with this content key, ascending."""
        return _said(self.between(subject, target), relation)

    def with_ends(self, subject: int, target: int) -> list[int]:
        """Return the facts from one entity to another, whatever their relation, ascending."""
        return [fact for fact, _ in self.between(subject, target)]

    def between(self, subject: int, target: int) -> list[tuple[int, str]]:
        """Return the facts from one entity to another, with their normalised relations.

        The list is kept: do not change it.
        """
        return self._by_ends.get((subject, target), _NO_FACTS)

    def relations_at(self, entity: int) -> dict[str, list[int]]:
        """Return the facts at an entity (either end), ascending, by normalised relation."""
        return self._by_end.get(entity, {})


class StoredFacts:
    """Answers as `FactIndex` does, without dictionaries over every fact."""

    def __init__(self, edges: Edges, items: Items, adjacency: Adjacency) -> None:
        self._edges, self._items, self._adjacency = edges, items, adjacency
        self._at: dict[int, dict[str, list[int]]] = {}
        """What `relations_at` has answered while there were so many edges."""
        self._ends: dict[tuple[int, int], list[tuple[int, str]]] = {}
        """The facts between two entities, with their normalised relations, while there were."""
        self._seen = 0

    def with_key(self, subject: int, relation: str, target: int) -> list[int]:
        """Return the facts with this content key, ascending."""
        return _said(self.between(subject, target), relation)

    def with_ends(self, subject: int, target: int) -> list[int]:
        """Return the facts from one entity to another, whatever their relation, ascending."""
        return [fact for fact, _ in self.between(subject, target)]

    def relations_at(self, entity: int) -> dict[str, list[int]]:
        """Return the facts at an entity (either end), ascending, by normalised relation."""
        self._refresh()
        if entity not in self._at:
            self._at[entity] = self._read(entity)
        return self._at[entity]

    def _read(self, entity: int) -> dict[str, list[int]]:
        number = self._items.find(entity)
        if number < 0:
            return {}
        _, halves = self._adjacency.row(number)
        edges = halves >> 1
        edges = edges[self._are_facts(edges)]
        at: dict[str, list[int]] = {}
        said = dict(zip(*self._said(edges), strict=True))  # one about itself is in the row twice
        for fact, relation in said.items():
            at.setdefault(relation, []).append(fact)
        return at

    def _refresh(self) -> None:
        """Drop what was answered when there were fewer edges."""
        if self._seen != len(self._edges):
            self._at.clear()
            self._ends.clear()
            self._seen = len(self._edges)

    def between(self, subject: int, target: int) -> list[tuple[int, str]]:
        """Return the facts from one entity to another, with their normalised relations.

        The list is kept: do not change it.
        """
        self._refresh()
        found = self._ends.get((subject, target))
        if found is None:
            if len(self._ends) >= _MOST_KEPT:
                self._ends.clear()
            edges = self._between(subject, target)
            found = [*zip(*self._said(edges), strict=True)] if len(edges) else _NO_FACTS
            self._ends[subject, target] = found
        return found

    def _between(self, subject: int, target: int) -> Int32:
        """Return the facts from one entity to another, as edge numbers, ascending."""
        source, end = self._items.find(subject), self._items.find(target)
        if source < 0 or end < 0:
            return _NO_EDGES
        if self._adjacency.degree(end) < self._adjacency.degree(source):
            found = [half >> 1 for half in self._adjacency.toward(end, source) if half & 1]
        else:
            found = [half >> 1 for half in self._adjacency.toward(source, end) if not half & 1]
        edges = np.array(found, np.int32)
        return edges[self._are_facts(edges)] if found else _NO_EDGES

    def _said(self, edges: Int32) -> tuple[list[int], list[str]]:
        """Return the ids of facts, and their normalised relations."""
        relations = map(normalise_relation, self._edges.spelled(edges))
        return self._edges.ids(edges).tolist(), [*relations]

    def _are_facts(self, edges: Int32) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        return np.asarray(self._edges.kinds(edges) == EDGE_CODES[Kind.FACT])


def _said(facts: list[tuple[int, str]], relation: str) -> list[int]:
    """Return those of some facts that have a relation, which need not be normalised."""
    if not facts:
        return []
    wanted = normalise_relation(relation)
    return [fact for fact, said in facts if said == wanted]
