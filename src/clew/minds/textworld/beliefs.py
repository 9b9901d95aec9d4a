"""The offline mind's beliefs: where things are, their states, and what is needed.

Facts of a graph are taken as they are. Texts from any memory are read oldest first by the same
rules that fill the graph (`world_reader`), so that no memory is read better than another.
"""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass, field
from functools import lru_cache

from clew.agents.ariadne.tasks import Situation
from clew.agents.memory import Statement
from clew.minds.textworld.deeds import INVENTORY
from clew.minds.textworld.seen_text import read_items
from clew.minds.textworld.world_reader import extract_world
from clew.regex import Regex
from clew.text import normalise_name, words

__all__ = ["Beliefs", "believed", "key_of", "mentions", "read"]

_LIDS = frozenset({"open", "closed", "locked", "unlocked"})
_SHUT = frozenset({"closed", "locked"})
_LOOK = Regex(r"^-= (.+?) =-", re.MULTILINE)
_DOOR = Regex(r"has door (?:to the )?(\w+)")


@dataclass(slots=True)
class Beliefs:
    """Names are casefolded; `name` returns the original spelling."""

    places: dict[str, str] = field(default_factory=dict)
    """Thing -> its holder or room."""
    states: dict[str, set[str]] = field(default_factory=dict)
    """Thing -> open, locked, fried, ..."""
    unlocks: dict[str, str] = field(default_factory=dict)
    """Key -> lock."""
    needs: dict[str, list[str]] = field(default_factory=dict)
    """Ingredient -> states that the recipe requires, in order; empty if used as it is."""
    doors: dict[str, dict[str, str]] = field(default_factory=dict)
    """Room -> direction -> door."""
    first_places: dict[str, str] = field(default_factory=dict)
    """Thing -> its place when an earlier run first saw it."""
    first_states: dict[str, set[str]] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def name(self, key: str) -> str:
        """Return a name as first written."""
        return self._names.get(key, key)

    def room_of(self, thing: str, rooms: Iterable[str]) -> str | None:
        """Return the room a thing is in, if known, however deep inside other things."""
        by_key = {normalise_name(room): room for room in rooms}
        chain = (thing, *self._holders(thing))
        return next((by_key[one] for one in chain if one in by_key), None)

    def _holders(self, thing: str) -> Iterator[str]:
        """Yield what a thing is in or on, then what that is in, each once."""
        seen: set[str] = set()
        while thing in self.places and thing not in seen:
            seen.add(thing)
            thing = self.places[thing]
            yield thing

    def carried(self) -> list[str]:
        """Return what the agent carries, in the order learned."""
        return [thing for thing, place in self.places.items() if place == INVENTORY]

    def shut(self, thing: str) -> bool:
        """Return whether a container or door is known to be closed or locked."""
        return bool(self.states.get(thing, set()) & _SHUT)

    def take_in(self, statements: Iterable[Statement]) -> None:
        """Add statements that hold now, replacing what they contradict."""
        for subject, relation, thing in statements:
            one, other = self._key(subject), self._key(thing)
            if relation == "was first in":
                self.first_places[one] = other
            elif relation == "was first":
                self.first_states.setdefault(one, set()).add(other)
            elif relation in ("is in", "is on", "is at"):
                self.places.pop(one, None)  # so that the newest comes last
                self.places[one] = other
            elif relation == "is":
                self._state(one, other)
            elif relation == "unlocks":
                self.unlocks[one] = other
            elif relation == "requires":
                self.needs.setdefault(other, [])
            elif relation == "needs to be":
                self.needs[one] = [*dict.fromkeys((*self.needs.get(one, ()), other))]
            elif door := _DOOR.fullmatch(relation):
                self.doors.setdefault(one, {})[door[1]] = other

    def expect(self, unvisited: Iterable[str]) -> None:
        """Believe how earlier runs began where this one has not looked yet.

        It has looked in a room that it visited, and in what is open there.
        """
        hidden = {normalise_name(room) for room in unvisited}
        for thing, states in self.first_states.items():
            if thing not in self.places:
                self.states.setdefault(thing, set(states))
        for thing in self.first_places:
            if thing not in self.places and self._unseen(thing, hidden):
                self.places[thing] = self.first_places[thing]

    def _unseen(self, thing: str, hidden: Set[str]) -> bool:
        """Return whether the first place of a thing is one where nobody has looked yet."""
        seen = {thing}
        place = self.first_places[thing]
        while place not in seen:
            seen.add(place)
            if place in hidden:
                return True
            if place in self.places:
                return self.shut(place)
            if place not in self.first_places:
                return False
            place = self.first_places[place]
        return False

    def reachable(self, thing: str) -> bool:
        """Return whether a thing is in nothing that is known to be locked."""
        return all("locked" not in self.states.get(one, ()) for one in self._holders(thing))

    def look(self, room: str, text: str) -> None:
        """Take in the view of a whole room: drop the place of things that are not seen there."""
        here = normalise_name(room)
        for thing, place in list(self.places.items()):
            in_sight = place == here or (
                self.places.get(place) == here and mentions(text, place) and not self.shut(place)
            )
            if in_sight and not mentions(text, thing):
                del self.places[thing]

    def hold(self, statements: Iterable[Statement]) -> None:
        """Take in the complete inventory."""
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
    """Return the beliefs from a situation.

    What is seen now overrides facts, which hold now as far as the memory knows. Texts describe the
    past: if there are facts, texts only add what does not change.
    """
    told = Beliefs()
    for text in (situation.goal, *situation.texts):
        told.take_in(
            one for one in read(text) if not (situation.facts and one[1].startswith("is "))
        )
    for text, _ in situation.history:
        told.take_in(read(text))
    told.take_in(situation.facts)
    told.take_in(read(situation.observation))
    if rooms := _LOOK.findall(situation.observation):
        told.look(rooms[-1], situation.observation)
    told.hold(read(situation.inventory))
    told.expect(situation.unvisited)
    return told


def key_of(name: str) -> str:
    """Return the key of a thing as an action names it, without states such as "raw".

    >>> key_of("raw meat"), key_of("piece of butter")
    ('meat', 'piece of butter')
    """
    items = read_items(f"the {name}")
    return normalise_name(items[0].name if len(items) == 1 else name)


def mentions(text: str, thing: str) -> bool:
    """Return whether a text names a thing, word for word.

    >>> mentions("take red key from box", "Red Key"), mentions("take red keys", "red key")
    (True, False)
    """
    return f" {' '.join(words(thing))} " in f" {' '.join(words(text))} "


@lru_cache(maxsize=1 << 10)
def read(text: str) -> tuple[Statement, ...]:
    """Return the statements of a text from the world."""
    extraction = extract_world(text)
    return tuple(
        (fact.subject, fact.relation, fact.object) for fact in extraction.facts if not fact.ended
    )
