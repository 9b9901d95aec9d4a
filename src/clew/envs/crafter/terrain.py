"""The map of a world, generated as in Crafter. Needs the extra crafter."""

from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from crafter import objects

from clew.envs.crafter.ground import Ground
from clew.envs.crafter.noise import Noise
from clew.envs.crafter.settings import Settings
from clew.envs.crafter.sight import Cell
from clew.envs.crafter.tech_tree import WALKABLE

__all__ = ["draw_creatures", "draw_materials"]


_Land: TypeAlias = SimpleNamespace
"""A noise's value for every cell, [x, y], or whether it is high enough; by what it decides."""


def draw_materials(ground: Ground, centre: Cell) -> np.ndarray:
    """Set the material of every cell; grass around the centre.

    Returns:
        Which cells are tunnels, [x, y].
    """
    land = _land(ground, centre)
    for cell in np.ndindex(*ground.area):
        if land.start[cell] > 0.5:
            material = "grass"
        elif land.mountain[cell] > 0.15:
            material = _rock(land, cell, ground.random)
        elif land.sand[cell]:
            material = "sand"
        elif land.water[cell] > 0.3:
            material = "water"
        else:
            tree = land.trees[cell] and ground.random.uniform() > 0.8
            material = "tree" if tree else "grass"
        ground[cell] = material
    return np.asarray(land.tunnels)


def _rock(land: _Land, cell: Any, random: np.random.RandomState) -> str:
    """Return the material of a cell in the mountains."""
    if land.caves[cell] or land.tunnels[cell]:
        return "path"
    if land.coal[cell] and random.uniform() > 0.85:
        return "coal"
    if land.iron[cell] and random.uniform() > 0.75:
        return "iron"
    if land.mountain[cell] > 0.18 and random.uniform() > 0.994:
        return "diamond"
    return "lava" if land.lava[cell] else "stone"


def _land(ground: Ground, centre: Cell) -> _Land:
    noise = Noise(ground.random.randint(0, 2**31 - 1))
    width, height = ground.area
    x, y = (axis.astype(float) for axis in np.mgrid[:width, :height])

    def at(east: np.ndarray, south: np.ndarray, z: int, size: float) -> np.ndarray:
        return noise.at(east / size, south / size, z)

    start = 4 - np.sqrt((x - centre[0]) ** 2 + (y - centre[1]) ** 2) + 2 * at(x, y, 8, 3)
    start = 1 / (1 + np.exp(-start))
    water = (at(x, y, 3, 15) + 0.15 * at(x, y, 3, 5)) + 0.1 - 2 * start
    mountain = (at(x, y, 0, 15) + 0.3 * at(x, y, 0, 5)) / 1.3 - (4 * start + 0.3 * water)
    caves = (at(x, y, 6, 7) > 0.15) & (mountain > 0.3)
    tunnels = (at(2 * x, y / 5, 7, 3) > 0.4) | (at(x / 5, 2 * y, 7, 3) > 0.4)
    return _Land(
        start=start,
        water=water,
        mountain=mountain,
        caves=caves,
        tunnels=tunnels & (start <= 0.5) & (mountain > 0.15) & ~caves,
        coal=at(x, y, 1, 8) > 0,
        iron=at(x, y, 2, 6) > 0.4,
        lava=(mountain > 0.3) & (at(x, y, 6, 5) > 0.35),
        sand=(water > 0.25) & (water <= 0.35) & (at(x, y, 4, 9) > -0.2),
        trees=at(x, y, 5, 7) > 0,
    )


def draw_creatures(ground: Ground, centre: Cell, tunnels: np.ndarray, settings: Settings) -> None:
    """Put the first creatures on free cells, away from the centre."""
    uniform = ground.random.uniform
    for cell in np.ndindex(*ground.area):
        material, taken = ground[cell]
        if material not in WALKABLE:
            continue
        far = np.sqrt((cell[0] - centre[0]) ** 2 + (cell[1] - centre[1]) ** 2)
        creature = None
        if settings.cows and far > 3 and material == "grass" and uniform() > 0.985:
            creature = objects.Cow(ground, cell)
        elif settings.zombies and far > 10 and uniform() > 0.993:
            creature = objects.Zombie(ground, cell, None)
        elif settings.skeletons and tunnels[cell] and uniform() > 0.95:
            creature = objects.Skeleton(ground, cell, None)
        if creature is not None and taken is None:
            ground.add(creature)
