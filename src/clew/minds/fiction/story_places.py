"""Places of a parser game and the ways between them; two rooms of one name are told apart."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from clew.agents.worldmap import OPPOSITE
from clew.minds.fiction.room_text import Mentioned, RoomText

__all__ = ["Place", "Places"]

_COMPARED = 120
"""Characters of two descriptions that are compared."""


@dataclass(slots=True)
class Place:
    """What is known of one place."""

    name: str
    """As the game calls it; with a number if another place has that name."""
    body: str = ""
    """The paragraph that describes it; empty if it was never seen."""
    ways: dict[str, str] = field(default_factory=dict)
    """Direction -> name of the place it led to."""
    supposed: dict[str, str] = field(default_factory=dict)
    """Ways back that were not walked: direction -> the place one came from."""
    named: dict[str, None] = field(default_factory=dict)
    """Directions that its texts name."""
    all_named: bool = False
    """Whether its texts list the ways out."""
    things: dict[str, Mentioned] = field(default_factory=dict)

    def describe(self, seen: RoomText) -> None:
        """Take in what a text says of the place; what it said first of the whole of it stays."""
        self.body = self.body or seen.body
        self.named |= dict.fromkeys(seen.ways)
        self.all_named |= seen.all_ways
        for one in seen.things:
            if one.name not in self.things or one.listed:
                self.things[one.name] = one


class Places:
    """All places known, by name."""

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}

    def __getitem__(self, name: str) -> Place:
        """Return the place of a name.

        Raises:
            KeyError: there is none.
        """
        return self._places[name]

    def __iter__(self) -> Iterator[Place]:
        """Yield the places, in the order of the first visit."""
        return iter(self._places.values())

    def known(self, name: str) -> Place:
        """Return the place of exactly that name, made if it is new."""
        return self._places.setdefault(name, Place(name))

    def arrived(self, name: str, seen: RoomText, before: str = "", way: str = "") -> Place:
        """Return the place that one has come to, with what was seen of it.

        A known way leads where it led. Else it is the place of that name whose description is the
        same, then one that was not described yet, then (if nothing is described now) the one whose
        way back leads to where one was, or the first. Else it is new.

        Args:
            name: as the game calls it.
            seen: what it prints.
            before: the place one was at; empty at the start.
            way: the direction taken; empty if none was.
        """
        place = self._place(name, seen.body, before, way)
        place.describe(seen)
        if before and way and before != place.name:
            self._places[before].ways[way] = place.name
            back = OPPOSITE.get(way, "")
            if back and back not in place.ways:
                place.supposed[back] = before
        return place

    def _place(self, name: str, body: str, before: str, way: str) -> Place:
        low = name.lower()  # a memory may know it by another case
        names = {one.name: one.name.lower() for one in self}
        same = [
            one for one in self if names[one.name] == low or names[one.name].startswith(f"{low} (")
        ]
        led = None
        if before and way:
            known = self._places[before]
            led = (known.supposed | known.ways).get(way)
        if led is not None and led in {one.name for one in same}:
            there = self._places[led]
            stayed = body and before in names and self._alike(self._places[before], body)
            if not stayed or not there.body or self._alike(there, body):
                return there
            return self._places[before]
        if not way and before in {one.name for one in same}:
            return self._places[before]
        if body:
            found = [one for one in same if self._alike(one, body)]
            found = found or [one for one in same if not one.body]
        else:
            back = OPPOSITE.get(way, "")
            found = [one for one in same if one.ways.get(back) == before]
            found = found or [one for one in same if one.supposed.get(back) == before] or same
        if found:
            return self._places[before] if before in {one.name for one in found} else found[0]
        taken = {one.name.lower() for one in same}
        free = (f"{name} ({number})" for number in count(2))
        return self.known(next(one for one in free if one.lower() not in taken) if same else name)

    @staticmethod
    def _alike(place: Place, body: str) -> bool:
        return place.body[:_COMPARED] == body[:_COMPARED]

    def towards(self, start: str, closed: Callable[[str, str], bool]) -> dict[str, tuple[int, str]]:
        """Return distance and first direction to each place that can be reached.

        Args:
            start: where one is; its distance is 0, its direction empty.
            closed: whether the way from a place in a direction must not be taken.
        """
        found = {start: (0, "")}
        waiting = deque([start])
        while waiting:
            at = waiting.popleft()
            steps, first = found[at]
            place = self._places[at]
            for way, to in (place.supposed | place.ways).items():
                if to not in found and to in self._places and not closed(at, way):
                    found[to] = (steps + 1, first or way)
                    waiting.append(to)
        return found
