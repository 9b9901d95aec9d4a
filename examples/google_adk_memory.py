"""The memory service of Google's Agent Development Kit: one session tells, another finds.

Needs `pip install 'clew[google-adk]'`. No model is asked; a `Runner` takes the same service.
"""

import asyncio  # noqa: TID251 - a program, not the library

from google.adk.events.event import Event
from google.adk.sessions.session import Session
from google.genai.types import Content, Part

from clew import Memory
from clew.integrations.google_adk import ClewMemoryService


async def main() -> None:
    with Memory.open(":memory:") as memory:
        service = ClewMemoryService(memory, name_of=str.capitalize)
        content = Content(role="user", parts=[Part(text="I live in Oslo.")])
        told = [Event(id="e1", author="user", content=content, timestamp=1_700_000_000)]
        monday = Session(id="monday", app_name="app", user_id="anna", events=told)
        await service.add_session_to_memory(monday)
        asked = {"app_name": "app", "user_id": "anna", "query": "Where do I live?"}
        (found,) = (await service.search_memory(**asked)).memories
        print("found:", found.content.parts[0].text, found.timestamp)
        print("the memory:", memory.ask("Where does Anna live?").text)
        await service.delete_memory(app_name="app", user_id="anna", memory_id=found.id)
        await service.add_session_to_memory(monday)
        print("after deletion:", (await service.search_memory(**asked)).memories)


if __name__ == "__main__":
    asyncio.run(main())
