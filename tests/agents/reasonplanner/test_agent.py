"""ReasonPlanner end to end: it plans, asks, acts, judges, reflects and plans anew."""

from functools import partial
from typing import Any

import pytest

from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import History, Nothing
from clew.agents.reasonplanner.agent import ReasonPlanner
from clew.agents.reasonplanner.settings import Settings
from clew.agents.reasonplanner.tasks import (
    AnswerFromWorld,
    BreakDown,
    Commands,
    Expected,
    Imagine,
    ImaginedAction,
    ImaginedState,
    NextAction,
    NextState,
    Review,
    Reviewed,
    SummariseStep,
    TwoEntities,
)
from clew.agents.rollout import read_trajectory, rollout
from clew.errors import UsageError
from clew.learn.conversation.turn_replies import ExtractSteps
from clew.learn.tasks import Extract, MemoryTask
from clew.llm.base import Failure, FailureKind
from clew.llm.routed import Routed
from clew.llm.rules import RuleModel
from clew.memory import Memory
from clew.recall.pack import count_tokens
from clew.wiring import mind_named
from tests.agents.reasonplanner.kitchen import (
    BROKEN,
    TASK,
    Kitchen,
    acting,
    asked,
    calls,
    mind,
    player,
    same,
    steps,
)

FIRST, THEN = ("take pot", "activate stove"), ("go to yard", "put pot on fire", "activate fire")
LESSON = {
    "deviation": "The stove is broken.",
    "replan": True,
    "reflection": "The stove in the kitchen is broken.",
    "sub_task": "Find another source of heat.",
}
ASKS = {"question": "Where is the fire?"}


def next_action(task):
    """Ask once where the fire is; try the stove, and the fire once the stove failed."""
    if task.now.reflection and task.queries and not task.now.noted:
        return ASKS
    done = [turn.action for turn in (*task.now.past, *task.imagined)]
    left = [one for one in (THEN if task.now.reflection else FIRST) if one not in done]
    return acting(*left, "wait")[0]


def imagine(task):
    done = [turn.action for turn in task.now.past]
    left = [one for one in (THEN if task.now.reflection else FIRST) if one not in done]
    asks = task.now.reflection and task.queries and not task.now.noted
    return ASKS if asks else steps(*left, "wait")


def review(task):
    return LESSON if "broken" in task.response else {"deviation": "", "replan": False}


def named(task):
    return {"entities": [one for one in ("fire", "pot", "stove") if one in task.question]}


def clever():
    """Return a model whose replies depend on what it is shown only."""
    return mind({NextAction: next_action, Imagine: imagine, Review: review, TwoEntities: named,
                 NextState: {"state": "So it is.", "score": 40}})  # fmt: skip


def play(model, most=20, *, memory=None, path=None, **settings):
    """Return the steps of a run in the kitchen and its outcome."""
    seen: list[Any] = []
    agent = player(model, memory, **settings)
    outcome = rollout(Kitchen(), agent, seed=0, max_steps=most, path=path, watch=seen.append)
    return seen, outcome


def test_a_run_shows_plan_query_deviation_reflection_and_replanning(tmp_path):
    model = clever()
    _, outcome = play(model, path=tmp_path / "run", ahead=2)
    assert outcome.score == 100
    lines = list(read_trajectory(tmp_path / "run"))
    assert [line["decision"]["action"] for line in lines] == [*FIRST, *THEN]
    assert all(line["decision"]["fallback"] == "" for line in lines)
    first, second, third, fourth, fifth = (line["decision"]["thoughts"] for line in lines)
    assert [turn["action"] for turn in first["plan"]] == ["take pot", "activate stove"]
    assert lines[0]["decision"]["plan"] == [
        ["take pot", "You take pot."], ["activate stove", "You activate stove."],
    ]  # fmt: skip
    expected = {"action": "activate stove", "response": "You activate stove.",
                "state": "So it is.", "score": None, "done": False}  # fmt: skip
    assert second["commands"] == [expected]
    assert second["plan"][0] == {**expected, "score": 40}
    assert (second["deviation"], second["replanned"]) == ("", False)
    assert (third["deviation"], third["replanned"]) == ("The stove is broken.", True)
    assert third["reflection"] == fifth["reflection"] == LESSON["reflection"]
    assert third["sub_task"] == fifth["sub_task"] == LESSON["sub_task"]
    assert [turn["action"] for turn in third["plan"]] == ["go to yard"], "nothing was known"
    assert third["asked"] == [{**ASKS, "answer": "", "facts": [], "step": 2, "failed": ""}]
    assert lines[2]["decision"]["reason"] == "The stove is broken."
    assert [turn["action"] for turn in fourth["plan"]] == ["put pot on fire", "activate fire"]


def test_an_answer_of_the_world_model_is_in_the_line_with_its_facts():
    model = mind({NextAction: [{"question": "Where is the pot?"}, *acting("take pot")]})
    (step,), _ = play(model, 1, ahead=1)
    (noted,) = step.decision.thoughts["asked"]
    assert noted["answer"] == "pot is in kitchen"
    assert noted["facts"] == (
        {"text": "pot is in kitchen", "step": 0, "run": "", "over": False},
    )  # fmt: skip
    assert step.decision.facts == ("pot is in kitchen",)


def test_the_critic_compares_what_was_expected_with_what_came():
    model = clever()
    play(model, 3, ahead=2)
    first, second = asked(model, Review)
    assert first.expected.response == "You take pot."
    assert first.response == "You take the pot. The pot is in inventory."
    assert (first.now.inventory, first.now.score) == ("a pot", 40)
    assert [turn.action for turn in first.ahead] == ["activate stove"]
    assert (second.response, second.ahead) == (BROKEN, ())
    shown = second.messages()[1].text
    assert "> activate stove | You activate stove. | then: So it is." in shown
    assert BROKEN in shown


def test_what_really_happened_takes_the_place_of_what_was_imagined():
    model = clever()
    play(model, 4, ahead=2, recent=2)
    past = asked(model, NextAction)[-1].now.past
    assert [(turn.action, turn.response) for turn in past] == [
        ("activate stove", BROKEN),
        ("go to yard", "You are in the yard. The fire is in the yard."),
    ]
    assert past[-1].state == "yard; a pot"


def test_after_a_deviation_the_planner_sees_reflection_and_sub_task():
    model = clever()
    play(model, 3, ahead=2)
    now = asked(model, NextAction)[-1].now
    assert (now.reflection, now.sub_task) == (LESSON["reflection"], LESSON["sub_task"])
    assert now.task == TASK
    assert now.step == 2


def test_a_lesson_without_words_leaves_those_of_before():
    second = {"deviation": "Oh.", "replan": True}
    model = mind({NextAction: acting("wait", "wait", "wait"), Review: [LESSON, second]})
    seen, _ = play(model, 3, ahead=1)
    assert [step.decision.thoughts["reflection"] for step in seen[1:]] == [LESSON["reflection"]] * 2
    assert [step.decision.thoughts["sub_task"] for step in seen[1:]] == [LESSON["sub_task"], ""]


def test_a_deviation_that_does_not_matter_leaves_the_plan():
    told = {"deviation": "In other words.", "replan": False, "reflection": "x", "sub_task": "y"}
    model = mind({NextAction: acting("wait", "take pot"), Review: told})
    seen, _ = play(model, 2, ahead=2)
    thoughts = seen[1].decision.thoughts
    assert (thoughts["deviation"], thoughts["replanned"]) == ("In other words.", False)
    assert (thoughts["reflection"], thoughts["sub_task"]) == ("", "")
    assert [turn["action"] for turn in thoughts["plan"]] == ["take pot"]


def test_the_actor_breaks_a_step_into_commands_which_are_given_one_after_the_other():
    parts = [{"action": one, "response": f"{one}!"} for one in ("go to yard", "activate fire")]
    model = mind({NextAction: acting("make fire", "wait"), BreakDown: [{"commands": parts},
                  {"commands": [{"action": "wait"}]}]})  # fmt: skip
    seen, _ = play(model, 3, ahead=2)
    assert [step.decision.action for step in seen] == ["go to yard", "activate fire", "wait"]
    assert [len(step.decision.thoughts["plan"]) for step in seen] == [2, 2, 1]
    assert [task.expected.response for task in asked(model, Review)] == [
        "go to yard!", "activate fire!",
    ]  # fmt: skip


def test_commands_that_the_world_does_not_take_are_refused_and_shown_back():
    wrong = [{"commands": [{"action": one}]} for one in ("fly", "take pot")]
    model = mind({NextAction: acting("get the pot"), BreakDown: wrong})
    (step,), _ = play(model, 1, ahead=1)
    assert (step.decision.action, step.decision.refused) == ("take pot", ("fly",))
    assert [task.refused for task in asked(model, BreakDown)] == [(), ("fly",)]
    assert "Not possible, name others:" in asked(model, BreakDown)[1].messages()[1].text


def test_the_commands_that_a_world_lists_are_shown_to_all_parts():
    class Listed(Kitchen):
        def _info(self):
            return {**super()._info(), "templates": (), "admissible_actions": ("take pot", "wait")}

    model = mind({NextAction: acting("take pot", "look around"), BreakDown: same})
    seen: list[Any] = []
    rollout(Listed(), player(model, ahead=1, tries=1), seed=0, max_steps=2, watch=seen.append)
    assert [step.decision.action for step in seen] == ["take pot", "take pot"]
    assert seen[1].decision.refused == ("look around",)
    parts = [task for task in model.asked if hasattr(task, "now") and hasattr(task.now, "text")]
    assert {type(task) for task in parts} == {NextAction, NextState, BreakDown, Review}
    assert all(task.now.actions == ("take pot", "wait") for task in parts)
    assert "Possible now:" in parts[0].messages()[1].text


def test_without_a_possible_command_it_looks_around_and_plans_anew():
    model = mind({NextAction: acting("fly", "take pot")})
    seen, _ = play(model, 2, ahead=1, tries=2)
    assert seen[0].decision.action == "look around"
    assert seen[0].decision.refused == ("fly", "fly")
    assert seen[0].decision.fallback == "no command named can be given"
    assert seen[0].decision.thoughts["plan"] == ()
    assert seen[1].decision.action == "take pot"
    assert asked(model, Review) == [], "nothing was expected of looking around"


def test_a_question_of_the_world_is_answered_with_a_number():
    named = (("take cup", "wait"), ("green cup",), ("The blue cup", "wait"))
    chosen = [{"commands": [{"action": one} for one in some]} for some in named]
    model = mind({NextAction: acting("fetch a cup"), BreakDown: chosen})
    seen, _ = play(model, 3, ahead=1)
    assert [step.decision.action for step in seen] == ["take cup", "1", "wait"]
    assert seen[1].decision.refused == ("green cup",)
    assert seen[1].moves == (("1", "You take the blue cup."),)
    shown = asked(model, BreakDown)[1].messages()[1].text
    assert "1: blue cup" in shown
    assert len(asked(model, Review)) == 1, "a question of the world is no deviation"


def test_commands_that_are_left_come_before_the_imagined_one():
    named = {"commands": [{"action": "blue cup"}, {"action": "go to yard"}]}
    model = mind({Imagine: [steps("take cup")], BreakDown: [named]})
    seen, _ = play(model, 3, plan="fused")
    assert [step.decision.action for step in seen] == ["take cup", "1", "go to yard"]


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
def test_a_run_taken_up_again_gives_the_same_bytes(tmp_path, cut):
    play(clever(), path=tmp_path / "whole", ahead=2)
    play(clever(), cut, path=tmp_path / "cut", ahead=2)
    play(clever(), path=tmp_path / "cut", ahead=2)
    assert (tmp_path / "cut").read_bytes() == (tmp_path / "whole").read_bytes()


def test_in_the_same_memory_nothing_is_asked_or_learned_again(tmp_path):
    def run(most, name, resume):
        with Memory.open(tmp_path / f"{name}.clew", embedder="hashing", model=clever()) as kept:
            model = clever()
            memory = GraphMemory(kept, resume=resume)
            agent = ReasonPlanner(model, memory, settings=calls())
            rollout(Kitchen(), agent, seed=0, max_steps=most, path=tmp_path / name)
            return model, kept.stats().kinds, list(read_trajectory(tmp_path / name))

    _, kinds, whole = run(5, "whole", False)
    run(3, "cut", False)
    model, again, cut = run(5, "cut", True)
    assert again == kinds
    assert [task.action for task in asked(model, SummariseStep)] == [*THEN[1:]]
    for line in (*whole, *cut):
        line["decision"].pop("usage")  # what was learned before costs nothing now
    assert cut == whole


def test_fused_has_the_same_lines_and_fewer_calls(tmp_path):
    _, called = play(clever(), path=tmp_path / "calls")
    _, fused = play(clever(), path=tmp_path / "fused", plan="fused")
    assert (called.score, fused.score) == (100, 100)
    one, other = (list(read_trajectory(tmp_path / name)) for name in ("calls", "fused"))
    assert [line["moves"] for line in one] == [line["moves"] for line in other]
    assert [shape(line) for line in one] == [shape(line) for line in other]
    assert (called.usage["calls"], fused.usage["calls"]) == (CALLS, FUSED)


CALLS, FUSED = 44, 20


def shape(value):
    """Return the names in a line, without its lists' contents."""
    return {key: shape(one) for key, one in value.items()} if isinstance(value, dict) else None


def test_an_imagined_command_needs_no_actor_in_a_fused_plan():
    model = mind({Imagine: [steps("take pot", "light a fire")],
                  BreakDown: [{"commands": [{"action": "activate fire"}]}]})  # fmt: skip
    seen, _ = play(model, 2, plan="fused")
    assert [step.decision.action for step in seen] == ["take pot", "activate fire"]
    assert [task.turn.action for task in asked(model, BreakDown)] == ["light a fire"]


PARTS = (SummariseStep, TwoEntities, AnswerFromWorld, NextAction, NextState, Imagine, BreakDown,
         Review, Extract)  # fmt: skip


@pytest.mark.parametrize("plan", ["calls", "fused"])
@pytest.mark.parametrize("kind", PARTS)
@pytest.mark.parametrize("broken", [Failure(FailureKind.UNAVAILABLE, "gone"), "no JSON", [3]])
def test_a_broken_reply_costs_a_step_and_never_the_run(kind, plan, broken):
    where = {"question": "Where is the pot?"}
    replies = {
        NextAction: lambda task: where if task.queries == 3 else acting("take pot")[0],
        Imagine: lambda task: where if task.queries == 3 else steps("take pot"),
        kind: lambda _: broken,
    }
    seen, _ = play(mind(replies), 3, plan=plan, ahead=1)
    assert len(seen) == 3
    said = [step.decision.fallback for step in seen]
    if kind is {"calls": NextAction, "fused": Imagine}[plan]:
        assert all(kind.__name__ in one and "no plan" in one for one in said)
        assert [step.decision.action for step in seen] == ["look around"] * 3
    if kind is BreakDown and plan == "calls":
        assert all(one.startswith("no command: ") for one in said)
    if kind is Review:
        assert all(one.startswith("not judged: ") for one in said[1:])
    if kind in (TwoEntities, AnswerFromWorld):
        assert all(one["failed"] for step in seen for one in step.decision.thoughts["asked"])


def test_one_step_ahead():
    seen, outcome = play(clever(), ahead=1)
    assert outcome.score == 100
    assert all(len(step.decision.thoughts["plan"]) == 1 for step in seen)


def test_the_path_is_expanded_as_often_as_wanted():
    found = []
    for hops in (0, 1):
        model = mind({NextAction: [{"question": "Where is the pot?"}, *acting("wait")],
                      TwoEntities: {"entities": ["pot"]}})  # fmt: skip
        play(model, 1, ahead=1, hops=hops)
        found.append([task.lines for task in asked(model, AnswerFromWorld)])
    assert found == [[], [("pot is in kitchen [now]",)]]


def test_without_a_world_model_nothing_is_looked_up():
    for without in (
        lambda model: ReasonPlanner(model, Nothing(), settings=calls()),
        partial(player, queries=0),
    ):
        model = clever()
        outcome = rollout(Kitchen(), without(model), seed=0, max_steps=20)
        assert outcome.score == 100
        assert asked(model, TwoEntities) == []
        assert {task.queries for task in asked(model, NextAction)} == {0}
        assert "Questions left: 0" in asked(model, NextAction)[0].messages()[1].text


def test_what_is_around_is_what_was_seen_on_coming_or_looking_or_what_the_world_tells():
    class Told(Kitchen):
        """Says what is to be seen in words of its own, once the pot is taken."""

        def step(self, action):
            found = super().step(action)
            if self.pot == "inventory":
                found[-1]["look"] = "A room."
            return found

        def _do(self, action):
            return "All is dark." if action == "look around" else super()._do(action)

    names = ("wait", "look around", "go to hall", "go to kitchen", "take pot", "wait")
    model = mind({NextAction: acting(*names)})
    rollout(Told(), player(model, ahead=1), seed=0, max_steps=6)
    seen = [task.now.around.partition(".")[0] for task in asked(model, NextAction)]
    here = "You are in the kitchen"
    assert seen == [here, here, "All is dark", "You are in the hall", here, "A room"]


def test_other_memories_are_refused():
    with pytest.raises(UsageError, match="expected the memory 'graph' or 'none', got History"):
        ReasonPlanner(clever(), History())


@pytest.mark.parametrize(("plan", "lacks"), [("calls", "NextAction"), ("fused", "Imagine")])
def test_rules_are_told_that_a_language_model_is_needed(plan, lacks):
    with pytest.raises(UsageError, match=f"rules:textworld has no rule for {lacks}; name a model"):
        ReasonPlanner(mind_named("textworld"), settings=Settings(plan=plan))


def test_rules_that_answer_its_tasks_may_play():
    answers = {
        NextAction: ImaginedAction(action="take pot"),
        NextState: ImaginedState(state="It went well."),
        BreakDown: Commands(commands=(Expected(action="take pot"),)),
        Review: Reviewed(),
    }
    rules = dict.fromkeys(answers, lambda task: answers[type(task)])
    agent = ReasonPlanner(RuleModel(rules), settings=calls())
    assert rollout(Kitchen(), agent, seed=0, max_steps=1).score == 40


def test_memory_work_has_a_model_of_its_own():
    where = {"question": "Where is the pot?"}
    reason = mind({NextAction: [where, *acting("take pot", "wait")]})
    learner = mind({})
    routed = Routed(reason, {MemoryTask: learner})
    memory = GraphMemory(Memory.open(embedder="hashing", model=learner))
    agent = ReasonPlanner(routed, memory, settings=calls(ahead=1))
    rollout(Kitchen(), agent, seed=0, max_steps=2)
    assert {type(task) for task in reason.asked} == {NextAction, NextState, BreakDown, Review}
    own = {type(task) for task in learner.asked}
    assert own & {NextAction, NextState, BreakDown, Review} == set()
    assert own >= {SummariseStep, TwoEntities, AnswerFromWorld, ExtractSteps}


def test_the_goal_may_be_given_and_the_score_hidden():
    model = mind({NextAction: acting("take pot", "wait")})
    memory = GraphMemory(Memory.open(embedder="hashing", model=model))
    hidden = calls(score=False, ahead=2)
    agent = ReasonPlanner(model, memory, goal="Make tea.", settings=hidden)
    rollout(Kitchen(), agent, seed=0, max_steps=2)
    assert {task.now.task for task in asked(model, NextAction)} == {"Make tea."}
    assert all(task.now.score is None for task in asked(model, Review))
    assert not any("core: 40" in one.text for task in model.asked for one in task.messages())


class Endless(Kitchen):
    """A house where something new is said at every step, at length."""

    count = 0

    def step(self, action):
        found = super().step(action)
        self.count += 1
        return f"The pot is in number{self.count}. {'So it goes. ' * 60}", *found[1:]


@pytest.mark.parametrize(("plan", "most"), [("calls", 36_000), ("fused", 9_500)])
def test_the_tokens_of_a_decision_stay_flat(plan, most):
    lesson = {"deviation": "Oh.", "replan": True, "reflection": "long " * 250, "sub_task": "go on"}
    where = {"question": "Where is the pot, and why is it there, and what now?"}
    model = mind({
        NextAction: lambda task: where if task.queries == 3 else acting("take pot")[0],
        Imagine: lambda task: where if task.queries == 3 else steps("take pot", "wait"),
        Review: lambda task: lesson if task.now.step % 3 == 0 else {"replan": False},
        TwoEntities: lambda task: {"entities": ["pot", "kitchen"]},
        AnswerFromWorld: lambda task: {"answer": "there", "citations": [*range(1, 40)]},
    })  # fmt: skip
    spent: list[int] = []

    def watch(step):
        texts = [one.text for task in model.asked for one in task.messages()]
        spent.append(sum(map(count_tokens, texts)))
        model.asked.clear()

    agent = player(model, plan=plan)
    rollout(Endless(), agent, seed=0, max_steps=100, watch=watch)
    assert len(spent) == 100
    assert max(spent[60:]) <= 1.02 * max(spent[20:60]) <= most
