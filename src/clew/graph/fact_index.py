"""Facts by content key and by end: what a write has to look up for every new fact.

Keys are raw ids (not merged ones): a caller that knows of merges asks for every member.
"""

from collections.abc import Iterable

from clew.graph.rows import EdgeRow
from clew.text import normalise_relation

__all__ = ["FactIndex"]


class FactIndex:
    """Two dictionaries over facts; `add` keeps them up to date."""

    def __init__(self) -> None:
        self._by_key: dict[tuple[int, str, int], list[int]] = {}
        self._by_ends: dict[tuple[int, int], list[int]] = {}
        self._by_end: dict[int, dict[str, list[int]]] = {}
        self._relations: dict[str, str] = {}

    def add(self, rows: Iterable[EdgeRow]) -> None:
        """Take in facts, in ascending order of id."""
        for row in rows:
            relation = self._relation(row.relation or "")
            self._by_key.setdefault((row.source, relation, row.target), []).append(row.id)
            self._by_ends.setdefault((row.source, row.target), []).append(row.id)
            for end in {row.source, row.target}:
                self._by_end.setdefault(end, {}).setdefault(relation, []).append(row.id)

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
