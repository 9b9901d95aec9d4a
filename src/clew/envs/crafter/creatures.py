"""Crafter's cows, zombies and skeletons, hunting the nearest player. Needs the extra."""

from typing import Any

import numpy as np
from crafter import objects

from clew.envs.crafter.ground import Ground
from clew.envs.crafter.settings import Settings

__all__ = ["Skeleton", "Zombie", "balance"]


class Zombie(objects.Zombie):  # type: ignore[misc]  # crafter is untyped
    """Walks to the nearest living player and hits it."""

    def update(self) -> None:
        """Move or hit."""
        self.player = self.world.nearest(self.pos)
        super().update()


class Skeleton(objects.Skeleton):  # type: ignore[misc]  # crafter is untyped
    """Keeps away from the nearest living player and shoots at it."""

    def update(self) -> None:
        """Move or shoot."""
        self.player = self.world.nearest(self.pos)
        super().update()


def balance(ground: Ground, settings: Settings) -> None:
    """Spawn and remove creatures chunk by chunk, as Crafter does every ten steps.

    None spawns within a few moves of a living player.
    """
    light = ground.daylight
    for chunk, things in ground.chunks.items():
        if settings.zombies:
            few, many = (3.5 - 3 * light,) * 2
            _balance(ground, chunk, things, Zombie, "grass", (6, 0, 0.3, 0.4), (50, few, many))
        if settings.skeletons:
            _balance(ground, chunk, things, Skeleton, "path", (7, 7, 0.1, 0.1), (6, 1, 2))
        if settings.cows:
            wanted = (30, 1, 1.5 + light)
            _balance(ground, chunk, things, objects.Cow, "grass", (5, 5, 0.01, 0.1), wanted)


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
            near = (ground.nearest(cell),) if kind in (Zombie, Skeleton) else ()
            ground.add(kind(ground, cell, *near))
    elif len(creatures) > int(many) and ground.random.uniform() < going:
        creature = creatures[ground.random.randint(0, len(creatures))]
        if ground.nearest(creature.pos).distance(creature.pos) >= go:
            ground.remove(creature)
