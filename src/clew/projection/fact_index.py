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
from clew.projection.rows import EDGE_CODES, Int32, distinct
from clew.text import normalise_relation

__all__ = ["FactIndex", "FactLookup", "StoredFacts"]

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

    def relations_at(self, entity: int) -> dict[str, list[int]]:
        """Return the facts at an entity (either end) by normalised relation."""
        ...


class FactIndex:
    """Dictionaries over the facts of a draft."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[int, str, int], list[int]] = {}
        self._by_ends: dict[tuple[int, int], list[int]] = {}
        self._by_end: dict[int, dict[str, list[int]]] = {}
        self._relations: dict[str, str] = {}

    def add(self, facts: Iterable[tuple[int, int, str | None, int]]) -> None:
        """Add facts as (id, subject, relation, object), in ascending order of id."""
        by_key, by_ends, by_end = self._by_key, self._by_ends, self._by_end
        for fact, source, spelled, target in facts:
            relation = self._relation(spelled or "")
            by_key.setdefault((source, relation, target), []).append(fact)
            by_ends.setdefault((source, target), []).append(fact)
            by_end.setdefault(source, {}).setdefault(relation, []).append(fact)
            if target != source:
                by_end.setdefault(target, {}).setdefault(relation, []).append(fact)

    def with_key(self, subject: int, relation: str, target: int) -> list[int]:
        """Return the facts with this content key, ascending."""
        return self._by_key.get((subject, self._relation(relation), target), [])

    def with_ends(self, subject: int, target: int) -> list[int]:
        """Return the facts from one entity to another, whatever their relation, ascending."""
        return self._by_ends.get((subject, target), [])

    def relations_at(self, entity: int) -> dict[str, list[int]]:
        """Return the facts at an entity (either end), ascending, by normalised relation."""
        return self._by_end.get(entity, {})

    def _relation(self, relation: str) -> str:
        known = self._relations.get(relation)
        if known is None:
            known = self._relations[relation] = normalise_relation(relation)
        return known


class StoredFacts:
    """Answers as `FactIndex` does, without dictionaries over every fact."""

    def __init__(self, edges: Edges, items: Items, adjacency: Adjacency) -> None:
        self._edges, self._items, self._adjacency = edges, items, adjacency
        self._normal: dict[str, str] = {}
        """Relations, normalised."""
        self._at: dict[int, dict[str, list[int]]] = {}
        """What `relations_at` has answered while there were so many edges."""
        self._ends: dict[tuple[int, int], list[tuple[int, str]]] = {}
        """The facts between two entities, with their normalised relations, while there were."""
        self._seen = 0

    def with_key(self, subject: int, relation: str, target: int) -> list[int]:
        """Return the facts with this content key, ascending."""
        facts = self._facts_between(subject, target)
        if not facts:
            return []
        wanted = self._relation(relation)
        return [fact for fact, said in facts if said == wanted]

    def with_ends(self, subject: int, target: int) -> list[int]:
        """Return the facts from one entity to another, whatever their relation, ascending."""
        return [fact for fact, _ in self._facts_between(subject, target)]

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
        edges = distinct(halves >> 1)  # that of a fact about itself is in it twice
        edges = edges[self._are_facts(edges)]
        at: dict[str, list[int]] = {}
        for fact, spelled in zip(
            self._edges.ids(edges).tolist(), self._edges.spelled(edges), strict=True
        ):
            at.setdefault(self._relation(spelled), []).append(fact)
        return at

    def _refresh(self) -> None:
        """Drop what was answered when there were fewer edges."""
        if self._seen != len(self._edges):
            self._at.clear()
            self._ends.clear()
            self._seen = len(self._edges)

    def _facts_between(self, subject: int, target: int) -> list[tuple[int, str]]:
        self._refresh()
        found = self._ends.get((subject, target))
        if found is None:
            if len(self._ends) >= _MOST_KEPT:
                self._ends.clear()
            edges = self._between(subject, target)
            spelled = map(self._relation, self._edges.spelled(edges))
            found = [*zip(self._edges.ids(edges).tolist(), spelled, strict=True)]
            self._ends[subject, target] = found
        return found

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
