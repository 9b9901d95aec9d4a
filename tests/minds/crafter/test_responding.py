"""The offline mind, situation by situation, and whole runs of it."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from clew.agents.damcs.messages import Message, Report
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import World
from clew.agents.damcs.tasks import respond
from clew.agents.damcs.topology import alone, chain
from clew.agents.damcs.working import Working, feedback
from clew.envs.crafter.sight import Sight
from clew.envs.crafter.tech_tree import PAPER
from clew.llm.rules import RuleModel
from clew.minds.crafter.making import Choice
from clew.minds.crafter.responding import RULES, choose
from tests.agents.damcs.lives import VITALS

NAMES = {
    ".": "grass", "T": "tree", "#": "stone", "c": "coal", "i": "iron", "D": "diamond",
    "~": "water", "t": "table", "f": "furnace", "L": "lava", "C": "cow", "Z": "zombie",
}  # fmt: skip
NOTHING: Mapping[str, int] = {}
TOOLS = {"wood_pickaxe": 1, "stone_pickaxe": 1}
BARE = (".....", ".@...", "....T")


def situation(
    *rows: str,
    inventory: Mapping[str, int] = NOTHING,
    facing: tuple[int, int] = (1, 0),
    mates: tuple[Report, ...] = (),
    agents: int = 1,
    last: tuple[str, ...] = (),
    **more: Any,
) -> Working:
    """Return what agent_0, `@` in the view, has before it."""
    y = next(number for number, row in enumerate(rows) if "@" in row)
    position = (20 + rows[y].index("@"), 20 + y)
    view = tuple(tuple(NAMES.get(c, "agent_0") for c in row) for row in rows)
    world = World(agents=agents, creatures=("cow", "zombie"))
    sight = Sight(
        agent="agent_0",
        step=30,
        position=position,
        facing=facing,
        corner=(20, 20),
        view=view,
        inventory=inventory,
        **({"vitals": VITALS} | more),
    )
    known = OwnMap((64, 64), world.names)
    known.see(sight)
    for report in mates:
        said = Message(sender=report.agent, to=("agent_0",), step=29, report=report)
        known.hear(said)
    role = (chain if mates else alone)(world.names)["agent_0"]
    return Working(
        world=world,
        sight=sight,
        known=known,
        role=role,
        feedback=feedback(world, sight),
        last_actions=last,
    )


def mate(name: str = "agent_1", position=(23, 21), **resources: int) -> Report:
    return Report(agent=name, step=29, position=position, resources=resources)


def said(choice: Choice) -> str:
    if choice.action == "navigate":
        return f"to {choice.destination}"
    if choice.action == "share":
        return f"{choice.item} for {choice.recipient}"
    return choice.action


ALONE = [
    ((".....", "..@.T", "....."), {}, "to tree"),
    ((".....", "...@T", "....."), {}, "do"),
    ((".....", "..@..", "....."), {}, "to unexplored"),
    # With wood for all of it, and stone at hand, the table is placed; not far from stone.
    ((".....", ".@..#", "....."), {"wood": 5}, "place_table"),
    ((".......#", ".@......", "........"), {"wood": 5}, "to stone"),
    ((".....", ".@t.#", "....."), {"wood": 3}, "make_wood_pickaxe"),
    ((".t...", ".@#..", "....."), {"wood": 2, "wood_pickaxe": 1}, "do"),
    ((".t...", ".@...", "....."), {"wood": 2, "stone": 1, "wood_pickaxe": 1}, "make_stone_pickaxe"),
    # What is rare first, then stone.
    (("#.#.c", ".@...", "....i"), {"wood": 1} | TOOLS, "to coal"),
    (("#.#..", ".@...", "....."), {"wood": 1} | TOOLS, "to unexplored"),
    (("#.#..", ".@...", "....."), {"wood": 1, "coal": 1, "iron": 1} | TOOLS, "to stone"),
    (("#....", ".@...", "....."), {"wood": 1, "coal": 1, "iron": 1, "stone": 4} | TOOLS,
     "place_furnace"),
    (("#....", ".@f..", "....."), {"wood": 1, "coal": 1, "iron": 1} | TOOLS, "make_iron_pickaxe"),
    (("#...D", ".@...", "....."), {"iron_pickaxe": 1} | TOOLS, "to diamond"),
    (("#....", ".@D..", "....."), {"iron_pickaxe": 1} | TOOLS, "do"),
    (("#....", ".@...", "....."), {"iron_pickaxe": 1} | TOOLS, "to unexplored"),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "inventory", "expected"), ALONE)
def test_one_agent_goes_down_the_tree_of_goals(rows, inventory, expected):
    assert said(choose(situation(*rows, inventory=inventory))) == expected


@pytest.mark.parametrize(
    ("rows", "vitals", "expected"),
    [
        (("....~", ".@T..", "....."), {"drink": 9}, "do"),
        (("....~", ".@T..", "....."), {"drink": 3}, "to water"),
        ((".....", ".@~..", "....T"), {"drink": 6}, "do"),
        # An empty need waits until health demands it, unless it is close by.
        ((".........~", ".@T.......", ".........."), {"drink": 0}, "do"),
        ((".........~", ".@T.......", ".........."), {"drink": 0, "health": 3}, "to water"),
        ((".....", ".@...", "....T"), {"drink": 0}, "to tree"),
        ((".....", ".@...", "....T"), {"drink": 0, "health": 5}, "to unexplored"),
        ((".....", ".@C..", "....T"), {"food": 5}, "do"),
        (("..C..", ".@...", "....T"), {"food": 2}, "to cow"),
        ((".....", ".@...", "....T"), {"energy": 0}, "to tree"),
        ((".....", ".@...", "....T"), {"energy": 0, "health": 3}, "to tree"),
        ((".....", ".@...", "....T"), {"energy": 0, "health": 2}, "sleep"),
        ((".Z...", ".@...", "....T"), {}, "move_up"),
        ((".....", ".@Z..", "....T"), {}, "do"),
    ],
)
def test_needs_come_first_when_they_must(rows, vitals, expected):
    assert said(choose(situation(*rows, vitals=VITALS | vitals))) == expected


SMITH = mate(wood=1, stone=4, iron=1, wood_pickaxe=1)


def test_what_another_makes_something_of_is_given_to_it():
    now = situation(*BARE, inventory={"coal": 1} | TOOLS, agents=2, mates=(SMITH,))
    assert said(choose(now)) == "coal for agent_1"


def test_a_tool_goes_to_who_is_much_nearer_to_what_it_is_for():
    rows = (".@............D",)
    for place, expected in (((33, 21), "iron_pickaxe for agent_1"), ((23, 21), "to diamond")):
        now = situation(
            *rows, inventory={"iron_pickaxe": 1}, agents=2, mates=(mate(position=place),)
        )
        assert said(choose(now)) == expected


def test_the_same_with_nobody_to_hear_it_is_done_alone():
    now = situation(".@............D", inventory={"iron_pickaxe": 1}, agents=2)
    assert said(choose(now)) == "to diamond"


def test_a_thing_that_another_is_nearer_to_is_left_to_it():
    rows = ("..........c", ".@.........", "...........")
    tools = {"wood": 1, "iron": 1, "stone": 4} | TOOLS
    assert said(choose(situation(*rows, inventory=tools, agents=2))) == "to coal"
    after = Report(agent="agent_1", step=29, position=(29, 21), target=(30, 20), resources=tools)
    now = situation(*rows, inventory=tools, agents=2, mates=(after,))
    assert said(choose(now)) == "to unexplored"


def test_an_answer_is_one_of_its_world_and_says_why():
    now = situation(*BARE, inventory={"coal": 1} | TOOLS, agents=2, mates=(SMITH,))
    (result,) = RuleModel(RULES).run([respond(now)])
    answer = result.value
    assert isinstance(answer, now.world.answer("agent_0"))
    assert answer.action.words == "share coal with agent_1"
    assert answer.goal.long_term == "help_agent"
    assert answer.collaboration.helps == "agent_1"
    assert answer.goal.reason
    assert "1 coal" in answer.summary


def test_a_table_is_placed_where_a_cell_can_be_cleared():
    """In a tunnel that faces the diamond there is no free cell to face."""
    rows = ("#####", "##@D#", "#####")
    ready = {"wood": 1, "coal": 1, "iron": 1, "stone": 4} | TOOLS
    assert said(choose(situation(*rows, inventory=ready))) == "move_left"
    assert said(choose(situation(*rows, inventory=ready, facing=(-1, 0)))) == "do"


def test_who_is_at_its_place_before_the_tool_is_there_waits():
    all_of_it = {"wood": 1, "coal": 1, "iron": 1, "stone": 4} | TOOLS
    far = Report(agent="agent_1", step=29, position=(22, 35), resources=all_of_it)
    now = situation("#.@D#", inventory={"wood_pickaxe": 1}, agents=2, mates=(far,))
    assert said(choose(now)) == "noop"


def test_two_do_not_wait_for_each_others_tools():
    """As one with the pickaxe that waited at the diamond, and one without it at the coal."""
    has = {"wood": 5, "stone": 4, "iron": 1} | TOOLS
    for row, expected in (
        ("c....................@D", "wood_pickaxe for agent_1"),
        ("c....................@.D", "to diamond"),  # on its way it may have to cut stone
    ):
        now = situation(row, inventory=has, agents=2, mates=(mate(position=(21, 20)),))
        assert said(choose(now)) == expected


def test_nobody_waits_for_a_tool_whose_materials_are_still_to_be_found():
    """As two that waited at stone and iron for a pickaxe, while no tree was known."""
    other = Report(agent="agent_1", step=29, position=(25, 21))
    assert said(choose(situation(".@..#i", agents=2, mates=(other,)))) == "to unexplored"
    assert said(choose(situation(".@T.#i", agents=2, mates=(other,)))) == "do"


def test_of_two_none_waits_at_a_station_for_what_the_other_brings():
    mates = [mate(f"agent_{i}", (29, 21 + i), wood_pickaxe=1) for i in (1, 2)]
    has = {"wood": 2, "wood_pickaxe": 1}
    for agents, expected in ((3, "noop"), (2, "to unexplored")):
        others = tuple(mates[: agents - 1])
        now = situation("t.....", ".@....", inventory=has, agents=agents, mates=others)
        assert said(choose(now)) == expected


def test_what_cannot_be_reached_is_nobodys_job():
    """Iron behind water: whoever it is given to looks further instead of standing."""
    rows = ("~~~~~", "~~i~~", "~~~~~", ".@...")
    other = mate(position=(29, 25))
    has = {"wood": 1, "coal": 1, "stone": 4} | TOOLS
    now = situation(*rows, inventory=has, agents=2, mates=(other,))
    assert said(choose(now)) == "to unexplored"


GOALS = ["place_table", "make_stone_pickaxe", "place_plant", "make_wood_sword", "collect_drink"]


@pytest.mark.parametrize("goal", GOALS)
def test_other_goals_than_the_diamond_are_reached(goal):
    pytest.importorskip("crafter", reason="needs the extra crafter")
    pytest.importorskip("pettingzoo", reason="needs the extra crafter")
    from clew.agents.damcs.settings import SETTINGS
    from clew.agents.damcs.team import made, rollout
    from clew.envs.crafter.parallel import parallel_env

    for agents, setting in ((1, "mem"), (3, "memcomm")):
        env = parallel_env(agents, observation="text", rules=replace(PAPER, goal=goal))
        team = made(env.game.settings, SETTINGS[setting])
        assert rollout(env, team, RuleModel(RULES), seed=303, max_steps=60).won


PLAY = """
import json, sys
from clew.minds.crafter.responding import RULES
from clew.agents.damcs.settings import SETTINGS
from clew.agents.damcs.team import made, rollout
from clew.envs.crafter.parallel import parallel_env
from clew.llm.rules import RuleModel
agents, setting, seed, steps = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
env = parallel_env(agents, observation="text")
team = made(env.game.settings, SETTINGS[setting], map=env.game.full_map)
lines = []
rollout(env, team, RuleModel(RULES), seed=seed, max_steps=steps,
        watch=lambda step: lines.append(step.plain))
print(json.dumps(lines))
"""


def played(agents: int, setting: str, seed: int, steps: int, hashing: str = "0") -> str:
    pytest.importorskip("crafter", reason="needs the extra crafter")
    pytest.importorskip("pettingzoo", reason="needs the extra crafter")
    command = [sys.executable, "-c", PLAY, str(agents), setting, str(seed), str(steps)]
    run = subprocess.run(
        command, capture_output=True, text=True, check=True, env=_environment(hashing)
    )
    return run.stdout


def _environment(hashing: str) -> dict[str, str]:
    return {**os.environ, "PYTHONHASHSEED": hashing}


@pytest.mark.slow
def test_two_processes_play_the_same_trajectory():
    assert played(3, "memcomm", 5, 60, "1") == played(3, "memcomm", 5, 60, "2")


@pytest.mark.slow
def test_a_team_gets_the_diamond_and_one_agent_does_too():
    for agents, setting, seed in ((6, "memcomm", 0), (1, "mem", 0)):
        steps = json.loads(played(agents, setting, seed, 150))
        assert steps[-1]["winner"] is not None


@pytest.mark.slow
def test_two_that_meet_where_a_tree_was_go_on():
    steps = json.loads(played(2, "mem", 4, 80))
    places = {str(step["agents"]["agent_0"]["observation"]["position"]) for step in steps[20:]}
    assert len(places) > 10
