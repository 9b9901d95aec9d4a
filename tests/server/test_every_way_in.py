"""One contract for every way into a memory: methods, coroutines, REST, `RemoteMemory`, MCP.

The same story leaves the same memory, byte for byte, and the same questions get the same answers.
"""

import asyncio
import re
from contextlib import contextmanager
from functools import partial
from typing import Any

import anyio
import pytest
from mcp import Client
from starlette.testclient import TestClient

from clew import AsyncMemory, Correction, RemoteMemory, parse_time
from clew.operations.calling import Calling
from clew.operations.every_operation import OPERATIONS
from clew.operations.tool_definitions import Profile
from clew.server.guarding import Limits
from clew.server.mcp_server import mcp_server
from clew.server.running import made_app
from tests.store.memories import opened

HERE = "http://127.0.0.1:8321"
STORY: list[tuple[str, dict[str, Any]]] = [
    ("remember", {"text": "Anna lives in Oslo.", "at": "2024-01-02", "source": "diary"}),
    ("remember", {"text": "Anna moved to Rome.", "at": "2024-02-10", "metadata": {"n": 1}}),
    ("remember", {"text": "I like tea.", "role": "user", "name": "Ben", "conversation": "c"}),
    ("remember", {"text": "Anne works at Arken.", "at": "2024-03-01", "source": "chat"}),
    ("correct", {"item": "fact of Anna", "object": "Lima", "at": "2024-04-01"}),
    ("retire", {"item": "fact of Anne"}),
    ("patch_metadata", {"episode": "chat", "patch": {"n": None, "by": ["Ключ"]}}),
    ("merge", {"one": "Anna", "other": "Anne"}),
    ("split", {"entity": "Anne"}),
    ("forget", {"episode": "diary"}),
    ("learn_pending", {}),
]
"""Operations with their arguments; a fact or an episode is named by whose it is."""
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("ask", {"question": "Where does Anna live?"}),
    ("recall", {"query": "Who likes tea?", "k": 3}),
    ("history", {"entity": "Anna"}),
    ("conflicts", {}),
    ("context", {"query": "Anna"}),
    ("list", {"what": "sources"}),
    ("stats", {}),
    ("check", {}),
]


def in_python(name, given):
    """Return an operation as the method, the arguments and the keywords of `Memory`."""
    given = dict(given)
    if "at" in given:
        given["at"] = parse_time(given["at"])
    if name == "remember":
        text = given.pop("text")
        who = {key: given.pop(key) for key in ("role", "name") if key in given}
        return name, ({**who, "content": text} if who else text,), given
    if name == "correct":
        return name, (given.pop("item"), Correction(object=given.pop("object"))), given
    return (name, (), given) if name == "forget" else (name, tuple(given.values()), {})


def by_method(memory, name, given):
    method, arguments, keywords = in_python(name, given)
    return getattr(memory, method)(*arguments, **keywords)


@contextmanager
def methods(memory):
    yield partial(by_method, memory)


@contextmanager
def coroutines(memory):
    yield lambda *call: asyncio.run(by_method(AsyncMemory(memory), *call))


@contextmanager
def table(memory):
    yield lambda name, given: OPERATIONS[name].answer(memory, given)


@contextmanager
def served(memory):
    with TestClient(made_app(memory, None, Limits()), base_url=HERE) as client:
        yield client


@contextmanager
def rest(memory):
    with served(memory) as client:

        def call(name, given):
            answer = client.post(f"/v1/default/{name}", json=given)
            assert answer.status_code == 200, answer.text
            return answer.json()

        yield call


@contextmanager
def remote(memory):
    with served(memory) as client:
        yield partial(by_method, RemoteMemory(HERE, client=client))


@contextmanager
def mcp(memory):
    server = mcp_server(lambda _: calling)
    calling = Calling(memory, Profile.ADMIN, 20_000)

    async def called(name, given):
        async with Client(server) as host:
            return await host.call_tool(name, given)

    def call(name, given):
        result = anyio.run(called, name, given)
        (content,) = result.content
        assert not result.is_error, content.text
        if found := re.search(r'token "([^"]+)"', content.text):
            return call(name, {**given, "token": found[1]})
        return content.text

    yield call


def left(way):
    """Return what the story leaves as an export, and the answers to the questions if as JSON."""
    with opened() as memory, way(memory) as call:
        for name, given in STORY:
            arguments = dict(given)
            if "item" in arguments:
                arguments["item"] = memory.facts(arguments["item"].split()[-1])[0].id
            if "episode" in arguments:
                every = memory.browse("episodes").items
                arguments["episode"] = next(
                    one.id for one in every if one.source == arguments["episode"]
                )
            call(name, arguments)
        answers = [call(*question) for question in QUESTIONS] if way in (table, rest, mcp) else []
        return list(memory.export()), answers


@pytest.fixture(scope="module")
def here():
    return left(table)


@pytest.mark.parametrize("way", [methods, coroutines, rest, remote, mcp])
def test_a_story_leaves_the_same_memory(here, way):
    export, answers = left(way)
    assert export == here[0]
    if way is rest:
        assert answers == here[1]
    if way is mcp:  # its answers are texts for a model
        assert [answers[0].splitlines()[0], answers[-1]] == ["Lima", "Sound."]
