"""Looking again: bounded, every step told, a model's failure never an abstention."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.ask.asking import Asking, Mode, QALimits
from clew.ask.inquiry import ask
from clew.ask.tasks import MAX_SEARCHES, AnswerOrSearch
from clew.llm.base import Failure, FailureKind
from clew.llm.budget import Budgeted
from clew.llm.scripted import ScriptedModel
from clew.recall.base import Limits
from tests.ask.worlds import MODEL, source, world

TOWN = """
Anna | runs | ferry | 2019
Anna | is the niece of | Olle | 1990
Olle | was born in | Vik | 1950
Vik | has | two bakeries | 2000
"""
VIEW = world(TOWN)
ASK = "Who runs the ferry?"
AGAIN = Asking()


def narrow(facts=3, k=1):
    limits = QALimits(facts=facts, passages=0, recall=Limits(k=k))
    return Asking(linked=False, limits=limits)


FOUND = {"reasoning": "1 says so", "answer": "Anna", "citations": [1], "confidence": 0.9}
NONE = {"reasoning": "no line says so", "abstain": True}


def more(*searches, citations=()):
    return {
        "reasoning": "a step is missing", "searches": list(searches), "citations": list(citations)
    }  # fmt: skip


def asked(model):
    return [type(task).__name__ for task in model.asked]


def steps(answer):
    return [step.what for step in answer.steps]


def run(*script, how=AGAIN, question=ASK, view=VIEW):
    model = ScriptedModel(script)
    return ask(source(view), model, question, how), model


def test_what_one_look_answers_costs_one_task_with_the_evidence_of_plain_mode():
    answer, model = run(FOUND)
    assert asked(model) == ["AnswerOrSearch"]
    assert steps(answer) == ["retrieve", "answer"]
    _, plain = run(FOUND, how=Asking(mode="plain"))
    assert asked(plain) == ["AnswerQuestion"]
    assert model.asked[0].evidence == plain.asked[0].evidence


def test_what_is_missing_is_searched_for():
    answer, model = run(more("Where was Olle born?", "Who is Olle?"), FOUND, how=narrow())
    assert asked(model) == ["AnswerOrSearch"] * 2
    assert steps(answer) == ["retrieve", "search", "retrieve", "retrieve", "answer"]
    before, after = model.asked
    assert "Vik" in {fact.object_name for fact in after.facts} - {
        fact.object_name for fact in before.facts
    }
    assert (before.searched, after.searched) == ((), ("Where was Olle born?", "Who is Olle?"))
    assert after.question == ASK


def test_what_a_reply_cites_stays_and_the_rest_goes():
    question = "Who runs the ferry, and who is a niece?"
    _, model = run(more("bakeries", citations=[1]), FOUND, question=question, how=narrow(k=2))
    before, after = model.asked
    assert after.facts[0] == before.facts[0]
    assert len(before.facts) > 1
    assert not set(before.facts[1:]) & set(after.facts[1:])
    for nothing in ((), (99,)):
        first = more("bakeries", citations=nothing)
        _, forgot = run(first, FOUND, question=question, how=narrow(facts=9, k=2))
        assert set(before.facts) <= set(forgot.asked[1].facts)


def test_lines_that_matter_keep_their_place_when_there_is_little_room():
    script = more("Where was Olle born?", citations=[1]), more("bakeries"), NONE
    _, model = run(*script, how=narrow(facts=1))
    first, *later = [task.facts for task in model.asked]
    assert later == [first, first]


def test_no_search_is_made_twice():
    answer, model = run(more(ASK.upper(), "  "), NONE)
    assert asked(model) == ["AnswerOrSearch", "AnswerQuestion"]
    assert answer.steps[1].outcome.startswith("nothing new")
    assert answer.abstained


def test_a_search_that_finds_nothing_new_ends_the_looking():
    answer, model = run(more("Quito"), NONE)
    assert steps(answer) == ["retrieve", "search", "retrieve", "answer"]
    assert model.asked[1].evidence == model.asked[0].evidence


def test_one_reply_makes_no_more_than_a_few_searches():
    answer, _ = run(more(*(f"Olle {n}" for n in range(9))), FOUND)
    assert steps(answer).count("retrieve") == 1 + MAX_SEARCHES


@given(st.integers(1, 3))
def test_the_tasks_are_bounded_and_the_last_does_not_offer_to_search(most):
    searches = iter(["Olle", "Vik", "bakeries"])

    def never_enough(task):
        return more(next(searches)) if isinstance(task, AnswerOrSearch) else NONE

    model = ScriptedModel(never_enough)
    answer = ask(source(VIEW), model, ASK, replace(narrow(), max_tasks=most))
    assert asked(model) == ["AnswerOrSearch"] * (most - 1) + ["AnswerQuestion"]
    assert answer.abstained
    assert "not asked" in answer.steps[-2].outcome
    assert answer.usage.calls == most


def test_a_reply_that_cannot_be_read_leaves_the_plain_question():
    answer, model = run({"verdict": 7}, FOUND)
    assert asked(model) == ["AnswerOrSearch", "AnswerQuestion"]
    step = answer.steps[1]
    assert step.what == "search"
    assert step.failure is not None
    assert step.failure.kind is FailureKind.BAD_REPLY
    assert answer.text == "Anna"


def test_an_answer_beside_searches_is_an_answer():
    answer, model = run({**FOUND, "searches": ["Olle"], "compute": True})
    assert (answer.text, asked(model)) == ("Anna", ["AnswerOrSearch"])


@pytest.mark.parametrize("script", [(), (more("Where was Olle born?"),)])
def test_a_model_out_of_reach_is_no_abstention(script):
    answer, model = run(*script, Failure(FailureKind.UNAVAILABLE, "no route"))
    assert len(model.asked) == len(script) + 1
    assert (answer.text, answer.abstained) == (None, False)
    assert answer.failure is not None
    assert "no route" in answer.reason
    assert "no route" in answer.steps[-1].outcome


@pytest.mark.parametrize("calls", [0, 1])
def test_a_spent_budget_is_told_and_nothing_more_is_asked(calls):
    script = ScriptedModel([more("Where was Olle born?"), FOUND])
    answer = ask(source(VIEW), Budgeted(script, calls=calls), ASK, AGAIN)
    assert len(script.asked) == calls
    assert answer.failure is not None
    assert answer.failure.kind is FailureKind.BUDGET
    assert not answer.abstained


def test_a_line_that_is_not_there_is_a_loss():
    answer, _ = run(more("Where was Olle born?", citations=[1, 99, -3]), FOUND)
    assert [loss.item for loss in answer.losses] == ["-3", "99"]


COUNT = {
    "operation": "select",
    "patterns": [{"subject": {"names": ["Vik"]}, "relations": ["has"], "take": "object"}],
}


def test_what_is_to_be_computed_is_planned_when_the_model_says_so():
    answer, model = run({"compute": True}, COUNT, question="What has Vik?")
    assert asked(model) == ["AnswerOrSearch", "PlanQuestion"]
    assert steps(answer) == ["retrieve", "plan", "answer"]
    assert answer.text == "two bakeries"
    assert answer.usage.calls == 2


def test_a_plan_that_gives_nothing_leaves_the_searches():
    first = {**more("Where was Olle born?"), "compute": True}
    answer, model = run(first, {"operation": "none"}, first, FOUND)
    assert asked(model) == ["AnswerOrSearch", "PlanQuestion", "AnswerOrSearch", "AnswerQuestion"]
    assert answer.text == "Anna"


def test_an_empty_memory_is_not_asked_about():
    answer, model = run(view=world(""))
    assert answer.abstained
    assert model.asked == []


def test_offline_both_modes_answer_alike():
    for question in ("Who runs the ferry?", "Where was Olle born?", "Where is Bo?"):
        plain = ask(source(VIEW), MODEL, question, Asking(mode=Mode.PLAIN))
        again = ask(source(VIEW), MODEL, question, AGAIN)
        assert (again.text, again.facts) == (plain.text, plain.facts)


def test_a_budget_of_tokens_bounds_the_evidence_of_every_prompt():
    _, model = run(more("Where was Olle born?"), FOUND, how=Asking(budget=20))
    assert [len(task.evidence) for task in model.asked] == [1, 1]


def test_the_same_question_takes_the_same_steps():
    script = (more("Where was Olle born?", citations=[1]), FOUND)
    assert run(*script)[0] == run(*script, view=world(TOWN))[0]
