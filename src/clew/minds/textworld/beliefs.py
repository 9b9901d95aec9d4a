"""What the offline mind believes: where things are, what state they are in, and what is needed.

Facts of a graph are taken as they are. Texts are read by the same rules that teach the graph
(`world_reader`), the oldest first, whichever memory brought them up: no memory is read better.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from clew.agents.ariadne.tasks import Situation
from clew.agents.memory import Statement
from clew.minds.textworld.seen_text import read_items
from clew.minds.textworld.world_reader import extract_world
from clew.text import normalise_name, words

__all__ = ["CARRIED", "Beliefs", "believed", "key_of", "mentions", "read"]

CARRIED = "inventory"
_LIDS = frozenset({"open", "closed", "locked", "unlocked"})
_SHUT = frozenset({"closed", "locked"})
_LOOK = re.compile(r"^-= (.+?) =-", re.MULTILINE)
_DOOR = re.compile(r"has door (?:to the )?(\w+)")


@dataclass(slots=True)
class Beliefs:
    """Names are casefolded; `name` gives them back as they were written."""

    places: dict[str, str] = field(default_factory=dict)
    """Thing -> what holds it or the room where it is."""
    states: dict[str, set[str]] = field(default_factory=dict)
    """Thing -> open, locked, fried, ..."""
    unlocks: dict[str, str] = field(default_factory=dict)
    """Key -> lock."""
    needs: dict[str, list[str]] = field(default_factory=dict)
    """Ingredient -> what the recipe says it must be, in order; empty for what is used as it is."""
    doors: dict[str, dict[str, str]] = field(default_factory=dict)
    """Room -> direction -> door."""
    _names: dict[str, str] = field(default_factory=dict)

    def name(self, key: str) -> str:
        """Return a name as it was written first."""
        return self._names.get(key, key)

    def room_of(self, thing: str, rooms: Iterable[str]) -> str | None:
        """Return the room a thing is in, as far as known, however deep inside other things."""
        by_key = {normalise_name(room): room for room in rooms}
        seen: set[str] = set()
        while thing not in by_key:
            if thing in seen or thing not in self.places:
                return None
            seen.add(thing)
            thing = self.places[thing]
        return by_key[thing]

    def carried(self) -> list[str]:
        """Return what the agent carries, in the order it was told."""
        return [thing for thing, place in self.places.items() if place == CARRIED]

    def shut(self, thing: str) -> bool:
        """Tell whether a lid or door is known to be closed or locked."""
        return bool(self.states.get(thing, set()) & _SHUT)

    def take_in(self, statements: Iterable[Statement]) -> None:
        """Add statements that hold now; what contradicts them is over."""
        for subject, relation, thing in statements:
            one, other = self._key(subject), self._key(thing)
            if relation in ("is in", "is on", "is at"):
                self.places.pop(one, None)  # so that the newest comes last
                self.places[one] = other
            elif relation == "is":
                self._state(one, other)
            elif relation == "unlocks":
                self.unlocks[one] = other
            elif relation == "requires":
                self.needs.setdefault(other, [])
            elif relation == "needs to be":
                asked = self.needs.setdefault(one, [])
                if other not in asked:
                    asked.append(other)
            elif door := _DOOR.fullmatch(relation):
                self.doors.setdefault(one, {})[door[1]] = other

    def look(self, room: str, text: str) -> None:
        """Look at a whole room: what was thought to be in it and is not seen is somewhere else."""
        here = normalise_name(room)
        for thing, place in list(self.places.items()):
            in_sight = place == here or (
                self.places.get(place) == here and mentions(text, place) and not self.shut(place)
            )
            if in_sight and not mentions(text, thing):
                del self.places[thing]

    def hold(self, statements: Iterable[Statement]) -> None:
        """Take in the inventory, which is seen as a whole."""
        for thing in self.carried():
            del self.places[thing]
        self.take_in(statements)

    def _state(self, thing: str, state: str) -> None:
        held = self.states.setdefault(thing, set())
        if state in _LIDS:
            held -= _LIDS
        held.add(state)

    def _key(self, name: str) -> str:
        key = normalise_name(name)
        self._names.setdefault(key, name)
        return key


def believed(situation: Situation) -> Beliefs:
    """Return what a situation tells.

    What is seen now counts more than facts, which hold now as far as the memory knows. Texts tell
    how it was: beside facts they are asked only for what does not change.
    """
    told = Beliefs()
    for text in (situation.goal, *situation.texts):
        told.take_in(_lasting(read(text)) if situation.facts else read(text))
    for text, _ in situation.history:
        told.take_in(read(text))
    told.take_in(situation.facts)
    told.take_in(read(situation.observation))
    if rooms := _LOOK.findall(situation.observation):
        told.look(rooms[-1], situation.observation)
    told.hold(read(situation.inventory))
    return told


def _lasting(statements: Iterable[Statement]) -> Iterator[Statement]:
    return (one for one in statements if not one[1].startswith("is "))


def key_of(name: str) -> str:
    """Return the key of a thing as an action names it: without the states that texts tell apart.

    >>> key_of("raw meat"), key_of("piece of butter")
    ('meat', 'piece of butter')
    """
    items = read_items(f"the {name}")
    return normalise_name(items[0].name if len(items) == 1 else name)


def mentions(text: str, thing: str) -> bool:
    """Tell whether a text names a thing, word for word.

    >>> mentions("take red key from box", "Red Key"), mentions("take red keys", "red key")
    (True, False)
    """
    return f" {' '.join(words(thing))} " in f" {' '.join(words(text))} "


@lru_cache(maxsize=1 << 10)
def read(text: str) -> tuple[Statement, ...]:
    """Return what a text of the world says to be so."""
    extraction = extract_world(text, 0)
    return tuple(
        (fact.subject, fact.relation, fact.object) for fact in extraction.facts if not fact.ended
    )
