"""Sessions and tools of the OpenAI Agents SDK, used by its own runner with a scripted model."""

import asyncio

import pytest

pytest.importorskip("agents", reason="the extra openai-agents is not installed")

from agents import Agent, ModelResponse, RunConfig, Runner, Usage
from agents.memory import Session
from agents.memory.session_settings import SessionSettings
from agents.models.interface import Model
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from clew.integrations.openai_agents import ClewSession, memory_tools
from tests.store.memories import opened

SAID = {"role": "user", "content": "I live in Oslo."}
PARTS = {
    "type": "message",
    "id": "m1",
    "role": "assistant",
    "status": None,
    "content": [{"type": "output_text", "text": "Good to know.", "annotations": []}],
}
CALL = {"type": "function_call", "name": "look", "arguments": "{}", "call_id": "c1", "extra": None}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "Ben owns a red boat."}


def run(call):
    return asyncio.run(call)


def test_items_come_back_as_they_were_in_order(memory):
    session = ClewSession("7", memory, user="Anna")
    assert isinstance(session, Session)
    run(session.add_items([SAID, CALL, OUTPUT, PARTS, {**SAID, "content": "I work at Arken."}]))
    items = run(session.get_items())
    assert items[:4] == [SAID, CALL, OUTPUT, PARTS]
    assert run(session.get_items(2)) == items[3:]
    assert run(session.get_items(0)) == []
    for settings in (SessionSettings(limit=1), {"limit": 1}):
        limited = ClewSession("7", memory, session_settings=settings)
        assert run(limited.get_items()) == items[4:]
        assert run(limited.get_items(9)) == items
    assert session.session_settings == SessionSettings()
    with pytest.raises(TypeError, match="limitt"):
        ClewSession("7", memory, session_settings={"limitt": 1})
    assert run(ClewSession("8", memory).get_items()) == []


def test_what_is_said_is_learned_from_and_calls_are_not(memory):
    session = ClewSession("7", memory, user="Anna")
    run(session.add_items([SAID, CALL, OUTPUT, PARTS]))
    assert memory.ask("Where does Anna live?").text == "Oslo"
    assert not [fact for fact in memory.browse("facts").items if "boat" in fact.text]
    (talk,) = memory.browse("conversations").items
    assert (talk.name, talk.episodes) == ("openai-agents/7", 2)


def test_what_is_popped_or_cleared_is_forgotten(memory):
    session, other = ClewSession("7", memory, user="Anna"), ClewSession("8", memory, user="Ben")
    run(other.add_items([SAID]))
    run(session.add_items([SAID, SAID]))
    assert run(session.pop_item()) == SAID
    assert run(session.get_items()) == [SAID]
    run(session.add_items([PARTS, CALL]))
    run(session.clear_session())
    assert run(session.get_items()) == []
    assert run(session.pop_item()) is None
    run(session.clear_session())
    assert memory.ask("Where does Anna live?").text is None
    assert run(other.get_items()) == [SAID]


def test_two_processes_lose_no_item(tmp_path):
    with opened(tmp_path / "x.clew") as one, opened(tmp_path / "x.clew") as two:
        first, second = ClewSession("7", one), ClewSession("7", two)

        async def both():
            await asyncio.gather(
                *(each.add_items([{**SAID, "content": f"I own a boat {n}."}])
                  for n in range(5) for each in (first, second))
            )  # fmt: skip

        run(both())
        items = run(first.get_items())
        assert len(items) == 10
        assert items == run(second.get_items())


class Scripted(Model):
    """Gives prepared outputs; keeps what it was asked."""

    def __init__(self, *outputs):
        self.outputs, self.asked = list(outputs), []

    async def get_response(self, system_instructions, input, *args, **kwargs):
        self.asked.append(input)
        return ModelResponse(output=[self.outputs.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError("the runs in these tests are not streamed")


def said(text):
    part = ResponseOutputText(text=text, type="output_text", annotations=[])
    return ResponseOutputMessage(
        id="1", content=[part], role="assistant", status="completed", type="message"
    )


def test_an_agent_goes_on_with_a_session_and_recalls_by_a_tool(memory):
    call = ResponseFunctionToolCall(
        arguments='{"question": "Where does Anna live?"}', call_id="c1", name="ask",
        type="function_call",
    )  # fmt: skip
    model = Scripted(said("Noted."), call, said("In Oslo."))
    agent = Agent(name="helper", model=model, tools=memory_tools(memory))
    session, quiet = ClewSession("7", memory, user="Anna"), RunConfig(tracing_disabled=True)

    async def main():
        await Runner.run(agent, "I live in Oslo.", session=session, run_config=quiet)
        return await Runner.run(agent, "Where do I live?", session=session, run_config=quiet)

    assert run(main()).final_output == "In Oslo."
    assert model.asked[1][0]["content"] == "I live in Oslo."
    (output,) = [each for each in model.asked[2] if each.get("type") == "function_call_output"]
    assert output["output"].startswith("Oslo")
    kinds = [item.get("type", item.get("role")) for item in run(session.get_items())]
    assert kinds == ["user", "message", "user", "function_call", "function_call_output", "message"]
