import json
from dataclasses import replace

import pytest
from pydantic import ValidationError

from clew.agents.damcs.response import NONE, Response, World
from clew.agents.damcs.tasks import Respond, respond
from clew.envs.crafter.tech_tree import PAPER
from clew.llm.insisting import schema_of
from clew.llm.reply.replies import read_reply
from clew.llm.rules import RuleModel
from tests.agents.damcs.lives import WORLD, response, sight, working

GOAL = {"ultimate": "collect_diamond", "long_term": "place_table", "current": "collect_wood"}


def answer(action, kind=None, **goal):
    return (kind or WORLD.answer("agent_0")).model_validate({"goal": GOAL | goal, "action": action})


def refused(action, kind=None, **goal):
    with pytest.raises(ValidationError) as error:
        answer(action, kind, **goal)
    return str(error.value)


def reply(data, world=WORLD):
    task = respond(working(sight(), world))
    return read_reply(task, json.dumps(data) if not isinstance(data, str) else data)


def test_what_the_world_has_can_be_chosen():
    said = answer({"name": "navigate", "destination": "tree"}, current="eat_cow")
    assert isinstance(said, Response)
    assert (said.goal.current, said.action.words) == ("eat_cow", "navigate to tree")
    said = answer({"name": "share", "item": "wood", "recipient": "agent_1"}, long_term="help_agent")
    assert said.action.words == "share wood with agent_1"
    assert answer({"name": "do"}).action.words == "do"
    assert said.collaboration.helps == NONE


@pytest.mark.parametrize(
    ("action", "goal", "words"),
    [
        ({"name": "fly"}, {}, "action.name"),
        ({"name": "navigate", "destination": "lava"}, {}, "action.destination"),
        ({"name": "navigate", "destination": "agent_0"}, {}, "action.destination"),
        ({"name": "navigate", "destination": "agent_2"}, {}, "action.destination"),
        ({"name": "navigate"}, {}, "navigate needs a destination"),
        ({"name": "share", "item": "wood"}, {}, "share needs an item and a recipient"),
        ({"name": "share", "item": "sapling", "recipient": "agent_1"}, {}, "action.item"),
        ({"name": "share", "item": "wood", "recipient": "agent_0"}, {}, "action.recipient"),
        ({"name": "do"}, {"current": "make_tea"}, "goal.current"),
        ({"name": "do"}, {"long_term": "collect_wood"}, "goal.long_term"),
        ({"name": "do"}, {"long_term": "make_iron_sword"}, "goal.long_term"),
    ],
)
def test_what_the_world_lacks_cannot(action, goal, words):
    assert words in refused(action, **goal)


def test_without_cows_nobody_eats_one():
    kind = World(creatures=()).answer()
    assert "action.destination" in refused({"name": "navigate", "destination": "cow"}, kind)
    assert "goal.current" in refused({"name": "do"}, kind, current="eat_cow")
    assert "cow" not in json.dumps(kind.model_json_schema())
    zombies = World(creatures=("zombie",)).answer()
    assert answer({"name": "navigate", "destination": "zombie"}, zombies)


def test_an_agent_alone_neither_helps_nor_shares():
    kind = World().answer("agent_0")
    assert "action.name" in refused({"name": "share", "item": "wood", "recipient": "none"}, kind)
    assert "goal.long_term" in refused({"name": "do"}, kind, long_term="help_agent")
    assert "agent_" not in json.dumps(kind.model_json_schema())


def test_other_rules_are_other_choices():
    recipes = tuple(each for each in PAPER.recipes if "sword" not in each.name)
    tea = replace(PAPER.recipe("make_wood_pickaxe"), name="make_tea", action="make_tea",
                  gives={"tea": 1})  # fmt: skip
    kind = World(rules=replace(PAPER, recipes=(*recipes, tea))).answer()
    assert "action.name" in refused({"name": "make_wood_sword"}, kind)
    assert answer({"name": "make_tea"}, kind, current="make_tea")
    held = {"reflection": {"inventory": [{"item": "tea", "count": 2}]}}
    said = kind.model_validate({"goal": GOAL, "action": {"name": "do"}, **held})
    assert said.reflection.inventory[0].item == "tea"


def test_long_term_goals_are_what_is_made_and_placed_on_the_way():
    assert World().long_term_goals == (
        "place_table", "make_wood_pickaxe", "make_stone_pickaxe", "place_furnace",
        "make_iron_pickaxe", "collect_diamond",
    )  # fmt: skip


def test_equal_worlds_have_one_type():
    assert World(agents=2).answer("agent_1") is World(agents=2).answer("agent_1")
    assert World(agents=2).answer("agent_1") is not World(agents=2).answer("agent_0")


def test_every_choice_is_in_the_schema_that_models_are_sent():
    schema = json.dumps(schema_of(type(respond(working(sight())))))
    for name in (*WORLD.actions, *WORLD.goals, *WORLD.destinations, *WORLD.items):
        assert (f'"{name}"' in schema) is (name != "agent_0")


def test_the_defaults_are_choices_and_survive_a_round_trip():
    said = response()
    assert type(said).model_validate_json(said.model_dump_json()) == said


def test_a_rule_for_the_question_answers_it_in_every_world():
    model = RuleModel({Respond: lambda task: response()})
    for agents in (1, 3):
        task = respond(working(sight(), World(agents=agents)))
        assert type(task).__name__ == "Respond"
        assert model.run([task])[0].value is not None


def test_choices_may_be_spelt_in_other_ways():
    goal = {**GOAL, "long_term": "Place Table", "current": "COLLECT_WOOD"}
    said = reply(
        {
            "reflection": {"sees": ["Tree", "GRASS"], "last_result": "In-progress"},
            "goal": goal,
            "action": {"name": "Navigate", "destination": "tree"},
        }
    ).value
    assert said.reflection.sees == ("tree", "grass")
    assert said.reflection.last_result == "in_progress"
    assert (said.goal.current, said.goal.long_term) == ("collect_wood", "place_table")
    assert said.action.words == "navigate to tree"


@pytest.mark.parametrize(
    "data",
    [
        {"goal": GOAL, "action": {"name": "dance"}},
        {"goal": GOAL, "action": {"name": True}},
        {"goal": GOAL, "action": {"name": "share", "item": "wood", "recipient": "self"}},
        {"goal": GOAL},
        [],
        "nonsense",
        {"goal": [1], "action": 7},
    ],
)
def test_what_means_nothing_is_no_answer_and_raises_nothing(data):
    result = reply(data)
    assert result.value is None
    assert result.failure.retry


def test_what_is_seen_and_does_not_exist_is_dropped_alone():
    result = reply(
        {"reflection": {"sees": ["tree", "dragon"]}, "goal": GOAL, "action": {"name": "do"}}
    )
    assert result.value.reflection.sees == ("tree",)
    assert "dragon" in result.losses[0].item
