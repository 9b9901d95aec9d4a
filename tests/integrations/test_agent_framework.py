"""The context provider of Microsoft's Agent Framework, used by its own agent."""

import asyncio

import pytest

pytest.importorskip("agent_framework", reason="run by `make frameworks`")

from agent_framework import Agent, BaseChatClient, ChatResponse, Message

from clew import Filter
from clew.integrations.agent_framework import ClewContext


class Prepared(BaseChatClient):
    """Answers everything alike; keeps what it was asked."""

    def __init__(self, asked):
        super().__init__()
        self._asked = asked

    def _inner_get_response(self, *, messages, stream, options, **kwargs):
        self._asked.append([one.text for one in messages])

        async def answer():
            return ChatResponse(messages=[Message("assistant", ["Good to know."])])

        return answer()


def test_one_session_tells_and_another_knows(memory):
    asked: list[list[str]] = []

    async def main():
        provider = ClewContext(memory, user="Anna")
        agent = Agent(Prepared(asked), context_providers=[provider])
        await agent.run("I live in Oslo.", session=agent.create_session())
        await agent.run("Where does Anna live?", session=agent.create_session())

    asyncio.run(main())
    assert asked[0] == ["I live in Oslo."]
    shown, question = asked[1]
    assert question == "Where does Anna live?"
    assert "Anna: I live in Oslo." in shown
    assert memory.ask("Where does Anna live?").text == "Oslo"
    assert memory.browse("conversations").total == 2
    assert memory.browse("episodes").total == 4


def test_only_some_texts_are_shown(memory):
    asked: list[list[str]] = []
    memory.remember("Anna lives in Oslo.", source="secret")

    async def main():
        provider = ClewContext(memory, "notes", where=Filter(sources=("notes",)))
        agent = Agent(Prepared(asked), context_providers=[provider])
        await agent.run("Where does Anna live?")

    asyncio.run(main())
    assert asked == [["Where does Anna live?"]]


def test_the_example_runs(run_example):
    said = run_example("agent_framework_memory.py")
    assert "the memory: Oslo" in said
