"""`RemoteMemory`: the values and errors of `Memory`, over the wire and back."""

import inspect
import re
import sys
import tomllib
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

from clew import ChatMessage, Correction, Filter, Input, Memory, RemoteMemory
from clew.errors import (
    BusyError,
    ClewError,
    NotInstalledError,
    StoreError,
    UnknownNameError,
    UsageError,
)
from clew.operations.scope import Scope
from clew.server.guarding import Limits
from clew.server.running import made_app
from clew.server.tokens import Tokens
from tests.store.memories import day, fill, opened

HERE = "http://127.0.0.1:8321"


@contextmanager
def both(tokens=None, token=None):
    """Return a filled memory and the same over a wire."""
    with opened() as memory:
        app = made_app(fill(memory), tokens, Limits())
        with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
            yield memory, RemoteMemory(HERE, token=token, client=client)


READINGS = [
    lambda m: m.recall("Where does Anna live?", k=7),
    lambda m: m.recall("Anna", where=Filter(sources=("diary",), until=day(40))),
    lambda m: m.context("Where does Anna live?", budget=300),
    lambda m: m.facts("Anna"),
    lambda m: m.history("Anna"),
    lambda m: m.theses("Anna"),
    lambda m: m.entity("Anna"),
    lambda m: m.episode(1),
    lambda m: m.conflicts(),
    lambda m: m.changes(3),
    lambda m: m.stats(),
    lambda m: list(m.export()),
    *(
        lambda m, what=what: m.browse(what, limit=20, past=True)
        for what in ("episodes", "entities", "facts", "theses", "sources", "conversations")
    ),
    lambda m: m.forget(entity="Anna", dry_run=True),
    lambda m: m.forget(conversation=m.browse("conversations").items[0].name, dry_run=True),
    lambda m: m.namespaces(),
]


@pytest.fixture(scope="module")
def pair():
    with both() as pair:
        yield pair


@pytest.mark.parametrize("number", range(len(READINGS)))
def test_what_is_read_is_the_same_value(pair, number):
    memory, remote = pair
    assert READINGS[number](remote) == READINGS[number](memory)


PASTS = [{"valid": day(2)}, {"valid": day(40), "known": 3}, {"known": 2}]


@pytest.mark.parametrize("past", PASTS)
def test_what_is_read_as_of_another_time_is_the_same_value(pair, past):
    memory, remote = (one.as_of(**past) for one in pair)
    for read in (
        lambda m: m.recall("Where does Anna live?"),
        lambda m: m.facts("Anna"),
        lambda m: m.history("Anna"),
        lambda m: m.theses("Anna"),
        lambda m: m.entity("Anna"),
        lambda m: m.ask("Where does Anna live?").text,
        lambda m: m.context("Anna"),
        lambda m: m.browse("facts"),
        lambda m: m.browse("episodes", newest=True),
        lambda m: m.episode(1),
        lambda m: m.conflicts(),
    ):
        assert read(remote) == read(memory)
    assert pair[1].facts("Anna") == pair[0].facts("Anna")


def test_many_texts_are_remembered_alike():
    said = [
        {"role": "user", "name": "Dora", "content": "I live in Rome.", "at": "2024-07-01"},
        Input("Cleo lives in Rome.", day(9), "note"),
        "Dora knows Cleo.",
    ]
    counted: list[int] = []
    with both() as (memory, remote), opened() as alone:
        fill(alone)
        more = {"at": day(200), "source": "x", "conversation": "c", "once": True}
        told = remote.remember_many(said, **more, progress=counted.append)
        for one in said:
            alone.remember(one, **more)
        assert list(memory.export()) == list(alone.export())
        assert counted == [1, 1, 1]
        assert [one.already_known for one in told] == [False] * 3
        again = remote.remember_many(said, **more, wait=False)
        assert [one.already_known for one in again] == [True] * 3


def test_the_guide_names_every_method_that_is_not_there():
    guide = (Path(__file__).parents[2] / "docs/server.md").read_text("utf-8")
    missing = {name for name in dir(Memory) if not name.startswith("_")} - {*dir(RemoteMemory)}
    part = guide.partition("## From Python")[2].partition("\n## ")[0]
    told = set(re.findall(r"`(\w+)`", part.partition("are not there")[2]))
    assert missing - {"namespace"} <= told


def test_a_time_as_text_is_refused_here_and_there():
    with both() as (memory, remote):
        for one in (memory, remote):
            with pytest.raises(UsageError, match="expected an aware datetime or a step number"):
                one.remember("Dora lives in Rome.", at="2024-01-01")


def test_a_text_is_learned_from_while_nobody_waits():
    with both() as (memory, remote):
        told = remote.remember("Dora lives in Rome.", at=day(200), source="x", wait=False)
        assert told.pending
        (job,) = remote.jobs(told.episodes, wait_s=30)
        assert job == memory.jobs(told.episodes)[0]
        assert job.said == "2 new, 0 confirmed, 0 superseded"
        assert remote.jobs() == memory.jobs()


@pytest.mark.parametrize(
    "said",
    [
        {"role": "user", "name": "Dora", "content": "I live in Rome.", "at": "2024-07-01"},
        ChatMessage("user", "I live in Rome."),
        Input("Dora lives in Rome.", day(9), "note", {"n": 1}, "talk"),
        Input("Dora: I live in Rome.", day(9), role="user", speaker="Dora"),
    ],
)
def test_whatever_can_be_remembered_is_remembered_alike(said):
    with both() as (memory, remote), opened() as alone:
        fill(alone)
        for one in (remote, alone):
            one.remember(said, at=day(200), source="x", conversation="c")
        assert list(memory.export()) == list(alone.export())


@pytest.mark.parametrize("who", [{"role": "user"}, {"speaker": "Ben", "role": "user"}])
def test_an_input_that_does_not_say_who_speaks_is_refused(who):
    with both() as (memory, remote):
        before = memory.stats()
        with pytest.raises(UsageError, match=f"to begin with '{who.get('speaker', 'user')}: '"):
            remote.remember(Input("Hello.", day(9), **who))
        assert memory.stats() == before


def test_what_is_written_is_there():
    with both() as (memory, remote):
        told = remote.remember("Dora lives in Rome.", at=day(200), source="x", metadata={"a": 1})
        assert memory.episode(told.episode).metadata == {"a": 1}
        assert remote.patch_metadata(told.episode, {"a": None, "b": [2]}) == {"b": [2]}
        fact = remote.facts("Dora")[0]
        made = remote.correct(fact.id, Correction(object="Lima"), at=day(300))
        assert made.superseded == (fact.id,)
        remote.retire(made.item)
        remote.restore(made.item)
        assert [one.object_name for one in remote.facts("Dora")] == ["Lima"]
        assert remote.ask("Where does Dora live?").text == "Lima"
        assert remote.forget(episode=told.episode).complete
        assert remote.merge("Dora", "Cleo").aliases == ("Cleo",)
        assert remote.split("Cleo").name == "Cleo"
        assert len(remote.learn_pending()) == 1
        assert memory.check() == []


def test_errors_are_of_the_same_class():
    with both() as (_, remote):
        with pytest.raises(UnknownNameError, match="did you mean 'Anna'"):
            remote.history("Ana")
        with pytest.raises(UsageError, match="exactly one of"):
            remote.forget()
        with pytest.raises(UnknownNameError, match="namespace"):
            RemoteMemory(HERE, namespace="other", client=remote._client).stats()
        with pytest.raises(UsageError, match="an address"):
            RemoteMemory("here")


def test_a_namespace_is_made_and_a_token_sent(tmp_path):
    tokens = Tokens(tmp_path / "tokens.json")
    token = tokens.add("app", [Scope.READ, Scope.WRITE], ["*"])
    with both(tokens, token) as (_, remote):
        assert remote.stats().namespace == "default"
        other = RemoteMemory(HERE, namespace="team", token=token, client=remote._client)
        other.create()
        other.remember("Anna lives in Oslo.", at=day(1))
        assert other.browse("episodes").total == 1
        with pytest.raises(ClewError, match="scope forget"):
            other.forget(episode=1)
        with pytest.raises(ClewError, match="expected a token"):
            RemoteMemory(HERE, client=remote._client).stats()


@pytest.mark.parametrize("name", ["team?b", "team#b", "50% é", "a\nb"])
def test_a_namespace_has_the_name_that_it_is_given(name):
    with both() as (memory, remote):
        other = RemoteMemory(HERE, namespace=name, client=remote._client)
        other.create()
        other.remember("Anna lives in Oslo.", at=day(1))
        assert set(memory.store.names()) == {"default", name}
        assert [*other.export()] == [*memory.in_namespace(name).export()]


@pytest.mark.parametrize("odd", [float("nan"), day(1), "\ud800"], ids=["nan", "time", "half"])
def test_what_json_cannot_hold_is_refused_here_and_there(odd):
    with both() as pair:
        for memory in pair:
            with pytest.raises(UsageError):
                memory.remember("Anna lives in Oslo.", metadata={"odd": odd})


@pytest.mark.parametrize("status", [404, 200])
def test_something_else_on_the_port_says_so(status):
    async def page(_scope, _receive, send):
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b"<html>"})

    client = TestClient(page, base_url=HERE)
    with pytest.raises(StoreError, match="an answer of clew serve"):
        RemoteMemory(HERE, client=client).stats()


def test_arguments_are_those_of_a_memory():
    for name in dir(RemoteMemory):
        mine, theirs = getattr(RemoteMemory, name), getattr(Memory, name, None)
        if not name.startswith("_") and theirs is not None and callable(mine):
            # Both are fields of `Asking` there.
            arguments = set(inspect.signature(mine).parameters) - {"where", "style"}
            assert arguments <= set(inspect.signature(theirs).parameters), name


def test_a_server_that_does_not_answer_is_said_to_be_busy():
    def refuse(request):
        raise httpx2.ConnectError("connection refused")

    client = httpx2.Client(transport=httpx2.MockTransport(refuse))
    with RemoteMemory(HERE, client=client) as memory:
        for call in (lambda: memory.recall("Anna"), lambda: list(memory.export())):
            with pytest.raises(BusyError, match=r"no answer from .*: connection refused"):
                call()


def test_without_the_extra_it_is_named(monkeypatch):
    extras = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert "httpx2>=2.0" in extras["project"]["optional-dependencies"]["client"]
    monkeypatch.setitem(sys.modules, "httpx2", None)
    with pytest.raises(NotInstalledError, match=r"httpx2 .* 'clew\[client\]'"):
        RemoteMemory(HERE)
