"""What is lacking by the rules, and who should make it."""

from dataclasses import replace

from clew.agents.damcs.lacks import lacking, maker
from clew.agents.damcs.messages import Report
from clew.envs.crafter.tech_tree import PAPER


def test_from_nothing_everything_is_lacking():
    lack = lacking(PAPER, {}, ())
    assert lack.raw == {"wood": 5, "stone": 5, "coal": 1, "iron": 1}
    assert sorted(lack.steps) == [
        "make_iron_pickaxe", "make_stone_pickaxe", "make_wood_pickaxe",
        "place_furnace", "place_table",
    ]  # fmt: skip
    assert lack.steps[0] == "place_table"
    assert lack.steps[-1] == "make_iron_pickaxe"


def test_what_there_is_is_not_lacking():
    pool = {"wood_pickaxe": 1, "stone_pickaxe": 1, "wood": 1, "stone": 3, "iron": 1}
    lack = lacking(PAPER, pool, ())
    assert lack.raw == {"stone": 1, "coal": 1}
    assert lack.steps == ("place_furnace", "make_iron_pickaxe")
    assert lacking(PAPER, pool, ["furnace"]).raw == {"coal": 1}
    done = lacking(PAPER, {"iron_pickaxe": 1}, ())
    assert (done.raw, done.steps) == ({}, ())


def test_other_rules_lack_other_things():
    recipes = tuple(
        replace(one, uses={"wood": 7}) if one.name == "place_table" else one
        for one in PAPER.recipes
    )
    assert lacking(replace(PAPER, recipes=recipes), {}, ()).raw["wood"] == 10


def report(name, position=(0, 0), **resources):
    return Report(agent=name, step=0, position=position, resources=resources)


def test_who_lacks_least_makes_it():
    table = PAPER.recipe("make_wood_pickaxe")
    none, some = report("agent_0"), report("agent_1", wood=3)
    assert maker(PAPER, table, [none, some], {}, "agent_0") == "agent_1"
    same = report("agent_1")
    assert maker(PAPER, table, [none, same], {}, "agent_0") == "agent_0"
    assert maker(PAPER, table, [none, same], {}, "agent_1") == "agent_1"


def test_the_way_to_the_station_counts():
    table = PAPER.recipe("make_wood_pickaxe")
    far, near = report("agent_0", (30, 30), wood=1), report("agent_1", (1, 2), wood=1)
    assert maker(PAPER, table, [far, near], {"table": ((0, 0),)}, "") == "agent_1"
