"""The map an agent builds while it moves: rooms, connections, exits not yet taken.

AriGraph's agent reads all three from its graph (arXiv 2407.04363, appendix B, algorithm 3). Here
connections come from the moves themselves, which no extractor can misread. Every memory gets the
same map, so experiments compare memories, not maps. A memory that outlives a run gives the map the
ways of the runs before (`know`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from clew.agents.base import Move
from clew.text import normalise_name

__all__ = ["OPPOSITE", "WorldMap", "direction_of", "ways_of"]

OPPOSITE = {
    "north": "south", "south": "north", "east": "west", "west": "east",
    "northeast": "southwest", "southwest": "northeast",
    "northwest": "southeast", "southeast": "northwest",
    "up": "down", "down": "up", "in": "out", "out": "in",
}  # fmt: skip
_SHORT = {
    "n": "north", "s": "south", "e": "east", "w": "west", "ne": "northeast", "nw": "northwest",
    "se": "southeast", "sw": "southwest", "u": "up", "d": "down",
}  # fmt: skip
_GO = re.compile(r"(?:(?:go|walk|head)\s+)?([a-z]+)", re.IGNORECASE)
_WAY = re.compile(r"is (\w+) of")


def direction_of(action: str) -> str:
    """Return the direction of a move as people and agents type it; "" for any other action.

    >>> direction_of("go west"), direction_of("NE"), direction_of("take key")
    ('west', 'northeast', '')
    """
    match = _GO.fullmatch(action.strip())
    word = match[1].lower() if match else ""
    word = _SHORT.get(word, word)
    return word if word in OPPOSITE else ""


def ways_of(statements: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Yield (room, direction, other) for statements that are ways, in their order.

    >>> list(ways_of([("Attic", "is north of", "Hall"), ("key", "is in", "Hall")]))
    [('Hall', 'north', 'Attic')]
    """
    for other, relation, room in statements:
        way = _WAY.fullmatch(relation)
        if way and way[1] in OPPOSITE:
            yield room, way[1], other


@dataclass(slots=True)
class WorldMap:
    """Rooms by name; rooms with the same name count as one."""

    here: str | None = None
    _ways: dict[str, dict[str, str]] = field(default_factory=dict)
    """Room -> direction -> room, as walked."""
    _exits: dict[str, dict[str, None]] = field(default_factory=dict)
    """Room -> directions, in the order seen."""
    _spelt: dict[str, str] = field(default_factory=dict)
    """Normalised name -> room, as first spelt."""

    @property
    def rooms(self) -> tuple[str, ...]:
        """Visited rooms, in the order of the first visit."""
        return tuple(self._exits)

    @property
    def unvisited(self) -> tuple[str, ...]:
        """Rooms known from earlier runs that were not visited in this one."""
        return tuple(room for room in self._spelt.values() if room not in self._exits)

    def know(self, ways: Iterable[tuple[str, str, str]]) -> None:
        """Take over the ways of earlier runs: room, direction, the room it led to."""
        for before, direction, after in ways:
            room, other = self._room(before), self._room(after)
            self._ways.setdefault(room, {})[direction] = other
            if direction in OPPOSITE:
                self._ways.setdefault(other, {}).setdefault(OPPOSITE[direction], room)

    def _room(self, name: str) -> str:
        return self._spelt.setdefault(normalise_name(name), name)

    def arrive(self, room: str | None, direction: str = "") -> tuple[str, str, str] | None:
        """Record the current room and how it was reached; return the connection walked, if any.

        A connection is (room left, direction, room reached). It is assumed to lead back, too,
        until a move shows otherwise.
        """
        if room is None:
            return None
        room = self._room(room)
        self._exits.setdefault(room, {})
        before, self.here = self.here, room
        if before == room and self._ways.get(room, {}).get(direction, room) not in self._exits:
            del self._ways[room][direction]  # it was a way in an earlier run
        if before is None or before == room or direction not in OPPOSITE:
            return None
        self._ways.setdefault(before, {})[direction] = room
        self._exits[before].setdefault(direction)
        self._ways.setdefault(room, {}).setdefault(OPPOSITE[direction], before)
        return before, direction, room

    def see(self, directions: Iterable[str]) -> None:
        """Record exits of the current room."""
        if self.here is not None:
            for direction in directions:
                self._exits[self.here].setdefault(direction)

    def unexplored(self, room: str) -> tuple[str, ...]:
        """Return the exits of a room that do not lead to a visited one, in the order seen."""
        taken = self._ways.get(room, {})
        return tuple(way for way in self._exits.get(room, {}) if taken.get(way) not in self._exits)

    def leads(self, room: str) -> Mapping[str, str]:
        """Return direction -> room for the known connections out of a room, oldest first."""
        return dict(self._ways.get(room, {}))

    def taken(self, room: str) -> tuple[str, ...]:
        """Return the directions with a known connection out of a room."""
        return tuple(self._ways.get(room, ()))

    def paths(self) -> Mapping[str, tuple[Move, ...]]:
        """Return a shortest path to every room that a known one leads to, the nearest first.

        Of equally long paths, the one discovered first.
        """
        paths: dict[str, tuple[Move, ...]] = {} if self.here is None else {self.here: ()}
        queue = [*paths]
        for at in queue:
            for direction, other in self._ways.get(at, {}).items():
                if other not in paths:
                    paths[other] = (*paths[at], Move(f"go {direction}", other))
                    queue.append(other)
        return paths

    def moves(self, action: str) -> tuple[Move, ...]:
        """Return the moves of an action; `go to ROOM` is a path if there is one."""
        to = action.startswith("go to ")
        return (to and self.paths().get(action.removeprefix("go to "))) or (Move(action),)
