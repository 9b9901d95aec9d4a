"""ReasonPlanner's algorithm 1: who is asked what, with how many questions, and when it ends."""

from typing import Any

import pytest

from clew.agents.reasonplanner.planner import Planner
from clew.agents.reasonplanner.settings import Settings
from clew.agents.reasonplanner.tasks import Imagine, NextAction, NextState
from clew.agents.scene import Noted, Remembered, Scene, Turn
from clew.errors import UnknownNameError, UsageError
from clew.llm.base import Failure, FailureKind
from tests.agents.reasonplanner.kitchen import acting, asked, calls, mind, steps

NOW = Scene(task="Boil the water.", step=4, reflection="The stove is broken.")
FACT = Remembered(text="fire is in yard", step=1)
ASKS = {"question": "Where is the fire?"}


def answered(question, step):
    return Noted(question=question, answer="In the yard.", facts=(FACT,), step=step)


def unanswered(question, step):
    return Noted(question=question, step=step)


def predictions(model: Any) -> Any:
    """Return all that a model was asked, in order."""
    return model.asked


def planner(model, query: Any = answered, **settings):
    return Planner(lambda task: model.run([task])[0], query, calls(**settings))


def test_actions_and_states_are_imagined_by_turns():
    model = mind({NextAction: acting("take pot", "go to yard"),
                  NextState: [{"state": "a", "score": 40}, {"state": "b"}]})  # fmt: skip
    plan = planner(model, ahead=2).plan(NOW)
    first = Turn(action="take pot", response="You take pot.", state="a", score=40)
    assert plan.turns == [
        first, Turn(action="go to yard", response="You go to yard.", state="b"),
    ]  # fmt: skip
    assert [type(task) for task in model.asked] == [NextAction, NextState] * 2
    assert [task.imagined for task in asked(model, NextAction)] == [(), (first,)]
    judged = asked(model, NextState)[1].imagined
    assert judged == (first, Turn(action="go to yard", response="You go to yard."))
    assert all(task.now.reflection == "The stove is broken." for task in predictions(model))
    assert "The stove is broken." in model.asked[0].messages()[1].text


def test_one_step_ahead_is_one_step():
    plan = planner(mind({NextAction: acting("take pot")}), ahead=1).plan(NOW)
    assert [turn.action for turn in plan.turns] == ["take pot"]


def test_nothing_is_imagined_after_the_end():
    model = mind({NextAction: acting("take pot"), NextState: {"state": "Done.", "done": True}})
    assert len(planner(model).plan(NOW).turns) == 1


def test_each_prediction_may_ask_so_many_questions():
    where = [{"question": f"Where is thing {n}?"} for n in range(4)]
    model = mind({NextAction: [*where[:2], *acting("take pot")],
                  NextState: [where[2], where[3], {"state": "a"}]})  # fmt: skip
    plan = planner(model, ahead=1, queries=2).plan(NOW)
    assert [one.question for one in plan.asked] == [one["question"] for one in where]
    assert [task.queries for task in predictions(model)] == [2, 1, 0] * 2
    assert [len(task.now.noted) for task in predictions(model)] == [0, 1, 2, 2, 3, 4]
    assert predictions(model)[1].now.noted == (answered("Where is thing 0?", 4),)
    shown = model.asked[1].messages()[1].text
    assert "Where is thing 0? | In the yard. | from: fire is in yard [3 steps ago]" in shown


def test_a_question_is_looked_up_once():
    looked: list[str] = []

    def query(question, step):
        looked.append(question)
        return answered(question, step)

    model = mind({NextAction: [ASKS, {"question": "where is the  FIRE?"}, *acting("take pot")]})
    plan = planner(model, query, ahead=1).plan(NOW)
    assert looked == ["Where is the fire?"]
    assert len(plan.turns) == 1


def test_only_the_last_answers_are_shown():
    where = [{"question": f"Where is thing {n}?"} for n in range(3)]
    model = mind({NextAction: [*where, *acting("take pot")]})
    planner(model, ahead=1, remembered=2).plan(NOW)
    assert [len(task.now.noted) for task in asked(model, NextAction)] == [0, 1, 2, 2]
    assert asked(model, NextAction)[-1].now.noted[0].question == "Where is thing 1?"


def test_who_asks_too_often_gets_no_plan():
    where = iter(range(9))
    plan = planner(mind({NextAction: lambda _: {"question": f"{next(where)}?"}}), queries=2).plan(
        NOW
    )
    assert plan.turns == []
    assert [one.question for one in plan.asked] == ["0?", "1?"]
    assert plan.failed == "no NextAction: it asked more than 2 questions"


@pytest.mark.parametrize("query", [None, answered])
def test_a_prediction_counts_though_it_asks_where_no_question_is_left(query):
    model = mind({NextAction: {**ASKS, "action": "take pot"}})
    plan = planner(model, query, ahead=1, queries=0).plan(NOW)
    assert [turn.action for turn in plan.turns] == ["take pot"]
    assert [task.queries for task in asked(model, NextAction)] == [0]


def test_a_question_without_an_answer_ends_the_plan_with_the_step_that_finds_out():
    model = mind({NextAction: [ASKS, *acting("go to yard")]})
    plan = planner(model, unanswered).plan(NOW)
    assert [turn.action for turn in plan.turns] == ["go to yard"]
    assert "Nothing was known of this." in asked(model, NextAction)[1].messages()[1].text
    model = mind({NextAction: acting("look"), NextState: [ASKS, {"state": "a"}]})
    assert [turn.state for turn in planner(model, unanswered).plan(NOW).turns] == ["a"]
    model = mind({Imagine: [ASKS, steps("go to yard", "take pot")]})
    plan = planner(model, unanswered, plan="fused").plan(NOW)
    assert [turn.action for turn in plan.turns] == ["go to yard"]


def test_fused_imagines_all_steps_in_one_reply():
    model = mind({Imagine: [ASKS, steps("take pot", "go to yard", "wait")]})
    plan = planner(model, plan="fused", ahead=2).plan(NOW)
    assert [turn.action for turn in plan.turns] == ["take pot", "go to yard"]
    assert [type(task) for task in model.asked] == [Imagine, Imagine]
    assert [task.queries for task in predictions(model)] == [3, 2]
    assert "Steps to imagine: 2" in model.asked[0].messages()[1].text


BROKEN = [Failure(FailureKind.UNAVAILABLE, "gone"), "no JSON", {"action": "", "state": ""}]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_reply_ends_the_plan_and_is_said(broken):
    plan = planner(mind({NextAction: [*acting("take pot"), broken]})).plan(NOW)
    assert [turn.action for turn in plan.turns] == ["take pot"]
    assert plan.failed.startswith("no NextAction: ")
    plan = planner(mind({NextAction: acting("take pot"), NextState: broken})).plan(NOW)
    assert plan.turns == [Turn(action="take pot", response="You take pot.")]
    assert plan.failed.startswith("no NextState: ")
    plan = planner(mind({Imagine: broken}), plan="fused").plan(NOW)
    assert plan.turns == []
    assert plan.failed.startswith("no Imagine: ")


def test_settings_that_make_no_sense_are_refused():
    with pytest.raises(UnknownNameError, match="no way to plan named 'fuse'; did you mean 'fused'"):
        Settings(plan="fuse")
    with pytest.raises(UsageError, match="expected ahead of at least 1, got 0"):
        Settings(ahead=0)
    with pytest.raises(UsageError, match="expected queries of at least 0, got -1"):
        Settings(queries=-1)
