"""LlamaIndex's `Memory` with a block of what is remembered, and its chat history in the same file.

Needs `pip install 'clew[llama-index]'`. No model is asked: what an agent would be shown is printed.
"""

import asyncio  # noqa: TID251 - a program, not the library

from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.memory import Memory as Chat

import clew
from clew.integrations.llama_index import ClewChatStore, ClewMemoryBlock


def chat(memory: clew.Memory, session: str) -> Chat:
    block = ClewMemoryBlock(memory, user="Anna", learn=False)
    store = ClewChatStore(memory, user="Anna")
    return Chat.from_defaults(session_id=session, memory_blocks=[block], chat_store=store)


async def main() -> None:
    with clew.Memory.open(":memory:") as memory:
        monday, tuesday = chat(memory, "monday"), chat(memory, "tuesday")
        await monday.aput(ChatMessage(role="user", content="I live in Oslo."))
        shown = await tuesday.aget(input="Where does Anna live?")
        print("shown on Tuesday:", shown[0].content)
        print("the memory:", memory.ask("Where does Anna live?").text)


if __name__ == "__main__":
    asyncio.run(main())
