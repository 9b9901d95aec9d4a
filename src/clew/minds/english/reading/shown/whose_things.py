"""Whose a thing is that a text only points at: "Anna has a dog. The dog is ill."."""

from collections import ChainMap
from collections.abc import Container
from dataclasses import dataclass, field, replace

from clew.minds.english.parsing.clause_types import Clause, owned
from clew.minds.english.reading.nameless import OWNING, TRADING

__all__ = ["Owners"]


@dataclass(slots=True)
class Owners:
    """Whose "the dog" is, by its noun; nobody's where two have one in a text."""

    names: ChainMap[str, str] = field(default_factory=ChainMap)

    def begin_text(self) -> None:
        """Keep what earlier texts told apart from what the next one tells."""
        self.names = self.names.new_child()

    def learn(self, clause: Clause, people: Container[str]) -> None:
        """Learn whose dog "the dog" is from now on: "Anna has a dog"."""
        if clause.verb not in OWNING or clause.negated or not clause.asserted:
            return
        owner = clause.subjects[0].name if len(clause.subjects) == 1 else ""
        for thing in clause.objects if owner in people else ():
            if thing.determiner in {"a", "an"} and not thing.named:
                other = self.names.maps[0].get(thing.base, owner) != owner
                self.names[thing.base] = "" if other else owner

    def told(self, clause: Clause) -> Clause:
        """Return a clause with "Anna's dog" for "the dog"; of two dogs it claims nothing."""
        pointed = [one for one in clause.phrases if one.name == f"the {one.base}"]
        told = {one: self.names[one.base] for one in pointed if one.base in self.names}
        for one in clause.objects if clause.verb in TRADING and clause.subjects else ():
            if told.get(one) == clause.subjects[0].name:
                del told[one]  # "Eva has a car. Eva sold the car": what she had
        return owned(clause, told) if all(told.values()) else replace(clause, asserted=False)
