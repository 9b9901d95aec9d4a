"""A decision in one call: plan, action, and what the next decision is to know."""

from dataclasses import replace

import pytest

from clew.agents.ariadne.agent import Ariadne, Calls, Settings
from clew.agents.ariadne.tasks import Choose, Decide, MakePlan, Situation
from clew.agents.base import Move
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import Brought, History
from clew.agents.rollout import Step, rollout
from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.llm.base import Failure, FailureKind, Sampling
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.wiring import mind_named
from tests.agents.ariadne.test_agent import HOUSE, STEPS
from tests.agents.test_rollout import world
from tests.agents.worlds import PlanWorld


class Asked(History):
    """A history that notes what it was asked to recall, and knows two names."""

    def __init__(self):
        super().__init__()
        self.focus = []

    def recall(self, focus, plan, recent):
        self.focus.append(list(focus))
        return Brought(())

    def names_in(self, text):
        return tuple(name for name in ("Hall", "red box") if name in text)


class Sampled(ScriptedModel):
    """A script that counts as a language model."""

    def sampling(self, task):
        return Sampling()


def decided(action, *look_up, explore=False):
    return {
        "main_goal": "coin", "steps": STEPS, "reason": "why", "action": action,
        "look_up": list(look_up), "explore": explore,
    }  # fmt: skip


def play(model, steps, memory=None, **settings):
    seen: list[Step] = []
    agent = Ariadne(model, memory or History(), settings=Settings(**settings))
    rollout(PlanWorld(HOUSE), agent, seed=0, max_steps=steps, watch=seen.append)
    return [step.decision for step in seen], agent


def kinds(model):
    return [type(task).__name__ for task in model.asked]


def test_a_decision_is_one_call_for_a_language_model_and_four_for_rules():
    model = Sampled([decided("go north"), decided("go south")])
    made, _ = play(model, 2)
    assert kinds(model) == ["Decide", "Decide"]
    assert [one.action for one in made] == ["go north", "go south"]
    assert made[0].plan == (("find the red key", "the box is locked"),)
    assert Ariadne(mind_named("textworld"))._calls() is Calls.PAPER
    with pytest.raises(UnknownNameError, match="'few'"):
        Settings(calls="fow")


def test_what_to_look_up_comes_before_names_in_what_is_seen():
    memory = Asked()
    model = Sampled(
        [decided("go north", {"name": "coin", "depth": 2}, "Hall"), decided("go south")]
    )
    play(model, 2, memory)
    first, second = memory.focus
    assert ("coin", 2) not in first
    assert second[:2] == [("coin", 2), ("Hall", 1)]
    assert len(second) == len({name for name, _ in second})


def test_the_exits_are_shown_when_the_last_decision_asked_for_them():
    model = Sampled([decided("go north"), decided("go south", explore=True), decided("go north")])
    made, _ = play(model, 3)
    assert [bool(one.unexplored) for one in made] == [True, False, True]
    assert not play(Sampled([decided("go north")]), 1, exploration=False)[0][0].unexplored


def test_an_impossible_action_is_asked_for_again_with_the_new_plan():
    model = Sampled([decided("fly"), {"reason": "no wings", "action": "go north"}])
    (made,), _ = play(model, 1)
    assert kinds(model) == ["Decide", "Choose"]
    again = model.asked[1]
    assert isinstance(again, Choose)
    assert again.refused == ("fly",)
    assert again.situation.plan is not None
    assert again.situation.plan.steps[0].sub_goal == "find the red key"
    assert (made.action, made.refused) == ("go north", ("fly",))


def test_a_decision_that_cannot_be_read_leaves_the_old_plan_and_asks_for_an_action():
    model = Sampled([{"plan": "?"}, {"action": "go north"}])
    (made,), _ = play(model, 1)
    assert (made.action, kinds(model)) == ("go north", ["Decide", "Choose"])
    assert made.fallback.startswith("no plan")


def test_a_model_out_of_reach_is_told():
    (made,), _ = play(Sampled(lambda _: Failure(FailureKind.UNAVAILABLE, "no route")), 1)
    assert "no route" in made.fallback


def test_a_decision_made_before_is_restored_with_what_it_wanted_to_know():
    memory = Asked()
    (first,), _ = play(Sampled([decided("go north", "coin", explore=True)]), 1)
    again = Ariadne(Sampled([decided("go north")]), memory)
    observation, info = PlanWorld(HOUSE).reset(seed=0)
    again.begin(observation, info)
    line = {"plan": first.plan, "action": first.action, "thoughts": first.thoughts}
    again.again(observation, line)
    again.act(observation, info)
    assert memory.focus[-1][0] == ("coin", 1)


def test_by_rules_both_ways_win_the_house():
    for calls in Calls:
        model = mind_named("textworld")
        with Memory.open(embedder=None, model=model) as memory:
            agent = Ariadne(model, GraphMemory(memory), settings=Settings(calls=calls))
            assert rollout(world(), agent, seed=0, max_steps=60).won


def test_a_graph_memory_knows_its_names():
    with Memory.open(embedder=None, model=mind_named("textworld")) as memory:
        graph = GraphMemory(memory)
        graph.learn(0, "-= Hall =-\nYou see a red box.")
        assert graph.names_in("RED BOX? Back to red box.") == (
            "RED BOX", "red box",
        )  # fmt: skip


def test_names_to_look_up_may_have_no_depth():
    reply = Decide.mended({"look_up": ["coin", {"item": "key", "hops": 2}]})
    assert reply == {"look_up": [{"name": "coin"}, {"name": "key", "depth": 2}]}
    assert Decide.mended({"look_up": None}) == {"look_up": None}


TASK = "Find the coin."


class Begins(PlanWorld):
    """A house that begins with a task, as text worlds print it."""

    def reset(self, *, seed=None):
        observation, info = super().reset(seed=seed)
        return f"{observation}\n\n{TASK}", info


def test_the_task_is_the_goal_of_every_prompt_and_takes_no_place_among_the_texts():
    for calls, learned in ((Calls.FEW, False), (Calls.PAPER, True)):
        memory = History()
        model = Sampled(lambda _: decided("go north"))
        agent = Ariadne(model, memory, settings=Settings(calls=calls))
        rollout(Begins(HOUSE), agent, seed=0, max_steps=1)
        assert agent.goal == TASK
        assert (TASK in memory._texts[0][0]) is learned
        (first,) = [task for task in model.asked if isinstance(task, Decide | MakePlan)]
        assert f"Main goal: {TASK}" in first.messages()[1].text


def test_a_text_that_was_learned_without_its_task_is_not_recalled_while_it_is_recent():
    class Recent(Asked):
        def recall(self, focus, plan, recent):
            seen.append(list(recent))
            return super().recall(focus, plan, recent)

    seen: list[list[str]] = []
    memory = Recent()
    agent = Ariadne(Sampled(lambda _: decided("go north")), memory)
    rollout(Begins(HOUSE), agent, seed=0, max_steps=2)
    assert seen[0] == [memory._texts[0][0]]
    assert all(TASK not in text for recent in seen for text in recent)


def test_what_is_printed_when_all_is_won_is_not_learned():
    memory = History()
    agent = Ariadne(Sampled([]), memory)
    agent.begin("Hall", {})
    agent.learn(Move("take coin"), "Taken.", {"won": False})
    agent.learn(Move("open box"), "*** The End ***", {"won": True})
    assert [text for text, _ in memory._texts] == ["Hall", "Taken."]


def test_a_prompt_shows_place_step_and_since_when_facts_hold():
    facts = (("key", "is in", "Hall"), ("box", "is", "red"), ("coin", "is in", "box"))
    shown = Situation(
        goal="coin", observation="Hall", location="Hall", facts=facts, since=(2, 7, None), step=7
    )
    told = "\n".join(shown.parts())
    assert "Step 7, at Hall" in told
    assert "key | is in | Hall @2\n" in told
    assert "box | is | red\n" in told
    assert "coin | is in | box (earlier run)\n" in told
    assert "step" not in "\n".join(replace(shown, step=None).parts())


def test_a_graph_memory_tells_since_when_and_learns_what_is_answered():
    with Memory.open(embedder=None, model=mind_named("textworld")) as memory:
        GraphMemory(memory).learn(0, "-= Attic =-\nYou see a blue box.")
        graph = GraphMemory(memory, answers=True)
        graph.learn(0, "-= Hall =-\nYou see a red box.", "go north")
        graph.learn(3, "You take the red key.", "take red key")
        found = graph.recall([("red box", 1), ("blue box", 1), ("red key", 1)], "", [])
        since = dict(zip(found.facts, found.since, strict=True))
        assert since["red box", "is in", "Hall"] == 0
        assert since["red key", "is in", "inventory"] == 3
        with memory.view() as view:
            texts = [one.text for one in view.items(view.ids(Kind.EPISODE))]
        assert "> take red key\nYou take the red key." in texts
        assert "-= Hall =-\nYou see a red box." in texts
        again = graph.recall([("red key", 1)], "", ["You take the red key."])
        assert not any("take the red key" in text for text in again.texts)
