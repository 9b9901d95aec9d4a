"""The description of a text world, before an engine makes a game of it.

Plain values and shared geometry. A blueprint is generated from a seed by `treasure_hunt` or
`cleaning` and turned into a game file by `clew.envs.build`.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["INVENTORY", "Blueprint", "Form", "Link", "Thing", "layout", "steps_from"]

INVENTORY = "the inventory"
"""The place of things that the player carries."""

Form: TypeAlias = Literal["container", "support", "key", "object"]
_STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing of a world."""

    name: str
    form: Form
    place: str
    """The room it is in, or the container or support that holds it."""
    text: str = ""
    """What `examine` shows; if empty, the engine's own text."""
    state: Literal["", "open", "closed", "locked"] = ""
    """Of a container."""
    opens: str = ""
    """Of a key: the container it fits."""


@dataclass(frozen=True, slots=True)
class Link:
    """A connection without a door: from a room in a direction to another room."""

    room: str
    direction: str
    other: str


@dataclass(frozen=True, slots=True)
class Blueprint:
    """A world; all names are unique, also across kinds."""

    rooms: tuple[str, ...]
    links: tuple[Link, ...]
    """Each connection once; it also leads back."""
    start: str
    things: tuple[Thing, ...]
    goals: tuple[str, ...] = ()
    """Things worth a point when taken; the game is won when all are."""
    instructions: str = ""
    """The text shown to the player at the start."""
    homes: tuple[tuple[str, str], ...] = ()
    """(thing, where it belongs), for houses to tidy."""


def layout(names: Sequence[str], rng: random.Random, loops: float) -> tuple[Link, ...]:
    """Return links that connect all rooms, laid out on a grid so that directions agree.

    The first room is in the middle. Each other one is placed next to a room with free space and
    linked to it. Any other two neighbours are linked with probability `loops`.
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
    """Return the distance of every room from a room in links, nearest first."""
    beside: dict[str, list[str]] = {}
    for link in links:
        beside.setdefault(link.room, []).append(link.other)
        beside.setdefault(link.other, []).append(link.room)
    steps = {start: 0}
    queue = [start]
    for room in queue:
        for other in beside.get(room, ()):
            if other not in steps:
                steps[other] = steps[room] + 1
                queue.append(other)
    return steps
