"""What holds for every reply: no exception, nothing dropped in silence, nothing made up."""

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from clew.ask.tasks import AnswerQuestion, AnswerReply
from clew.learn.tasks import Extract, Extraction, Replacements, Revise
from clew.llm.base import FailureKind, Origin, Task, Usage
from clew.llm.reply.fit import IndexOf
from clew.llm.reply.replies import read_reply
from clew.llm.reply.shapes import renamed

EXTRACT = Extract("Ada lives in Bonn.", at=1)
REVISE = Revise([], [])
ANSWER = AnswerQuestion("Where does Ada live?", now=None)


class Part(BaseModel):
    name: str = Field(min_length=1)
    size: float = 1.0


class Box(BaseModel):
    label: str
    parts: list[Part] = []
    first: Annotated[int | None, IndexOf("boxes")] = None


class Shelf(BaseModel):
    boxes: list[Box] = []
    pairs: tuple[tuple[str, int], ...] = ()
    owner: Part | None = None
    open: bool = False


@dataclass(frozen=True, slots=True)
class Look(Task[Shelf]):
    output_type: ClassVar[type[BaseModel]] = Shelf


def read(reply: object, task: Any = EXTRACT) -> Any:
    return read_reply(task, reply)


# --- valid replies

words = st.text(st.characters(exclude_categories=["Cs", "Cc", "Z"]), min_size=1, max_size=12)
facts = st.fixed_dictionaries(
    {"subject": words, "relation": words, "object": words},
    optional={
        "valid_from": st.none() | words,
        "valid_to": st.none() | words,
        "ended": st.booleans(),
        "thesis": st.none() | st.integers(0, 3),
    },
)
theses = st.fixed_dictionaries(
    {"text": words, "entities": st.lists(words, max_size=3)},
    optional={"valid_from": st.none() | words},
)
aliases = st.fixed_dictionaries({"name": words, "alias": words})
extractions = st.fixed_dictionaries(
    {"facts": st.lists(facts, max_size=4), "theses": st.lists(theses, max_size=3)},
    optional={"aliases": st.lists(aliases, max_size=2)},
)
replacements = st.fixed_dictionaries(
    {"pairs": st.lists(st.fixed_dictionaries({"old": st.integers(), "new": st.integers()}))}
)
answers = st.fixed_dictionaries(
    {"answer": words, "citations": st.lists(st.integers(1, 9))},
    optional={"reasoning": words, "items": st.lists(words), "confidence": st.floats(0, 1)},
)
VALID: list[tuple[Any, type[BaseModel], Any]] = [
    (EXTRACT, Extraction, extractions),
    (REVISE, Replacements, replacements),
    (ANSWER, AnswerReply, answers),
]


@pytest.mark.parametrize(("task", "kind", "data"), VALID, ids=["extract", "revise", "answer"])
@given(choice=st.data())
def test_a_valid_reply_is_returned_as_it_is(task, kind, data, choice):
    said = choice.draw(data)
    text = json.dumps(said, ensure_ascii=choice.draw(st.booleans()))
    result = read_reply(task, choice.draw(st.sampled_from([text, text.encode(), said])))
    assert result.value == kind.model_validate(said)
    assert result.losses == ()
    assert result.how == ""


def test_a_value_of_the_type_is_the_answer_and_the_circumstances_are_kept():
    value = Extraction()
    result = read_reply(EXTRACT, value, usage=Usage(2), origin=Origin.CACHE, how="tool")
    assert result.value is value
    assert (result.usage.calls, result.origin, result.how) == (2, Origin.CACHE, "tool")


def test_what_was_done_is_added_to_how_it_came():
    reply = "{'facts': [['Ada', 'lives in', 'Bonn'], 7]} {'facts': [['Ben', 'knows', 'Ada']]} {'fa"
    result = read_reply(EXTRACT, reply, how="json schema")
    assert result.how == "json schema, repaired, first of 2, salvaged"
    assert len(result.losses) == 3


# --- any reply

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=4) | st.sampled_from(["facts", "theses", "pairs", "old", "answer"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)
MARKS = (
    *"{}[]()\"'“”:,;\\/#`\n =-",
    *("null", "None", "true", "NaN", "12", "a", "//", "/*", "*/", '"facts"', '"text"', "```json"),
    *("<think>", "</think>", "<|channel|>final<|message|>", "Final answer: ", "\\u12"),
    *("\ud800", "\x00", "['a','b','c']", '{"old": 1, "new": 0}'),
)


@settings(max_examples=200)
@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from(MARKS), max_size=40).map("".join)
    | st.binary(max_size=30)
    | plain
    | plain.map(json.dumps)
    | plain.map(repr)
    | plain.map(lambda data: json.dumps(json.dumps(data)))
)
def test_whatever_comes_there_is_a_result(reply):
    for task in (EXTRACT, REVISE, ANSWER, Look()):
        result = read_reply(task, reply)
        assert (result.value is None) != (result.failure is None)
        for loss in result.losses:
            assert len(loss.item) <= 200
            assert loss.item.encode()
        if result.failure is not None:
            assert result.failure.message.encode()


def cycle() -> list[object]:
    around: list[object] = []
    around += [around, around]
    return around


@pytest.mark.parametrize(
    "reply",
    [
        None,
        object(),
        b"\xff\xfe",
        bytearray(b"{"),
        10**5000,
        {"facts": 10**5000},
        {"facts": [{"subject": 10**5000, "relation": "is", "object": "large"}]},
        '{"facts": [{"subject": ' + "9" * 5000 + ', "relation": "is", "object": "large"}]}',
        {1: 2, None: [3]},
        cycle(),
        {"facts": cycle()},
        "x" * 2_000_001,
        "[" * 100_000,
        '{"facts":' * 20_000,
        "{" * 50_000 + "}" * 50_000,
        '{"facts": [' + "1," * 300_000 + "1]}",
        "<think>" * 50_000,
        '"' * 50_000,
        "{'a': 'it's " * 5_000,
        '{"a": "' + "\\" * 50_000,
        "[1] " * 100_000,
        '{"a": "b"' + "\n" * 90_000,
    ],
    ids=lambda reply: f"{type(reply).__name__}-{len(reply) if hasattr(reply, '__len__') else ''}",
)
def test_what_is_huge_or_deep_or_no_reply_fails_soon(reply):
    for task in (EXTRACT, REVISE, ANSWER):
        failure = read_reply(task, reply).failure
        assert failure is not None
        assert failure.kind is FailureKind.BAD_REPLY
        assert len(failure.message) < 1000


def test_bytes_are_utf_8_with_or_without_a_mark():
    said = '{"facts": [["Zoë", "habite à", "Nîmes"]]}'
    assert read(said.encode()).value == read(said.encode("utf-8-sig")).value == read(said).value
    assert "not UTF-8" in read(said.encode("latin-1")).failure.message


def test_a_key_spelled_as_expected_wins_over_another_spelling():
    for data in ({"valid_from": 1, "validFrom": 2}, {"validFrom": 2, "valid_from": 1}):
        assert renamed(data, {"valid_from": "since"})["valid_from"] == 1


# --- losses

broken_facts = st.one_of(
    st.none(),
    st.integers(),
    st.just({}),
    st.just({"subject": "Ada"}),
    st.builds(lambda fact: {**fact, "subject": ""}, facts),
    st.builds(lambda fact: {**fact, "relation": None}, facts),
    st.builds(lambda fact: {**fact, "object": "x" * 301}, facts),
    st.builds(lambda fact: {**fact, "subject": "half \ud83d"}, facts),
)
broken_theses: st.SearchStrategy[Any] = st.one_of(
    st.none(), st.just({"entities": []}), st.just({"text": ""})
)
noisy = st.fixed_dictionaries(
    {
        "facts": st.lists(facts | broken_facts, max_size=6),
        "theses": st.lists(theses | broken_theses, max_size=4),
    }
)


@given(noisy, st.booleans())
def test_what_is_lost_is_counted(reply, as_text):
    result = read_reply(EXTRACT, json.dumps(reply) if as_text else reply)
    sent = len(reply["facts"]) + len(reply["theses"])
    kept = 0 if result.value is None else len(result.value.facts) + len(result.value.theses)
    assert kept + len(result.losses) == sent
    assert (result.value is None) == (kept == 0 and sent > 0)


def test_the_smallest_thing_that_holds_the_fault_is_dropped():
    reply = {
        "boxes": [
            {"label": "a", "parts": [{"name": "p"}, {"name": ""}, {"name": "q", "size": "big"}]},
            {"parts": [{"name": "r"}]},
            {"label": "c", "parts": "none"},
        ],
        "pairs": [["x", 1], ["y", "?"], ["z"]],
        "owner": {"size": 2},
        "open": "perhaps",
    }
    result = read_reply(Look(), reply)
    assert result.value == Shelf(
        boxes=[Box(label="a", parts=[Part(name="p"), Part(name="q")]), Box(label="c")],
        pairs=(("x", 1),),
    )
    assert sorted(loss.item for loss in result.losses) == [
        "'big'",
        "'none'",
        "'perhaps'",
        "['y', '?']",
        "['z']",
        "{'name': ''}",
        "{'parts': [{'name': 'r'}]}",
        "{'size': 2}",
    ]


def test_an_index_follows_its_item_when_others_are_dropped():
    boxes = [
        {"label": "a", "first": 3},
        {"label": 7.5, "first": 1},
        {"first": 0},
        {"label": "d", "first": "2"},
        {"label": "e", "first": 0},
    ]
    value: Any = read_reply(Look(), {"boxes": boxes}).value
    assert [box.label for box in value.boxes] == ["a", "7.5", "d", "e"]
    assert [box.first for box in value.boxes] == [2, 1, None, 0]


def test_a_reply_of_which_nothing_is_left_fails_and_still_counts():
    result = read({"facts": [1, 2]})
    assert result.failure is not None
    assert result.failure.message.startswith("expected an object with the fields")
    assert "nothing could be kept" in result.failure.message
    assert len(result.losses) == 2


# --- broken texts: what is kept was said so

NUMBERED = {
    "facts": [
        {"subject": f"S'{i} [x]", "relation": f"is, {i} of", "object": f"o {{{i}}} 'n"}
        for i in range(3)
    ],
    "theses": [{"text": f'He said: "{i}", no.', "entities": [f"e{i}", f"n'{i}"]} for i in range(2)],
}
WHOLE = Extraction.model_validate(NUMBERED)
KEPT = {*WHOLE.facts, *WHOLE.theses}
TEXTS = {
    "compact": json.dumps(NUMBERED),
    "indented": json.dumps(NUMBERED, indent=2),
    "python": repr(NUMBERED),
    "fenced": "Here:\n```json\n" + json.dumps(NUMBERED, indent=1) + "\n```\nThat is [all].",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_reply_cut_off_anywhere_keeps_whole_items_only(text):
    before = 0
    for end in range(len(text) + 1):
        result = read(text[:end])
        if result.value is None:
            assert before == 0, text[:end]
            continue
        items = [*result.value.facts, *result.value.theses]
        assert KEPT.issuperset(items), text[:end]
        assert len(items) >= before, text[:end]
        before = len(items)
    assert before == 5


def numbers(*texts: str) -> set[str]:
    return {letter for text in texts for letter in text if letter.isdecimal()}


@settings(max_examples=300)
@given(
    st.sampled_from([*TEXTS.values()]),
    st.integers(0, 2000),
    st.sampled_from(["", *"{}[]\"'“,:\\ \n"]),
    st.booleans(),
)
def test_no_fact_is_put_together_from_two_and_none_goes_in_silence(text, at, mark, insert):
    at %= len(text)
    result = read(text[:at] + mark + text[at + (not insert) :])
    if result.value is not None:
        kept = len(result.value.facts) + len(result.value.theses)
        assert kept == 5 or (kept < 5 and result.losses)
        for fact in result.value.facts:
            assert len(numbers(fact.subject, fact.relation, fact.object)) <= 1, fact
        for thesis in result.value.theses:
            assert len(numbers(thesis.text, *thesis.entities)) <= 1, thesis


# --- the extra

_WITHOUT = """
import sys
sys.modules["json_repair"] = None
from clew.learn.tasks import Extract
from clew.llm.reply.replies import read_reply
task = Extract("x", at=1)
for reply in ['{"facts": [["a", "b", "c"],]}', '{"facts": [["a", "b", "c"], ["d"', '{"facts": []}']:
    result = read_reply(task, reply)
    print(result.failure.message if result.failure else len(result.value.facts))
"""


def test_without_json_repair_broken_json_fails_and_names_the_extra():
    run = subprocess.run(
        [sys.executable, "-c", _WITHOUT], capture_output=True, text=True, check=True
    )
    broken, cut, strict = run.stdout.splitlines()
    assert "json-repair is not installed; run: pip install 'clew[llm]'" in broken
    assert (cut, strict) == ("1", "0")
