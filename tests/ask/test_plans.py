"""Plans as a model may write them: what is refused, what is put right, how times are written."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from clew.ask.sets.plans import End, Operation, Pattern, Plan, Step, Taken, moment
from clew.ask.sets.tasks import PlanQuestion
from clew.llm.reply.replies import read_reply

ASK = PlanQuestion("Who has both a dog and a cat?", datetime(2024, 5, 6, tzinfo=UTC), ("has",))


@given(st.datetimes(timezones=st.just(UTC)))
def test_an_iso_time_is_that_moment(time):
    assert moment(time.isoformat()) == time


def test_years_months_days_and_steps_are_moments():
    assert moment("2023") == moment("2023-01") == datetime(2023, 1, 1, tzinfo=UTC)
    assert moment("2023-05-06T07:08") == datetime(2023, 5, 6, 7, 8, tzinfo=UTC)
    assert moment("step 0") == 0
    for text in ("soon", "2023-13", "step -1", ""):
        with pytest.raises(ValueError):  # noqa: PT011 - pydantic shows any
            moment(text)


@pytest.mark.parametrize(
    "reply",
    [
        {"operation": "common", "patterns": [{"relations": ["has"]}]},
        {"operation": "select", "patterns": []},
        {"operation": "select", "patterns": [{"subject": {"which": {"relations": ["has"]}}}]},
        {"operation": "select", "patterns": [{"subject": {"names": [""]}}]},
        {
            "operation": "select",
            "patterns": [{"relations": ["has"], "take": "relation", "then": {"relations": ["is"]}}],
        },
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


def test_a_step_takes_bare_texts():
    pattern = {
        "subject": {"names": "Ada", "which": None},
        "relations": "owns",
        "take": "object",
        "join": {"relation": "is made by", "to": "Lumo"},
        "object": {"names": [""], "which": {"relations": ""}},
    }
    result = read_reply(ASK, {"operation": "select", "patterns": [pattern], "against": "hates"})
    assert result.value is not None, result.failure
    (one,) = result.value.patterns
    assert one.then == Step(relations=("is made by",), names=("Lumo",))
    assert (one.object, one.take) == (End(), Taken.OBJECT)
    assert result.value.against == ("hates",)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=3), lambda inner:
    st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["patterns", "subject", "which", "then", "names", "relations", "to"]),
        inner, max_size=4)))  # fmt: skip
def test_no_reply_raises(reply):
    for whole in (reply, {"operation": "select", "patterns": [reply]}):
        result = read_reply(ASK, whole)
        assert (result.value is None) == (result.failure is not None)


def test_a_model_sees_the_relations_the_time_and_the_question_as_data():
    shown = ASK.inputs()
    assert "Relations: has" in shown
    assert "asked at 2024-05-06: Who has both a dog and a cat?" in shown
    assert "Relations: none known" in PlanQuestion("Who?", None).inputs()
