"""What keeps one from going on in a parser game: blocked ways, locks, and who bars the way."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from clew.agents.worldmap import direction_of
from clew.minds.fiction.room_text import advice, no_way, ways_in
from clew.minds.fiction.story_places import Place
from clew.minds.fiction.story_verbs import is_door
from clew.regex import Regex

__all__ = ["Hindrances"]

_WAITED = 12
"""Steps after which a way that something blocked, or advice that failed, is tried again."""
_LONG = 240
"""Characters of a reply that is more than a refusal."""
_SHUT = Regex(
    r"\b(?:(?:un)?lock(?:ed)?|closed|shut|bolted|barred|key|in (?:the|your) way"
    r"|blocking your way)\b",
    re.I,
)
_LOCKED = Regex(r"\b(?:locked|lack a key|bolted|barred|have to unlock)\b", re.I)
_SEALED = Regex(r"\b(?:welded|nailed|rusted|glued|painted|sealed) shut\b", re.I)
_LEAVING = ("get ", "stand", "leave ", "exit")
"""Advice that holds for every way: "You'll have to get out of bed first."."""
_HELD_BACK = 0.4
"""Trust in a way where another was refused with such advice."""


@dataclass(slots=True)
class Hindrances:
    """What was in the way, and when it was tried last; all by place."""

    steps: int = 0
    _blocked: dict[tuple[str, str], int] = field(default_factory=dict)
    """(place, command) that is worth another try -> when it was tried."""
    _closed: dict[tuple[str, str], None] = field(default_factory=dict)
    """(place, named way) that could not be taken."""
    _shut: set[tuple[str, str]] = field(default_factory=set)
    """(place, thing) that is closed or locked."""
    _locked: set[tuple[str, str]] = field(default_factory=set)
    """Those of them that opening does not open."""
    _sealed: set[tuple[str, str]] = field(default_factory=set)
    """Those of them that no key opens."""
    _barring: set[tuple[str, str]] = field(default_factory=set)
    """(place, person or animal) that lets nobody pass."""
    _held_back: dict[str, int] = field(default_factory=dict)
    """Place -> ways that were refused there with advice that holds for all."""
    _walls: dict[str, int] = field(default_factory=dict)
    """Refusal -> how often it was printed."""

    def blocked(self, place: str, command: str) -> bool:
        """Return whether a command failed there that may work later."""
        return (place, command) in self._blocked

    def ripe(self, place: str, command: str) -> bool:
        """Return whether a blocked command is to be tried again."""
        return self.steps - self._blocked[place, command] >= _WAITED

    def shut(self, place: str, thing: str) -> bool:
        """Return whether a thing there is closed or locked."""
        return (place, thing) in self._shut

    def locked(self, place: str, thing: str) -> bool:
        """Return whether opening a thing there does not open it."""
        return (place, thing) in self._locked

    def sealed(self, place: str, thing: str) -> bool:
        """Return whether a thing there is shut for good."""
        return (place, thing) in self._sealed

    def barring(self, place: str, name: str) -> bool:
        """Return whether somebody there lets nobody pass."""
        return (place, name) in self._barring

    def trust(self, place: str) -> float:
        """Return how much less a way from there is worth, as others were refused."""
        return float(_HELD_BACK ** self._held_back.get(place, 0))

    def failed(self, place: str, command: str) -> None:
        """Note that a command failed that may work later."""
        self._blocked[place, command] = self.steps

    def closed(self, place: str, way: str) -> None:
        """Note that a way was refused in an earlier run: an open thread until it is walked."""
        self._closed[place, way] = None

    def tried(self, place: str, command: str) -> None:
        """Note that a blocked command was tried again."""
        self._blocked.pop((place, command), None)

    def passed(self, place: str, action: str) -> None:
        """Note that a way is open."""
        if way := direction_of(action):
            self._blocked.pop((place, way), None)
            self._closed.pop((place, way), None)

    def handed(self) -> None:
        """Note that what is carried has changed: what was blocked may work now."""
        self._blocked = dict.fromkeys(self._blocked, self.steps - _WAITED)
        self._held_back.clear()

    def freed(self, place: str = "", thing: str = "") -> None:
        """Note that something was opened, or that somebody made way."""
        self._locked.discard((place, thing))
        self._shut.discard((place, thing))
        self.handed()
        self._blocked |= dict.fromkeys(self._closed, self.steps - _WAITED)

    def unopened(self, place: str, things: Iterable[str], reply: str) -> None:
        """Learn from a reply whether things are shut or locked."""
        found = {(place, one) for one in things}
        if _SHUT.search(reply):
            self._shut |= found
        if _LOCKED.search(reply):
            self._locked |= found
        if _SEALED.search(reply):
            self._sealed |= found

    def walled(self, place: Place, way: str, reply: str, alive: Callable[[str], bool]) -> None:
        """Learn from a way that led nowhere: it may be blocked, and others may be named instead.

        Args:
            place: where it was tried.
            way: the direction.
            reply: what the game printed.
            alive: whether a thing is a person or an animal.
        """
        first = reply.strip().partition("\n")[0]
        ways = [one for one in ways_in(reply) if one != way]
        times = self._walls[first] = self._walls.get(first, 0) + 1
        if ways and len(reply) < _LONG and times <= 2:  # once and again
            place.named |= dict.fromkeys(ways)
            place.all_named = True
        told = advice(reply)
        if any(one.startswith(_LEAVING) for one in told):
            self._held_back[place.name] = self._held_back.get(place.name, 0) + 1
        self._seen_in_the_way(place, reply, first, alive)
        if way in place.named and not ways:
            self._closed[place.name, way] = None
        if way in place.named and not ways and (times == 1 or told) and not no_way(reply):
            self.failed(place.name, way)
        else:
            self.tried(place.name, way)

    def _seen_in_the_way(
        self, place: Place, reply: str, first: str, alive: Callable[[str], bool]
    ) -> None:
        doors = [one for one in place.things if is_door(one)]
        self.unopened(place.name, [one for one in doors if one in reply.lower()] or doors, reply)
        for name in filter(alive, place.things):
            if re.search(rf"\b{re.escape(name)}\b", first, re.IGNORECASE):
                self._barring.add((place.name, name))
