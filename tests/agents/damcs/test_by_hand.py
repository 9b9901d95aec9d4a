"""A person as one of a team: asked for what that agent does, and for nobody else."""

import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")
pytest.importorskip("pettingzoo", reason="needs the extra crafter")

from clew.agents.damcs.by_hand import Player
from clew.agents.damcs.settings import SETTINGS
from clew.agents.damcs.team import made, rollout
from clew.agents.damcs.trajectory import replay
from clew.agents.person import StoppedError
from clew.envs.crafter.parallel import parallel_env
from clew.llm.base import Failure, FailureKind
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.minds.crafter.responding import RULES


def played(tmp_path, *typed, agents=2, steps=6):
    """Return the steps of a run in which a person plays the first agent, and what was asked."""
    asked = []
    answers = iter(typed)

    def answer(pick):
        asked.append(pick)
        said = next(answers, None)
        return Failure(FailureKind.REFUSED, "gone") if said is None else {"action": said}

    world = parallel_env(agents, observation="text")
    path = tmp_path / "run.jsonl"
    model = Player(
        RuleModel(RULES), ScriptedModel(answer), "agent_0", lambda sight: f"<{sight.agent}>"
    )
    team = made(world.game.settings, SETTINGS["comm" if agents > 1 else "basic"])
    rollout(world, team, model, seed=3, max_steps=steps, path=path)
    return list(replay(parallel_env(agents, observation="text"), path)), asked


def test_a_person_plays_one_agent_and_rules_the_others(tmp_path):
    typed = ("2", "Move Left", "fly", "move_right", "5", "move_up", "move_up")
    steps, asked = played(tmp_path, *typed)
    acted = [step["agents"]["agent_0"]["action"] for step in steps]
    first, second = asked[0].actions[1], asked[4].actions[4]
    assert acted == [first, "move_left", "move_right", second, "move_up", "move_up"]
    assert [pick.refused for pick in asked].count(("fly",)) == 1
    assert all(pick.observation.startswith("<agent_0>\nYou are agent_0") for pick in asked)
    others = [step["agents"]["agent_1"]["response"] for step in steps]
    assert {one["goal"]["current"] for one in others if one} - {"collect_diamond"}


def test_a_way_is_one_decision_of_many_steps(tmp_path):
    steps, asked = played(tmp_path, "navigate to tree", *["move_up"] * 5, agents=1, steps=5)
    assert "navigate to tree" in asked[0].actions
    assert len(asked) < len(steps) == 5


def test_a_person_who_leaves_ends_the_run(tmp_path):
    with pytest.raises(StoppedError):
        played(tmp_path, "move_left")
    assert len((tmp_path / "run.jsonl").read_text().splitlines()) == 2
