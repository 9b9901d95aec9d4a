"""A known map in words: a line for each place, with its ways and untried exits."""

from clew.agents.maps.known_map import KnownMap, Spot
from clew.agents.worldmap import OPPOSITE

__all__ = ["told_map"]


def told_map(known: KnownMap) -> list[str]:
    """Return a line for each place, in the order in which they became known.

    `Hall (here): east to Attic; untried: north (gate, locked)`.
    """
    ways: dict[str, list[str]] = {spot.name: [] for spot in known.spots}
    for one in known.passages:
        ways[one.place].append(f"{one.direction} to {one.other}".strip())
        if one.back:
            ways[one.other].append(f"{OPPOSITE.get(one.direction, '')} to {one.place}".strip())
    return [_line(spot, ways[spot.name]) for spot in known.spots]


def _line(spot: Spot, ways: list[str]) -> str:
    untried = [
        f"{direction} ({door.text})" if door else direction
        for direction, door in spot.untried.items()
    ]
    parts = [", ".join(ways), f"untried: {', '.join(untried)}" if untried else ""]
    name = f"{spot.name} (here)" if spot.here else spot.name
    return f"{name}: {'; '.join(filter(None, parts)) or 'no way known'}"
