"""The scorecard: what each reply counts as, and that its checks can fail."""

import os
from pathlib import Path

import pytest

from clew.ask.tasks import AnswerQuestion, AnswerReply, Judge, QueryEntities
from clew.bench.scorecard import CASES, score
from clew.learn.tasks import Extract, Extraction, Revise
from clew.llm.base import Failure, FailureKind, Usage
from clew.llm.local import LocalModel
from clew.llm.scripted import ScriptedModel
from clew.wiring import mind_named

WEIGHTS = os.environ.get("CLEW_TEST_GGUF", "")
NOTHING = {
    Extract: Extraction(),
    Revise: {"pairs": [{"old": 12, "new": 0}, {"old": 11, "new": 0}]},
    AnswerQuestion: AnswerReply(answer="In Rome."),
    QueryEntities: {"entities": [{"name": "x"}]},
    Judge: {"score": 2},
}


def test_the_offline_rules_are_sensible_on_english():
    card = score(mind_named(), [case for case in CASES if case.name != "another script"])
    assert [(line.case, line.outcome, line.sensible) for line in card.lines] == [
        (case.name, "parsed", True) for case in CASES if case.name != "another script"
    ]
    assert card.usage == Usage()


def test_a_model_that_says_nothing_of_use_is_sensible_nowhere():
    card = score(ScriptedModel(lambda task: NOTHING[type(task)]))
    assert card.sensible == 0
    assert card.count("failed") == 2, "both judgements: 2 is no mark"
    assert card.usage.calls == len(CASES)


def test_what_was_dropped_makes_a_reply_salvaged():
    fact = {"subject": "Ilse", "relation": "lives in", "object": "Trieste"}
    reply = {"facts": [fact, {"subject": "Ilse"}]}
    (line,) = score(ScriptedModel([reply]), [CASES[0]]).lines
    assert (line.outcome, line.sensible) == ("salvaged", True)
    assert "Ilse" in line.why


def test_a_failure_says_why():
    (line,) = score(ScriptedModel([Failure(FailureKind.REFUSED, "no")]), [CASES[0]]).lines
    assert (line.outcome, line.why) == ("failed", "the model refused: no")


def test_no_cases_give_an_empty_card():
    assert score(ScriptedModel([]), []).lines == ()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(not Path(WEIGHTS).is_file(), reason="CLEW_TEST_GGUF names no GGUF file")
def test_a_real_small_model_runs_through_the_card():
    card = score(LocalModel(WEIGHTS))
    assert len(card.lines) == len(CASES)
    assert card.count("parsed") + card.count("salvaged") >= 8, card
    assert card.usage.output_tokens > 0
