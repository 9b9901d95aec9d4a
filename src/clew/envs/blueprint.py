"""What a text world consists of, before any engine makes a game of it.

Plain values and the geometry they share. A plan is drawn from a seed by `treasure_hunt` or
`cleaning` and turned into a game file by `clew.envs.build`.
"""

import random
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

__all__ = ["INVENTORY", "Blueprint", "Form", "Link", "Thing", "layout", "steps_from"]

INVENTORY = "the inventory"
"""Where things are that the player carries."""

Form: TypeAlias = Literal["container", "support", "key", "object"]
_STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing of a world."""

    name: str
    form: Form
    place: str
    """The room it stands or lies in, or the container or support that holds it."""
    text: str = ""
    """What `examine` shows; the engine words it where it is empty."""
    state: Literal["", "open", "closed", "locked"] = ""
    """Of a container."""
    opens: str = ""
    """Of a key: the container it fits."""


@dataclass(frozen=True, slots=True)
class Link:
    """A way without a door: from a room one goes in a direction and is in another."""

    room: str
    direction: str
    other: str


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A world: names are unique, whatever they name."""

    rooms: tuple[str, ...]
    links: tuple[Link, ...]
    """Each way once; it leads back, too."""
    start: str
    things: tuple[Thing, ...]
    goals: tuple[str, ...] = ()
    """Things that give a point when they are taken; the game is won when all are."""
    instructions: str = ""
    """What the player is told at the start."""
    homes: tuple[tuple[str, str], ...] = ()
    """(thing, where it belongs) for worlds that are to be tidied."""

    def as_data(self) -> dict[str, Any]:
        """Return the plan as what JSON can hold."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Blueprint":
        """Return the plan that `as_data` gave."""
        return cls(
            rooms=tuple(data["rooms"]),
            links=tuple(Link(**link) for link in data["links"]),
            start=data["start"],
            things=tuple(Thing(**thing) for thing in data["things"]),
            goals=tuple(data["goals"]),
            instructions=data["instructions"],
            homes=tuple((thing, place) for thing, place in data["homes"]),
        )


def layout(names: Sequence[str], rng: random.Random, loops: float) -> tuple[Link, ...]:
    """Return ways that join all rooms, laid out on a grid so that directions agree.

    Rooms are put one by one beside a room that has space, each joined to it; two that then lie
    side by side are joined, too, with the chance `loops`.

    Args:
        names: the rooms, the first one in the middle.
        rng: draws.
        loops: from 0, a tree, to 1, every two neighbours joined.
    """
    spots: dict[tuple[int, int], str] = {(0, 0): names[0]}
    links: dict[tuple[str, str], Link] = {}
    for name in names[1:]:
        free = [
            (x, y, direction)
            for x, y in spots
            for direction, (dx, dy) in _STEPS.items()
            if (x + dx, y + dy) not in spots
        ]
        x, y, direction = rng.choice(free)
        dx, dy = _STEPS[direction]
        spots[x + dx, y + dy] = name
        links[spots[x, y], name] = Link(spots[x, y], direction, name)
    for (x, y), room in spots.items():
        for direction in ("east", "south"):
            dx, dy = _STEPS[direction]
            other = spots.get((x + dx, y + dy))
            if other is None or (room, other) in links or (other, room) in links:
                continue
            if rng.random() < loops:
                links[room, other] = Link(room, direction, other)
    return tuple(links.values())


def steps_from(start: str, links: Sequence[Link]) -> dict[str, int]:
    """Return how many ways every room is from a room, nearest first."""
    beside: dict[str, list[str]] = {}
    for link in links:
        beside.setdefault(link.room, []).append(link.other)
        beside.setdefault(link.other, []).append(link.room)
    steps = {start: 0}
    queue = deque([start])
    while queue:
        room = queue.popleft()
        for other in beside.get(room, ()):
            if other not in steps:
                steps[other] = steps[room] + 1
                queue.append(other)
    return steps
