"""Images of a task: sent to models that see, left out for others, and that is said."""

import base64
from dataclasses import dataclass
from typing import ClassVar

import pytest
from pydantic import BaseModel

from clew.llm.base import Message, Task
from clew.llm.cassette import Recorded, Replay
from clew.llm.chat import ChatModel
from clew.llm.keys import key_of, plain
from clew.llm.rules import RuleModel
from tests.llm.chatting import Find, Rating, answers
from tests.llm.server import Server, fails, says

GOOD = '{"good": true}'
PNG = b"\x89PNG\r\n\x1a\nnot much of a picture"


@dataclass(frozen=True, slots=True)
class Look(Task[Rating]):
    image: bytes | None = PNG
    output_type: ClassVar[type[BaseModel]] = Rating

    def messages(self) -> tuple[Message, ...]:
        images = () if self.image is None else (self.image,)
        return (Message("system", "Is it good?"), Message("user", "Look:", images))


def asked(script, tasks, **options):
    pytest.importorskip("pydantic_ai", reason="needs the extra llm")
    with Server(script) as server:
        model = ChatModel("openai:any", base_url=server.url, **options)
        results = [result for task in tasks for result in answers(model, [task])]
        model.close()
    return results, [request.body["messages"][-1]["content"] for request in server.asked]


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_an_image_goes_after_the_words():
    (result,), (content,) = asked([says(GOOD)], [Look()])
    words, picture = content
    assert words == {"type": "text", "text": "Look:"}
    head, _, data = picture["image_url"]["url"].partition(",")
    assert (head, base64.b64decode(data)) == ("data:image/png;base64", PNG)
    assert result.how == "json schema"


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.parametrize("status", [400, 404, 500])
def test_a_model_that_sees_nothing_is_asked_in_words_from_then_on_and_it_is_said(status):
    script = [fails(status, "image input is not supported by this model"), says(GOOD), says(GOOD)]
    results, contents = asked(script, [Look(), Look(b"another")])
    assert [isinstance(each, str) for each in contents] == [False, True, True]
    for result in results:
        assert result.value == Rating(good=True)
        assert result.how.startswith("json schema, without images: refused with")
        assert "image input is not supported" in result.how
    assert [result.usage.calls for result in results] == [2, 1]


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_model_that_is_not_to_be_sent_images_is_not():
    results, contents = asked([says(GOOD)] * 2, [Look(), Look(None)], images=False)
    assert contents == ["Look:", "Look:"]
    notes = [result.how for result in results]
    assert notes == ["json schema, without images: not to be sent any", "json schema"]


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_bad_reply_is_shown_beside_the_image():
    (result,), _ = asked([says("?"), says(GOOD)], [Look()])
    assert result.value == Rating(good=True)


def test_recordings_tell_images_apart(tmp_path):
    rules = RuleModel({Look: lambda task: Rating(good=task.image == PNG)})
    path = tmp_path / "cassette.jsonl"
    tasks = [Look(), Look(b"dark"), Look(None)]
    Recorded(rules, path).run(tasks)
    assert [result.value.good for result in answers(Replay(path), tasks)] == [True, False, False]
    assert PNG not in path.read_bytes()


def test_a_key_holds_the_digest_of_bytes():
    shown = plain(PNG)
    assert isinstance(shown, str)
    assert shown.startswith("sha256:")
    assert shown != plain(b"")
    model = RuleModel({})
    assert key_of(model, Look(b"a")) != key_of(model, Look(b"b"))


def test_words_without_images_keep_the_keys_they_had():
    # Cassettes and caches of earlier versions stay good.
    key = key_of(RuleModel({}), Find("a cat"))
    assert key == "8a42f338e7a9d4d20ae4537491ffb523093e884125e6687c94a62da054b97924"
