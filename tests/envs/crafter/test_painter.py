"""Pictures: equal to Crafter's own where it draws no noise."""

import numpy as np
import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")

from crafter import constants, engine

from clew.envs.crafter.settings import Settings
from clew.envs.crafter.world import Game

TEXTURES = engine.Textures(constants.root / "assets")


@pytest.fixture(scope="module")
def game():
    """Two agents and all creatures, some steps on."""
    made = Game(Settings(agents=2, zombies=True, skeletons=True, length=None))
    made.reset(4)
    for _ in range(5):
        made.step(dict.fromkeys(made.alive, "move_left"))
    made.players["agent_1"].inventory |= {"wood": 9, "iron_sword": 1, "stone": 3}
    return made


def crafters(game, agent, size):
    """The picture that Crafter's own views make of an agent."""
    player, ground = game.players[agent], game.ground
    unit = np.array(size) // (9, 9)
    seen = engine.LocalView(ground, TEXTURES, [9, 7])(player, unit)
    had = engine.ItemView(TEXTURES, [9, 2])(player.inventory, unit)
    both = np.concatenate([seen, had], 1)
    canvas = np.zeros((*size, 3), np.uint8)
    x, y = (np.array(size) - unit * 9) // 2
    canvas[x : x + both.shape[0], y : y + both.shape[1]] = both
    return canvas.transpose((1, 0, 2))


@pytest.mark.parametrize("size", [(64, 64), (120, 90)])
@pytest.mark.parametrize("agent", ["agent_0", "agent_1"])
def test_a_picture_by_day_is_crafters_own(game, agent, size):
    assert game.settings.view == (9, 7)
    np.testing.assert_array_equal(game.image(agent, size), crafters(game, agent, size))


def test_a_sleepers_picture_is_crafters_own(game):
    game.players["agent_0"].sleeping = True
    ours = game.image("agent_0").astype(int)
    wanted = crafters(game, "agent_0", (64, 64)).astype(int)
    game.players["agent_0"].sleeping = False
    np.testing.assert_array_equal(ours, wanted)


def test_the_edge_of_the_world_is_grey(game):
    player = game.players["agent_0"]
    there = player.pos
    game.ground.move(player, (0, 0))
    np.testing.assert_array_equal(game.image("agent_0"), crafters(game, "agent_0", (64, 64)))
    game.ground.move(player, there)


def test_a_picture_at_night_is_noisy_and_always_the_same():
    game = Game(Settings(agents=2))
    game.reset(1)
    by_day = game.image("agent_0")
    game.ground.daylight = 0.1
    first = [game.image("agent_0"), game.image("agent_1")]
    again = [game.image("agent_1"), game.image("agent_0")]
    np.testing.assert_array_equal(first[0], again[1])
    np.testing.assert_array_equal(first[1], again[0])
    assert first[0].mean() < by_day.mean()
    game.steps += 1
    assert (game.image("agent_0") != first[0]).any()


def test_an_item_that_crafter_has_no_picture_of_is_a_question_mark(game):
    game.players["agent_0"].inventory["rope"] = 1
    shown = game.image("agent_0")
    del game.players["agent_0"].inventory["rope"]
    assert (shown != game.image("agent_0")).any()
