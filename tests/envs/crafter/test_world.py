"""The world: who acts when, sharing, crafting, dying, winning, what a seed decides."""

import random
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("crafter", reason="needs the extra crafter")

from crafter import objects

from clew.envs.crafter.creatures import balance
from clew.envs.crafter.settings import Rewards, Settings
from clew.envs.crafter.sight import agent_names, share
from clew.envs.crafter.tech_tree import PAPER, Recipe, Rules
from clew.envs.crafter.world import Game
from clew.errors import UnknownNameError, UsageError

SMALL: dict[str, Any] = {"area": (32, 32), "cows": False}


BEGUN: dict[str, Game] = {}


def begun(seed=0, **given):
    """Return a game that begins, each time another; a map is drawn once."""
    game = Game(Settings(**{"agents": 2, **SMALL, **given}))
    key = f"{seed} {game.settings}"
    if key not in BEGUN:
        game.reset(seed)
        BEGUN[key] = game
    return deepcopy(BEGUN[key])


def do(game, **actions):
    """A step in which all others do nothing."""
    return game.step({agent: actions.get(agent, "noop") for agent in game.alive})


def face(game, agent, material):
    """Put a material before an agent."""
    player = game.players[agent]
    cell = (player.cell[0], player.cell[1] - 1)
    player.facing = (0, -1)
    game.ground[cell] = material
    return cell


def at(game, cell):
    return game.full_map()[cell[1]][cell[0]]


def test_agents_start_in_a_row_at_the_centre_facing_south():
    game = begun(agents=4, area=(64, 64))
    assert [game.sight(agent).position for agent in game.agents] == [
        (30, 32), (31, 32), (32, 32), (33, 32),
    ]  # fmt: skip
    assert game.sight("agent_0").facing == (0, 1)
    assert game.sight("agent_3").view[3][1:5] == ("agent_0", "agent_1", "agent_2", "agent_3")


def test_no_animal_stands_where_an_agent_starts():
    for seed in (0, 2, 6):  # where one would
        game = begun(seed, agents=32, cows=True, zombies=True)
        assert len({game.players[agent].cell for agent in game.agents}) == 32


def test_the_map_does_not_depend_on_how_many_agents_there_are():
    one, six = begun(agents=1, cows=True), begun(agents=6, cows=True)
    assert one.full_map() == six.full_map()


def test_another_seed_has_another_map():
    assert begun(seed=0).full_map() != begun(seed=1).full_map()


def test_a_map_without_a_diamond_is_drawn_again_and_that_is_said():
    drawn = {}
    for seed in range(12):
        game = begun(seed=seed, agents=1)
        drawn[seed] = game.reseeded
        assert any("diamond" in row for row in game.full_map())
    assert max(drawn.values()) > 0  # on maps this small about half have none


def test_settings_that_no_map_fulfils_are_refused():
    goal = Recipe(name="find_gold", action="do", facing=("gold",), gives={"gold": 1})
    rules = Rules(recipes=(*PAPER.recipes, goal), goal="find_gold")
    with pytest.raises(UsageError, match="find_gold"):
        begun(rules=rules, area=(16, 16))


def test_wood_is_collected_and_the_tree_is_gone():
    game = begun()
    cell = face(game, "agent_0", "tree")
    do(game, agent_0="do")
    assert game.sight("agent_0").inventory == {"wood": 1}
    assert at(game, cell) == "grass"
    assert game.sight("agent_0").achievements == {"collect_wood": 1}
    assert game.sight("agent_1").achievements == {}
    assert game.firsts == {"collect_wood": 1}
    assert game.unlocked("agent_0") == ("collect_wood",)
    do(game)
    assert game.unlocked("agent_0") == ()


def test_stone_needs_a_pickaxe():
    game = begun()
    cell = face(game, "agent_0", "stone")
    do(game, agent_0="do")
    assert at(game, cell) == "stone"
    game.players["agent_0"].inventory["wood_pickaxe"] = 1
    do(game, agent_0="do")
    assert at(game, cell) == "path"
    assert game.sight("agent_0").inventory == {"stone": 1, "wood_pickaxe": 1}


@pytest.mark.parametrize(("adjacency", "made"), [("near", True), ("facing", False)])
def test_a_table_is_used_from_beside_it_or_facing_it(adjacency, made):
    game = begun(rules=Rules(adjacency=adjacency))
    face(game, "agent_0", "grass")
    game.players["agent_0"].inventory["wood"] = 4
    do(game, agent_0="place_table")
    assert game.sight("agent_0").inventory == {"wood": 2}
    assert game.sight("agent_0").faced() == "table"
    game.players["agent_0"].facing = (0, 1)
    do(game, agent_0="make_wood_pickaxe")
    assert ("wood_pickaxe" in game.sight("agent_0").inventory) is made
    game.players["agent_0"].facing = (0, -1)
    do(game, agent_0="make_wood_pickaxe")
    assert game.sight("agent_0").inventory["wood_pickaxe"] == 1 + made


def test_recipes_are_what_the_rules_say():
    dear = tuple(
        replace(each, uses={"wood": 7}) if each.name == "place_table" else each
        for each in PAPER.recipes
    )
    game = begun(rules=Rules(recipes=dear))
    face(game, "agent_0", "grass")
    game.players["agent_0"].inventory["wood"] = 6
    do(game, agent_0="place_table")
    assert game.sight("agent_0").inventory == {"wood": 6}
    game.players["agent_0"].inventory["wood"] = 9
    do(game, agent_0="place_table")
    assert game.sight("agent_0").inventory == {"wood": 2}


def test_nothing_is_placed_on_an_agent():
    game = begun()
    game.players["agent_0"].facing = (1, 0)
    game.players["agent_0"].inventory["wood"] = 4
    do(game, agent_0="place_table")
    assert game.sight("agent_0").inventory == {"wood": 4}
    assert game.sight("agent_0").faced() == "agent_1"


def test_what_is_collected_over_the_cap_is_wasted():
    game = begun(cap=2)
    game.players["agent_0"].inventory["wood"] = 2
    cell = face(game, "agent_0", "tree")
    do(game, agent_0="do")
    assert game.sight("agent_0").inventory == {"wood": 2}
    assert at(game, cell) == "grass"


def test_one_unit_is_shared_at_any_distance():
    game = begun()
    game.players["agent_0"].inventory["wood"] = 3
    do(game, agent_0=share("wood", "agent_1"), agent_1="move_down")
    assert game.sight("agent_0").inventory == {"wood": 2}
    assert game.sight("agent_1").inventory == {"wood": 1}
    assert game.sight("agent_1").achievements == {}  # nothing was done by it


def test_a_full_receiver_refuses():
    game = begun(cap=2)
    game.players["agent_0"].inventory["wood"] = 2
    game.players["agent_1"].inventory["wood"] = 2
    do(game, agent_0=share("wood", "agent_1"))
    assert game.sight("agent_0").inventory == game.sight("agent_1").inventory == {"wood": 2}


def test_who_is_too_far_gets_nothing():
    game = begun(share_distance=1)
    game.players["agent_0"].inventory["wood"] = 2
    do(game, agent_1="move_right")
    do(game, agent_0=share("wood", "agent_1"))
    assert game.sight("agent_1").inventory == {}
    do(game, agent_1="move_left")
    do(game, agent_0=share("wood", "agent_1"))
    assert game.sight("agent_1").inventory == {"wood": 1}


def test_agents_act_in_their_order():
    game = begun(agents=3)
    game.players["agent_0"].inventory["wood"] = 1
    do(game, agent_0=share("wood", "agent_1"), agent_1=share("wood", "agent_2"))
    assert game.sight("agent_2").inventory == {"wood": 1}
    do(game, agent_1=share("wood", "agent_0"), agent_2=share("wood", "agent_1"))
    assert game.sight("agent_1").inventory == {"wood": 1}


def test_agents_block_each_other():
    game = begun()
    before = game.sight("agent_0").position
    do(game, agent_0="move_right")
    assert game.sight("agent_0").position == before
    assert game.sight("agent_0").facing == (1, 0)


def test_lava_kills_and_the_dead_leave():
    game = begun(agents=3)
    cell = face(game, "agent_1", "lava")
    for giver in ("agent_0", "agent_2"):
        game.players[giver].inventory["wood"] = 1
    do(game, agent_1="move_up", agent_2=share("wood", "agent_1"))
    assert game.alive == ("agent_0", "agent_2")
    assert game.sight("agent_2").inventory == {"wood": 1}  # the dying took nothing
    assert game.sight("agent_1").vitals["health"] == 0
    assert game.ground[cell] == ("lava", None)
    do(game, agent_0=share("wood", "agent_1"))  # the dead take nothing
    assert game.sight("agent_0").inventory == {"wood": 1}
    with pytest.raises(UsageError, match="agent_0, agent_2"):
        game.step(dict.fromkeys(game.agents, "noop"))


def test_lava_kills_who_would_heal_in_the_same_step():
    game = begun(agents=1)
    face(game, "agent_0", "lava")
    game.players["agent_0"]._recover = 25
    do(game, agent_0="move_up")
    assert game.alive == ()


def test_all_dead_is_over():
    game = begun(agents=1)
    face(game, "agent_0", "lava")
    do(game, agent_0="move_up")
    assert game.over
    assert game.winner is None
    with pytest.raises(UsageError, match="over"):
        do(game)


def test_the_first_diamond_ends_the_run_for_all():
    game = begun(agents=3)
    face(game, "agent_1", "diamond")
    do(game, agent_1="do")
    assert not game.over
    game.players["agent_1"].inventory["iron_pickaxe"] = 1
    do(game, agent_1="do")
    assert game.over
    assert game.winner == "agent_1"
    assert game.score == 1


def test_of_two_diamonds_in_one_step_the_first_agents_wins():
    game = begun()
    for agent in game.agents:
        face(game, agent, "diamond")
        game.players[agent].inventory["iron_pickaxe"] = 1
    do(game, agent_0="do", agent_1="do")
    assert game.winner == "agent_0"


def test_a_given_diamond_wins_nothing():
    game = begun()
    game.players["agent_0"].inventory["diamond"] = 1
    do(game, agent_0=share("diamond", "agent_1"))
    assert game.sight("agent_1").inventory == {"diamond": 1}
    assert game.winner is None


def test_the_length_ends_the_run():
    game = begun(length=3)
    for _ in range(3):
        assert not game.over
        do(game)
    assert game.over
    assert game.winner is None


def test_the_reward_is_depth_minus_time_once():
    game = begun(rewards=Rewards(depth=2, time=0.5))
    face(game, "agent_0", "stone")
    game.players["agent_0"].inventory["wood_pickaxe"] = 1
    assert do(game, agent_0="do") == {"agent_0": 2 * 4 - 0.5, "agent_1": -0.5}
    face(game, "agent_0", "stone")
    assert do(game, agent_0="do")["agent_0"] == -0.5


def test_sleep_lasts_until_rested():
    game = begun(agents=1)
    player = game.players["agent_0"]
    player.inventory["energy"] = 8
    do(game, agent_0="sleep")
    face(game, "agent_0", "tree")
    steps = 0
    while game.sight("agent_0").sleeping:
        do(game, agent_0="do")
        steps += 1
        assert game.sight("agent_0").inventory.get("wood", 0) == (not player.sleeping)
    assert 5 < steps < 40
    assert game.sight("agent_0").achievements["wake_up"] == 1


def test_a_zombie_hunts_the_nearest_of_the_living():
    game = begun(agents=2, zombies=True, length=None)
    ground = game.ground
    for zombie in [each for each in ground.objects if isinstance(each, objects.Zombie)]:
        ground.remove(zombie)
    (x, y), (i, j) = (game.sight(agent).position for agent in game.agents)
    assert (i - x, j - y) == (1, 0)
    ground[i + 1, j] = "grass"
    ground.add(objects.Zombie(ground, (i + 1, j), None))
    for _ in range(12):
        if len(game.alive) == 2:
            do(game, agent_1="noop")
    assert game.players["agent_1"].health < 9
    assert game.players["agent_0"].health == 9


def test_creatures_come_at_night_but_not_beside_an_agent():
    game = begun(agents=3, zombies=True, area=(48, 48))
    ground = game.ground
    ground.daylight = 0.0
    before = len(ground.objects)
    for _ in range(60):
        balance(ground, game.settings)
    zombies = [each for each in ground.objects if isinstance(each, objects.Zombie)]
    assert len(ground.objects) > before
    assert min(ground.nearest(each.pos).distance(each.pos) for each in zombies) >= 6


def test_beyond_the_edge_nothing_is_near():
    game = begun()
    assert "" not in game.ground.near((0, 0))


def test_looking_changes_nothing():
    seen, blind = begun(zombies=True, length=None), begun(zombies=True, length=None)
    for step in range(170):
        for agent in seen.agents:
            seen.image(agent)
            seen.sight(agent)
        for game in (seen, blind):
            if step == 160:
                game.ground.daylight = 0.1
            do(game, agent_0="move_down", agent_1="move_left")
    assert [seen.sight(agent) for agent in seen.agents] == [
        blind.sight(agent) for agent in blind.agents
    ]
    assert seen.ground.random.uniform() == blind.ground.random.uniform()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"agents": 0}, "at least 1 agent"),
        ({"area": (8, 64)}, "16 x 16"),
        ({"view": (8, 7)}, "odd"),
        ({"length": 0}, "length"),
        ({"cap": 0}, "cap"),
        ({"share_distance": 0}, "share distance"),
        ({"rules": Rules(shareable=("food",))}, "food"),
    ],
)
def test_settings_out_of_range_are_refused(wrong, said):
    with pytest.raises(UsageError, match=said):
        Settings(**wrong)


def test_wrong_actions_agents_and_seeds_are_refused():
    game = begun()
    with pytest.raises(UnknownNameError, match="move_up"):
        do(game, agent_0="move_upp")
    with pytest.raises(UsageError, match="agent_0, agent_1"):
        game.step({"agent_0": "noop"})
    with pytest.raises(UnknownNameError, match="agent_1"):
        game.sight("agent_7")
    with pytest.raises(UsageError, match="seed"):
        game.reset(-1)
    with pytest.raises(UsageError, match="reset"):
        Game().step({})


AGENTS = agent_names(3)
GIFTS = [share(item, agent) for item in PAPER.shareable for agent in AGENTS]
ACTIONS = st.sampled_from([*GIFTS, "noop", "move_left", "move_right", "move_up", "move_down"])
STOCK = st.fixed_dictionaries({item: st.integers(0, 4) for item in PAPER.shareable})


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(STOCK, min_size=3, max_size=3),
    st.lists(st.lists(ACTIONS, min_size=3, max_size=3), min_size=1, max_size=12),
)
def test_sharing_creates_and_loses_nothing(stocks, steps):
    game = begun(2, agents=3, length=None, share_distance=2, cap=4)
    for agent, stock in zip(AGENTS, stocks, strict=True):
        game.players[agent].inventory |= stock
    before = sum((Counter(stock) for stock in stocks), Counter())
    for actions in steps:
        game.step(dict(zip(AGENTS, actions, strict=True)))
        held = [game.sight(agent).inventory for agent in AGENTS]
        assert sum((Counter(each) for each in held), Counter()) == before
        assert all(0 < count <= 4 for each in held for count in each.values())


def played(game, steps, actions):
    """Random ones of some actions; what must hold holds after each."""
    chance = random.Random(1)
    acted = 0
    while acted < steps:
        if game.over:
            game.reset(game.seed + 1)
        alive = game.alive
        dead = {agent: game.sight(agent) for agent in game.agents if agent not in alive}
        game.step({agent: chance.choice(actions) for agent in alive})
        acted += len(alive)
        assert set(game.alive) <= set(alive)
        for agent, last in dead.items():
            assert replace(game.sight(agent), step=0, view=(), daylight=1.0) == replace(
                last, step=0, view=(), daylight=1.0
            )
        for agent in alive:
            had = game.players[agent].inventory
            assert all(0 <= count <= 9 for count in had.values())
            assert (had["health"] > 0) == (agent in game.alive)
        cells = [game.players[agent].cell for agent in game.alive]
        assert len(set(cells)) == len(cells)
    return acted


def test_the_invariants_hold_for_some_random_steps():
    game = begun(agents=4, zombies=True, skeletons=True, cows=True)
    assert played(game, 400, game.action_names) >= 400


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("agents", [1, 6, 32])
@pytest.mark.parametrize("random_actions", [False, True])
@pytest.mark.parametrize("creatures", [False, True])
def test_the_invariants_hold_for_ten_thousand_agent_steps(agents, random_actions, creatures):
    game = Game(Settings(agents=agents, zombies=creatures, skeletons=creatures, length=1000))
    game.reset(0)
    actions = game.action_names if random_actions else ("noop",)
    assert played(game, 10_000, actions) >= 10_000
