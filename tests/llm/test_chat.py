import json

import pytest

from clew.embed.remote import OpenAIEmbedder
from clew.errors import UnknownNameError, UsageError
from clew.llm.base import FailureKind, Origin, Sampling, Task, Usage
from clew.llm.chat import ChatModel
from clew.llm.insisting import Way
from tests.llm.chatting import INSTRUCTIONS, Animal, Animals, Find, Rate, Rating, answers
from tests.llm.server import LOOPBACK, Server, breaks, calls, completion, fails, says

pytest.importorskip("pydantic_ai", reason="needs the extra llm")

pytestmark = list(LOOPBACK)
CAT = '{"animals": [{"name": "cat", "legs": 4}], "note": ""}'
CATS = Animals(animals=(Animal(name="cat", legs=4),))
TASKS = (Find("a cat"),)
UNSUPPORTED = "response_format of type json_schema is not supported"


def asked(script, tasks=TASKS, **options):
    """Return the results, and the requests that were made for them."""
    with Server(script) as server:
        model = ChatModel("openai:any", base_url=server.url, **options)
        results = answers(model, tasks)
        model.close()
    return results, server.asked


def test_a_good_reply_in_one_request():
    (result,), (request,) = asked([says(CAT)])
    assert result.value == CATS
    assert result.usage == Usage(1, 100, 20, seconds=result.usage.seconds)
    assert 0 < result.usage.seconds < 10
    assert (result.origin, result.how, result.losses) == (Origin.MODEL, "json schema", ())
    assert result.model.startswith("openai:any@127.0.0.1:")
    assert request.path == "/v1/chat/completions"
    assert request.body["model"] == "any"
    assert request.body["messages"] == [
        {"role": "system", "content": INSTRUCTIONS},
        {"role": "user", "content": "a cat"},
    ]


def test_the_schema_of_the_output_is_sent_and_cannot_be_dodged():
    _, (request,) = asked([says(CAT)])
    wanted = request.body["response_format"]
    assert wanted["type"] == "json_schema"
    schema = wanted["json_schema"]["schema"]
    assert wanted["json_schema"]["name"] == "Animals"
    assert schema["required"] == ["animals", "note"], "else {} would do"
    assert schema["additionalProperties"] is False
    assert schema["$defs"]["Animal"]["additionalProperties"] is False
    assert schema["$defs"]["Animal"]["properties"]["name"]["maxLength"] == 40
    repeated = ('"title":', '"default":', '"description":')
    assert not [word for word in repeated if word in json.dumps(schema)], "the prompt says it"


def test_settings_are_sent_and_recorded_and_the_default_is_deterministic():
    (result,), (request,) = asked([says(CAT)])
    assert result.sampling == Sampling()
    sent = {key: request.body.get(key) for key in ("temperature", "top_p", "seed", "max_tokens")}
    assert sent == {"temperature": 0.0, "top_p": None, "seed": 0, "max_tokens": 4096}


def test_settings_may_differ_by_type_of_task():
    warm = Sampling(temperature=0.7, top_p=0.9, top_k=40, seed=None, max_tokens=50)
    script = [says(CAT), says('{"good": true}')]
    results, requests = asked(script, [Find("x"), Rate("x")], sampling={Rate: warm}, workers=1)
    assert [result.sampling for result in results] == [Sampling(), warm]
    body = requests[1].body
    sent = [body.get(key) for key in ("temperature", "top_p", "top_k", "seed", "max_tokens")]
    assert sent == [0.7, 0.9, 40, None, 50]
    assert "top_k" not in requests[0].body


@pytest.mark.parametrize("status", [400, 415, 422, 501])
def test_a_server_that_takes_no_schema_is_asked_in_words(status):
    results, requests = asked(
        [fails(status, UNSUPPORTED), says(CAT), says(CAT)], [Find("a")] * 2, workers=1
    )
    assert [result.value for result in results] == [CATS, CATS]
    assert [result.how for result in results] == ["text", "text"]
    assert [result.usage.calls for result in results] == [2, 1], "the way found is kept"
    assert [request.mode for request in requests] == ["schema", "text", "text"]
    system = requests[1].body["messages"][0]["content"]
    assert system.startswith(INSTRUCTIONS)
    assert '"maxLength": 40' in system


@pytest.mark.parametrize(
    "answer",
    [
        fails(500, "Failed to parse grammar"),
        fails(404, "No endpoints found that support response_format"),
    ],
)
def test_some_servers_say_it_with_another_status(answer):
    results, _ = asked([answer, says(CAT)])
    assert results[0].how == "text"


def test_the_way_is_kept_for_each_type_of_task():
    """A schema that one type has and a server does not take says nothing about the other types."""

    def script(request):
        odd = request.mode == "schema" and "good" in json.dumps(request.body["response_format"])
        return (
            fails(400, "schema")
            if odd
            else says('{"good": true}' if "good?" in str(request.body) else CAT)
        )

    tasks = [Find("x"), Rate("x"), Find("y"), Rate("y")]
    results, requests = asked(script, tasks, workers=1)
    assert [result.how for result in results] == ["json schema", "text", "json schema", "text"]
    assert len(requests) == 5


def test_a_request_refused_in_every_way_is_a_failure_of_the_task():
    results, requests = asked([fails(400, "seed is not supported")] * 2)
    failure = results[0].failure
    assert (failure.kind, failure.retry) == (FailureKind.REFUSED, False)
    assert "400: seed is not supported" in failure.message
    assert results[0].usage.calls == 2
    assert [request.mode for request in requests] == ["schema", "text"]


def test_a_bad_reply_is_shown_to_the_model_with_its_error():
    results, requests = asked([says('{"animals": 7}'), says(CAT)])
    assert results[0].value == CATS
    assert results[0].usage.calls == 2
    assert results[0].usage.input_tokens == 200
    first, second = (request.body["messages"] for request in requests)
    assert second[:2] == first
    assert second[2] == {"role": "assistant", "content": '{"animals": 7}'}
    assert second[3]["role"] == "user"
    assert "That reply cannot be used: " in second[3]["content"]
    assert '"maxItems": 8' in second[3]["content"], "it sees the schema"


def test_tries_are_bounded_and_count_all_requests():
    for tries in (1, 3):
        results, requests = asked([says('{"animals": 7}')] * 9, tries=tries)
        assert results[0].failure.kind is FailureKind.BAD_REPLY
        assert len(requests) == results[0].usage.calls == tries


def test_a_reply_with_some_bad_items_is_kept_without_another_request():
    mixed = '{"animals": [{"name": "cat", "legs": 4}, {"name": ""}, {"name": "ant", "legs": 6}]}'
    results, requests = asked([says(mixed)])
    assert [animal.name for animal in results[0].value.animals] == ["cat", "ant"]
    assert len(results[0].losses) == 1
    assert len(requests) == 1


def test_when_nothing_can_be_kept_the_model_is_asked_again():
    results, requests = asked([says('{"animals": [{"name": "cat"}]}'), says(CAT)])
    assert results[0].value == CATS
    assert results[0].losses == ()
    assert "cat" in requests[1].text


def test_when_the_line_breaks_between_a_bad_reply_and_the_next_it_may_be_tried_again():
    results, _ = asked([says("My favourite animals."), breaks(says(CAT), 10)])
    assert results[0].failure.kind is FailureKind.UNAVAILABLE
    assert results[0].failure.retry


def test_what_a_reply_that_was_cut_off_holds_is_kept_and_the_cut_is_a_loss():
    cut = says('{"animals": [{"name": "cat", "legs": 4}, {"name": "do', finish="length")
    results, requests = asked([cut], sampling={Task: Sampling(max_tokens=9)})
    assert results[0].value == CATS
    assert results[0].losses[-1].reason == "the reply was cut off after 9 tokens"
    assert results[0].losses[-1].item.endswith('{"name": "do')
    assert len(requests) == 1


def test_a_cut_reply_that_holds_nothing_is_asked_for_again_in_brief():
    cut = says('{"anim', finish="length")
    results, requests = asked([cut, says(CAT)], sampling={Task: Sampling(max_tokens=9)})
    assert results[0].value == CATS
    assert "it was cut off after 9 tokens; be brief" in requests[1].text
    results, _ = asked([cut, cut])
    assert results[0].failure.kind is FailureKind.BAD_REPLY
    assert results[0].failure.message.startswith("the reply was cut off after 4096 tokens; ")


def test_a_whole_reply_that_ends_at_the_limit_lost_nothing():
    results, _ = asked([says(CAT, finish="length")])
    assert results[0].value == CATS
    assert results[0].losses == ()


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (says(None, refusal="I cannot help with that"), "I cannot help with that"),
        (says(None, finish="content_filter"), "content filter"),
        (fails(413, "body too large"), "413: body too large"),
        (fails(400, "your prompt triggered the filter", code="content_filter"), "400: your prompt"),
        (fails(400, "Invalid prompt: flagged", code="invalid_prompt"), "400: Invalid prompt"),
    ],
)
def test_a_refusal_is_a_failure_that_is_not_asked_again(answer, words):
    results, requests = asked([answer])
    assert results[0].failure.kind is FailureKind.REFUSED
    assert not results[0].failure.retry
    assert words in results[0].failure.message
    assert results[0].usage.calls == len(requests) == 1


@pytest.mark.parametrize(
    "answer",
    [
        fails(400, "maximum context length is 4096 tokens", code="context_length_exceeded"),
        fails(400, "request (9216 tokens) exceeds the available context size (8192 tokens)"),
        fails(400, "prompt is too long: 210000 tokens > 200000 maximum"),
    ],
    ids=["OpenAI", "llama.cpp", "Anthropic"],
)
def test_a_text_too_long_for_the_model_is_refused_without_other_ways_being_tried(answer):
    results, requests = asked([answer])
    assert results[0].failure.kind is FailureKind.REFUSED
    assert "the text is longer than openai:any" in results[0].failure.message
    assert len(requests) == 1


def test_an_account_with_nothing_left_is_a_budget():
    results, requests = asked([fails(429, "You exceeded your quota", code="insufficient_quota")])
    assert results[0].failure.kind is FailureKind.BUDGET
    assert not results[0].failure.retry
    assert len(requests) == 1


@pytest.mark.parametrize("field", ["reasoning_content", "reasoning"])
def test_reasoning_is_no_part_of_the_reply(field):
    results, _ = asked([says(CAT, **{field: '{"animals": [{"name": "dog", "legs": 4}]}'})])
    assert results[0].value == CATS


def test_a_reply_that_a_server_took_for_reasoning_is_found_and_said_to_be():
    results, _ = asked([says("", reasoning_content=CAT)])
    assert results[0].value == CATS
    assert results[0].how == "json schema, in the reasoning"


def test_a_tool_call_nobody_asked_for_is_read():
    results, _ = asked([calls(CAT)])
    assert results[0].value == CATS


def test_text_in_parts_and_without_counts_or_a_reason_to_end():
    parts = [{"type": "text", "text": CAT[:10]}, {"type": "text", "text": CAT[10:]}]
    message = {"role": "assistant", "content": parts}
    results, _ = asked([completion(message, finish=None, usage=None)])
    assert results[0].value == CATS
    assert results[0].usage.input_tokens == 0
    results, _ = asked([says(CAT, finish="eos_token")])
    assert results[0].value == CATS


def test_broken_unicode_is_sent_as_what_can_be_sent():
    results, requests = asked([says(CAT)], [Find("a \ud800 \x00 cat \U0001f408")])
    assert results[0].value == CATS
    assert requests[0].text == "a ? \x00 cat \U0001f408"


def test_an_empty_batch_asks_nothing():
    assert asked([], ()) == ([], [])


def test_results_are_in_order_whatever_order_they_come_in():
    def script(request):
        number = int(request.text)
        reply = says(json.dumps({"animals": [], "note": str(number)}))
        return type(reply)(reply.body, reply.status, reply.headers, delay=0.02 * (5 - number))

    results, _ = asked(script, [Find(str(i)) for i in range(5)], workers=5)
    assert [result.value.note for result in results] == list("01234")


def test_ways_are_tried_in_this_order():
    assert [way.value for way in Way] == ["json schema", "tool", "text"]


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("gpt-4o", {}, "expected a model as PROVIDER:MODEL"),
        ("openai:", {}, "expected a model as PROVIDER:MODEL"),
        ("openai:gpt-4o", {}, "set OPENAI_API_KEY"),
        ("openai:gpt-4o", {"api_key": ""}, "set OPENAI_API_KEY"),
        ("openai:gpt-4o", {"api_key": "sk-\n"}, "copy it again"),
        ("openai:any", {"base_url": "localhost:8080"}, "expected an address"),
        ("openai:any", {"base_url": "http://x", "workers": 0}, "expected workers"),
        ("openai:gpt-4o", {"api_key": "sk", "sampling": {Task: Sampling(top_k=3)}}, "no top_k"),
        ("openai:gpt-4o", {"api_key": "sk", "sampling": {Find: Sampling(top_k=3)}}, "top_k"),
    ],
)
def test_what_cannot_work_is_said_at_once(name, options, words):
    with pytest.raises(UsageError, match=words):
        ChatModel(name, **options)


@pytest.mark.parametrize(
    "address",
    [
        "http://u:secretpass@[::1",
        "http://u:secretpass@here:x/v1",
        "http://here/\x1b[2Jv1",
        "http://here:99999999/v1",
        "http://:1",
        "ftp://x",
    ],
)
def test_a_malformed_address_is_said_at_once_and_shows_no_password(address):
    with pytest.raises(UsageError, match="expected an address such as http") as raised:
        ChatModel("openai:any", base_url=address)
    assert "secretpass" not in str(raised.value)
    with pytest.raises(UsageError, match="expected an address such as http"):
        OpenAIEmbedder("any", base_url=address)


def test_an_unknown_provider_is_said_at_once():
    with pytest.raises(UnknownNameError, match="did you mean 'openai'"):
        ChatModel("opneai:gpt-4o")


@pytest.mark.parametrize(
    ("name", "options", "shown"),
    [
        ("openai:gpt-4o", {"api_key": "k"}, "openai:gpt-4o"),
        ("openai:gpt-99", {"api_key": "k"}, "openai:gpt-99"),
        ("ollama:qwen3:8b", {}, "ollama:qwen3:8b"),
        ("ollama:qwen3:8b", {"base_url": "http://other:1/v1"}, "ollama:qwen3:8b"),
        ("openai:x", {"base_url": "http://u:pw@here:1/v1/"}, "openai:x@here:1/v1"),
    ],
)
def test_names(name, options, shown):
    """An address never shows a password."""
    model = ChatModel(name, **options)
    assert model.name == shown
    model.close()


def test_a_rating():
    results, _ = asked([says('{"good": false}')], [Rate("x")])
    assert results[0].value == Rating(good=False)
