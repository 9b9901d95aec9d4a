"""The map of a world, generated as in Crafter. Needs the extra crafter."""

from functools import lru_cache
from itertools import product
from typing import TypeAlias

import numpy as np
from crafter import objects

from clew.envs.crafter.ground import Ground
from clew.envs.crafter.noise import Noise
from clew.envs.crafter.settings import Settings
from clew.envs.crafter.sight import Cell
from clew.envs.crafter.tech_tree import WALKABLE

__all__ = ["draw_creatures", "draw_materials"]

_Points: TypeAlias = tuple[np.ndarray, np.ndarray]
_Land: TypeAlias = tuple[np.ndarray, dict[str, np.ndarray], np.ndarray]
"""The material of every cell, [x, y], what may be there instead, and which are tunnels."""
_SURE = np.array(["grass", "path", "lava", "stone", "sand", "water"], object)
_CHANCES = {"tree": 0.8, "coal": 0.85, "iron": 0.75, "diamond": 0.994}
"""A random number above this puts it where it may be; the first of them that can."""


def draw_materials(ground: Ground, centre: Cell) -> np.ndarray:
    """Set the material of every cell; grass around the centre.

    Returns:
        Which cells are tunnels, [x, y].
    """
    seed, uniform = ground.random.randint(0, 2**31 - 1), ground.random.random_sample
    sure, maybe, tunnels = _land(seed, ground.area, centre)
    materials = sure.tolist()
    for x, y in np.argwhere(np.any([*maybe.values()], axis=0)).tolist():
        for name, least in _CHANCES.items():
            if maybe[name][x, y] and uniform() > least:
                materials[x][y] = name
                break
    ground.lay(materials)
    return tunnels


@lru_cache(maxsize=64)  # the same seeds are played again and again
def _land(seed: int, area: Cell, centre: Cell) -> _Land:
    noise = Noise(seed)
    x, y = (axis.astype(float) for axis in np.mgrid[: area[0], : area[1]])

    def at(z: int, size: float) -> np.ndarray:
        return noise.at(x / size, y / size, z)

    def over(least: float, of: np.ndarray, z: int, size: float, at: _Points = (x, y)) -> np.ndarray:
        """Return which of some cells have a noise above a bound."""
        above = np.zeros(area, bool)
        above[of] = noise.at(at[0][of] / size, at[1][of] / size, z) > least
        return above

    start = 4 - np.sqrt((x - centre[0]) ** 2 + (y - centre[1]) ** 2) + 2 * at(8, 3)
    start = 1 / (1 + np.exp(-start))
    water = (at(3, 15) + 0.15 * at(3, 5)) + 0.1 - 2 * start
    mountain = (at(0, 15) + 0.3 * at(0, 5)) / 1.3 - (4 * start + 0.3 * water)
    near = start > 0.5
    rock = (mountain > 0.15) & ~near
    high = rock & (mountain > 0.3)
    caves, lava = over(0.15, high, 6, 7), over(0.35, high, 6, 5)
    tunnels = over(0.4, rock & ~caves, 7, 3, (2 * x, y / 5))
    tunnels |= over(0.4, rock & ~caves, 7, 3, (x / 5, 2 * y))
    sand = over(-0.2, (water > 0.25) & (water <= 0.35), 4, 9)
    sure = _SURE[np.select([near, caves | tunnels, lava, rock, sand, water > 0.3], range(6), 0)]
    solid = rock & (sure != "path")
    maybe = {
        "tree": over(0, (sure == "grass") & ~near, 5, 7),
        "coal": over(0, solid, 1, 8),
        "iron": over(0.4, solid, 2, 6),
        "diamond": solid & (mountain > 0.18),
    }
    return sure, maybe, tunnels


def draw_creatures(ground: Ground, centre: Cell, tunnels: np.ndarray, settings: Settings) -> None:
    """Put the first creatures on free cells, away from the centre."""
    uniform, materials = ground.random.random_sample, ground.materials()
    for x, y in product(*map(range, ground.area)):
        material = materials[y][x]
        if material not in WALKABLE:
            continue
        far = (x - centre[0]) ** 2 + (y - centre[1]) ** 2
        creature = None
        if settings.cows and far > 3**2 and material == "grass" and uniform() > 0.985:
            creature = objects.Cow(ground, (x, y))
        elif settings.zombies and far > 10**2 and uniform() > 0.993:
            creature = objects.Zombie(ground, (x, y), None)
        elif settings.skeletons and tunnels[x, y] and uniform() > 0.95:
            creature = objects.Skeleton(ground, (x, y), None)
        if creature is not None and ground[x, y][1] is None:
            ground.add(creature)
