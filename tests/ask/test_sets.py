"""Questions about sets on their way to an answer: planned by a model, computed over a memory."""

import pytest

from clew.ask.asking import Asking, Mode
from clew.ask.inquiry import ask
from clew.ask.sets.operations import compute
from clew.ask.sets.plans import Operation, Plan
from clew.ask.sets.tasks import PlanQuestion, plan_task
from clew.ask.tasks import AnswerOrSearch, AnswerQuestion
from clew.clock import FixedClock
from clew.errors import UsageError
from clew.graph.types import AsOf
from clew.llm.base import Failure, FailureKind
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.recall.query import read_question
from tests.ask.lines import line_reader
from tests.ask.worlds import NOW, day, source, world

VIEW = world(
    """
    Anna | has | dog
    Anna | has | cat
    Bob | has | dog
    Bob | plays | chess
    Anna | dislikes | Acme | 2021
    """,
    episodes=[("Anna has a dog and a cat.", day("2020"))],
)
QUESTION = "Of all those with a dog, who is without a cat?"
PLAN = {
    "operation": "difference",
    "patterns": [
        {"relations": ["has"], "object": {"names": ["dog"]}, "take": "subject"},
        {"relations": ["has"], "object": {"names": ["cat"]}, "take": "subject"},
    ],
}
BY_MODEL = Asking(plans_by_model=True)


def test_a_planned_question_is_computed_and_cites_its_facts():
    script = ScriptedModel([PLAN])
    found = ask(source(VIEW), script, QUESTION, BY_MODEL)
    assert (found.text, found.items) == ("Bob", ("Bob",))
    (task,) = script.asked
    assert isinstance(task, PlanQuestion)
    assert "has" in task.relations
    cited = {fact.text for fact in VIEW.timeline(range(1, 9)) if fact.id in found.facts}
    assert cited == {"Bob has dog"}
    assert found.reason.startswith("computed over all facts")
    assert [(step.what, step.outcome) for step in found.steps][1] == ("plan", "difference")


@pytest.mark.parametrize(
    "reply",
    [
        {"operation": "none"},
        {"operation": "select", "patterns": [{"relations": ["flies"]}]},
        {"operation": "select", "patterns": [{"subject": "Zoe", "relations": ["has"]}]},
        Failure(FailureKind.UNAVAILABLE, "no route"),
    ],
    ids=str,
)
def test_a_plan_that_gives_nothing_is_followed_by_an_answer_from_evidence(reply):
    script = ScriptedModel([reply, {"answer": "Bob", "citations": [3]}])
    found = ask(source(VIEW), script, QUESTION, BY_MODEL)
    assert (found.text, len(script.asked)) == ("Bob", 2)
    assert found.failure is None


def test_no_plan_is_asked_for_by_default():
    script = ScriptedModel(lambda _: {"answer": "Bob", "citations": [3]})
    ask(source(VIEW), script, QUESTION, Asking())
    assert {type(task) for task in script.asked} == {AnswerOrSearch}


def test_a_mind_without_a_rule_for_plans_answers_as_for_any_question():
    def answer(_task):
        return AnswerQuestion.output_type(answer="Bob", citations=(1,))

    found = ask(source(VIEW), RuleModel({AnswerQuestion: answer}), QUESTION, BY_MODEL)
    assert found.text == "Bob"
    (plan,) = [step for step in found.steps if step.what == "plan"]
    assert plan.failure is not None
    assert plan.failure.kind is FailureKind.NO_RULE


def test_a_plan_takes_one_of_the_tasks():
    with pytest.raises(UsageError, match="2 tasks or more"):
        Asking(mode=Mode.ADAPTIVE, plans_by_model=True, max_tasks=1)


def test_a_planning_model_sees_the_relations_of_what_is_named_then_of_what_is_like_the_words():
    task = plan_task(VIEW, read_question("How many things does Bob have? Whom does he dislike?"))
    assert task.relations == ("has", "plays", "dislikes")
    loose = plan_task(VIEW, read_question("Who dislikes both?"))
    assert loose.relations == ("dislikes",)
    assert plan_task(world(""), read_question("Who?")).relations == ()


def test_a_plan_of_a_caller_is_computed_over_a_memory_as_of_any_time():
    told = {
        "2020": "Anna | lives in | Oslo\nBob | lives in | Oslo",
        "2021": "Anna | lives in | Bergen\nEva | lives in | Bergen",
        "2023": "Anna | lives in | Rome",
    }
    clock = FixedClock(NOW)
    with Memory.open(embedder=None, model=line_reader("lives in"), clock=clock) as memory:
        for at, text in told.items():
            memory.remember(text, at=day(at))
        homes = {"subject": {"names": ["Anna"]}, "relations": ["lives in"], "period": "ever"}
        cities = Plan.model_validate({"operation": "select", "patterns": [homes], "form": "number"})
        moves = Plan.model_validate({"operation": "changed", "patterns": [homes], "form": "time"})
        with memory.view() as view:
            assert compute(cities, view).text == "3"
            assert compute(moves, view).items == ("2021-01-01", "2023-01-01")
            assert len(compute(cities, view).episodes) == 3
        with memory.view(AsOf(valid=day("2022"))) as view:
            assert compute(cities, view).text == "2"
            assert compute(Plan(operation=Operation.NONE), view).abstained
