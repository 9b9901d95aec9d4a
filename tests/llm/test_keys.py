import json
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from clew.llm.base import Message, Sampling
from clew.llm.keys import Asked, asked, key_of, plain, to_json
from clew.llm.prompts import Prompt
from clew.llm.rules import RuleModel
from tests.llm.tasks import Answer, Asking, Count, Named, Pair, Rich

ROOT = Path(__file__).parents[2]
RULES = RuleModel({})
RICH = Rich(
    at=datetime(2024, 5, 1, 12, tzinfo=UTC),
    counts=(Count("Ωmega"), Count("")),
    pair=Pair(name="a", count=1),
    names=frozenset(["one", "two", "three", "four", "five"]),
    more={"b": 1, "a": [True, None, 0.5]},
    weight=float("nan"),
)


class Longer(Answer):
    more: str = ""


@dataclass(frozen=True, slots=True)
class Reworded(Asking):
    prompt: ClassVar[Prompt | None] = Prompt("tests.llm", "recount")


@dataclass(frozen=True, slots=True)
class Retold(Asking):
    def inputs(self) -> str:
        return f"A text: {self.text}"


@dataclass(frozen=True, slots=True)
class Spoken(Count):
    """Without a prompt, but with words of its own."""

    def messages(self) -> tuple[Message, ...]:
        return (Message("user", f"Count {self.text}"),)


@dataclass(frozen=True, slots=True)
class Widened(Asking):
    output_type: ClassVar[type[BaseModel]] = Longer


def test_a_task_of_every_sort_of_field_is_plain_data():
    fields = asked(RICH, model="m", sampling=None).fields
    assert fields == {
        "at": "2024-05-01T12:00:00+00:00",
        "counts": [{"text": "Ωmega"}, {"text": ""}],
        "pair": {"name": "a", "count": 1},
        "names": ["five", "four", "one", "three", "two"],
        "more": {"b": 1, "a": [True, None, 0.5]},
        "weight": "nan",
    }
    assert json.loads(to_json(fields)) == fields


def test_a_key_is_fixed_forever():
    about = Asked("Count", "openai:m", Sampling(), "count@3:12ab", "5c", "f0", {"text": "Ωmega"})
    assert about.key == "9e580ffa8ebfa49005bb7b1f1df929e1f92bbc53bfa6500821e6e94c41479138"


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_another_process_has_the_same_key(seed):
    code = (
        "from tests.llm.test_keys import RICH, RULES; from clew.llm.keys import key_of;"
        "print(key_of(RULES, RICH))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == key_of(RULES, RICH)


def test_whatever_decides_a_reply_is_in_the_key():
    task = Asking("x")
    models = [
        Named(RULES, "a"),
        Named(RULES, "b"),
        Named(RULES, "a", Sampling()),
        Named(RULES, "a", Sampling(seed=1)),
        Named(RULES, "a", Sampling(temperature=0.5)),
    ]
    keys = [key_of(model, task) for model in models]
    others = [Asking("y"), Reworded("x"), Retold("x"), Widened("x"), Count("x")]
    keys += [key_of(models[0], other) for other in others]
    assert len(set(keys)) == len(keys)


def test_each_difference_of_a_prompted_task_is_in_its_own_part():
    def parts(task):
        about = asked(task, model="m", sampling=None)
        return about.prompt, about.schema, about.words

    prompt, schema, words = parts(Asking("x"))
    assert prompt.startswith("count@3:")
    assert parts(Retold("x"))[:2] == (prompt, schema)
    assert parts(Retold("x"))[2] != words
    assert parts(Widened("x"))[0::2] == (prompt, words)
    assert parts(Widened("x"))[1] != schema
    assert parts(Reworded("x"))[0] != prompt
    assert parts(Count("x"))[0::2] == ("", "")
    assert parts(Spoken("x"))[0] == ""
    assert parts(Spoken("x"))[2] != parts(Spoken("y"))[2] != ""


def test_equal_tasks_have_one_key():
    assert key_of(RULES, Rich(at=1, weight=2.0)) == key_of(RULES, Rich(at=1, weight=2))
    one, other = Rich(at=1, more={"a": 1, "b": 2}), Rich(at=1, more={"b": 2, "a": 1})
    assert key_of(RULES, one) == key_of(RULES, other)
    zero = Named(RULES, "m", Sampling(temperature=0))
    assert key_of(zero, RICH) == key_of(Named(RULES, "m", Sampling(temperature=0.0)), RICH)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Rich(at=1), Rich(at=2)),
        (Rich(at=1), replace(Rich(at=1), weight=1e300)),
        (Rich(at=1, more={"a": 1}), Rich(at=1, more={"a": True})),
        (Rich(at=1, more={"a": 1}), Rich(at=1, more={"a": "1"})),
        (Rich(at=1, more={"a": None}), Rich(at=1, more={})),
        (Count("\ud83d\ude00"), Count("\U0001f600")),
        (Count("\ud800"), Count("\\ud800")),
        (Count("é"), Count("e\u0301")),
    ],
)
def test_tasks_that_differ_have_two_keys(one, other):
    assert key_of(RULES, one) != key_of(RULES, other)


@given(st.lists(st.text(st.characters(codec=None)), unique=True, max_size=6))
def test_no_two_texts_share_a_key(texts):
    assert len({key_of(RULES, Count(text)) for text in texts}) == len(texts)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=8,
    )
)
def test_plain_data_stays_as_it_is_and_is_read_back(value):
    assert plain(value) == value
    line = to_json(value)
    assert json.loads(line) == value
    assert b"\n" not in line


def test_a_lone_surrogate_is_written_and_read_back():
    assert json.loads(to_json({"a": "\\\ud800 é"})) == {"a": "\\\ud800 é"}


@pytest.mark.parametrize("value", [bytearray(b"x"), object(), {1: "a"}, [lambda: 0]])
def test_what_has_no_fixed_form_is_refused(value):
    with pytest.raises(TypeError, match="no fixed form as JSON"):
        plain(value)
