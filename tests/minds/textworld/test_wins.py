"""Whole games, played by the offline mind with a graph."""

import os
import random
import subprocess
import sys

import pytest

from clew.agents.ariadne.agent import Ariadne, Settings
from clew.agents.graph_memory import GraphMemory
from clew.agents.rollout import Outcome, rollout
from clew.envs.blueprint import Blueprint, Thing, layout
from clew.envs.cleaning import cleaning
from clew.envs.registry import register
from clew.envs.treasure_hunt import treasure_hunt
from clew.memory import Memory
from clew.plugins import MEMORIES
from clew.wiring import mind_named
from tests.agents.worlds import Kitchen, PlanWorld, cookbook

FOODS = ("red apple", "carrot", "pork chop", "red onion", "white tuna", "purple potato", "banana")
SEEDS = int(os.environ.get("CLEW_SEEDS", "3"))
"""Worlds of each kind; `make bench` plays 6."""
ROOMS = ("Kitchen", "Backyard", "Pantry", "Corridor", "Bedroom", "Shed", "Garden", "Street")


def play(env, steps=150, **settings) -> Outcome:
    memory = GraphMemory(Memory.open(embedder="hashing"))
    agent = Ariadne(mind_named("textworld"), memory, settings=Settings(**settings))
    return rollout(env, agent, seed=0, max_steps=steps)


def play_again(env, runs=3, steps=150) -> list[Outcome]:
    """Play the same world several times in one memory."""
    memory, mind = Memory.open(embedder="hashing"), mind_named("textworld")
    return [
        rollout(env, Ariadne(mind, GraphMemory(memory, run="it")), seed=0, max_steps=steps)
        for _ in range(runs)
    ]


def cooking(seed: int, *, limit: int = 99, doors: float = 0.0, foods: int = 4) -> PlanWorld:
    """Return a cooking game of eight rooms; everything may lie anywhere."""
    rng = random.Random(seed)
    links = layout(ROOMS, rng, 0.3)
    needs = {
        food: tuple(
            rng.choice(verbs)
            for verbs in (("slice", "dice", "chop"), ("fry", "roast", "grill"))
            if rng.random() < 0.7
        )
        for food in rng.sample(FOODS, foods)
    }
    others = tuple(food for food in FOODS if food not in needs)
    spots = ["fridge", "table", "shelf", *ROOMS]
    things = [
        Thing("cookbook", "object", "Kitchen", text=cookbook(needs)),
        Thing("fridge", "container", "Kitchen", state="closed"),
        Thing("table", "support", "Kitchen"),
        Thing("stove", "support", "Kitchen"),
        Thing("oven", "container", "Kitchen", state="closed"),
        Thing("BBQ", "support", "Backyard"),
        Thing("shelf", "support", "Pantry"),
        Thing("knife", "object", rng.choice(["table", "Kitchen", "shelf"])),
        *(Thing(food, "object", rng.choice(spots)) for food in (*needs, *others)),
    ]
    return PlanWorld(
        Blueprint(
            rooms=ROOMS,
            links=links,
            start=rng.choice(ROOMS),
            things=tuple(things),
            instructions="Prepare the meal of the cookbook's recipe and eat it.",
        ),
        doors={
            (link.room, link.direction): f"{link.other.lower()} door"
            for link in links
            if rng.random() < doors
        },
        limit=limit,
        kitchen=Kitchen(needs, others),
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_treasure_is_found(seed):
    assert play(PlanWorld(treasure_hunt(seed, rooms=8, keys=3)), steps=40).won


def test_a_treasure_is_found_though_the_next_key_is_far():
    assert play(PlanWorld(treasure_hunt(4, rooms=10, keys=4, far=True)), steps=50).won


@pytest.mark.parametrize("seed", range(2))
def test_a_house_is_tidied(seed):
    assert play(PlanWorld(cleaning(seed, rooms=5, misplaced=4)), steps=40).won


@pytest.mark.parametrize("seed", range(2))
def test_a_meal_is_made(seed):
    assert play(cooking(seed), steps=60).won


@pytest.mark.parametrize("seed", range(2, 4))
def test_a_meal_is_made_behind_doors_with_hands_that_hold_no_more_than_the_ingredients(seed):
    assert play(cooking(seed, limit=4, doors=0.6), steps=80).won


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["hunt", "clean", "cook"])
def test_later_runs_of_a_world_in_one_memory_are_won_and_none_is_longer(kind, seed):
    worlds = {
        "hunt": lambda: PlanWorld(treasure_hunt(seed, rooms=8, keys=3)),
        "clean": lambda: PlanWorld(cleaning(seed, rooms=5, misplaced=4)),
        "cook": lambda: cooking(seed),
    }
    first, *later = play_again(worlds[kind](), steps=80)
    assert first.won
    assert all(one.won and one.decisions <= first.decisions for one in later)
    if kind == "hunt":
        assert all(one.decisions <= 0.8 * first.decisions for one in later)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_another_world_under_the_same_name_is_won_all_the_same(seed):
    memory, mind = Memory.open(embedder="hashing"), mind_named("textworld")
    for world in (treasure_hunt(seed, rooms=8, keys=3), treasure_hunt(seed + 5, rooms=8, keys=3)):
        agent = Ariadne(mind, GraphMemory(memory, run="it"))
        assert rollout(PlanWorld(world), agent, seed=0, max_steps=80).won


def test_without_navigation_a_near_treasure_is_still_found():
    assert play(PlanWorld(treasure_hunt(1, rooms=4, keys=2)), steps=40, navigate=False).won


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6, 6 + SEEDS))
def test_every_kind_of_world_is_won_on_many_seeds(seed):
    assert play(PlanWorld(treasure_hunt(seed, rooms=16, keys=5, far=True)), steps=80).won
    assert play(PlanWorld(cleaning(seed))).won
    assert play(cooking(seed, limit=5, doors=0.6, foods=5), steps=80).won


RUN = """
from pathlib import Path
from clew.agents.memory_kinds import memory_named
from tests.minds.textworld.test_wins import *
for name in MEMORIES:
    model, path = mind_named("textworld"), Path(sys.argv[1], name)
    with Memory.open(embedder="hashing", model=model) as kept:
        agent = Ariadne(model, memory_named(name, memory=kept, model=model))
        world = PlanWorld(cleaning(0, rooms=5, misplaced=4))
        rollout(world, agent, seed=0, max_steps=40, path=path)
        if name == "graph":
            agent = Ariadne(model, memory_named(name, memory=kept, model=model))
            rollout(world, agent, seed=0, max_steps=40, path=path.with_name("graph, run 2"))
"""


@pytest.mark.slow
def test_another_process_plays_the_same_game_with_every_memory(tmp_path):
    played = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        env = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", RUN, str(folder)], env=env, check=True)
        played.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert played[0] == played[1]
    assert set(played[0]) == {*MEMORIES, "graph, run 2"}
    assert len(set(played[0].values())) > 1  # memories differ, processes do not


@pytest.mark.slow
@pytest.mark.timeout(300)  # the game is compiled first
def test_a_real_treasure_is_found():
    gymnasium = pytest.importorskip("gymnasium", reason="needs the extra textworld")
    pytest.importorskip("textworld", reason="needs the extra textworld")
    register()
    env = gymnasium.make("clew/TreasureHunt-v0", disable_env_checker=True, rooms=5, keys=3)
    assert play(env, steps=40).won
