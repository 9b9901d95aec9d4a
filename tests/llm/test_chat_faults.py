"""What a server may do wrong, one request at a time, and through `Retried`."""

import gzip
import json
import socket
from dataclasses import replace
from random import Random

import pytest

from clew.errors import ModelError
from clew.llm.base import FailureKind
from clew.llm.chat import ChatModel
from clew.llm.guarded import MAX_REPLY
from clew.llm.retry import Patience, Retried
from clew.llm.wire import Endpoint, price
from tests.llm.chatting import Animals, Find, Rate, answers
from tests.llm.server import (
    LOOPBACK,
    Answer,
    Server,
    breaks,
    calls,
    completion,
    fails,
    hangs,
    page,
    says,
)
from tests.llm.test_chat import CAT, CATS

pytest.importorskip("pydantic_ai", reason="needs the extra llm")

pytestmark = list(LOOPBACK)
GOOD = says(CAT)


def body(value) -> Answer:
    return Answer(json.dumps(value).encode())


FAULTS = {
    "429": (fails(429, "slow down"), "answered 429: slow down"),
    "408": (fails(408), "answered 408"),
    "500": (fails(500, "oops"), "answered 500: oops"),
    "500 without a word": (fails(500, ""), "answered 500: an empty reply"),
    "503": (fails(503, "overloaded"), "answered 503: overloaded"),
    "529": (fails(529), "answered 529"),
    "a proxy's page": (page(502), "answered 502: <html>"),
    "a page instead of a reply": (page(), "sent no chat reply"),
    "a page that claims to be JSON": (page(200, "application/json"), "sent no chat reply"),
    "text instead of JSON": (
        Answer(b"ok", headers={"Content-Type": "text/plain"}),
        "no chat reply",
    ),
    "an empty body": (Answer(), "sent no chat reply"),
    "no UTF-8": (Answer(b'{"id": "\xff\xfe"}'), "sent no chat reply"),
    "half a body": (breaks(GOOD, 40), "no connection to openai:any"),
    "no body": (breaks(GOOD, 0), "no connection to openai:any"),
    "a list": (body([]), "sent no chat reply"),
    "a number": (body(7), "sent no chat reply"),
    "null": (body(None), "sent no chat reply"),
    "an error with status 200": (body({"error": {"message": "overloaded"}}), "no chat reply"),
    "no choices": (completion({}, choices=[]), "sent no chat reply"),
    "choices null": (completion({}, choices=None), "sent no chat reply"),
    "choices an object": (completion({}, choices={"0": {}}), "sent no chat reply"),
    "a choice null": (completion({}, choices=[None]), "sent no chat reply"),
    "a choice a number": (completion({}, choices=[3]), "sent no chat reply"),
    "no message": (completion({}, choices=[{"index": 0}]), "sent no chat reply"),
    "content a number": (completion({"role": "assistant", "content": 5}), "sent no chat reply"),
    "a deep body": (Answer(b"[" * 100_000), "sent no chat reply"),
}


@pytest.mark.parametrize(("answer", "words"), FAULTS.values(), ids=list(FAULTS))
def test_a_fault_of_the_server_may_pass_and_costs_no_exception(answer, words):
    with Server([answer, GOOD]) as server:
        model = ChatModel("openai:any", base_url=server.url)
        (result,) = answers(model, [Find("x")])
        assert result.failure.kind is FailureKind.UNAVAILABLE
        assert result.failure.retry
        assert words in result.failure.message
        assert "\n" not in result.failure.message
        assert (result.usage.calls, len(server.asked)) == (1, 1), "nothing repeats unseen"
        assert answers(model, [Find("x")])[0].value == CATS
        model.close()


@pytest.mark.parametrize(("answer", "words"), FAULTS.values(), ids=list(FAULTS))
def test_another_try_gets_the_answer(answer, words):
    waits: list[float] = []
    with Server([answer, answer, GOOD]) as server:
        chat = ChatModel("openai:any", base_url=server.url)
        (result,) = answers(Retried(chat, sleep=waits.append, rng=Random(1)), [Find("x")])
        chat.close()
    assert result.value == CATS
    assert result.usage.calls == 3
    assert len(waits) == 2


def test_a_server_that_hangs_is_given_up():
    with Server([hangs(), GOOD]) as server:
        model = ChatModel("openai:any", base_url=server.url, timeout=0.3)
        (result,) = answers(model, [Find("x")])
        assert result.failure.kind is FailureKind.UNAVAILABLE
        assert "gave no answer within 0.3 s" in result.failure.message
        assert 0.25 < result.usage.seconds < 5
        assert answers(model, [Find("x")])[0].value == CATS
        model.close()


def test_a_slow_server_is_waited_for():
    with Server([replace(GOOD, delay=0.3)]) as server:
        model = ChatModel("openai:any", base_url=server.url, timeout=20)
        (result,) = answers(model, [Find("x")])
        model.close()
    assert result.value == CATS
    assert result.usage.seconds >= 0.3


def test_a_server_that_is_not_there():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    model = ChatModel("openai:any", base_url=f"http://127.0.0.1:{port}/v1")
    (result,) = answers(model, [Find("x")])
    model.close()
    assert result.failure.kind is FailureKind.UNAVAILABLE
    assert result.failure.retry
    assert "no connection to openai:any at http://127.0.0.1:" in result.failure.message


def test_what_a_busy_server_asks_for_is_passed_on_and_waited():
    waits: list[float] = []
    with Server([fails(429, Retry_After="7"), fails(429, retry_after_ms="1500"), GOOD]) as server:
        chat = ChatModel("openai:any", base_url=server.url)
        model = Retried(chat, sleep=waits.append, rng=Random(1), patience=Patience(first=0.1))
        assert answers(model, [Find("x")])[0].value == CATS
        chat.close()
    assert waits == [7.0, 1.5]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (fails(401, "Incorrect API key: sk-secret"), "refused the key"),
        (fails(403, "not yours"), "refused the key"),
        (fails(404, "The model `any` does not exist"), "check the model's name"),
        (fails(405, "no POST here"), "check the model's name and the address"),
    ],
)
def test_a_wrong_key_name_or_address_is_an_error_that_says_what_to_do(answer, words):
    with Server(lambda _: answer) as server:
        model = ChatModel("openai:any", base_url=server.url, api_key="sk-secret")
        with pytest.raises(ModelError, match=words) as caught:
            model.run([Find(str(i)) for i in range(50)])
        model.close()
        assert len(server.asked) <= 12, "no more are sent"
        assert server.asked[0].headers["authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_no_key_of_somebody_else_is_sent(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-elsewhere")
    with Server([GOOD]) as server:
        model = ChatModel("openai:any", base_url=server.url)
        answers(model, [Find("x")])
        model.close()
    assert "sk-from-elsewhere" not in str(server.asked[0].headers)


class TestProvidersOwn:
    """A server that is treated as the provider's own: the whole ladder, and OpenAI's dialect."""

    def asked(self, script, tasks, model="gpt-4o"):
        with Server(script) as server:
            own = Endpoint("openai", model, server.url, "sk", local=False, timeout=10)
            chat = ChatModel(own, workers=1)
            results = answers(chat, tasks)
            chat.close()
        return results, server.asked

    def test_a_schema_is_strict_and_the_limit_has_its_newer_name(self):
        _, (request,) = self.asked([GOOD], [Find("x")])
        assert request.body["response_format"]["json_schema"]["strict"] is True
        assert request.body["max_completion_tokens"] == 4096
        assert "max_tokens" not in request.body
        animal = request.body["response_format"]["json_schema"]["schema"]["$defs"]["Animal"]
        assert animal["required"] == ["name", "legs"]

    def test_without_a_schema_a_tool_is_called(self):
        script = [fails(400, "no response_format"), calls(CAT), calls('{"animals": []}')]
        results, requests = self.asked(script, [Find("x"), Find("y")])
        assert results[0].value == CATS
        assert [result.how for result in results] == ["tool", "tool"]
        assert [request.mode for request in requests] == ["schema", "tool", "tool"]
        assert requests[1].body["tool_choice"] == "required"
        (tool,) = requests[1].body["tools"]
        assert "animals" in tool["function"]["parameters"]["properties"]

    def test_a_model_that_answers_a_tool_request_in_text_is_read(self):
        results, _ = self.asked([fails(400, "schema"), says(CAT)], [Find("x")])
        assert results[0].value == CATS

    def test_of_several_calls_the_first_counts(self):
        twice = json.loads(calls(CAT).body)
        call = twice["choices"][0]["message"]["tool_calls"][0]
        other = {"id": "2", "type": "function", "function": {"name": "answer", "arguments": "{}"}}
        twice["choices"][0]["message"]["tool_calls"] = [call, other]
        results, _ = self.asked([fails(400, "schema"), body(twice)], [Find("x")])
        assert results[0].value == CATS

    def test_without_schema_and_tools_it_is_words(self):
        script = [fails(400, "no schema"), fails(400, "no tools"), GOOD, says('{"good": true}')]
        results, requests = self.asked(script, [Find("x"), Rate("y")])
        assert [request.mode for request in requests] == ["schema", "tool", "text", "schema"]
        assert results[0].how == "text"
        assert results[0].usage.calls == 3
        assert results[1].how == "json schema"

    def test_a_model_that_reasons_gets_no_temperature_and_no_warning(self):
        _, (request,) = self.asked([GOOD], [Find("x")], model="o3-mini")
        assert "temperature" not in request.body
        assert request.body["seed"] == 0

    def test_at_an_address_that_the_price_list_does_not_know_nothing_is_counted(self):
        results, _ = self.asked([GOOD], [Find("x")])
        assert results[0].usage.cost == 0.0


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST /v1",
        b"POST /v1 HTTP/1.1\r\nHost: x\r\n",
        b"POST /v1 HTTP/1.1\r\nContent-Length: 9\r\n\r\n",
        b"POST /v1 HTTP/1.1\r\nContent-Length: 9\r\n\r\n{}",
    ],
)
def test_a_client_that_gives_up_while_it_sends_is_no_request(sent):
    """Of the test server: a closed model does so, and it must not look like a broken script."""
    with Server([GOOD]) as server:
        port = int(server.url.split(":")[2].split("/")[0])
        with socket.create_connection(("127.0.0.1", port)) as line:
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            line.recv(1000)
    assert not server.asked


ODD = [None, True, -1, 1e308, "", "x", "\ud800", [], {}, [None], {"a": 1}, 10**30, "function"]


def places(value, path=()):
    """Yield the path of every value inside."""
    yield path
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield from places(value[key], (*path, key))


def odd(rng):
    """Return a good reply in which one to three values are of another kind or missing."""
    whole = json.loads(rng.choice([says(CAT, refusal=None, reasoning="r"), calls(CAT)]).body)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        *path, last = rng.choice([each for each in places(whole) if each])
        place = whole
        for key in path:
            place = place[key]
        if rng.random() < 0.15:
            del place[last]
        else:
            place[last] = rng.choice(ODD)
    return whole


def test_no_reply_whatever_its_shape_raises():
    rng = Random(20261121)
    with Server(lambda _: body(odd(rng))) as server:
        model = ChatModel("openai:any", base_url=server.url, tries=1)
        results = answers(model, [Find("x")] * 300)
        model.close()
    read = [result for result in results if result.value is not None]
    kinds = {result.failure.kind for result in results if result.failure}
    assert kinds == {FailureKind.UNAVAILABLE, FailureKind.BAD_REPLY}
    assert 20 < len(read) < 200
    assert all(animals.value in (CATS, Animals()) for animals in read)


def test_prices():
    """GPT-4o: 2.50 and 10 dollars for a million tokens sent and got."""
    assert price("https://api.openai.com/v1", "gpt-4o", 1_000, 100) == pytest.approx(0.0035)
    assert price("https://api.openai.com/v1", "gpt-99") is None
    assert price("http://localhost:1/v1", "gpt-4o") is None


def test_a_reply_without_end_is_cut_off_and_is_a_failure():
    flood = Answer(b" " * (MAX_REPLY + 1))
    with Server([flood, GOOD]) as server:
        (result,) = answers(ChatModel("openai:any", base_url=server.url), [Find("x")])
        assert len(server.asked) == 1, "a second flood would cost as much"
    assert result.failure.kind is FailureKind.UNAVAILABLE
    assert not result.failure.retry
    assert "sent a reply of more than 16 MiB; check the address" in result.failure.message
    assert result.usage.calls == 1


def test_a_packed_reply_is_not_unpacked():
    bomb = Answer(gzip.compress(b" " * (8 << 20)), headers={"Content-Encoding": "gzip"})
    with Server([bomb]) as server:
        (result,) = answers(ChatModel("openai:any", base_url=server.url), [Find("x")])
        assert "identity" in server.asked[0].headers.values()
    assert "a reply packed with 'gzip', though none was asked for" in result.failure.message


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_text_follows_a_redirect_to_another_server(status):
    with Server([GOOD]) as other, Server([fails(status, Location=other.url)]) as server:
        model = ChatModel("openai:any", base_url=server.url, api_key="sk-secret-key")
        with pytest.raises(ModelError, match=r"redirects to another server, http://127.0.0.1"):
            model.run([Find("private")])
        assert not other.asked


def test_a_redirect_within_the_server_is_followed():
    with Server([fails(308, Location="/v2/chat/completions"), GOOD]) as server:
        (result,) = answers(ChatModel("openai:any", base_url=server.url), [Find("x")])
        assert [each.path for each in server.asked][1:] == ["/v2/chat/completions"]
    assert result.value == CATS


@pytest.mark.parametrize("count", [2**63, 2**70, 10**30])
def test_figures_that_no_file_could_hold_are_brought_within_bounds(count):
    usage = {"prompt_tokens": count, "completion_tokens": count, "total_tokens": count}
    reply = completion({"role": "assistant", "content": CAT}, usage=usage)
    with Server([reply]) as server:
        (result,) = answers(ChatModel("openai:any", base_url=server.url), [Find("x")])
    assert result.value == CATS
    twice = result.usage + result.usage
    assert 0 <= twice.input_tokens == twice.output_tokens <= 10**12
    assert 0 <= twice.cost <= 10**12


def test_secrets_of_an_address_are_nowhere_in_a_failure():
    with Server([fails(500, "anna:secretpass may not use othersecret"), breaks(GOOD, 3)]) as server:
        url = server.url.replace("//", "//anna:secretpass@") + "?key=othersecret"
        for _ in range(2):
            (result,) = answers(ChatModel("openai:any", base_url=url), [Find("x")])
            assert "at http://***@127.0.0.1" in result.failure.message
            assert "secret" not in result.failure.message
