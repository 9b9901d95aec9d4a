"""The facts between two things, under all their names: those stored and those of a draft.

Placing one statement asks several times for the facts with its content, so what was found is kept
and grows with the draft.
"""

from collections.abc import Callable, Mapping, Sequence

from clew.projection.fact_index import FactLookup
from clew.text import normalise_relation

__all__ = ["Between"]


class Between:
    """Finds facts by their ends, whatever names these were told under.

    Args:
        lookups: the stored facts and the draft's, of which all ids are larger.
        family: returns all that are one with an entity, itself included.
    """

    def __init__(
        self, lookups: Sequence[FactLookup], family: Callable[[int], Sequence[int]]
    ) -> None:
        self._lookups, self._family = lookups, family
        self._kept: dict[tuple[int, int], dict[str, list[int]]] = {}

    def of(self, subject: int, target: int) -> Mapping[str, list[int]]:
        """Return the facts from one entity to another by normalised relation, ascending."""
        found = self._kept.get((subject, target))
        return self._found(subject, target) if found is None else found

    def add(self, fact: int, subject: int, relation: str, target: int) -> None:
        """Note a fact that the lookups have from now on."""
        for one in self._family(subject):
            for other in self._family(target):
                kept = self._kept.get((one, other))
                if kept is not None:
                    kept.setdefault(normalise_relation(relation), []).append(fact)

    def clear(self) -> None:
        """Forget everything that was found: names were joined or parted."""
        self._kept.clear()

    def _found(self, subject: int, target: int) -> dict[str, list[int]]:
        found = self._kept[subject, target] = dict[str, list[int]]()
        subjects, targets = self._family(subject), self._family(target)
        for index in self._lookups:
            for one in subjects:
                for other in targets:
                    for fact, relation in index.between(one, other):
                        found.setdefault(relation, []).append(fact)
        if len(subjects) > 1 or len(targets) > 1:
            for facts in found.values():
                facts.sort()
        return found
