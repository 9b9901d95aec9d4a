"""The REST server: every operation, who may do what, limits, streams, and MCP beside it."""

import json
from contextlib import contextmanager
from errno import ENOSPC
from functools import cache, partial
from io import BytesIO
from threading import Event

import anyio
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.testclient import TestClient

from clew.async_memory import AsyncMemory
from clew.errors import StorageFullError, UsageError
from clew.operations.every_operation import OPERATIONS
from clew.operations.scope import Scope
from clew.operations.tool_definitions import Profile
from clew.server.guarding import Limits, Rate, refuse_open_network
from clew.server.rest import _events, _received, _start
from clew.server.running import door, made_app
from clew.server.shelf import Shelf
from clew.server.tokens import Holder, Tokens
from tests.server.running_server import running
from tests.store.memories import day, fill, opened

HERE = "http://127.0.0.1:8321"


@contextmanager
def served(memory, tokens=None, limits=None, profile=Profile.DEFAULT):
    """Return a client of a server of a memory."""
    app = made_app(memory, tokens, limits or Limits(), profile)
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def memory():
    with opened() as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail/1")
        memory.remember("Anna moved to Rome.", at=day(40), source="chat/1")
        yield memory
        assert memory.check() == []


@pytest.fixture
def client(memory):
    with served(memory) as client:
        yield client


@pytest.fixture(scope="module")
def refused():
    """A client that is refused, and so changes nothing: one for many requests."""
    with opened() as memory, served(memory) as client:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail/1")
        before = memory.revision
        yield client
        assert memory.revision == before


@pytest.fixture
def tokens(tmp_path):
    return Tokens(tmp_path / "tokens.json")


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def test_a_program_remembers_recalls_and_asks(client):
    told = {"text": "Anna has a cat.", "source": "chat/2", "at": "2025-01-01"}
    made = client.post("/v1/default/remember", json=told)
    assert made.status_code == 200
    assert made.json()["new"]
    answer = client.post("/v1/default/ask", json={"question": "Where does Anna live?"}).json()
    assert (answer["text"], answer["abstained"]) == ("Rome", False)
    found = client.post("/v1/default/recall", json={"query": "cat", "sources": ["chat/*"]}).json()
    assert {one["item"]["kind"] for one in found["results"]} == {"fact", "thesis", "episode"}


def test_every_operation_is_a_route_with_an_example_that_is_taken():
    with opened() as memory, served(fill(memory)) as client:
        schema = client.get("/openapi.json").json()
        for name, operation in OPERATIONS.items():
            route = schema["paths"][f"/v1/{{namespace}}/{name}"]["post"]
            assert route["operationId"] == name
            content = route["requestBody"]["content"]["application/json"]
            example = content["examples"]["example"]["value"]
            assert example == dict(operation.example)
            answer = client.post(f"/v1/default/{name}", json=example)
            if answer.status_code == 422:
                assert "other arguments" not in answer.json()["message"], name
            else:
                assert answer.status_code in {200, 404}, answer.text


def test_an_unknown_namespace_is_none_and_never_the_default(client, memory):
    before = memory.revision
    for path in ("/v1/other/remember", "/v1/defaul/remember"):
        refused = client.post(path, json={"text": "Ben has a dog."})
        assert (refused.status_code, refused.json()["code"]) == (404, "unknown_name")
    assert memory.revision == before
    assert client.put("/v1/namespaces/other").json() == {"namespace": "other", "created": True}
    assert client.put("/v1/namespaces/other").json()["created"] is False
    assert client.post("/v1/other/remember", json={"text": "Ben has a dog."}).status_code == 200
    assert client.get("/v1/namespaces").json() == {"namespaces": ["default", "other"]}
    found = client.post("/v1/default/recall", json={"query": "Ben dog"}).json()["results"]
    assert not any("Ben" in one["item"]["text"] for one in found)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("recall", {}, 422, "usage"),
        ("recall", {"query": "x", "colour": 1}, 422, "usage"),
        ("recall", {"query": "x", "since": "soon"}, 422, "usage"),
        ("recall", {"query": "x", "metadata": {"a": {"$near": 1}}}, 422, "usage"),
        ("history", {"entity": "Nobody"}, 404, "unknown_name"),
        ("item", {"item": 10**30}, 404, "unknown_name"),
        ("item", {"item": 0}, 404, "unknown_name"),
        ("episode", {"episode": -1}, 404, "unknown_name"),
        ("list", {"what": "facts", "cursor": "x"}, 422, "usage"),
        ("forget", {}, 422, "usage"),
        ("remember", {"text": "\ud800"}, 422, "usage"),
        ("entity", {"entity": f"id:{'9' * 5000}"}, 404, "unknown_name"),
        ("no_such_operation", {}, 404, "unknown_name"),
    ],
)
def test_what_is_wrong_is_told_with_a_code(refused, path, body, status, code):
    kind = {"content-type": "application/json"}
    answer = refused.post(f"/v1/default/{path}", content=json.dumps(body), headers=kind)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) == {"code", "message", "retry"}


def test_what_is_nested_too_deep_is_refused_and_spoils_no_answer(client):
    for levels in (101, 400, 900, 5000):
        deep = '{"a":' * levels + "1" + "}" * levels
        for path, body in (
            ("remember", f'{{"text": "Hm.", "metadata": {deep}}}'),
            ("recall", f'{{"query": "Hm.", "metadata": {deep}}}'),
            ("patch_metadata", f'{{"episode": 1, "patch": {deep}}}'),
            ("stats", deep),
        ):
            kind = {"content-type": "application/json"}
            answer = client.post(f"/v1/default/{path}", content=body, headers=kind)
            assert (answer.status_code, answer.json()["code"]) in {(422, "usage"), (400, "usage")}
    texts = client.post("/v1/default/list", json={"what": "episodes"}).json()["items"]
    assert [one["metadata"] for one in texts] == [{}, {}]


def test_what_reaches_no_operation_is_told_like_any_error(client):
    for method, path, status, code in (
        ("GET", "/v1/default/recall", 405, "usage"),
        ("GET", "/nowhere", 404, "unknown_name"),
        ("DELETE", "/v1/namespaces", 405, "usage"),
    ):
        answer = client.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert set(answer.json()) == {"code", "message", "retry"}
        assert path in answer.json()["message"]


def test_an_export_of_a_later_version_is_the_callers_error(client):
    client.put("/v1/namespaces/copy")
    made = client.post("/v1/copy/import", content=b'{"format":"clew","version":99}\n')
    assert (made.status_code, made.json()["code"]) == (422, "newer_file")


JUNK: tuple[object, ...] = (
    None, 0, -1, 2**63, 10**30, 0.5, True, "", " ", "Anna", "id:3", f"id:{'9' * 40}", "2024",
    "2024-13-01", "\x00", "ключ", "x" * 5000, "9" * 400, "9999-12-31T23:59:59+14:00", "AND OR NOT",
    '"unclosed', "a*b^c:d", [], ["a"], [[]], {}, {"a": 1}, {"a": {"$gte": 1}}, {"$in": [1]}, "[{]",
)  # fmt: skip
CHANGING = {"trust"}
"""Left out: a level for a strange pattern changes what all other calls do."""


@settings(deadline=None)
@given(st.data())
def test_no_arguments_make_the_server_fail(data):
    """The errors of a program are its own to see; a 500 would be ours."""
    with filled_and_served() as client:
        name = data.draw(st.sampled_from(sorted(OPERATIONS.keys() - CHANGING)))
        request = OPERATIONS[name].request
        given = dict(OPERATIONS[name].example)
        for field in request.model_fields:
            if data.draw(st.booleans()):
                given[field] = data.draw(st.sampled_from(JUNK) | st.integers(1, 120))
        answer = client.post(f"/v1/default/{name}", json=given)
        assert answer.status_code < 500, (name, given)


@cache
def filled_server():
    """Return a filled memory and a server of it, for many requests."""
    memory = fill(opened())
    return memory, made_app(memory, None, Limits(per_minute=10**9))


@contextmanager
def filled_and_served():
    """Return a client; the app lives as long as the tests."""
    yield TestClient(filled_server()[1], base_url=HERE, raise_server_exceptions=False)


def test_a_token_for_a_name_with_brackets_opens_that_and_no_other():
    holder = Holder("app", (Scope.READ,), ("team[1]", "lab[2]*"))
    asked = ("team[1]", "team1", "lab[2]/a", "lab2/a")
    assert [holder.sees(name) for name in asked] == [True, False, True, False]


def test_a_token_opens_what_it_is_for_and_nothing_else(memory, tokens):
    read = tokens.add("reader", [Scope.READ], ["default"])
    write = tokens.add("writer", [Scope.READ, Scope.WRITE], ["team-*"])
    with served(memory, tokens) as client:
        asked = {"question": "Where does Anna live?"}
        assert client.post("/v1/default/ask", json=asked).status_code == 401
        for wrong in ("", "x", read[:-1], f"{read}x"):
            got = client.post("/v1/default/ask", json=asked, headers=bearer(wrong))
            assert got.status_code == 401
        got = client.post("/v1/default/ask", json=asked, headers=bearer(read))
        assert got.json()["text"] == "Rome"
        told = {"text": "Ben has a dog."}
        got = client.post("/v1/default/remember", json=told, headers=bearer(read))
        assert (got.status_code, got.json()["code"]) == (403, "forbidden")
        got = client.post("/v1/default/ask", json=asked, headers=bearer(write))
        assert got.status_code == 404
        assert client.put("/v1/namespaces/team-a", headers=bearer(write)).status_code == 200
        assert client.put("/v1/namespaces/other", headers=bearer(write)).status_code == 404
        got = client.post("/v1/team-a/remember", json=told, headers=bearer(write))
        assert got.status_code == 200
        got = client.post("/v1/team-a/forget", json={"episode": 1}, headers=bearer(write))
        assert got.status_code == 403
        assert client.get("/v1/namespaces", headers=bearer(write)).json() == {
            "namespaces": ["team-a"]
        }
        assert client.get("/metrics").status_code == 401
        assert client.get("/health").status_code == client.get("/ready").status_code == 200
        tokens.revoke("reader")
        got = client.post("/v1/default/ask", json=asked, headers=bearer(read))
        assert got.status_code == 401


def test_a_server_asks_for_the_tokens_that_lie_beside_its_file(tmp_path):
    path = tmp_path / "m.clew"
    asked = {"question": "Where does Anna live?"}
    with opened() as kept, pytest.raises(UsageError, match="clew token add"):
        door(kept.store.database.path, "0.0.0.0")
    with opened(path) as memory:
        memory.remember("Anna lives in Oslo.", at=day(1))
        opened_first = door(path, "127.0.0.1")
        with pytest.raises(UsageError, match="clew token add"):
            door(path, "0.0.0.0")
        token = Tokens.beside(path).add("app", [Scope.READ], ["*"])
        with served(memory, door(path, "0.0.0.0")) as client:
            assert client.post("/v1/default/ask", json=asked).status_code == 401
            got = client.post("/v1/default/ask", json=asked, headers=bearer(token))
            assert got.json()["text"] == "Oslo"
            far = {**bearer(token), "host": "memory.example:8321"}
            assert client.post("/v1/default/ask", json=asked, headers=far).status_code == 200
            Tokens.beside(path).revoke("app")
            for headers in ({}, bearer(token), far):
                got = client.post("/v1/default/ask", json=asked, headers=headers)
                assert got.status_code == 401
        with served(memory, opened_first) as client:
            assert client.post("/v1/default/ask", json=asked).status_code == 200


def test_a_server_that_runs_asks_for_the_first_token_that_is_made(tmp_path):
    path, asked = tmp_path / "m.clew", {"question": "Where does Anna live?"}
    with opened(path) as memory, served(memory, door(path, "127.0.0.1")) as client:

        def status(**headers):
            return client.post("/v1/default/ask", json=asked, headers=headers).status_code

        assert client.get("/page/about").json()["way"] == "open"
        assert (status(), status(host="memory.example:8321")) == (200, 403)
        token = Tokens.beside(path).add("app", [Scope.READ], ["*"])
        assert client.get("/page/about").json() == {"way": "token"}
        assert (status(), status(**bearer(token))) == (401, 200)
        assert client.post("/mcp", json={}).status_code == 401
        assert status(**bearer(token), host="memory.example:8321") == 200
        Tokens.beside(path).revoke("app")
        assert (status(), status(**bearer(token))) == (401, 401)
        Tokens.beside(path).path.write_text("no tokens")
        assert status() == 500


def test_one_token_does_not_use_up_what_another_may_ask(memory, tokens):
    one, two = (tokens.add(name, [Scope.READ], ["*"]) for name in ("one", "two"))
    with served(memory, tokens, Limits(per_minute=40)) as client:
        many = [client.get("/health", headers=bearer(one)).status_code for _ in range(20)]
        assert many[-1] == 429
        assert client.get("/health", headers=bearer(two)).status_code == 200
        assert client.get("/health").status_code == 200
        tokens.path.write_text("not tokens")
        got = client.post("/v1/default/stats", json={}, headers=bearer(one))
        assert (got.status_code, got.json()["code"]) == (500, "store")


class Counted(Tokens):
    """Tokens that count how often their file is read."""

    reads = 0

    def holders(self):
        self.reads += 1
        return super().holders()


def test_the_tokens_are_read_once_for_a_request(memory, tmp_path):
    tokens = Counted(tmp_path / "tokens.json")
    headers = bearer(tokens.add("app", [Scope.READ], ["*"]))
    with served(memory, tokens) as client:
        for path, body in (("/v1/default/stats", {}), ("/mcp", {"jsonrpc": "2.0"})):
            tokens.reads = 0
            client.post(path, json=body, headers=headers)
            assert tokens.reads == 1


def test_tokens_are_kept_as_hashes_by_their_owner_alone(tokens):
    token = tokens.add("app", [Scope.READ], ["*"])
    text = tokens.path.read_text()
    assert token not in text
    assert tokens.path.stat().st_mode & 0o077 == 0
    assert tokens.find(token).name == "app"
    new = tokens.rotate("app")
    assert tokens.find(token) is None
    assert tokens.find(new).scopes == (Scope.READ,)
    for wrong in (("app", [Scope.READ], ["*"]), (" ", [Scope.READ], ["*"]), ("b", [], ["*"])):
        with pytest.raises(UsageError):
            tokens.add(*wrong)


def test_a_network_address_needs_a_token():
    for host in ("0.0.0.0", "192.168.1.2", "::", "example.org"):
        with pytest.raises(UsageError, match="clew token add"):
            refuse_open_network(host, has_tokens=False)
        refuse_open_network(host, has_tokens=True)
    for host in ("127.0.0.1", "localhost", "::1"):
        refuse_open_network(host, has_tokens=False)


@pytest.mark.parametrize(
    "headers",
    [{"host": "evil.example:8321"}, {"origin": "https://evil.example"}, {"origin": "null"}],
)
def test_without_tokens_a_page_in_a_browser_reaches_nothing(refused, headers):
    question = {"question": "Where does Anna live?"}
    got = refused.post("/v1/default/ask", json=question, headers=headers)
    assert (got.status_code, got.json()["code"]) == (403, "forbidden")
    assert refused.post("/mcp", json={}, headers=headers).status_code == 403


def test_a_body_that_is_not_called_json_is_told_so(refused):
    question = '{"question": "Where does Anna live?"}'
    kind = {"content-type": "application/x-www-form-urlencoded"}  # what `curl -d` sends
    got = refused.post("/v1/default/ask", content=question, headers=kind)
    said = "expected a body with the header Content-Type: application/json, got application/x-"
    assert (got.status_code, said in got.json()["message"]) == (422, True)


def test_a_body_without_a_length_is_limited_and_only_imports_are_not(memory):
    kind = {"content-type": "application/json"}
    with served(memory, limits=Limits(body_bytes=2000)) as client:
        chunks = iter([b'{"text": "', *[b"x" * 100] * 30, b'"}'])
        cut = client.post("/v1/default/remember", content=chunks, headers=kind)
        assert (cut.status_code, cut.json()["code"]) == (413, "too_large")
        client.put("/v1/namespaces/import")
        assert client.post("/mcp/import", content=b" " * 3000, headers=kind).status_code == 413
        lines = "".join(memory.export()).encode()
        assert len(lines) > 2000
        assert client.post("/v1/import/import", content=lines).status_code == 200


def test_bodies_rates_and_times_are_limited(memory):
    small = Limits(body_bytes=2000, per_minute=40)
    with served(memory, limits=small) as client:
        big = client.post("/v1/default/remember", json={"text": "x" * 3000})
        assert (big.status_code, big.json()["code"]) == (413, "too_large")
        many = [client.get("/health").status_code for _ in range(20)]
        assert many[:9] == [200] * 9
        assert many[-1] == 429
        assert int(client.get("/health").headers["retry-after"]) >= 1
        made_up = [client.get("/health", headers=bearer(str(n))).status_code for n in range(5)]
        assert made_up == [429] * 5
    with served(memory, limits=Limits(seconds=0.0)) as client:
        late = client.post("/v1/default/ask", json={"question": "Where does Anna live?"})
        assert (late.status_code, late.json()["code"], late.json()["retry"]) == (
            504,
            "timeout",
            True,
        )


def test_a_stream_of_changes_ends_when_the_server_does(memory):
    ending = Event()

    async def main():
        events = _events(AsyncMemory(memory, threads=1), 0, ending)
        told = [await anext(events) for _ in range(3)]
        ending.set()
        with anyio.fail_after(60):
            told += [event async for event in events]
        return told

    told = anyio.run(main)
    assert told[0].startswith(":")
    assert len([event for event in told if "event: change" in event]) == len(memory.changes())


def test_a_stream_that_is_cut_off_within_a_revision_goes_on_with_all_of_it(memory):
    """Whatever the last event that arrived: what comes after its id is all that is missing."""

    async def main():
        events = _events(AsyncMemory(memory, threads=1), 0, Event())
        return [await anext(events) for _ in range(1 + len(memory.changes()))]

    seen, after = [], memory.changes()
    for event in anyio.run(main)[1:]:
        name, _, data = event.splitlines()[:3]
        seen.append(json.loads(data.removeprefix("data: ")))
        after = memory.changes(int(name.removeprefix("id: ")))
        assert {each["id"] for each in seen} | {each.id for each in after} == {
            each.id for each in memory.changes()
        }
    assert after == []


def test_a_stream_from_no_revision_is_refused(client):
    answer = client.get("/v1/default/watch?since=-1")
    assert (answer.status_code, answer.json()["code"]) == (422, "usage")


@pytest.mark.parametrize(
    ("seen", "since", "start"),
    [("7", 3, 7), ("", 3, 3), ("", None, None), ("x", 3, 3), ("9" * 5000, 3, 3), ("-1", 3, 3)],
)
def test_a_stream_goes_on_after_the_last_event_that_was_seen(seen, since, start):
    assert _start({"last-event-id": seen}, since) == start


def test_a_rate_fills_again():
    rate = Rate(60)
    assert [rate.take("a", 0.0) for _ in range(15)] == [0.0] * 15
    assert rate.take("a", 0.0) == pytest.approx(1.0)
    assert rate.take("b", 0.0) == 0.0
    assert rate.take("a", 1.1) == 0.0


def test_exports_and_imports_are_streams(client, memory):
    exported = client.get("/v1/default/export")
    assert exported.text == "".join(memory.export())
    assert client.put("/v1/namespaces/copy").status_code == 200
    body = exported.content
    parts = iter([body[:100], body[100:101], body[101:]])
    made = client.post("/v1/copy/import", content=parts)
    assert made.status_code == 200
    copied = client.get("/v1/copy/export").text.splitlines()
    assert copied[1:-1] == exported.text.splitlines()[1:-1]
    cut = client.post("/v1/copy/import", content=body[:500])
    assert cut.status_code == 422


def test_an_upload_that_stalls_keeps_nobody_from_writing(memory):
    body = "".join(memory.export()).encode()
    Shelf(memory).create("copy")
    app = made_app(memory, None, Limits())
    tell = partial(memory.remember, "Ben lives in Lima.", at=day(50))
    parts, sent = [body[:400], body[400:]], []

    async def receive():
        with anyio.fail_after(30):
            await anyio.to_thread.run_sync(tell, abandon_on_cancel=True)
        return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/v1/copy/import", "query_string": b"",
        "headers": [(b"host", b"127.0.0.1:8321")], "client": ("127.0.0.1", 1),
    }  # fmt: skip
    anyio.run(app, scope, receive, send)
    assert sent[0]["status"] == 200
    assert memory.in_namespace("copy").facts("Anna")


class Full(BytesIO):
    """A file on a disk that is full."""

    def write(self, _chunk):
        raise OSError(ENOSPC, "No space left on device")


def test_an_upload_for_which_there_is_no_room_is_told():
    async def chunks():
        yield b"{}"

    with pytest.raises(StorageFullError, match="No space left"):
        anyio.run(_received, chunks(), Full())


def test_what_was_done_is_counted(client):
    client.post("/v1/default/ask", json={"question": "Where does Anna live?"})
    client.post("/v1/default/history", json={"entity": "Nobody"})
    text = client.get("/metrics").text
    assert 'clew_requests_total{operation="ask",status="200"} 1' in text
    assert 'clew_requests_total{operation="history",status="404"} 1' in text
    assert 'clew_request_seconds_count{operation="ask"} 1' in text
    assert "clew_namespaces 1" in text


# -- MCP over HTTP -------------------------------------------------------------------------


def test_no_other_site_may_read_an_answer(client):
    got = client.get("/health", headers={"origin": "http://localhost:3000"})
    assert "access-control-allow-origin" not in got.headers


def spoken(client, method, headers=None, path="/mcp", **params):
    """Send one request of the stateless protocol by hand, and return its result."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"_meta": meta, **params}}
    sent = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": method,
        **({"mcp-name": params["name"]} if "name" in params else {}),
        **(headers or {}),
    }
    return client.post(path, json=body, headers=sent, follow_redirects=False)


def test_agents_are_served_by_the_same_tokens(memory, tokens):
    read = tokens.add("reader", [Scope.READ], ["default"])
    write = tokens.add("agent", [Scope.READ, Scope.WRITE, Scope.FORGET], ["default"])
    with served(memory, tokens) as client:
        assert spoken(client, "tools/list").status_code == 401
        few = spoken(client, "tools/list", bearer(read)).json()["result"]["tools"]
        more = spoken(client, "tools/list", bearer(write)).json()["result"]["tools"]
        assert (len(few), len(more)) == (5, 8)
        asked = {"name": "ask", "arguments": {"question": "Where does Anna live?"}}
        answer = spoken(client, "tools/call", bearer(read), **asked).json()["result"]
        assert answer["content"][0]["text"].startswith("Rome\n")
        told = {"name": "remember", "arguments": {"text": "Ben has a dog."}}
        refused = spoken(client, "tools/call", bearer(read), **told).json()["result"]
        assert refused["isError"] is True
        assert spoken(client, "tools/list", bearer(read), path="/mcp/other").status_code == 404


@pytest.mark.slow
@pytest.mark.enable_socket
def test_the_real_client_speaks_to_a_running_server(tmp_path):
    with opened(tmp_path / "m.clew") as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail/1")
    with running(tmp_path / "m.clew") as address:

        async def main(mode):
            transport = streamable_http_client(f"{address}/mcp")
            async with Client(transport, mode=mode) as host:
                asked = {"question": "Where does Anna live?"}
                result = await host.call_tool("ask", asked)
                return host.protocol_version, str(result.content[0])

        for mode, version in (("auto", "2026-07-28"), ("legacy", "2025-11-25")):
            spoke, text = anyio.run(main, mode)
            assert spoke == version
            assert "Oslo\\n" in text
