"""An agent of the OpenAI Agents SDK whose sessions are remembered: one tells, another knows.

Needs `pip install 'clew[openai-agents]'`, and for `reply` a key of OpenAI's. Without arguments it
shows what a session keeps and what the memory makes of it, without a model.
"""

import asyncio  # noqa: TID251 - a program, not the library
import sys

from agents import Agent, Runner

from clew import Memory
from clew.integrations.openai_agents import ClewSession, memory_tools
from clew.tools import INSTRUCTIONS


async def reply(memory: Memory, text: str) -> str:
    agent = Agent(name="helper", instructions=INSTRUCTIONS, tools=memory_tools(memory))
    session = ClewSession("tuesday", memory, user="Anna")
    return str((await Runner.run(agent, text, session=session)).final_output)


async def main(question: str = "") -> None:
    with Memory.open(":memory:") as memory:
        monday = ClewSession("monday", memory, user="Anna")
        await monday.add_items([{"role": "user", "content": "I live in Oslo."}])
        await monday.add_items([{"role": "user", "content": "I moved to Rome."}])
        print("the session:", [item["content"] for item in await monday.get_items()])
        print("the memory:", memory.ask("Where does Anna live?").text)
        print("its tools:", [tool.name for tool in memory_tools(memory)][:3])
        if question:
            print(await reply(memory, question))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:2]))
