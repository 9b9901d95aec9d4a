"""The toolset and the capability of pydantic-ai, used by its own agent with a scripted model."""

import asyncio
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra llm is not installed")

from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel

from clew.integrations.pydantic_ai import ClewCapability, ClewToolset
from clew.tools import INSTRUCTIONS


def scripted(*parts, seen):
    """Return a model that gives prepared parts, and keeps what it is shown."""
    given = iter(parts)

    def answer(messages, info):
        seen.append((messages, info))
        return ModelResponse(parts=[next(given)])

    return FunctionModel(answer)


def results(messages):
    return [
        part.content
        for message in messages
        for part in message.parts
        if isinstance(part, ToolReturnPart)
    ]


def test_an_agent_remembers_and_asks_by_tools(memory):
    seen: list[Any] = []
    model = scripted(
        ToolCallPart("remember", {"text": "Anna lives in Oslo."}),
        ToolCallPart("ask", {"question": "Where does Anna live?"}),
        ToolCallPart("ask", {"wrong": "argument"}),
        TextPart("Oslo."),
        seen=seen,
    )
    agent = Agent(model, toolsets=[ClewToolset(memory)])
    assert asyncio.run(agent.run("Where does Anna live?")).output == "Oslo."
    kept, answered, refused = results(seen[-1][0])
    assert kept.startswith("episode 1: kept")
    assert answered.startswith("Oslo")
    assert refused.startswith("usage: expected arguments for ask")
    tools = {tool.name: tool for tool in seen[0][1].function_tools}
    assert "forget" in tools
    assert tools["ask"].parameters_json_schema["required"] == ["question"]
    assert INSTRUCTIONS.strip() in seen[0][1].instructions


def test_a_profile_and_approval_are_those_of_any_toolset(memory):
    seen: list[Any] = []
    tools = ClewToolset(memory, "read-only", id="notes")
    assert tools.id == "notes"
    model = scripted(ToolCallPart("recall", {"query": "Anna"}), seen=seen)
    agent = Agent(
        model,
        toolsets=[tools.approval_required(lambda *_: True)],
        output_type=[str, DeferredToolRequests],
    )
    asked: Any = asyncio.run(agent.run("Who is Anna?")).output
    assert [call.tool_name for call in asked.approvals] == ["recall"]
    assert "remember" not in [tool.name for tool in seen[0][1].function_tools]


def test_a_capability_learns_from_what_the_user_writes(memory):
    seen: list[Any] = []
    model = scripted(TextPart("Noted."), TextPart("Hm."), seen=seen)
    known = ClewCapability(memory, user="Anna", conversation="chat 7")
    agent = Agent(model, capabilities=[known])
    asyncio.run(agent.run("I live in Oslo."))
    asyncio.run(agent.run("What else?"))
    assert memory.ask("Where does Anna live?").text == "Oslo"
    kept = memory.episode(1)
    assert (kept.source, kept.conversation, kept.speaker) == ("pydantic-ai", "chat 7", "Anna")
    assert "recall" in [tool.name for tool in seen[0][1].function_tools]
    assert "Oslo" not in seen[1][1].instructions
