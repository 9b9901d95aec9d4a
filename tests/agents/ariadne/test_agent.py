from dataclasses import replace
from typing import Any

from clew.agents.ariadne.agent import Ariadne, Settings
from clew.agents.ariadne.tasks import Choose, Explore, MakePlan
from clew.agents.base import Move
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import Brought, History
from clew.agents.rollout import rollout
from clew.ask.tasks import QueryEntities
from clew.envs.blueprint import Blueprint, Link, Thing
from clew.llm.base import Failure, FailureKind, Usage
from clew.llm.budget import Budgeted
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.wiring import mind_named
from tests.agents.worlds import PlanWorld

HOUSE = Blueprint(
    rooms=("Hall", "Attic", "Cellar", "Shed"),
    links=(Link("Hall", "north", "Attic"), Link("Hall", "east", "Cellar"),
           Link("Cellar", "east", "Shed")),
    start="Hall",
    things=(Thing("red box", "container", "Hall", state="locked"),
            Thing("red key", "key", "Attic", opens="red box"),
            Thing("coin", "object", "red box")),
    goals=("coin",),
    instructions="Get the coin.",
)  # fmt: skip
LOOK = "-= Hall =-"
PAPER = Settings(calls="paper")
STEPS = [{"sub_goal": "find the red key", "reason": "the box is locked"}]


def mind(*actions, plan=None, explore=True, names=()):
    """Return a model that plans the same at every step and names one action after the other."""
    script = iter(actions)

    def reply(task):
        if isinstance(task, QueryEntities):
            return {"entities": [{"name": name, "depth": 1} for name in names]}
        if isinstance(task, Explore):
            return {"explore": explore}
        if isinstance(task, MakePlan):
            return {"main_goal": "coin", "steps": STEPS} if plan is None else plan
        action = next(script)
        return action if isinstance(action, Failure) else {"reason": "why", "action": action}

    return ScriptedModel(reply)


def asked(model, kind):
    return [task for task in model.asked if type(task) is kind]


def play(model, steps, memory=None, **settings):
    """Return the steps of a run in the house, and the agent."""
    agent = Ariadne(model, memory or History(), settings=Settings(calls="paper", **settings))
    seen: list[Any] = []
    rollout(PlanWorld(HOUSE), agent, seed=0, max_steps=steps, watch=seen.append)
    return seen, agent


def test_the_goal_is_what_the_world_says_first_unless_one_is_given():
    _, agent = play(mind("go north"), 1)
    assert agent.goal == "Get the coin."
    agent = Ariadne(mind("go north"), History(), goal="Get out.", settings=PAPER)
    rollout(PlanWorld(HOUSE), agent, seed=0, max_steps=1)
    assert agent.goal == "Get out."


def test_an_action_that_cannot_be_done_is_refused_and_shown_back():
    model = mind("fly", "open red box", "Go North.")
    (step,), _ = play(model, 1)
    assert step.decision.action == "go north"
    assert step.decision.refused == ("fly", "open red box")
    assert step.decision.fallback == ""
    assert [task.refused for task in asked(model, Choose)] == [
        (), ("fly",), ("fly", "open red box"),
    ]  # fmt: skip
    shown = asked(model, Choose)[-1].messages()[-1].text
    refused = shown.partition("Not possible, choose another:\n")[2].splitlines()
    assert refused[1:-1] == ["fly", "open red box"]  # between the lines of the fence


def test_after_so_many_tries_an_unexplored_exit_is_taken_and_it_is_said():
    (step,), _ = play(mind("fly", "swim", "dig"), 1)
    assert step.decision.action == "go east"
    assert step.decision.refused == ("fly", "swim", "dig")
    assert step.decision.fallback == "no action named can be done"
    (step,), _ = play(mind("fly"), 1, tries=1)
    assert step.decision.refused == ("fly",)


def test_a_model_that_breaks_down_costs_a_step_and_not_the_run():
    broken = Failure(FailureKind.UNAVAILABLE, "gone")
    steps, _ = play(mind(broken, "go west"), 2)
    assert "no action" in steps[0].decision.fallback
    assert "gone" in steps[0].decision.fallback
    assert steps[0].decision.action == "go east"


def test_a_broken_plan_leaves_the_plan_as_it_was():
    plans = iter([{"main_goal": "coin", "steps": STEPS}, "no plan", {"steps": []}])
    inner = mind("go north", "go south", "go east")

    def reply(task):
        if isinstance(task, MakePlan):
            return next(plans)
        return inner.run([task])[0].value

    steps, _ = play(ScriptedModel(reply), 3)
    for step in steps:
        assert step.decision.plan == (("find the red key", "the box is locked"),)
    assert [step.decision.fallback.partition(":")[0] for step in steps] == [
        "",
        "no plan",
        "no plan",
    ]


def test_a_spent_budget_ends_in_fallbacks_that_are_said():
    model = Budgeted(mind(*["go north", "go south"] * 5), calls=4, chunk=1)
    steps, _ = play(model, 2)
    assert steps[0].decision.fallback == ""
    assert steps[1].decision.fallback.count("budget") >= 2


def test_usage_is_that_of_all_tasks_of_the_step():
    (step,), _ = play(mind("fly", "go north"), 1)
    assert step.decision.usage == Usage(calls=5)  # names, explore, plan, two choices


class Oracle:
    """A memory that brings up what it is told to and keeps what it was asked."""

    def __init__(self, brought):
        self.brought, self.asked, self.learned, self.ways = brought, [], [], []

    def learn(self, step, text, action=""):
        self.learned.append((step, text, action))

    def learn_way(self, step, room, direction, other):
        self.ways.append((step, room, direction, other))

    def known_ways(self):
        return ()

    def recall(self, focus, plan, recent):
        self.asked.append((tuple(focus), plan, tuple(recent)))
        return self.brought

    def spent(self):
        return Usage(calls=10)


def test_working_memory_holds_what_the_paper_says():
    brought = Brought((("red key", "is in", "Attic"),), ("It was dark.",))
    model, memory = mind("go north", "go south", "go east", names=("red key",)), Oracle(brought)
    steps, _ = play(model, 3, memory=memory, recent=1)
    situation = asked(model, Choose)[2].situation
    assert situation.goal == "Get the coin."
    assert situation.observation.startswith(LOOK)
    assert situation.inventory == "You are carrying: nothing."
    assert situation.location == "Hall"
    assert [done for _, done in situation.history] == ["go south"]
    assert situation.facts == brought.facts
    assert situation.texts == brought.texts
    assert situation.plan is not None
    assert situation.plan.steps[0].sub_goal == "find the red key"
    assert situation.unexplored == (("Hall", ("east",)),)
    assert situation.rooms == ("Attic", "Hall")
    focus, plan, recent = memory.asked[2]
    assert focus == (("red key", 1),)
    assert plan == "find the red key (the box is locked)"
    assert recent[-1] == situation.observation
    assert [(step, action) for step, _, action in memory.learned] == [
        (0, ""), (1, "go north"), (2, "go south"), (3, "go east"),
    ]  # fmt: skip
    assert steps[0].decision.facts == ("red key | is in | Attic",)
    assert steps[0].decision.episodes == ("It was dark.",)
    assert steps[0].decision.usage.calls == 14


def test_exits_are_those_of_all_places_the_nearest_first():
    model = mind("go east", "go west", "go north")
    play(model, 3)
    unexplored = [task.situation.unexplored for task in asked(model, Choose)]
    assert unexplored == [
        (("Hall", ("east", "north")),),
        (("Cellar", ("east",)), ("Hall", ("north",))),
        (("Hall", ("north",)), ("Cellar", ("east",))),
    ]


def test_exits_are_not_shown_where_the_plan_does_not_ask_for_them():
    model = mind("go east", explore=False)
    play(model, 1)
    assert asked(model, Choose)[0].situation.unexplored == ()
    assert "Exits not taken" not in asked(model, Choose)[0].messages()[-1].text


def test_without_exploration_nobody_asks_for_it():
    model = mind("go east")
    (step,), _ = play(model, 1, exploration=False)
    assert asked(model, Explore) == []
    assert asked(model, Choose)[0].situation.unexplored == ()
    assert step.decision.unexplored == ()


def test_go_to_walks_the_shortest_way_and_every_room_is_learned_from():
    memory = Oracle(Brought())
    model = mind("go east", "go east", "go to Hall")
    steps, _ = play(model, 3, memory=memory)
    assert steps[2].decision.moves == (Move("go west", "Cellar"), Move("go west", "Hall"))
    assert [text.split("\n")[0] for _, text, _ in memory.learned[3:]] == [
        "-= Cellar =-", "-= Hall =-",
    ]  # fmt: skip
    assert set(asked(model, Choose)[2].actions) >= {"go to Hall", "go to Cellar"}
    assert "go to Shed" not in asked(model, Choose)[2].actions


def test_navigation_stops_at_the_first_hop_that_fails():
    class Slammed(PlanWorld):
        """The way from the cellar to the hall is shut behind the agent."""

        def step(self, action):
            found = super().step(action)
            if self.here == "Shed":
                self.doors = {("Hall", "east"): "iron door"}
                self.closed = {"iron door"}
            return found

    agent = Ariadne(mind("go east", "go east", "go to Attic"), History(), settings=PAPER)
    agent.map.arrive("Attic")
    agent.map.arrive("Hall", "south")
    steps: list[Any] = []
    outcome = rollout(Slammed(HOUSE), agent, seed=0, max_steps=3, watch=steps.append)
    assert [action for action, _ in steps[2].moves] == ["go west", "go west"]
    assert len(steps[2].decision.moves) == 3
    assert outcome.moves == 4
    assert agent.map.here == "Cellar"


def test_without_navigation_there_is_no_go_to():
    model = mind("go east", "go to Hall", "go west")
    steps, _ = play(model, 2, navigate=False)
    assert steps[1].decision.refused == ("go to Hall",)
    assert not any(one.startswith("go to ") for one in asked(model, Choose)[1].actions)


def test_a_world_that_does_not_tell_what_can_be_done_answers_itself():
    class Silent(PlanWorld):
        def _info(self):
            return {**super()._info(), "admissible_actions": ()}

    agent = Ariadne(mind("go north", "xyzzy", "go to Hall"), History(), settings=PAPER)
    steps: list[Any] = []
    rollout(Silent(HOUSE), agent, seed=0, max_steps=3, watch=steps.append)
    done = [step.decision for step in steps]
    assert [one.action for one in done] == ["go north", "xyzzy", "go to Hall"]
    assert all(one.refused == () for one in done)
    assert [move.action for move in done[2].moves] == ["go south"]


def test_without_episodes_the_graph_brings_facts_only():
    model = mind_named("textworld")
    for episodes, some in ((0, False), (2, True)):
        memory = GraphMemory(Memory.open(embedder="hashing"), episodes=episodes)
        agent = Ariadne(model, memory, settings=Settings(recent=1, calls="paper"))
        steps: list[Any] = []
        rollout(PlanWorld(HOUSE), agent, seed=0, max_steps=6, watch=steps.append)
        assert any(step.decision.facts for step in steps)
        assert any(step.decision.episodes for step in steps) is some


def test_ways_walked_are_facts_of_the_graph():
    memory = GraphMemory(Memory.open(embedder="hashing"))
    play(mind("go north"), 1, memory=memory)
    facts = memory.recall([("Attic", 1)], "", []).facts
    assert ("Attic", "is north of", "Hall") in facts


def test_a_move_that_leads_nowhere_is_no_way():
    _, agent = play(mind("go north"), 1)
    stay = replace(HOUSE, start="Attic")
    assert stay.start == agent.map.here
    agent.learn(Move("go north"), "You can't go that way.", PlanWorld(stay).reset()[1])
    assert agent.map.paths().get("Hall") == (Move("go south", "Hall"),)
    assert agent.map.taken("Attic") == ("south",)
