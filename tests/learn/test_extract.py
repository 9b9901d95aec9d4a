"""Reading with two prompts: merged, with every loss and cost counted."""

import dataclasses

import pytest

from clew.learn.extract import Separate
from clew.learn.tasks import (
    Candidate,
    Extract,
    ExtractTheses,
    ExtractTriplets,
    NewStatement,
    Replacements,
    Revise,
)
from clew.llm.base import Failure, FailureKind, Origin, Usage
from clew.llm.scripted import ScriptedModel
from clew.llm.wrapper import Metered

TASKS = [Extract("Ada lives in Bonn.", 1, "diary", ("before",)), Extract("Ben sings.", 2)]
TRIPLETS = {"facts": [["Ada", "lives in", "Bonn"]], "aliases": [["Ada", "A."]]}
THESES = {"theses": [{"text": "Ada lives in Bonn.", "entities": ["ada", "Bonn"]}]}
REVISE = Revise((NewStatement(0, "a b c", 1, None),), (Candidate(1, "a b d", 1, None),))
BAD = Failure(FailureKind.BAD_REPLY, "gibberish", retry=True)
DOWN = Failure(FailureKind.UNAVAILABLE, "down", retry=True)


def separate(*replies):
    return Separate(ScriptedModel(replies)).run(TASKS[:1])[0]


def value(result):
    assert result.value is not None, result.failure
    return result.value


def inputs_of(task):
    return task.text, task.at, task.source, task.context


def test_separate_asks_both_prompts_of_each_text_in_one_batch():
    model = ScriptedModel([TRIPLETS, {"facts": []}, THESES, {"theses": ["Ben sings."]}])
    first, second = Separate(model).run(TASKS)
    kinds = [type(task).__name__ for task in model.asked]
    assert kinds == [ExtractTriplets.__name__] * 2 + [ExtractTheses.__name__] * 2
    assert [inputs_of(task) for task in model.asked] == [inputs_of(task) for task in TASKS] * 2
    assert [fact.object for fact in value(first).facts] == ["Bonn"]
    assert [(one.name, one.alias) for one in value(first).aliases] == [("Ada", "A.")]
    assert [thesis.text for thesis in value(second).theses] == ["Ben sings."]
    assert first.usage.calls == 2


def test_a_fact_belongs_to_the_one_thesis_that_names_both_its_ends():
    assert [fact.thesis for fact in separate(TRIPLETS, THESES).value.linked()] == [0]
    twice = {"theses": THESES["theses"] * 2}
    assert [fact.thesis for fact in separate(TRIPLETS, twice).value.linked()] == [None]


@pytest.mark.parametrize(("replies", "kept"), [((TRIPLETS, BAD), (1, 0)), ((BAD, THESES), (0, 1))])
def test_half_an_answer_is_kept_and_the_other_half_counted(replies, kept):
    result = separate(*replies)
    assert (len(value(result).facts), len(value(result).theses)) == kept
    (loss,) = result.losses
    assert "gibberish" in loss.reason
    assert loss.item == TASKS[0].text
    assert result.usage.calls == 2


@pytest.mark.parametrize("replies", [(TRIPLETS, DOWN), (DOWN, THESES), (BAD, DOWN), (DOWN, DOWN)])
def test_what_can_still_be_asked_later_fails_as_a_whole(replies):
    result = separate(*replies)
    assert result.value is None
    assert result.failure == DOWN


def test_two_bad_halves_are_a_failure_and_both_costs_are_kept():
    result = separate(BAD, BAD)
    assert result.failure == BAD
    assert result.usage.calls == 2


def test_losses_of_both_halves_are_kept():
    result = separate({"facts": [["a", "b"], ["a", "r", "b"]]}, {"theses": ["x", {"text": ""}]})
    assert len(result.losses) == 2


def test_the_wrapper_reads_texts_with_two_prompts_and_passes_other_tasks_on():
    answers = {
        ExtractTriplets: TRIPLETS,
        ExtractTheses: THESES,
        Revise: {"pairs": [{"old": 1, "new": 0}]},
    }
    model = Separate(ScriptedModel(lambda task: answers[type(task)]))
    first, second, third = model.run([REVISE, TASKS[0], REVISE])
    pairs = Replacements.model_validate({"pairs": [{"old": 1, "new": 0}]})
    assert (first.value, third.value) == (pairs, pairs)
    assert [len(value(second).facts), len(value(second).theses)] == [1, 1]
    assert second.usage.calls == 2
    assert model.run([]) == []
    assert (model.name, model.sampling(Extract)) == ("script", None)


def test_a_half_that_was_paid_for_counts_beside_one_from_a_cache():
    class Half(ScriptedModel):
        def run(self, tasks):
            cached, paid = super().run(tasks)
            return [
                dataclasses.replace(cached, origin=Origin.CACHE, usage=Usage(), model="small"),
                dataclasses.replace(paid, model="small"),
            ]

    meter = Metered(Separate(Half([TRIPLETS, THESES])))
    (result,) = meter.run(TASKS[:1])
    assert result.model == "small"
    assert meter.spent == {("Extract", "small"): Usage(calls=1)}
