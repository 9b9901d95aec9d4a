"""What a step costs: every memory on the same path, and only the action is the path's."""

import importlib.util
import json

import pytest

pytest.importorskip("gymnasium", reason="needs the extra textworld")
pytest.importorskip("textworld", reason="needs the extra textworld")

from clew.agents.ariadne.agent import Ariadne
from clew.agents.ariadne.tasks import Choose, MakePlan
from clew.agents.memory import History
from clew.agents.rollout import Step, rollout
from clew.agents.worldmap import OPPOSITE
from clew.envs.treasure_hunt import treasure_hunt
from clew.wiring import mind_named
from experiments.__main__ import main as experiment
from experiments.textworld.agent_cost import Following, growth, main
from tests.agents.worlds import PlanWorld
from tests.minds.textworld.situations import HUNT, choice, situation

HAS_CHARTS = importlib.util.find_spec("matplotlib") is not None


def test_actions_are_the_paths_and_all_else_is_the_models():
    model = mind_named("textworld")
    here = situation(HUNT)
    following = Following(model, ["go east", "sing"])
    first, plan, second = following.run(
        [choice(here, "go west"), MakePlan(here), choice(here, "go west")]
    )
    assert [one.value and one.value.action for one in (first, second)] == ["go east", "sing"]
    assert plan == model.run([MakePlan(here)])[0]
    assert isinstance(choice(here), Choose)
    assert following.name == model.name


def test_an_agent_that_follows_a_path_takes_it():
    plan = treasure_hunt(1, rooms=4, keys=2)
    there = plan.links[0].direction

    def walked(model):
        steps: list[Step] = []
        rollout(
            PlanWorld(plan), Ariadne(model, History()), seed=1, max_steps=20, watch=steps.append
        )
        return [step.decision.action for step in steps]

    path = [f"go {there}", f"go {OPPOSITE[there]}", *walked(mind_named("textworld"))]
    assert walked(Following(mind_named("textworld"), path)) == path


def test_growth_is_what_each_decision_adds_after_the_first_ones():
    assert growth([900] * 10 + [100, 103, 106, 109]) == 3.0
    assert growth([1, 2, 3, 5, 7], after=2) == 2.0
    assert growth([1, 2, 3]) == 0.0


@pytest.mark.parametrize("given", [("--task", "chess"), ("--memories", "elephant")])
def test_an_unknown_name_is_said_before_anything_is_played(capsys, given):
    assert experiment(["agent-cost", *given]) == 2
    assert given[1] in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.timeout(240)  # a game is compiled
def test_a_small_world_is_measured(capsys, tmp_path):
    chart = ("--chart", str(tmp_path / "cost.png")) if HAS_CHARTS else ()
    given = ("--task", "level-1", "--facts", "100", "--memories", "graph,none", *chart)
    assert main([*given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["task"], told["facts"]) == ("level-1 1", 100)
    tokens = told["tokens"]
    assert len(tokens["graph"]) == len(tokens["none"]) == len(told["seen"]) == told["decisions"]
    # Both plan and choose on the same path; the graph learns beside it.
    assert all(
        graph > none > 0 for graph, none in zip(tokens["graph"], tokens["none"], strict=True)
    )
    assert 0 < told["memory_p50_ms"] <= told["memory_p95_ms"]
    assert told["world_steps_a_second"] > told["agent_decisions_a_second"] > 0
    assert (tmp_path / "cost.png").exists() == HAS_CHARTS
