"""Selects which sightings an agent reports: only those useful to the others."""

from collections.abc import Iterable

from clew.envs.crafter.sight import Cell, apart
from clew.envs.crafter.tech_tree import WALKABLE, Rules

__all__ = ["News"]

_COMMON = ("tree", "stone", "water")
"""Materials that occur in clusters: one is reported for those around it."""
_CROWD = 5


class News:
    """Collects sightings for the next message."""

    def __init__(self, rules: Rules) -> None:
        worked = [material for recipe in rules.recipes for material in recipe.facing]
        left = [recipe.leaves for recipe in rules.recipes if recipe.action.startswith("place")]
        self._useful = dict.fromkeys(name for name in (*worked, *left) if name not in WALKABLE)
        self._told: dict[str, list[Cell]] = {}
        self._waiting: list[tuple[str, Cell]] = []

    def add(self, seen: Iterable[tuple[str, Cell]], told: Iterable[tuple[str, Cell]] = ()) -> bool:
        """Take in what is new on the agent's map: what it saw, and what it was told to pass on.

        Return whether any of what it saw is worth reporting.
        """
        found = [(name, cell) for name, cell in seen if self._worth(name, cell)]
        self._waiting += found
        self._waiting += [(name, cell) for name, cell in told if self._worth(name, cell)]
        return bool(found)

    def _worth(self, name: str, cell: Cell) -> bool:
        if name not in self._useful:
            kinds = (kind for kind in self._useful if kind not in _COMMON)
            gone = any(cell in self._told.get(kind, ()) for kind in kinds)
            return gone and name in WALKABLE
        told = self._told.setdefault(name, [])
        if name in _COMMON and any(apart(cell, other) < _CROWD for other in told):
            return False
        told.append(cell)
        return True

    def take(self) -> tuple[tuple[str, Cell], ...]:
        """Return the collected sightings and clear them."""
        waiting, self._waiting = tuple(self._waiting), []
        return waiting
