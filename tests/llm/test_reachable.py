"""A run ends where its model is out of reach: what an agent does without it is no result."""

import pytest

from clew.ask.tasks import QuestionEntities
from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, rule_of
from clew.llm.budget import Budgeted
from clew.llm.scripted import ScriptedModel
from clew.llm.wrapper import Reachable
from clew.wiring import mind_named

TASK = QuestionEntities("Who?")


def test_what_is_answered_or_cannot_be_read_passes():
    model = Reachable(ScriptedModel([{"entities": ["Anna"]}, {"nothing": 7}]), "try again")
    good, bad = model.run([TASK, TASK])
    assert good.value is not None
    assert bad.failure is not None
    assert good.value.entities == ("Anna",)
    assert bad.failure.kind is FailureKind.BAD_REPLY
    assert model.run([]) == []


@pytest.mark.parametrize("kind", [FailureKind.UNAVAILABLE, FailureKind.BUDGET])
def test_out_of_reach_is_an_error_with_advice(kind):
    model = Reachable(ScriptedModel([{"entities": []}, Failure(kind, "gone")]), "try again")
    with pytest.raises(ModelError, match=f"{kind}: gone; try again"):
        model.run([TASK, TASK])


def test_a_spent_budget_ends_it():
    model = Reachable(Budgeted(ScriptedModel([{"entities": []}] * 2), calls=1, chunk=1), "more")
    model.run([TASK])
    with pytest.raises(ModelError, match="budget"):
        model.run([TASK])


def test_rules_are_seen_through_it():
    assert rule_of(Reachable(mind_named(), ""), QuestionEntities) is not None
