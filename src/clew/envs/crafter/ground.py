"""The cells of a world and the objects on them, on Crafter's engine. Needs the extra crafter.

Crafter 1.8.3 keeps the objects of a chunk in sets, whose order differs between processes and
decides which animal vanishes. Here they are kept in order of insertion.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
from crafter import constants, engine

from clew.envs.crafter.sight import Cell

__all__ = ["Ground", "stream"]

_CHUNK = (12, 12)


def stream(*key: int) -> np.random.RandomState:
    """Return a random stream that depends only on the key, in every process."""
    return np.random.RandomState(np.random.MT19937(np.random.SeedSequence(key)))


class _Ordered(dict[Any, None]):
    """A set that keeps the order of insertion."""

    add, remove = dict.setdefault, dict.__delitem__


class Ground(engine.World):  # type: ignore[misc]  # crafter is untyped
    """Crafter's world with ordered chunks and the living players.

    Args:
        area: cells from west to east and from north to south.
        random: the random numbers for everything that happens here.
        materials: those that Crafter's own rules do not have.
    """

    def __init__(
        self, area: Cell, random: np.random.RandomState, materials: Sequence[str] = ()
    ) -> None:
        own = [*constants.materials]
        super().__init__(area, own + [name for name in materials if name not in own], _CHUNK)
        self.random = random
        self._chunks: dict[Any, _Ordered] = defaultdict(_Ordered)
        self.players: dict[str, Any] = {}
        """The living players by name, in their order."""
        self.names: list[str] = ["", *list(self._mat_ids)[1:]]
        """Materials by number; "" for nothing."""

    def lay(self, materials: Sequence[Sequence[str]]) -> None:
        """Set all materials, [x][y]."""
        self._mat_map[:] = [[self._mat_ids[name] for name in line] for line in materials]

    def ids(self, corner: Cell, size: Cell) -> np.ndarray:
        """Return the numbers of the materials in a part, [x, y]; 0 outside the world."""
        return _part(self._mat_map, corner, size)

    def standing(self, corner: Cell, size: Cell) -> list[tuple[int, int, Any]]:
        """Return the objects in a part, with x and y relative to its corner."""
        part = _part(self._obj_map, corner, size)
        return [(x, y, self._objects[part[x, y]]) for x, y in np.argwhere(part).tolist()]

    def near(self, cell: Cell) -> frozenset[str]:
        """Return the materials on a cell and the eight around it."""
        part = self.ids((cell[0] - 1, cell[1] - 1), (3, 3))
        return frozenset(self.names[number] for number in part.ravel().tolist() if number)

    def nearest(self, cell: Any) -> Any:
        """Return the living player with the fewest moves to a cell; ties go to the first."""
        return min(self.players.values(), key=lambda player: player.distance(cell))

    def materials(self) -> tuple[tuple[str, ...], ...]:
        """Return all materials: rows from north to south, cells from west to east."""
        names = self.names
        return tuple(tuple(names[number] for number in row) for row in self._mat_map.T.tolist())


def _part(whole: np.ndarray, corner: Cell, size: Cell) -> np.ndarray:
    """Return a part of an array, padded with 0 outside."""
    (left, top), (width, height) = corner, size
    part = np.zeros(size, whole.dtype)
    x, y = max(0, -left), max(0, -top)
    inside = whole[left + x : max(0, left + width), top + y : max(0, top + height)]
    part[x : x + inside.shape[0], y : y + inside.shape[1]] = inside
    return part
