"""Recipes as data: what is missing, what needs what."""

from dataclasses import replace

import pytest

from clew.envs.crafter.settings import Settings
from clew.envs.crafter.tech_tree import CRAFTER, PAPER, TASKS, Rules
from clew.errors import UsageError


def test_nothing_is_missing_for_a_table_with_two_wood_before_grass():
    assert not PAPER.missing("place_table", {"wood": 2}, facing="grass")


def test_what_is_missing_is_told_by_item_station_and_facing():
    lacks = PAPER.missing("make_stone_pickaxe", {"wood": 1}, facing="grass")
    assert dict(lacks.items) == {"stone": 1}
    assert lacks.stations == ("table",)
    assert lacks.facing == ()
    assert PAPER.missing("collect_iron", {"stone_pickaxe": 1}, facing="stone").facing == ("iron",)


def test_a_tool_is_needed_and_kept():
    recipe = PAPER.recipe("collect_stone")
    assert dict(PAPER.missing(recipe.name, {}, facing="stone").items) == {"wood_pickaxe": 1}
    assert not recipe.uses


@pytest.mark.parametrize("adjacency", ["near", "facing"])
def test_a_station_is_near_or_faced(adjacency):
    rules = Rules(adjacency=adjacency)
    beside = rules.missing("make_wood_pickaxe", {"wood": 1}, near=frozenset({"table"}))
    before = rules.missing("make_wood_pickaxe", {"wood": 1}, facing="table")
    assert bool(beside) is (adjacency == "facing")
    assert bool(before) is (adjacency == "near")


def test_the_tree_holds_the_ten_tasks_by_depth():
    tree = PAPER.tree
    assert set(tree) == set(TASKS)
    assert tree["collect_wood"] == 1
    assert tree["collect_stone"] == tree["collect_coal"] == 4
    assert tree["make_iron_pickaxe"] == 7
    assert tree["collect_diamond"] == max(tree.values()) == 8
    assert list(tree.values()) == sorted(tree.values())


def test_the_original_needs_a_table_for_iron():
    assert CRAFTER.recipe("make_iron_pickaxe").stations == ("table", "furnace")
    assert CRAFTER.recipe("make_wood_pickaxe").stations == ("table",)


def test_another_goal_has_another_tree():
    assert set(replace(PAPER, goal="make_wood_pickaxe").tree) == {
        "collect_wood", "place_table", "make_wood_pickaxe",
    }  # fmt: skip


def test_a_goal_that_cannot_be_done_has_no_tree():
    without_wood = tuple(each for each in PAPER.recipes if each.name != "collect_wood")
    with pytest.raises(UsageError, match="by which collect_diamond can be done"):
        _ = Rules(recipes=without_wood).tree
    with pytest.raises(UsageError, match=r"by which collect_gold .* only lead to collect_wood"):
        Settings(rules=replace(PAPER, goal="collect_gold"))


def test_rules_that_differ_in_an_amount_are_not_taken_for_each_other():
    dear = tuple(
        replace(each, uses={"wood": 7}) if each.name == "place_table" else each
        for each in PAPER.recipes
    )
    assert Rules(recipes=dear) != PAPER
    assert PAPER.recipe("place_table").uses == {"wood": 2}
    assert Rules(recipes=dear).recipe("place_table").uses == {"wood": 7}
    assert replace(PAPER, goal="collect_iron").tree["collect_iron"] == 6
