"""Maps and noise: the same as the packages make, one cell at a time."""

import numpy as np
import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")

from crafter import constants, engine, objects, worldgen
from opensimplex import OpenSimplex

from clew.envs.crafter.ground import Ground, stream
from clew.envs.crafter.noise import Noise
from clew.envs.crafter.settings import Settings
from clew.envs.crafter.terrain import draw_creatures, draw_materials


@pytest.mark.parametrize("seed", [0, 7, 2**31 - 2])
@pytest.mark.parametrize("z", [0, 7, 2.3])
def test_the_noise_is_equal_to_the_bit(seed, z):
    random = np.random.default_rng(seed)
    x, y = random.uniform(-50, 50, (2, 400))
    x[:100], y[:100] = (axis.ravel() / 15 for axis in np.mgrid[:10, :10])
    theirs = OpenSimplex(seed=seed)
    wanted = [theirs.noise3(float(i), float(j), z) for i, j in zip(x, y, strict=True)]
    assert Noise(seed).at(x, y, z).tolist() == wanted


def standing(world):
    return [(type(each).__name__, *each.pos.tolist()) for each in world.objects]


@pytest.mark.parametrize("seed", [0, 1])
def test_a_map_is_the_one_that_crafter_draws(seed):
    area, centre = (40, 36), (20, 18)
    theirs = engine.World(area, constants.materials, (12, 12))
    theirs.random = stream(seed)
    theirs.add(objects.Player(theirs, centre))
    worldgen.generate_world(theirs, theirs.objects[0])
    ours = Ground(area, stream(seed))
    ours.add(objects.Player(ours, centre))
    tunnels = draw_materials(ours, centre)
    draw_creatures(ours, centre, tunnels, Settings(zombies=True, skeletons=True))
    rows = [[theirs[x, y][0] for x in range(area[0])] for y in range(area[1])]
    assert [list(row) for row in ours.materials()] == rows
    assert standing(ours) == standing(theirs)
    assert ours.random.uniform() == theirs.random.uniform()


def test_a_map_is_drawn_again_alike_whatever_became_of_the_first():
    def drawn():
        ground = Ground((32, 32), stream(3))
        return ground, draw_materials(ground, (16, 16))

    (first, dug), kept = drawn(), []
    kept += [first.materials(), dug.tolist()]
    for cell in np.ndindex(first.area):
        first[cell] = "water"
    second, tunnels = drawn()
    assert [second.materials(), tunnels.tolist()] == kept
