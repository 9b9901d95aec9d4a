"""How Crafter's cows, zombies and skeletons come and go. Needs the extra."""

from typing import Any

import numpy as np
from crafter import objects

from clew.envs.crafter.ground import Ground
from clew.envs.crafter.settings import Settings

__all__ = ["HUNTERS", "balance"]

HUNTERS = (objects.Zombie, objects.Skeleton)
"""Creatures that heed a `player`: here the nearest living one."""


def balance(ground: Ground, settings: Settings) -> None:
    """Spawn and remove creatures chunk by chunk, as Crafter does every ten steps.

    None spawns within a few moves of a living player.
    """
    light = ground.daylight
    even = 3.5 - 3 * light
    for chunk, things in ground.chunks.items():
        for there, kind, material, odds, wanted in (
            (settings.zombies, objects.Zombie, "grass", (6, 0, 0.3, 0.4), (50, even, even)),
            (settings.skeletons, objects.Skeleton, "path", (7, 7, 0.1, 0.1), (6, 1, 2)),
            (settings.cows, objects.Cow, "grass", (5, 5, 0.01, 0.1), (30, 1, 1.5 + light)),
        ):
            if there:
                _balance(ground, chunk, things, kind, material, odds, wanted)


def _balance(
    ground: Ground,
    chunk: tuple[int, int, int, int],
    things: Any,
    kind: Any,
    material: str,
    odds: tuple[int, int, float, float],
    wanted: tuple[int, float, float],
) -> None:
    """Add or remove one creature of a kind, or none.

    `chunk` is first and last x and y, the last ones exclusive; `things` stand in it. `odds` are the
    distances from players at which one spawns on the material and vanishes, and their
    probabilities; `wanted` are the fewest cells of it for any to spawn, fewest and most creatures.
    """
    come, go, coming, going = odds
    room, few, many = wanted
    creatures = [thing for thing in things if isinstance(thing, kind)]
    cells = ground.mask(*chunk, material)
    few = few if cells.sum() >= room else 0
    if len(creatures) < int(few) and ground.random.uniform() < coming:
        xs, ys = np.nonzero(cells)
        number = ground.random.randint(0, len(xs))
        cell = np.array((xs[number] + chunk[0], ys[number] + chunk[2]))
        if ground[cell][1] is None and ground.nearest(cell).distance(cell) >= come:
            near = (ground.nearest(cell),) if kind in HUNTERS else ()
            ground.add(kind(ground, cell, *near))
    elif len(creatures) > int(many) and ground.random.uniform() < going:
        creature = creatures[ground.random.randint(0, len(creatures))]
        if ground.nearest(creature.pos).distance(creature.pos) >= go:
            ground.remove(creature)
