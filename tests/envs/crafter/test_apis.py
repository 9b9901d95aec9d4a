"""Gymnasium's and PettingZoo's own tests, and what the APIs add to the world."""

import copy
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")
pytest.importorskip("pettingzoo", reason="needs the extra crafter")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test

from clew.envs.crafter.parallel import env, parallel_env
from clew.envs.crafter.sight import Sight
from clew.envs.registry import make, register
from clew.errors import UsageError

SMALL: dict[str, Any] = {"area": (32, 32)}


@pytest.mark.parametrize("observation", ["image", "text"])
def test_gymnasium_finds_no_fault(observation):
    register()
    made = gymnasium.make(
        "clew/Crafter-v0", observation=observation, render_mode="rgb_array", **SMALL
    )
    made.unwrapped.action_space.seed(7)
    check_env(made.unwrapped)


@pytest.mark.parametrize("observation", ["image", "text"])
def test_pettingzoo_finds_no_fault(observation):
    parallel_api_test(parallel_env(agents=3, observation=observation, length=40, **SMALL), 90)


def test_pettingzoo_finds_the_same_runs_for_the_same_seed():
    parallel_seed_test(lambda: parallel_env(agents=3, zombies=True, **SMALL), 40)


def test_pettingzoo_finds_no_fault_in_turns():
    api_test(env(agents=2, length=30, **SMALL), num_cycles=90)


def test_both_are_made_by_name():
    assert make("clew/MultiAgentCrafter-v0", agents=3, **SMALL).possible_agents == [
        "agent_0", "agent_1", "agent_2",
    ]  # fmt: skip
    assert make("Crafter-v0", **SMALL).action_space.n == 17


def test_infos_hold_sight_and_score():
    world = parallel_env(agents=2, **SMALL)
    _, infos = world.reset(seed=1)
    info = infos["agent_1"]
    assert isinstance(info["sight"], Sight)
    assert info["sight"].agent == "agent_1"
    assert (info["score"], info["max_score"]) == (0, 10)
    assert (info["won"], info["lost"], info["unlocked"]) == (False, False, ())
    assert info["reseeded"] == world.game.reseeded


def test_a_dead_agent_is_terminated_alone():
    world = parallel_env(agents=3, **SMALL)
    world.reset(seed=1)
    world.game.players["agent_1"].health = 0
    _, _, terminations, truncations, infos = world.step(dict.fromkeys(world.agents, 0))
    assert terminations == {"agent_0": False, "agent_1": True, "agent_2": False}
    assert not any(truncations.values())
    assert infos["agent_1"]["sight"].vitals["health"] == 0
    assert world.agents == ["agent_0", "agent_2"]
    observations = world.step(dict.fromkeys(world.agents, 0))[0]
    assert set(observations) == {"agent_0", "agent_2"}


def test_the_goal_terminates_all():
    world = parallel_env(agents=2, **SMALL)
    world.reset(seed=1)
    player = world.game.players["agent_1"]
    player.inventory["iron_pickaxe"] = 1
    player.facing = (0, -1)
    world.game.ground[player.cell[0], player.cell[1] - 1] = "diamond"
    do = world.action_names.index("do")
    _, rewards, terminations, truncations, infos = world.step({"agent_0": 0, "agent_1": do})
    assert truncations == {"agent_0": False, "agent_1": False}
    assert terminations == {"agent_0": True, "agent_1": True}
    assert infos["agent_0"]["won"]
    assert infos["agent_1"]["unlocked"] == ("collect_diamond",)
    assert rewards["agent_1"] > rewards["agent_0"]
    assert world.agents == []
    assert world.step({}) == ({}, {}, {}, {}, {})


def test_one_agents_death_terminates():
    world = make("clew/Crafter-v0", **SMALL)
    world.reset(seed=0)
    world.game.players["agent_0"].health = 0
    assert world.step(0)[2:4] == (True, False)


def test_the_length_truncates():
    world = make("clew/Crafter-v0", length=2, **SMALL)
    world.reset(seed=0)
    assert world.step(0)[2:4] == (False, False)
    assert world.step(0)[2:4] == (False, True)
    world = make("clew/Crafter-v0", length=1, **SMALL)
    world.reset(seed=0)
    world.game.players["agent_0"].health = 0
    assert world.step(0)[2:4] == (True, False)


def test_seeds_follow_from_the_last_one_given():
    world = parallel_env(agents=1, **SMALL)

    def maps():
        world.reset(seed=5)
        drawn = [world.game.full_map()]
        for _ in range(2):
            world.reset()
            drawn.append(world.game.full_map())
        return drawn

    first = maps()
    assert first == maps()
    assert len(set(first)) == 3


def test_a_picture_of_all_is_rendered_and_nothing_otherwise():
    world = parallel_env(agents=5, render_mode="rgb_array", **SMALL)
    world.reset(seed=0)
    picture = world.render()
    assert picture is not None
    assert picture.shape == (540, 810, 3)
    assert picture.dtype == np.uint8
    assert picture[:270, :270].any()
    world.game.players["agent_0"].health = 0
    world.step(dict.fromkeys(world.agents, 0))
    picture = world.render()
    assert picture is not None
    assert not picture[:270, :270].any()
    assert parallel_env(agents=2, **SMALL).render() is None


@pytest.mark.parametrize("wrong", [{"observation": "sound"}, {"render_mode": "human"}])
def test_an_unknown_way_to_look_is_refused(wrong):
    with pytest.raises(UsageError, match="expected"):
        parallel_env(**wrong)


def test_an_action_out_of_range_is_refused():
    world = parallel_env(agents=1, **SMALL)
    world.reset(seed=0)
    with pytest.raises(UsageError, match="from 0 to 16"):
        world.step({"agent_0": 17})
    single = make("clew/Crafter-v0", **SMALL)
    single.reset(seed=0)
    with pytest.raises(UsageError, match="from 0 to 16"):
        single.step(17)


def test_one_agent_is_for_the_other_environment():
    with pytest.raises(UsageError, match="1 agent"):
        make("clew/Crafter-v0", agents=2)


RUN = """
import hashlib, random
from clew.envs.crafter.parallel import parallel_env
world = parallel_env(agents=3, zombies=True, skeletons=True, length=STEPS, area=AREA)
chance, digest = random.Random(1), hashlib.sha256()
seen, infos = world.reset(seed=6)
while world.agents:
    for agent in seen:
        digest.update(seen[agent].tobytes() + repr(infos[agent]).encode())
    chosen = {agent: chance.randrange(len(world.action_names)) for agent in world.agents}
    seen, _, _, _, infos = world.step(chosen)
print(world.game.steps, digest.hexdigest())
"""


@pytest.mark.slow
def test_another_process_with_another_hash_seed_plays_the_same():
    code = RUN.replace("STEPS", "300").replace("AREA", "(64, 64)")
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": number, "PATH": "", "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "77")
    ]
    assert said[0] == said[1]
    assert int(said[0].split()[0]) > 50


def test_the_pages_first_example_runs():
    page = Path(__file__).parents[3] / "docs" / "crafter.md"
    block = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)[0]
    exec(compile(block, page.name, "exec"), {"print": lambda *_: None})


def test_a_copy_goes_on_alike():
    world = parallel_env(agents=2, **SMALL)
    world.reset(seed=3)
    other = copy.deepcopy(world)
    for action in (1, 2, 3, 4, 5) * 8:
        for each in (world, other):
            each.step(dict.fromkeys(each.agents, action))
    assert world.game.sight("agent_1") == other.game.sight("agent_1")
    assert world.game.sight("agent_1").step == 40
