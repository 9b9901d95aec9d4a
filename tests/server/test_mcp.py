"""The MCP server, spoken to by the SDK's own client in both eras, and over real stdio."""

import json
import subprocess
import sys
from pathlib import Path

import anyio
import mcp_types as types
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from clew.operations.calling import Calling
from clew.operations.every_operation import OPERATIONS
from clew.operations.tool_definitions import Profile, tools_of
from clew.recall.pack import count_tokens
from clew.server.mcp_server import mcp_server, tool_types
from clew.tools import INSTRUCTIONS
from tests.store.memories import day, fill, opened

ERAS = {"auto": "2026-07-28", "legacy": "2025-11-25"}
"""How a host connects, and the version of the protocol that it then speaks."""


@pytest.fixture
def memory():
    with opened() as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail/1")
        memory.remember("Anna moved to Rome.", at=day(40), source="chat/1")
        yield memory
        assert memory.check() == []


def talk(memory, scenario, era="auto", profile=Profile.DEFAULT, budget=2000, **client):
    """Run a scenario with a client of a server of a memory."""

    async def main():
        calling = Calling(memory, profile, budget)
        server = mcp_server(lambda _request: calling)
        async with Client(server, mode=era, **client) as host:
            return await scenario(host)

    return anyio.run(main)


async def said(host, name, **arguments):
    given = {key: value for key, value in arguments.items() if value is not None}
    result = await host.call_tool(name, given)
    (content,) = result.content
    return content.text if not result.is_error else f"ERROR {content.text}"


@pytest.mark.parametrize("era", ERAS)
def test_a_host_remembers_recalls_and_asks(memory, era):
    async def scenario(host):
        assert host.instructions == INSTRUCTIONS
        assert host.protocol_version == ERAS[era]
        told = await said(
            host, "remember", text="Anna has a cat.", source="chat/2", at="2025-01-01"
        )
        assert "new fact" in told
        assert "Rome" in await said(host, "recall", query="Where does Anna live?")
        assert (await said(host, "ask", question="Where does Anna live?")).startswith("Rome\n")
        assert "Oslo" in await said(host, "history", entity="Anna")
        assert await said(host, "conflicts") == "No conflicts."
        listed = await said(host, "list", what="sources")
        assert listed.count(" text, ") == 3

    talk(memory, scenario, era)


def test_the_definitions_of_the_default_tools_are_short():
    tools = tools_of(Profile.DEFAULT)
    assert len(tools) == 8
    shown = [tool.model_dump_json(by_alias=True, exclude_none=True) for tool in tool_types(tools)]
    assert count_tokens("".join(shown)) <= 2000
    assert count_tokens(INSTRUCTIONS) <= 400


@pytest.mark.parametrize("profile", list(Profile))
def test_hints_say_what_is_enforced(profile):
    for tool in tool_types(tools_of(profile)):
        operation, hints = OPERATIONS[tool.name], tool.annotations
        assert hints is not None
        assert hints.read_only_hint == operation.read_only
        assert hints.destructive_hint == operation.destructive
        assert hints.open_world_hint is False
        assert operation.read_only or profile is not Profile.READ_ONLY


def test_a_tool_of_another_profile_is_refused_and_does_nothing(memory):
    async def scenario(host):
        before = memory.revision
        for name in ("remember", "forget", "retire", "nonsense"):
            assert (await said(host, name, text="x", item=1)).startswith("ERROR unknown_name")
        assert memory.revision == before

    talk(memory, scenario, profile=Profile.READ_ONLY)


def test_more_than_one_item_is_not_forgotten_by_default(memory):
    async def scenario(host):
        for wide in ({"source": "mail/1"}, {"entity": "Anna"}):
            assert (await said(host, "forget", **wide)).startswith("ERROR unknown_name")

    talk(memory, scenario)
    schema = tools_of(Profile.DEFAULT)["forget"].schema
    assert schema["required"] == ["episode"]
    assert set(schema["properties"]) == {"episode", "token"}


def test_what_is_wrong_is_told_to_the_model(memory):
    async def scenario(host):
        assert "query: Field required" in await said(host, "recall", k=3)
        assert "did you mean 'Anna'" in await said(host, "history", entity="Ana")
        assert (await said(host, "correct", item=9999, object="x")).startswith("ERROR unknown_name")

    talk(memory, scenario)


def test_answers_keep_their_budget_and_can_be_continued():
    with opened() as memory:
        for number in range(40):
            memory.remember(f"Anna visited town {number} with Ben.", at=day(number), source="log")

        async def scenario(host):
            lines: list[str] = []
            cursor = None
            while True:
                text = await said(host, "list", what="episodes", cursor=cursor)
                assert count_tokens(text) <= 400 + 60
                *shown, last = text.splitlines()
                if not last.startswith("("):
                    return [*lines, *shown, last]
                lines += shown
                assert " more; cursor " in last
                cursor = last.split('"')[1]

        lines = talk(memory, scenario, budget=400)
        assert [line.split(":")[0] for line in lines] == [
            f"episode {one.id}" for one in memory.browse("episodes").items
        ]


@pytest.mark.parametrize("era", ERAS)
def test_forgetting_takes_a_preview_and_its_token(memory, era):
    rome = memory.browse("episodes").items[1].id

    async def scenario(host):
        preview = await said(host, "forget", episode=rome)
        assert "Would erase: 1 episode," in preview
        assert memory.episode(rome).text == "Anna moved to Rome."
        token = preview.split('token "')[1].split('"')[0]
        other = memory.browse("episodes").items[0].id
        for episode, given in ((other, token), (rome, "1-x"), (rome, token[:-1])):
            wrong = await said(host, "forget", episode=episode, token=given)
            assert wrong.startswith("ERROR usage")
        assert memory.browse("episodes").total == 2
        assert "Erased: 1 episode," in await said(host, "forget", episode=rome, token=token)
        again = await said(host, "forget", episode=rome, token=token)
        assert again.startswith("ERROR")

    talk(memory, scenario, era)
    assert memory.ask("Where does Anna live?").text == "Oslo"


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_a_host_that_can_asks_the_user(memory, era, action):
    rome = memory.browse("episodes").items[1].id
    asked = []

    async def answer(_context, params):
        asked.append(params.message)
        return types.ElicitResult(action=action)

    async def scenario(host):
        return await said(host, "forget", episode=rome)

    text = talk(memory, scenario, era, elicitation_callback=answer)
    assert len(asked) == 1
    assert "Would erase: 1 episode," in asked[0]
    assert ("Erased: 1" in text) == (action == "accept")
    assert memory.browse("episodes").total == (1 if action == "accept" else 2)


def test_every_tool_of_an_administrator_can_be_called():
    with opened() as memory:
        fill(memory)

        async def scenario(host):
            for name, operation in OPERATIONS.items():
                text = await said(host, name, **operation.example)
                assert not text.startswith("ERROR usage: expected arguments"), name

        talk(memory, scenario, profile=Profile.ADMIN)


# -- over stdio ----------------------------------------------------------------------------


def server_of(path: Path, *more):
    arguments = ["-m", "clew", "mcp", "--memory", str(path), *more]
    return StdioServerParameters(command=sys.executable, args=arguments)


@pytest.fixture
def path(tmp_path):
    """A file with an embedder that loads quickly."""
    with opened(tmp_path / "m.clew") as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail/1")
    return tmp_path / "m.clew"


@pytest.mark.parametrize("era", ["auto", pytest.param("legacy", marks=pytest.mark.slow)])
def test_a_host_starts_a_server_and_speaks_to_it_over_stdio(path, era):
    async def main():
        async with Client(server_of(path), mode=era) as host:
            assert host.protocol_version == ERAS[era]
            assert [tool.name for tool in (await host.list_tools()).tools] == [
                *tools_of(Profile.DEFAULT)
            ]
            return await said(host, "ask", question="Where does Anna live?")

    assert anyio.run(main).startswith("Oslo\n")


@pytest.mark.slow
def test_servers_on_one_file_lose_nothing(path):
    async def write(name, era):
        async with Client(server_of(path), mode=era) as host:
            for number in range(15):
                text = f"{name} lives in town {number}."
                assert "kept" in await said(host, "remember", text=text, source=name)

    async def main():
        async with anyio.create_task_group() as group:
            for name, era in (("Anna", "auto"), ("Ben", "legacy"), ("Cleo", "auto")):
                group.start_soon(write, name, era)

    anyio.run(main)
    with opened(path) as memory:
        assert memory.browse("episodes").total == 1 + 3 * 15
        assert memory.check() == []


def request(number, method, params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def spoken(process, number, method, params):
    """Send a request to a server by hand, and return the line that answers it."""
    process.stdin.write(json.dumps(request(number, method, params)).encode() + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def test_a_host_that_goes_away_ends_the_server_quietly(path):
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "mcp", "--memory", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    start = {"protocolVersion": "2025-11-25", "capabilities": {}}
    start["clientInfo"] = {"name": "test", "version": "1"}
    with process:
        assert "result" in spoken(process, 0, "initialize", start)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(json.dumps(request(1, "ping", {})).encode() + b"\n")
        process.stdin.flush()
        process.stdin.close()
        said = process.stderr.read()
    assert (process.returncode, b"Traceback" in said) == (0, False), said


@pytest.mark.slow
@pytest.mark.parametrize("when", [1, 4, 9])
def test_a_killed_server_has_lost_nothing_that_it_acknowledged(path, when):
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "mcp", "--memory", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    client = {"name": "test", "version": "1"}
    start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client}
    with process:
        assert "result" in spoken(process, 0, "initialize", start)
        note = {"jsonrpc": "2.0", "method": "notifications/initialized"}
        assert process.stdin is not None
        process.stdin.write(json.dumps(note).encode() + b"\n")
        for number in range(1, when + 1):
            arguments = {"text": f"Anna visited town {number}.", "source": "log"}
            call = {"name": "remember", "arguments": arguments}
            assert "kept" in json.dumps(spoken(process, number, "tools/call", call))
        half = {"name": "remember", "arguments": {"text": "Half."}}
        process.stdin.write(json.dumps(request(99, "tools/call", half)).encode() + b"\n")
        process.stdin.flush()
        process.kill()
        process.wait()
    with opened(path) as memory:
        kept = {str(getattr(one, "text", "")) for one in memory.browse("episodes").items}
        assert {f"Anna visited town {number}." for number in range(1, when + 1)} <= kept
        assert [one for one in memory.check() if one.code != "residue"] == []
