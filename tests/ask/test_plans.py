"""Plans as a model may write them: what is refused, what is put right, how times are written."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from clew.ask.sets.plans import End, Operation, Pattern, Plan, WantedStance, moment, written
from clew.ask.sets.tasks import PlanQuestion
from clew.llm.reply.replies import read_reply

ASK = PlanQuestion("Who has both a dog and a cat?", datetime(2024, 5, 6, tzinfo=UTC), ("has",))


@given(st.datetimes(timezones=st.just(UTC)) | st.integers(0, 10**9))
def test_a_written_time_is_read_again(time):
    text = written(time)
    assert text is not None
    assert moment(text) == time


def test_years_months_and_days_are_times_and_none_is_unbounded():
    assert moment("2023") == moment("2023-01") == datetime(2023, 1, 1, tzinfo=UTC)
    assert written(None) is None


@pytest.mark.parametrize(
    "reply",
    [
        {"operation": "common", "patterns": [{"relations": ["has"]}]},
        {"operation": "select", "patterns": []},
        {"operation": "select", "patterns": [{"subject": {"kind": "person"}}]},
        {"operation": "average", "patterns": [{"relations": ["has"]}]},
        {"operation": "select", "patterns": [{"relations": ["has"], "end": "soon"}]},
    ],
    ids=str,
)
def test_a_plan_that_cannot_be_computed_is_refused(reply):
    with pytest.raises(ValidationError):
        Plan.model_validate_json(json.dumps(reply))


@pytest.mark.parametrize(
    "pattern",
    [
        {"subject": {"names": ["Ada"]}, "relations": ["has"]},
        {"subject": "Ada", "relation": "has"},
        {"who": ["Ada"], "predicate": ["has"], "object": None},
        {"subject": {"names": "Ada"}, "verb": "has", "object": ""},
    ],
    ids=str,
)
def test_a_pattern_in_any_known_form_is_the_same_pattern(pattern):
    for patterns in ([pattern], pattern):
        result = read_reply(ASK, {"op": "select", "patterns": patterns, "options": "Ada"})
        assert result.value is not None, result.failure
        assert result.value.operation is Operation.SELECT
        assert result.value.candidates == ("Ada",)
        (one,) = result.value.patterns
        assert one == Pattern(subject=End(names=("Ada",)), relations=("has",))


def test_a_join_takes_a_bare_name():
    pattern = {"subject": "Ada", "stance": "any", "join": {"relation": "is made by", "to": "Lumo"}}
    result = read_reply(ASK, {"operation": "select", "patterns": [pattern]})
    assert result.value is not None
    assert result.value.patterns[0].join is not None
    assert result.value.patterns[0].join.to.names == ("Lumo",)
    assert result.value.patterns[0].stance is WantedStance.ANY


def test_a_model_sees_the_relations_the_time_and_the_question_as_data():
    shown = ASK.inputs()
    assert "Relations: has" in shown
    assert "asked at 2024-05-06: Who has both a dog and a cat?" in shown
    assert "Relations: none known" in PlanQuestion("Who?", None).inputs()
