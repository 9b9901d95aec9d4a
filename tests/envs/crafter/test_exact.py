"""One agent in Crafter's own rules: step for step what Crafter does, given the same chance."""

import random
from collections import defaultdict

import numpy as np
import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")

import crafter
from crafter import constants, engine

from clew.envs.crafter.ground import Ground, stream
from clew.envs.crafter.settings import Settings
from clew.envs.crafter.tech_tree import CRAFTER
from clew.envs.crafter.world import Game

STOCK = {"wood": 9, "stone": 9, "coal": 3, "iron": 3, "sapling": 3, "wood_pickaxe": 1}
LIKELY = ("do", "do", "do", "move_left", "move_right", "move_up", "move_down")


class Ordered(engine.World):  # type: ignore[misc]
    """Crafter's world with the two things mended that make it differ from run to run."""

    def reset(self, seed=None):
        super().reset(seed)
        self._chunks = defaultdict(type(Ground((16, 16), self.random)._chunks[0, 0]))


class Original(crafter.Env):  # type: ignore[misc]
    """Crafter's environment that draws no pictures: they take random numbers of the world."""

    def __init__(self):
        super().__init__(length=None)
        self._world = Ordered((64, 64), constants.materials, (12, 12))
        self._sem_view = engine.SemanticView(self._world, [])

    def _obs(self):
        return None

    def begin(self, numbers):
        world = self._world
        world.reset(0)
        world.random = numbers
        self._step, self._unlocked = 0, set()
        self._update_time()
        self._player = crafter.objects.Player(world, (32, 32))
        self._last_health = self._player.health
        world.add(self._player)
        crafter.worldgen.generate_world(world, self._player)


def state(world):
    return [
        (type(each).__name__, *map(int, each.pos), each.health)
        for each in world.objects
        if type(each).__name__ != "Player"
    ]


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_run_is_crafters_own(seed):
    ours = Game(Settings(rules=CRAFTER, zombies=True, skeletons=True, length=None))
    ours.reset(seed)
    theirs = Original()
    theirs.begin(stream(seed, ours.reseeded, 1))
    mine, other = ours.players["agent_0"], theirs._player
    for player in (mine, other):
        player.inventory |= STOCK
    chance = random.Random(seed)
    for step in range(700):
        action = chance.choice([*LIKELY, *ours.action_names])
        ours.step({"agent_0": action})
        theirs._sem_view = dict  # what it shows is not asked
        theirs.step(constants.actions.index(action))
        assert mine.inventory == other.inventory, step
        assert {**other.achievements} == {
            **dict.fromkeys(other.achievements, 0),
            **mine.achievements,
        }
        assert mine.cell == tuple(map(int, other.pos))
        assert state(ours.ground) == state(theirs._world), step
        np.testing.assert_array_equal(ours.ground._mat_map, theirs._world._mat_map)
        if ours.over:
            break
    assert step > 50
    assert ours.ground.random.uniform() == theirs._world.random.uniform()
