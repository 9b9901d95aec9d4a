"""The memory service of Google's Agent Development Kit, with its own sessions and events."""

import asyncio
from typing import Any

import pytest

pytest.importorskip("google.adk", reason="run by `make frameworks`")

from google.adk.events.event import Event
from google.adk.memory.base_memory_service import BaseMemoryService
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions.session import Session
from google.genai.types import Content, FunctionCall, Part

from clew.integrations.google_adk import ClewMemoryService
from tests.store.memories import day


def event(key, text, author="user", at=1):
    content = Content(role="user" if author == "user" else "model", parts=[Part(text=text)])
    return Event(id=key, author=author, content=content, timestamp=day(at).timestamp())


def session(*events, user="anna", id="s1"):
    return Session(id=id, app_name="app", user_id=user, events=list(events))


def search(service, query, user="anna"):
    asked = service.search_memory(app_name="app", user_id=user, query=query)
    return asyncio.run(asked).memories


def test_sessions_are_remembered_once_and_found_by_their_user(memory):
    service = ClewMemoryService(memory, name_of=str.capitalize)
    assert isinstance(service, BaseMemoryService)
    call = Part(function_call=FunctionCall(name="look", args={"at": "boat"}))
    talk = session(
        event("e1", "I live in Oslo."),
        event("e2", "Good to know.", author="helper"),
        Event(id="e3", author="helper", content=Content(role="model", parts=[call])),
        Event(id="e4", author="helper"),
    )
    asyncio.run(service.add_session_to_memory(talk))
    talk.events.append(event("e5", "I moved to Rome.", at=40))
    asyncio.run(service.add_session_to_memory(talk))
    asyncio.run(service.add_session_to_memory(session(event("e9", "I live in Lima."), user="ben")))
    found = search(service, "Where do I live?")
    assert sorted(one.id for one in found) == ["e1", "e2", "e5"]
    (moved,) = [one for one in found if one.id == "e5"]
    assert moved.content.parts[0].text == "I moved to Rome."
    assert (moved.author, moved.timestamp) == ("user", day(40).isoformat())
    assert [one.id for one in search(service, "Lima", user="ben")] == ["e9"]
    assert search(service, "Lima", user="nobody") == search(service, " ") == []
    assert memory.ask("Where does Anna live?").text == "Rome"
    assert memory.browse("episodes").total == 5


def test_what_is_deleted_does_not_come_back(memory):
    talk = session(event("e1", "My code is 7351."), event("e2", "I live in Oslo."))
    service = ClewMemoryService(memory)
    asyncio.run(service.add_session_to_memory(talk))
    for key in ("e1", "", None, "unknown"):
        asyncio.run(service.delete_memory(app_name="app", user_id="anna", memory_id=key))
    asyncio.run(service.add_session_to_memory(talk))
    again = ClewMemoryService(memory)  # another process
    asyncio.run(again.add_session_to_memory(talk))
    assert [one.id for one in search(again, "What is my code?")] == ["e2"]
    assert "7351" not in "".join(memory.export())


def test_memories_and_deltas(memory):
    service = ClewMemoryService(memory, k=3)
    scope: Any = {"app_name": "app", "user_id": "anna"}
    entry = MemoryEntry(
        content=Content(parts=[Part(text="I own a red boat.")]),
        timestamp="2024-03-01",
        custom_metadata={"by": "form"},
    )
    asyncio.run(service.add_memory(**scope, memories=[entry], custom_metadata={"n": 1}))
    asyncio.run(service.add_events_to_memory(**scope, events=[event("e1", "I own a car.")]))
    boat, car = search(service, "red boat")
    assert boat.custom_metadata == {"by": "form", "n": 1}
    assert boat.timestamp.startswith("2024-03-01")
    assert car.id == "e1"
    asyncio.run(service.delete_memory(**scope, memory_id=boat.id))
    assert [one.id for one in search(service, "red boat")] == ["e1"]


def test_the_example_runs(run_example):
    said = run_example("google_adk_memory.py")
    assert "the memory: Oslo" in said
