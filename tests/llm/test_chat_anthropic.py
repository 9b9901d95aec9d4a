"""Anthropic's own protocol; all but the first test need the extra `anthropic`."""

import json
from importlib.util import find_spec

import pytest

from clew.errors import ModelError, NotInstalledError
from clew.llm.base import FailureKind, Sampling, Task, Usage
from clew.llm.chat import ChatModel
from clew.llm.wire import price
from tests.llm.chatting import Find, answers
from tests.llm.server import LOOPBACK, Answer, Server
from tests.llm.test_chat import CAT, CATS

pytest.importorskip("pydantic_ai", reason="needs the extra llm")
missing = find_spec("anthropic") is None
needs_extra = pytest.mark.skipif(missing, reason="needs the extra anthropic")
# Its client says of each model when it will be gone.
pytestmark = [*LOOPBACK, pytest.mark.filterwarnings("ignore:The model:DeprecationWarning")]


def message(*content, stop="end_turn") -> Answer:
    """Answer as Anthropic wraps it."""
    whole = {
        "id": "message-1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": list(content),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 10, "output_tokens": 5},
    }
    return Answer(json.dumps(whole).encode())


def error(status, kind, words, **headers) -> Answer:
    body = {"type": "error", "error": {"type": kind, "message": words}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(json.dumps(body).encode(), status, {"Content-Type": "application/json"} | named)


def text(words):
    return {"type": "text", "text": words}


def asked(script, model="claude-sonnet-4-5", **options):
    with Server(script) as server:
        url = server.url.removesuffix("/v1")
        chat = ChatModel(f"anthropic:{model}", base_url=url, api_key="sk-ant-secret", **options)
        (result,) = answers(chat, [Find("a cat")])
        chat.close()
    return result, server.asked


@pytest.mark.skipif(not missing, reason="the extra is there")
def test_without_the_extra_it_is_said_at_once():
    with pytest.raises(NotInstalledError, match=r"pip install 'clew\[anthropic\]'"):
        ChatModel("anthropic:claude-sonnet-4-5", api_key="sk-ant-secret")


@needs_extra
def test_a_reply_by_schema():
    result, (request,) = asked([message(text(CAT))], sampling={Task: Sampling(top_k=5)})
    assert result.value == CATS
    assert result.how == "json schema"
    assert result.usage == Usage(1, 10, 5, seconds=result.usage.seconds)
    assert request.path.startswith("/v1/messages")
    assert request.body["output_config"]["format"]["type"] == "json_schema"
    assert (request.body["temperature"], request.body["top_k"]) == (0.0, 5)
    assert request.body["max_tokens"] == 4096
    assert "seed" not in request.body
    assert "sk-ant-secret" in str(request.headers)


@needs_extra
def test_a_model_without_schemas_calls_a_tool():
    call = {"type": "tool_use", "id": "1", "name": "answer", "input": json.loads(CAT)}
    result, (request,) = asked([message(call, stop="tool_use")], "claude-3-5-haiku-latest")
    assert result.value == CATS
    assert result.how == "tool"
    assert request.body["tools"][0]["name"] == "answer"


@needs_extra
def test_a_reply_cut_off_and_a_refusal():
    result, _ = asked([message(text('{"anim'), stop="max_tokens")], tries=1)
    assert result.failure.message.startswith("the reply was cut off after 4096 tokens")
    result, _ = asked([message(stop="refusal")])
    assert result.failure.kind is FailureKind.REFUSED


@needs_extra
def test_faults():
    result, requests = asked([error(529, "overloaded_error", "Overloaded", Retry_After="3")])
    assert result.failure.kind is FailureKind.UNAVAILABLE
    assert (result.failure.wait, len(requests)) == (3.0, 1)
    result, requests = asked([error(400, "invalid_request_error", "prompt is too long: 9 > 8")])
    assert (result.failure.kind, len(requests)) == (FailureKind.REFUSED, 1)
    with pytest.raises(ModelError, match=r"refused the key \(401: invalid x-api-key"):
        asked([error(401, "authentication_error", "invalid x-api-key")])


@needs_extra
def test_prices():
    assert price("https://api.anthropic.com", "claude-sonnet-4-5", 1_000) == pytest.approx(0.003)
