from random import Random

import pytest

from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, Usage
from clew.llm.retry import Patience, Retried
from clew.llm.scripted import ScriptedModel
from tests.llm.chatting import Animals, Find, answers

BUSY = Failure(FailureKind.UNAVAILABLE, "busy", retry=True)
GONE = Failure(FailureKind.UNAVAILABLE, "gone", retry=False)
BAD = Failure(FailureKind.BAD_REPLY, "bad", retry=True)


class Retrying:
    """A scripted model behind `Retried`, with the waits it made."""

    def __init__(self, script, **patience) -> None:
        self.waits: list[float] = []
        self.script = ScriptedModel(script)
        self.model = Retried(
            self.script, patience=Patience(**patience), sleep=self.waits.append, rng=Random(1)
        )


def asked_for(seconds):
    return Failure(FailureKind.UNAVAILABLE, "busy", retry=True, wait=seconds)


def test_only_the_tasks_that_failed_are_asked_again_and_results_stay_in_order():
    case = Retrying([{"note": "a"}, BUSY, {"note": "c"}, BUSY, {"note": "b"}, {"note": "d"}])
    results = answers(case.model, [Find("a"), Find("b"), Find("c"), Find("d")])
    assert [result.value.note for result in results] == list("abcd")
    assert [task.messages()[-1].text for task in case.script.asked] == list("abcdbd")
    assert len(case.waits) == 1


def test_usage_is_that_of_all_tries():
    case = Retrying([BUSY, BUSY, {"note": "a"}])
    (result,) = answers(case.model, [Find("a")])
    assert result.usage == Usage(calls=3)


def test_waits_double_and_differ_but_stay_within_bounds():
    case = Retrying([BUSY] * 8 + [Animals()], tries=9, longest=8.0)
    answers(case.model, [Find("a")])
    spans = [0.5, 1, 2, 4, 8, 8, 8, 8]
    assert len(case.waits) == len(spans)
    for wait, span in zip(case.waits, spans, strict=True):
        assert span / 2 <= wait <= span
    assert len(set(case.waits[4:])) == 4
    other = Retrying([BUSY] * 8 + [Animals()], tries=9, longest=8.0)
    answers(other.model, [Find("a")])
    assert other.waits == case.waits, "the same generator gives the same waits"


def test_what_the_server_asks_for_is_waited():
    case = Retrying([asked_for(7.0), asked_for(0.0), Animals()])
    answers(case.model, [Find("a")])
    assert case.waits[0] == 7.0
    assert 0.5 <= case.waits[1] <= 1.0


def test_the_longest_wait_of_a_batch_counts():
    case = Retrying([asked_for(3.0), asked_for(9.0), Animals(), Animals()])
    answers(case.model, [Find("a"), Find("b")])
    assert case.waits == [9.0]


def test_tries_are_bounded_and_the_failure_says_so():
    case = Retrying([BUSY] * 9, tries=3)
    (result,) = answers(case.model, [Find("a")])
    assert len(case.script.asked) == 3
    assert result.failure.kind is FailureKind.UNAVAILABLE
    assert result.failure.retry, "later, a person may try again"
    assert "busy (tried 3 times, waited " in result.failure.message


def test_a_server_that_asks_for_an_hour_is_not_waited_for():
    case = Retrying([asked_for(3600.0), Animals()])
    (result,) = answers(case.model, [Find("a")])
    assert not case.waits
    assert result.failure.wait == 3600.0
    assert "tried once, waited 0.0 s" in result.failure.message


@pytest.mark.parametrize("failure", [GONE, BAD])
def test_other_failures_are_not_asked_again(failure):
    case = Retrying([failure, Animals()])
    (result,) = answers(case.model, [Find("a")])
    assert result.failure == failure
    assert not case.waits


def test_an_empty_batch():
    case = Retrying([])
    assert answers(case.model, []) == []
    assert (case.model.name, case.model.sampling(Find)) == ("script", None)


def test_no_tries_are_one():
    case = Retrying([BUSY], tries=0, first=0.0)
    assert answers(case.model, [Find("a")])[0].failure is not None


def test_what_was_answered_stays_when_the_model_breaks_down_while_it_is_asked_again():
    case = Retrying([{"note": "a"}, BUSY])  # then the script ends, which is a ModelError
    first, second = answers(case.model, [Find("a"), Find("b")])
    assert first.value.note == "a"
    assert second.failure.retry
    assert "the script ended" in second.failure.message
    with pytest.raises(ModelError, match="the script ended"):
        Retrying([BUSY]).model.run([Find("a")])
