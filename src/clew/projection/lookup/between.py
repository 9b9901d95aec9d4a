"""The facts between two things, under all their names: those stored and those of a draft.

Placing one statement asks several times for the facts with its content, so what was found is kept
and grows with the draft.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from clew.projection.fact_index import FactLookup
from clew.text import normalise_relation

__all__ = ["Between"]

Family: TypeAlias = Callable[[int], Sequence[int]]


class Between:
    """Finds facts by their ends, whatever names these were told under.

    Each call gets `family`, which returns all that are one with an entity, itself included. Held
    here, a draft's would make a circle, and its rows would wait for the garbage collector.

    Args:
        lookups: the stored facts and the draft's, of which all ids are larger.
    """

    def __init__(self, lookups: Sequence[FactLookup]) -> None:
        self._lookups = lookups
        self._kept: dict[tuple[int, int], dict[str, list[int]]] = {}

    def of(self, subject: int, target: int, family: Family) -> Mapping[str, list[int]]:
        """Return the facts from one entity to another by normalised relation, ascending."""
        found = self._kept.get((subject, target))
        return self._found(subject, target, family) if found is None else found

    def add(self, fact: int, subject: int, relation: str, target: int, family: Family) -> None:
        """Note a fact that the lookups have from now on."""
        for one in family(subject):
            for other in family(target):
                kept = self._kept.get((one, other))
                if kept is not None:
                    kept.setdefault(normalise_relation(relation), []).append(fact)

    def clear(self) -> None:
        """Forget everything that was found: names were joined or parted."""
        self._kept.clear()

    def _found(self, subject: int, target: int, family: Family) -> dict[str, list[int]]:
        found = self._kept[subject, target] = dict[str, list[int]]()
        subjects, targets = family(subject), family(target)
        for index in self._lookups:
            for one in subjects:
                for other in targets:
                    for fact, relation in index.between(one, other):
                        found.setdefault(relation, []).append(fact)
        if len(subjects) > 1 or len(targets) > 1:
            for facts in found.values():
                facts.sort()
        return found
