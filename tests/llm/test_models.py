"""The contract of `Model`, over every implementation; salvage of replies item by item."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, Loss, Origin, Task, Usage
from clew.llm.replies import read_reply
from clew.llm.rules import Partial, RuleModel
from clew.llm.scripted import ScriptedModel


class Pair(BaseModel):
    name: str = Field(min_length=1)
    count: int


class Answer(BaseModel):
    pairs: tuple[Pair, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Count(Task[Answer]):
    text: str
    output_type: ClassVar[type[BaseModel]] = Answer


@dataclass(frozen=True, slots=True)
class Other(Task[Answer]):
    output_type: ClassVar[type[BaseModel]] = Answer


def count(task: Any) -> Answer:
    return Answer(pairs=(Pair(name=task.text, count=len(task.text)),))


MODELS = [
    RuleModel({Count: count}),
    ScriptedModel(count),
]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
class TestContract:
    def test_results_come_in_the_order_of_the_tasks(self, model):
        results = model.run([Count("bb"), Count("a")])
        assert [result.value.pairs[0].name for result in results] == ["bb", "a"]

    def test_an_empty_batch_gives_no_results(self, model):
        assert model.run([]) == []

    def test_same_task_same_answer(self, model):
        first, second = model.run([Count("x"), Count("x")])
        assert first.value == second.value

    def test_it_says_who_it_is_and_how_the_answer_came(self, model):
        assert model.name
        assert model.run([Count("x")])[0].origin in {Origin.RULES, Origin.SCRIPT}


def test_a_task_without_a_rule_fails_without_an_exception():
    (result,) = RuleModel({Count: count}).run([Other()])
    assert result.value is None
    assert result.failure is not None
    assert result.failure.kind is FailureKind.NO_RULE
    assert "Other" in result.failure.message


def test_rules_may_be_loaded_when_the_first_task_comes():
    loaded = []

    def load():
        loaded.append(1)
        return {Count: count}

    model = RuleModel(load)
    assert not loaded
    assert model.run([Count("x")])[0].value
    assert model.extended({Other: lambda _: Answer(note="o")}).run([Other()])[0].value
    assert loaded == [1]


def test_a_rule_may_say_what_it_dropped():
    model = RuleModel({Count: lambda _: Partial(Answer(note="rest"), (Loss("too long", "x"),))})
    (result,) = model.run([Count("x")])
    assert result.value == Answer(note="rest")
    assert result.losses == (Loss("too long", "x"),)


def test_an_extended_model_has_both_rules_and_the_new_one_wins():
    model = RuleModel({Count: count}).extended({Count: lambda _: Answer(note="new")})
    assert model.run([Count("x")])[0].value == Answer(note="new")


def test_a_script_that_is_too_short_says_so():
    with pytest.raises(ModelError, match="script ended before Count"):
        ScriptedModel([]).run([Count("x")])


def test_a_script_may_fail_and_keeps_what_it_was_asked():
    failure = Failure(FailureKind.UNAVAILABLE, "down", retry=True)
    model = ScriptedModel([failure])
    assert model.run([Count("x")])[0].failure == failure
    assert model.asked == [Count("x")]


def test_good_items_of_a_reply_are_kept_and_bad_ones_counted():
    reply = {"pairs": [{"name": "a", "count": 1}, {"name": ""}, {"name": "b", "count": "x"}, 7]}
    result = read_reply(Count("x"), reply)
    assert result.value == Answer(pairs=(Pair(name="a", count=1),))
    assert [loss.item[:5] for loss in result.losses] == ["{'nam", "{'nam", "7"]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ("not json", "not JSON"),
        ("[1, 2]", "expected an object, got list"),
        ('{"note": 3}', "note"),
        ("[" * 100_000, "not JSON"),
        (None, "expected an object, got NoneType"),
    ],
)
def test_a_hopeless_reply_is_a_failure_that_a_model_can_act_on(reply, said):
    result = read_reply(Count("x"), reply)
    assert result.value is None
    assert result.failure is not None
    assert result.failure.kind is FailureKind.BAD_REPLY
    assert result.failure.retry
    assert said in result.failure.message


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
pairs = st.lists(
    st.fixed_dictionaries({"name": st.text(max_size=3), "count": json_values}) | json_values,
    max_size=5,
)


@given(json_values | st.text() | st.fixed_dictionaries({"pairs": pairs}))
def test_no_reply_raises_and_nothing_is_dropped_in_silence(reply):
    result = read_reply(Count("x"), reply)
    assert (result.value is None) != (result.failure is None)
    if (
        result.value is not None
        and isinstance(reply, dict)
        and isinstance(reply.get("pairs"), list)
    ):
        assert len(result.value.pairs) + len(result.losses) == len(reply["pairs"])


def test_usage_adds_up():
    total = Usage(1, 10, 2, 0.5, 0.1) + Usage(2, 1, 1, 0.5, 0.2)
    assert (total.calls, total.input_tokens, total.output_tokens, total.seconds) == (3, 11, 3, 1.0)
