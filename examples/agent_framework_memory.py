"""An agent of Microsoft's Agent Framework that is shown what earlier sessions told.

Needs `pip install 'clew[agent-framework]'`. A prepared client stands in for a model and prints what
it is asked.
"""

import asyncio  # noqa: TID251 - a program, not the library
from typing import Any

from agent_framework import Agent, BaseChatClient, ChatResponse, Message

from clew import Memory
from clew.integrations.agent_framework import ClewContext


class Prepared(BaseChatClient):
    def _inner_get_response(self, *, messages: Any, **_: Any) -> Any:
        async def answer() -> ChatResponse:
            print("asked:", [one.text for one in messages])
            return ChatResponse(messages=[Message("assistant", ["Good to know."])])

        return answer()


async def main() -> None:
    with Memory.open(":memory:") as memory:
        agent = Agent(Prepared(), context_providers=[ClewContext(memory, user="Anna")])
        await agent.run("I live in Oslo.", session=agent.create_session())
        print("the memory:", memory.ask("Where does Anna live?").text)
        await agent.run("Where does Anna live?", session=agent.create_session())


if __name__ == "__main__":
    asyncio.run(main())
