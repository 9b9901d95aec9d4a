"""Facts by what they say and by their ends, for a write that looks for the same or the opposite."""

from collections.abc import Iterable

from clew.text import normalise_relation

__all__ = ["FactIndex"]


class FactIndex:
    """Dictionaries over facts; `add` keeps them up to date."""

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
