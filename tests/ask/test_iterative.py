"""Looking again: bounded, every step told, a model's failure never an abstention."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.ask.asking import Asking, Mode, QALimits
from clew.ask.inquiry import ask
from clew.ask.tasks import MAX_SEARCHES, AnswerQuestion, Decompose, Sufficient
from clew.llm.base import Failure, FailureKind
from clew.llm.budget import Budgeted
from clew.llm.scripted import ScriptedModel
from tests.ask.worlds import MODEL, source, world

TOWN = """
Anna | runs | ferry | 2019
Anna | is the niece of | Olle | 1990
Olle | was born in | Vik | 1950
Vik | has | two bakeries | 2000
"""
VIEW = world(TOWN)
ASK = "Who runs the ferry?"
FEW = QALimits(facts=1, passages=0)
AGAIN = Asking(mode=Mode.ITERATIVE)
ENOUGH = {"reasoning": "1 says so", "enough": True, "useful": [1]}
FOUND = {"reasoning": "1 says so", "answer": "Anna", "citations": [1], "confidence": 0.9}
NONE = {"reasoning": "no line says so", "abstain": True}


def more(*searches, missing="where Olle was born", useful=()):
    return {
        "reasoning": "a step is missing",
        "enough": False,
        "missing": missing,
        "searches": list(searches),
        "useful": list(useful),
    }


def plan(*searches):
    return {"reasoning": "one by one", "searches": list(searches)}


def asked(model):
    return [type(task).__name__ for task in model.asked]


def steps(answer):
    return [step.what for step in answer.steps]


def run(*script, how=AGAIN, question=ASK, view=VIEW):
    model = ScriptedModel(script)
    return ask(source(view), model, question, how), model


def test_what_suffices_at_once_is_answered_from_the_same_evidence():
    answer, model = run(ENOUGH, FOUND)
    assert asked(model) == ["Sufficient", "AnswerQuestion"]
    assert steps(answer) == ["retrieve", "judge", "answer"]
    _, plain = run(FOUND, how=Asking())
    assert model.asked[-1] == plain.asked[0]


def test_what_is_missing_is_searched_for():
    answer, model = run(more("Where was Olle born?"), plan("Who is Olle?"), ENOUGH, FOUND)
    assert asked(model) == ["Sufficient", "Decompose", "Sufficient", "AnswerQuestion"]
    assert steps(answer) == [
        "retrieve", "judge", "decompose", "retrieve", "retrieve", "judge", "answer",
    ]  # fmt: skip
    searched = [step.about for step in answer.steps if step.what == "retrieve"]
    assert searched == [ASK, "Where was Olle born?", "Who is Olle?"]
    before, after = (task for task in model.asked if isinstance(task, Sufficient))
    assert "Vik" in {fact.object_name for fact in after.facts}
    assert after.searched == tuple(searched)
    assert set(before.facts) < set(after.facts)


def test_a_search_that_waits_for_another_is_left_to_the_judge():
    script = (more(), plan("Who runs the ferry now?", "Where was #1 born?"), more("Olle"), NONE)
    answer, model = run(*script, how=Asking(mode="iterative", max_tasks=4))
    judge = [task for task in model.asked if isinstance(task, Sufficient)][1]
    assert judge.planned == ("Where was #1 born?",)
    assert all("#" not in step.about for step in answer.steps if step.what == "retrieve")


def test_no_search_is_made_twice():
    answer, model = run(more(ASK.upper(), "  "), plan(ASK), NONE)
    assert asked(model) == ["Sufficient", "Decompose", "AnswerQuestion"]
    assert answer.steps[-2].outcome == "nothing is left to search for"
    assert answer.abstained


def test_one_reply_makes_no_more_than_a_few_searches():
    answer, _ = run(more(*(f"Olle {n}" for n in range(9))), plan("Vik"), ENOUGH, FOUND)
    assert steps(answer).count("retrieve") == 1 + MAX_SEARCHES


@given(st.integers(1, 9))
def test_the_tasks_are_bounded_and_the_last_is_the_answer(most):
    numbers = iter(range(99))

    def never_enough(task):
        if isinstance(task, AnswerQuestion):
            return NONE
        search = f"Olle {next(numbers)}"
        return plan(search) if isinstance(task, Decompose) else more(search)

    model = ScriptedModel(never_enough)
    answer = ask(source(VIEW), model, ASK, Asking(mode=Mode.ITERATIVE, max_tasks=most))
    assert len(model.asked) == most
    assert asked(model)[-1] == "AnswerQuestion"
    assert answer.abstained
    assert "not asked" in answer.steps[-2].outcome
    assert answer.usage.calls == most


def test_a_judgement_that_cannot_be_read_ends_the_search_and_shows():
    answer, model = run({"verdict": 7}, FOUND)
    assert asked(model) == ["Sufficient", "AnswerQuestion"]
    step = answer.steps[1]
    assert step.what == "judge"
    assert step.failure is not None
    assert step.failure.kind is FailureKind.BAD_REPLY
    assert answer.text == "Anna"


def test_a_plan_that_cannot_be_read_leaves_the_judges_searches():
    answer, _ = run(more("Where was Olle born?"), {"so": "what"}, ENOUGH, FOUND)
    assert steps(answer).count("retrieve") == 2
    lost = [step for step in answer.steps if step.what == "decompose"]
    assert lost[0].outcome == "nothing" or lost[0].failure is not None


@pytest.mark.parametrize("script", [(ENOUGH,), (more("Olle"), plan("Vik"), ENOUGH)])
def test_an_answer_that_fails_is_no_abstention(script):
    answer, _ = run(*script, Failure(FailureKind.UNAVAILABLE, "no route"))
    assert (answer.text, answer.abstained) == (None, False)
    assert answer.failure is not None
    assert "no route" in answer.reason
    assert "no route" in answer.steps[-1].outcome


@pytest.mark.parametrize("calls", [0, 1, 2, 3])
def test_a_spent_budget_is_told_and_nothing_more_is_asked(calls):
    script = ScriptedModel([more("Olle"), plan("Vik"), ENOUGH, FOUND])
    answer = ask(source(VIEW), Budgeted(script, calls=calls), ASK, AGAIN)
    assert len(script.asked) == calls
    assert answer.failure is not None
    assert answer.failure.kind is FailureKind.BUDGET
    assert not answer.abstained


def test_lines_that_matter_keep_their_place_when_there_is_little_room():
    how = Asking(mode=Mode.ITERATIVE, limits=FEW)
    first, second = more("Where was Olle born?", useful=[1]), more("Vik bakeries", useful=[2])
    _, model = run(first, plan(), second, ENOUGH, FOUND, how=how)
    marked = model.asked[0].facts[0]
    assert model.asked[-1].facts[0] == marked
    assert len(model.asked[-1].facts) <= 2


def test_a_line_that_is_not_there_is_a_loss():
    answer, _ = run({**ENOUGH, "useful": [1, 99, -3]}, FOUND)
    assert [loss.item for loss in answer.losses] == ["-3", "99"]


def test_an_empty_memory_is_not_asked_about():
    answer, model = run(view=world(""))
    assert answer.abstained
    assert model.asked == []


def test_offline_what_plain_asking_answers_is_answered_alike():
    for question in ("Who runs the ferry?", "Where was Olle born?"):
        plain = ask(source(VIEW), MODEL, question, Asking())
        again = ask(source(VIEW), MODEL, question, AGAIN)
        assert plain.text is not None
        assert (again.text, again.facts) == (plain.text, plain.facts)


def test_the_same_question_takes_the_same_steps():
    question = "Where does the wife of Olle's niece live?"
    one, two = (ask(source(world(TOWN)), MODEL, question, AGAIN) for _ in range(2))
    assert one == two
    assert one.abstained
