"""Set questions on the way from a question to its answer: rules, a model's plan, a memory."""

from datetime import UTC, datetime

import pytest
from clew.ask.pipeline import prepare

from clew.ask.answering import ask
from clew.ask.asking import Asking, Mode
from clew.ask.sets.answer import plan_task, planned_answer, set_answer
from clew.ask.sets.operations import compute
from clew.ask.sets.plans import End, Operation, Pattern, Plan, Taken, WantedStance
from clew.ask.sets.tasks import PlanQuestion
from clew.ask.tasks import AnswerQuestion
from clew.clock import FixedClock
from clew.errors import UsageError
from clew.graph.types import Entity, Fact, Item
from clew.llm.base import Failure, FailureKind
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from tests.ask.worlds import NOW, TimedPlain, day, source, world

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
BOTH = "Who has both a dog and a cat?"
ODD = "Of all those with a dog, who is without both cat and chess?"
PLAN = {
    "operation": "difference",
    "patterns": [
        {"relations": ["has"], "object": {"kind": "dog"}, "take": "subject"},
        {"relations": ["has"], "object": {"kind": "cat"}, "take": "subject"},
    ],
}


def test_a_planned_question_is_answered_without_a_model_and_cites_its_facts():
    script = ScriptedModel([])
    found = ask(source(VIEW), script, BOTH, Asking())
    assert (found.text, found.items, script.asked) == ("Anna", ("Anna",), [])
    cited = {fact.text for fact in VIEW.timeline(range(1, 9)) if fact.id in found.facts}
    assert cited == {"Anna has dog", "Anna has cat"}
    assert found.reason.startswith("computed over all facts")
    assert [step.what for step in found.steps] == ["answer"]


def test_without_sets_the_evidence_is_gathered_as_for_any_question():
    found = prepare(VIEW, BOTH, how=Asking(sets=False))
    assert isinstance(found, AnswerQuestion)


def test_where_nothing_matches_other_ways_go_on():
    assert set_answer(VIEW, "Who has both a dog and a parrot?") is None
    assert set_answer(VIEW, "Where does Anna live?") is None


def test_an_opinion_that_facts_do_not_state_is_left_to_models_that_read():
    question = "What is Bob's opinion of Acme?"
    silent = prepare(VIEW, question)
    assert not isinstance(silent, AnswerQuestion)
    assert silent.abstained
    assert isinstance(prepare(VIEW, question, rules=False), AnswerQuestion)
    stated = prepare(VIEW, "What is Anna's opinion of Acme?", rules=False)
    assert not isinstance(stated, AnswerQuestion)
    assert stated.text == "negative"


def test_a_model_plans_what_the_rules_cannot_where_it_may():
    script = ScriptedModel([PLAN])
    found = ask(source(VIEW), script, ODD, Asking(plans_by_model=True))
    assert found.text == "Bob"
    (task,) = script.asked
    assert isinstance(task, PlanQuestion)
    assert "has" in task.relations
    assert [(step.what, step.outcome) for step in found.steps][1] == ("plan", "difference")


@pytest.mark.parametrize(
    "reply",
    [
        {"operation": "none"},
        {"operation": "select", "patterns": [{"relations": ["flies"]}]},
        Failure(FailureKind.UNAVAILABLE, "no route"),
    ],
    ids=str,
)
def test_a_plan_that_gives_nothing_is_followed_by_an_answer_from_evidence(reply):
    script = ScriptedModel([reply, {"answer": "Bob", "citations": [3]}])
    found = ask(source(VIEW), script, ODD, Asking(plans_by_model=True))
    assert (found.text, len(script.asked)) == ("Bob", 2)
    assert found.failure is None


def test_no_plan_is_asked_for_by_default_nor_of_a_question_about_no_set():
    script = ScriptedModel(lambda _: {"answer": "Bob", "citations": [3]})
    ask(source(VIEW), script, ODD, Asking())
    ask(source(VIEW), script, "Where is Bob?", Asking(plans_by_model=True))
    assert {type(task) for task in script.asked} == {AnswerQuestion}


def test_a_plan_takes_one_of_the_tasks():
    with pytest.raises(UsageError, match="2 tasks or more"):
        Asking(mode=Mode.ITERATIVE, plans_by_model=True, max_tasks=1)


def test_a_planning_model_sees_the_commonest_relations_of_what_is_named():
    task = plan_task(VIEW, "How many things does Bob have most of?")
    assert task is not None
    assert task.relations == ("has", "plays")
    assert plan_task(VIEW, "Where is Bob?") is None
    loose = plan_task(VIEW, "Who dislikes both?")
    assert loose is not None
    assert loose.relations == ("dislikes",)


def test_a_plan_is_computed_over_a_view():
    dogs = Pattern(relations=("has",), object=End(kind="dog"), take=Taken.SUBJECT)
    found = planned_answer(VIEW, Plan(operation=Operation.SELECT, patterns=(dogs,)))
    assert found is not None
    assert found.items == ("Anna", "Bob")
    assert planned_answer(VIEW, Plan(operation=Operation.NONE)) is None


def test_rules_and_a_memory_answer_what_was_told_in_sentences():
    told = [
        ("Anna lives in Oslo. Bob lives in Oslo.", "2020"),
        ("Anna moved to Bergen. Eva lives in Bergen.", "2021"),
        ("Anna moved to Rome. Eva has a cat.", "2023"),
        ("Anna likes the battery life of the Lumo 4.", "2023"),
        ("Anna dislikes the battery life of the Lumo 4.", "2024"),
    ]
    clock = FixedClock(datetime(2024, 6, 1, tzinfo=UTC))
    with Memory.open(":memory:", embedder=None, clock=clock) as memory:
        for text, at in told:
            memory.remember(text, at=day(at))
        assert memory.ask("How many cities has Anna lived in?").text == "3"
        then = memory.as_of(day("2022"))
        assert then.ask("How many cities has Anna lived in?").text == "2"
        assert memory.ask("Who moved first?").text == "Anna"
        changed = memory.ask("Did Anna change her opinion of the battery life of the Lumo 4?")
        assert changed.items == ("yes",)
        assert len(changed.episodes) == 2
        before = memory.as_of(day("2023-06"))
        assert before.ask("What is Anna's opinion of the Lumo 4's battery life?").items == (
            "positive",
        )
        assert memory.ask("Do Bob and Eva live in the same city?").items == ("no",)


def _owned_by(name, **more):
    return Pattern(subject=End(names=(name,)), relations=("owns",), **more)


@pytest.mark.parametrize("bound", ["start", "end"])
@pytest.mark.parametrize(("now", "since", "time"), [(10, "1", "2021"), (None, "2020", "step 3")])
def test_steps_say_nothing_in_a_memory_of_dates_nor_dates_in_one_of_steps(now, since, time, bound):
    view = world(f"Ada | owns | Xeno | {since}", now=now)
    plan = Plan(operation=Operation.SELECT, patterns=(_owned_by("Ada", **{bound: time}),))
    found = compute(plan, view)
    assert found.items == ()
    assert "dates" in found.reason


def test_what_is_left_is_not_known_where_nothing_is_known_of_one_of_the_others():
    view = world("Ada | owns | Xeno\nAda | owns | Yarn\nBen | owns | Xeno\nCleo | is | known")
    parts = tuple(_owned_by(name) for name in ("Ada", "Ben", "Cleo"))
    assert compute(Plan(operation=Operation.DIFFERENCE, patterns=parts), view).items == ()
    two = Plan(operation=Operation.DIFFERENCE, patterns=parts[:2])
    assert compute(two, view).items == ("Yarn",)


def test_who_thinks_otherwise_is_known_not_to_think_so():
    view = world("Ada | likes | Xeno | 2020\nBen | dislikes | Yarn | 2020")
    like = [
        Pattern(object=End(names=(name,)), stance=WantedStance.POSITIVE, take=Taken.SUBJECT)
        for name in ("Xeno", "Yarn")
    ]
    plan = Plan(operation=Operation.DIFFERENCE, patterns=tuple(like))
    assert compute(plan, view).items == ("Ada",)


def test_two_of_one_name_are_not_counted_as_one():
    people = {1: "John", 2: "John", 3: "Eva"}
    owned = [(1, 4), (1, 5), (2, 6), (2, 7), (3, 8), (3, 9), (3, 10)]
    items: list[Item] = [Entity(id=id, name=name) for id, name in people.items()]
    items += [Entity(id=thing, name=f"Boat {thing}") for _, thing in owned]
    facts = [
        Fact(
            id=20 + at,
            subject=who,
            relation="owns",
            object=thing,
            subject_name=people[who],
            object_name=f"Boat {thing}",
        )
        for at, (who, thing) in enumerate(owned)
    ]
    pattern = Pattern(subject=End(kind="person"), relations=("owns",), take=Taken.SUBJECT)
    plan = Plan(operation=Operation.MOST, patterns=(pattern,))
    assert compute(plan, TimedPlain([*items, *facts], now=NOW)).items == ("Eva",)
