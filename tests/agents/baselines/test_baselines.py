"""ReAct, Reflexion, SayCan and chance, end to end with a scripted model."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from clew.agents.baselines.chance import Chance
from clew.agents.baselines.react import React, Reflections, Reflexion
from clew.agents.baselines.say_can import Saycan
from clew.agents.baselines.tasks import Propose, Reflect, ThinkAndAct
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import History
from clew.agents.rollout import rollout
from clew.agents.trials import Trials
from clew.errors import ModelError, UsageError
from clew.llm.base import Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.recall.pack import count_tokens
from clew.wiring import mind_named
from tests.agents.baselines.quay import TASK, Quay

RIGHT = ("go to loft", "take rope", "go to quay", "sail")


def thinking(*actions: str) -> ScriptedModel:
    """Return a model that gives these commands, each with a thought, and lessons between."""
    given = iter(actions)
    lessons = iter(("Take the rope first.", "Go to the loft.", "Sail last.", "Be quick."))

    def reply(task: Task[Any]) -> dict[str, Any]:
        if isinstance(task, Reflect):
            return {"lesson": next(lessons)}
        action = next(given, None)
        if action is None:
            raise ModelError("the script is over")
        return {"thought": f"I {action}.", "action": action}

    return ScriptedModel(reply)


def asked(model: ScriptedModel) -> list[Any]:
    return list(model.asked)


def steps(path: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_react_thinks_and_acts_with_what_it_did_before_it(tmp_path):
    model = thinking(*RIGHT)
    path = tmp_path / "run.jsonl"
    outcome = rollout(Quay(), React(model), seed=0, max_steps=9, path=path)
    assert (outcome.won, outcome.score, outcome.usage["calls"]) == (True, 100, 4)
    assert [one["decision"]["action"] for one in steps(path)] == list(RIGHT)
    assert [one["decision"]["reason"] for one in steps(path)][1] == "I take rope."
    now = asked(model)[3].now
    assert now.task == TASK
    assert [deed.line() for deed in now.past][
        1
    ] == "(I take rope.) > take rope | You take the rope."
    assert (now.location, now.objects, now.score) == ("quay", ("boat",), None)
    assert "100" not in asked(model)[3].messages()[1].text


def test_an_impossible_command_is_shown_back_and_then_costs_a_step():
    model = thinking("fly", "dance", "swim")
    agent = React(model)
    agent.begin(*Quay().reset())
    decision = agent.act("", {})
    assert decision.action == "look around"
    assert decision.refused == ("fly", "dance", "swim")
    assert decision.fallback == "no command named can be given"
    assert [task.refused for task in asked(model)] == [(), ("fly",), ("fly", "dance")]
    assert "Not possible, name others:" in asked(model)[1].messages()[1].text


@pytest.mark.parametrize("make", [React, Reflexion, Saycan])
def test_a_broken_reply_costs_a_step_and_not_the_run(make: Callable[..., Any]):
    agent = make(ScriptedModel(lambda task: {"action": "", "actions": []}))
    outcome = rollout(Quay(), agent, seed=0, max_steps=3)
    assert (outcome.decisions, outcome.score) == (3, 0)
    decision = agent.act("You are on the quay.", Quay().reset()[1])
    assert decision.action == "look around"
    assert decision.fallback.startswith("no command: ")


def test_any_memory_brings_what_is_no_longer_before_the_agent():
    moves = ["go to loft", "go to quay"] * 8
    model = thinking(*moves)
    rollout(Quay(), React(model, History()), seed=0, max_steps=16)
    texts = asked(model)[-1].now.texts
    assert texts == ("You are on the quay.\n\nYour task is to sail.",)  # the rest is still shown
    memory = Memory.open(embedder="hashing", model=mind_named("textworld"))
    model = thinking(*RIGHT)
    rollout(Quay(), React(model, GraphMemory(memory)), seed=0, max_steps=4)
    assert memory.stats().kinds["episode"] == 1 + 5
    assert len(asked(model)[-1].now.past) == 3


@pytest.mark.parametrize("make", [React, Reflexion])
def test_a_prompt_does_not_grow_over_a_hundred_steps_of_long_texts(make):
    class Long(Quay):
        def _do(self, action: str) -> str:
            return f"{super()._do(action)} {'So it goes. ' * 400}"

    model = thinking(*["go to loft", "go to quay"] * 60)
    rollout(Long(), make(model, History()), seed=0, max_steps=120)
    sent = [count_tokens(task.messages()[1].text) for task in asked(model)]
    assert max(sent[20:]) <= max(sent[:20]) < 6000


def test_reflexion_learns_from_a_failed_trial(tmp_path):
    model = thinking("sail", *RIGHT)
    path = tmp_path / "run.jsonl"
    outcome = rollout(Trials(Quay(), 9, 3), Reflexion(model), seed=0, max_steps=27, path=path)
    assert (outcome.won, outcome.score, outcome.decisions) == (True, 100, 5)
    first, second, *_ = steps(path)
    assert first["decision"]["thoughts"] == {"lessons": []}
    assert "You drown.\n\nTrial 1 of 3 is over." in first["moves"][0][1]
    assert second["decision"]["thoughts"] == {"lessons": ["Take the rope first."]}
    (reflect,) = [task for task in asked(model) if isinstance(task, Reflect)]
    assert reflect.over
    assert (len(reflect.deeds), reflect.now.past) == (1, ())
    assert reflect.deeds[0].startswith("(I sail.) > sail | The boat drifts away. You drown.")
    assert [task.now.reflection for task in asked(model)] == ["", ""] + ["Take the rope first."] * 4
    assert asked(model)[2].now.past == ()


def test_reflexion_may_reflect_within_a_trial_and_keeps_the_last_lessons():
    model = thinking(*["look around"] * 8)
    agent = Reflexion(model, settings=Reflections(kept=2, every=2))
    rollout(Quay(), agent, seed=0, max_steps=8)
    lessons = [task.now.reflection for task in asked(model) if isinstance(task, ThinkAndAct)]
    assert (
        lessons[2:]
        == ["Take the rope first."] * 2
        + ["Take the rope first.\nGo to the loft."] * 2
        + ["Go to the loft.\nSail last."] * 2
    )
    assert not [task for task in asked(model) if isinstance(task, Reflect) and task.over]
    with pytest.raises(UsageError, match="kept of at least 1"):
        Reflections(kept=0)


def test_a_lesson_that_fails_is_told():
    replies = iter([{"thought": "", "action": "sail"}, {"lesson": ""}, {"action": "go to loft"}])
    agent = Reflexion(ScriptedModel(lambda task: next(replies)))
    decisions: list[Any] = []
    env = Trials(Quay(), 9, 2)
    rollout(env, agent, seed=0, max_steps=2, watch=lambda step: decisions.append(step.decision))
    assert decisions[1].fallback.startswith("no lesson: ")
    assert decisions[1].thoughts == {"lessons": []}


@pytest.mark.parametrize("cut", [1, 2, 4])
@pytest.mark.parametrize("make", [React, Reflexion])
def test_a_run_that_was_cut_off_goes_on_with_the_same_bytes(tmp_path, make, cut):
    def play(path: Any, model: ScriptedModel, most: int) -> None:
        rollout(Trials(Quay(), 9, 2), make(model), seed=0, max_steps=most, path=path)

    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    actions = ("sail", *RIGHT)
    play(whole, thinking(*actions), 5)
    play(parts, thinking(*actions), cut)
    play(parts, thinking(*actions[cut:]), 5)
    assert parts.read_bytes() == whole.read_bytes()
    assert whole.read_bytes().count(b"\n") == 5


def proposing(*candidates: tuple[str, ...]) -> ScriptedModel:
    replies = iter(candidates)
    return ScriptedModel(lambda task: {"actions": next(replies)})


def test_saycan_gives_the_first_candidate_that_the_world_takes():
    model = proposing(("fly", "go to loft", "sail"), ("climb the mast",), ("Take Rope",))
    taken: list[Any] = []
    rollout(Quay(), Saycan(model), seed=0, max_steps=3, watch=lambda s: taken.append(s.decision))
    assert [one.action for one in taken] == ["go to loft", "look around", "Take Rope"]
    assert taken[0].thoughts == {"candidates": ["fly", "go to loft", "sail"]}
    assert taken[1].refused == ("climb the mast",)
    assert taken[1].fallback == "no candidate can be given"


def test_saycan_gives_the_most_similar_action_of_those_that_are_listed():
    model = proposing(("fly up to the loft", "climb"), ("dance", "go to loft"))
    taken: list[Any] = []
    env = Quay(listed=True)
    rollout(env, Saycan(model), seed=0, max_steps=2, watch=lambda s: taken.append(s.decision))
    assert [one.action for one in taken] == ["go to loft", "go to quay"]
    assert asked(model)[0].now.actions == ("go to loft", "sail")
    assert [isinstance(task, Propose) for task in asked(model)] == [True, True]


def test_chance_plays_any_action_and_goes_on_as_it_would_have(tmp_path):
    whole, parts, other = (tmp_path / f"{name}.jsonl" for name in ("whole", "parts", "other"))
    for path, seed, most in ((whole, 1, 9), (parts, 1, 4), (parts, 1, 9), (other, 2, 9)):
        env = Trials(Quay(listed=True), 5, 3)
        rollout(env, Chance(seed), seed=0, max_steps=most, path=path)
    assert whole.read_bytes() == parts.read_bytes() != other.read_bytes()
    actions = {one["decision"]["action"] for one in steps(whole)}
    assert len(actions) > 1
    with pytest.raises(UsageError, match="--admissible"):
        rollout(Quay(), Chance(), seed=0, max_steps=1)


@pytest.mark.parametrize(
    ("make", "kind"), [(React, "ThinkAndAct"), (Reflexion, "ThinkAndAct"), (Saycan, "Propose")]
)
def test_rules_that_cannot_think_are_refused(make, kind):
    with pytest.raises(UsageError, match=f"has no rule for {kind}; name a model"):
        make(mind_named("textworld"))
