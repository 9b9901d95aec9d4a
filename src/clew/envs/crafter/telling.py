"""What an agent perceives, in words. Needs no extra."""

from collections.abc import Mapping

from clew.envs.crafter.sight import Cell, Sight

__all__ = ["LETTERS", "counts", "longest", "tell"]

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_ .,:;()+-"
"""All characters used in the text."""
_FACING = {(-1, 0): "west", (1, 0): "east", (0, -1): "north", (0, 1): "south"}


def longest(view: Cell) -> int:
    """Return an upper bound on the length of the text for such a view."""
    return 2000 + 60 * view[0] * view[1]


def tell(sight: Sight) -> str:
    """Return what an agent perceives, in words.

    First its position, what it faces and what is within a step; then everything in view, grouped
    by kind, nearest first, with directions; then its vitals and inventory.
    """
    x, y = sight.position
    near = ", ".join(sorted(sight.near())) or "nothing"
    lines = [
        f"You are {sight.agent} at ({x}, {y}), step {sight.step}. "
        f"You face {_FACING[sight.facing]}: {sight.faced() or 'the end of the world'}.",
        f"Around you: {near}.",
        *_seen(sight),
        "Vitals: " + counts(sight.vitals) + ".",
        "You have: " + (counts(sight.inventory) or "nothing") + ".",
        "Done so far: " + (", ".join(sight.achievements) or "nothing") + ".",
    ]
    if sight.sleeping:
        lines.append("You are asleep: nothing you do has an effect until you wake up.")
    if sight.daylight < 0.5:
        lines.append("It is night.")
    return "\n".join(lines)


def _seen(sight: Sight) -> list[str]:
    """Return a line for each kind of thing in view, the nearest kind first."""
    x, y = sight.position
    kinds: dict[str, list[tuple[int, int, int]]] = {}
    for (east, south), name in sight.cells().items():
        right, down = east - x, south - y
        if right or down:
            kinds.setdefault(name, []).append((abs(right) + abs(down), right, down))
    lines = []
    for name, places in sorted(kinds.items(), key=lambda item: (min(item[1]), item[0])):
        _, right, down = min(places)
        lines.append(f"In view: {name}, {len(places)}, the nearest {_way(right, down)}.")
    return lines


def _way(right: int, down: int) -> str:
    """Return where something is from the agent, in moves."""
    across = f"{abs(right)} {'east' if right > 0 else 'west'}" if right else ""
    along = f"{abs(down)} {'south' if down > 0 else 'north'}" if down else ""
    return " and ".join(filter(None, [across, along]))


def counts(things: Mapping[str, int]) -> str:
    """Return how many there are of each thing, in words."""
    return ", ".join(f"{name} {count}" for name, count in things.items())
