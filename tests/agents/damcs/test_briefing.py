import json
from dataclasses import replace

import pytest

from clew.agents.damcs.briefing import briefing
from clew.agents.damcs.response import World
from clew.agents.damcs.tasks import respond
from clew.envs.crafter.tech_tree import CRAFTER, PAPER, Recipe
from clew.llm.insisting import schema_of
from clew.recall.pack import count_tokens
from tests.agents.damcs.lives import sight, working


def with_recipes(*changed):
    names = {recipe.name: recipe for recipe in changed}
    rest = tuple(names.pop(each.name, each) for each in PAPER.recipes)
    return replace(PAPER, recipes=(*rest, *names.values()))


def test_what_it_takes_comes_from_the_recipes_the_first_things_first():
    lines = briefing(World(agents=2)).split("\n")
    assert "2. place_table: place_table; face grass or sand or path, pay 2 wood; leaves table" in (
        lines
    )
    steps = [line for line in lines if line[:1].isdigit()]
    assert [line.split(":")[0] for line in steps][:2] == ["1. collect_wood", "2. place_table"]
    assert steps[-1].startswith("8. collect_diamond")
    assert [line[0] for line in steps] == sorted(line[0] for line in steps)


def test_a_changed_recipe_changes_it():
    rules = with_recipes(replace(PAPER.recipe("place_table"), uses={"wood": 7}))
    told = briefing(World(rules=rules))
    assert "pay 7 wood" in told
    assert "pay 2 wood" not in told
    assert "next to table, next to furnace, pay" in briefing(World(rules=CRAFTER))
    assert "facing furnace" in briefing(World(rules=replace(PAPER, adjacency="facing")))
    assert "works 10% of the time" in briefing(World())


def test_a_new_goal_and_a_station_of_its_own_are_told():
    kiln = Recipe(name="place_kiln", action="place_kiln", uses={"stone": 3}, leaves="kiln")
    pot = Recipe(name="make_pot", action="make_pot", stations=("kiln",), gives={"pot": 1})
    told = briefing(World(rules=replace(with_recipes(kiln, pot), goal="make_pot")))
    assert "has done make_pot" in told
    assert "make_pot: make_pot; next to kiln; gives 1 pot" in told
    assert "and one kiln" in told
    assert "- collect_diamond" in told, "no longer on the way"


@pytest.mark.parametrize(
    ("world", "there", "gone"),
    [
        (World(agents=1), "alone", "share"),
        (World(agents=3), "The 3 agents", "alone"),
        (World(creatures=()), "drink when", "cow"),
        (World(creatures=("zombie",)), "attacks you", "cow"),
    ],
)
def test_only_what_the_world_has_is_told(world, there, gone):
    told = briefing(world)
    assert there in told
    assert gone not in told


@pytest.mark.parametrize("agents", [1, 6])
def test_what_every_request_carries_is_bounded(agents):
    world = World(agents=agents, creatures=("cow", "zombie", "skeleton", "arrow"))
    task = respond(working(sight(), world))
    system, _ = task.messages()
    schema = json.dumps(schema_of(type(task)), separators=(",", ":"))
    assert count_tokens(system.text) + count_tokens(schema) <= 3000
