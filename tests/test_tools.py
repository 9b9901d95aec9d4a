"""Plain tool definitions, and the calls that models make."""

import json
from typing import Any

import jsonschema
import pytest

from clew import Memory, MemoryTools
from clew.errors import UsageError
from clew.llm.scripted import ScriptedModel
from clew.operations.every_operation import OPERATIONS
from tests.store.memories import day, opened


@pytest.fixture
def memory():
    with opened() as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail/1")
        yield memory


def test_definitions_are_in_the_form_of_each_interface(memory):
    tools = MemoryTools(memory)
    chat, responses, messages = tools.openai(), tools.openai_responses(), tools.anthropic()
    assert len(chat) == len(responses) == len(messages) == 8
    for one, other, third in zip(chat, responses, messages, strict=True):
        assert one == {"type": "function", "function": {k: other[k] for k in other if k != "type"}}
        assert third["input_schema"] == other["parameters"]
        jsonschema.Draft202012Validator.check_schema(third["input_schema"])
    json.dumps([chat, responses, messages])


def test_examples_fit_the_schemas(memory):
    for one in MemoryTools(memory, "admin").anthropic():
        jsonschema.validate(dict(OPERATIONS[one["name"]].example), one["input_schema"])


def test_a_model_calls_them_with_objects_or_json(memory):
    tools = MemoryTools(memory)
    assert tools.call("ask", {"question": "Where does Anna live?"}).startswith("Oslo\n")
    assert tools.call("ask", '{"question": "Where does Anna live?"}').startswith("Oslo\n")
    assert tools.call("conflicts", "") == "No conflicts."
    assert tools.call("ask", "{").startswith("usage: expected arguments as JSON")
    assert tools.call("ask", "[" * 100_000).startswith("usage: expected arguments as JSON")
    assert tools.call("ask", "[]").startswith("usage: expected arguments as a JSON object")
    assert tools.call("asks", {}).startswith("unknown_name: ")


def test_forgetting_takes_two_calls(memory):
    tools = MemoryTools(memory)
    preview = tools.call("forget", {"episode": 1})
    assert memory.browse("episodes").total == 1
    token = preview.split('token "')[1].split('"')[0]
    assert tools.call("forget", {"episode": 1, "token": token}).startswith("Erased: 1 episode,")
    assert memory.browse("episodes").total == 0


def test_an_unknown_profile_is_refused(memory):
    with pytest.raises(UsageError, match="read-only, default, admin"):
        MemoryTools(memory, "everything")


def test_what_models_cost_is_told_by_name():
    model = ScriptedModel([{"facts": []}])
    with Memory.open(":memory:", embedder=None, model=model) as memory:
        memory.remember("Anna lives in Oslo.")
        answer: Any = OPERATIONS["usage"].answer(memory, {})
    assert {"task", "model", "calls"} <= set(answer["results"][0])
