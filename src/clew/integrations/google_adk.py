"""A memory for Google's Agent Development Kit: `Runner(memory_service=ClewMemoryService(memory))`.

Needs `pip install 'clew[google-adk]'`. The interface is `BaseMemoryService` of google-adk 2.13.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from clew.async_memory import AsyncMemory
from clew.errors import NotInstalledError
from clew.graph.times import parse_time
from clew.integrations.kept_values import Added, Group, Record, Records
from clew.learn.conversation.chat_message import ChatMessage
from clew.memory import Memory

try:
    from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
    from google.adk.memory.memory_entry import MemoryEntry
    from google.genai.types import Content
except ImportError as error:
    raise NotInstalledError("google-adk", extra="google-adk") from error

__all__ = ["ClewMemoryService"]


class ClewMemoryService(BaseMemoryService):
    """What users and agents say in sessions, learned from and found again for the same user.

    An event is remembered once, however often its session is added. What `delete_memory` erases
    does not come back with its session: its id stays noted, without its content.

    Args:
        memory: the memory, shared by all apps and users; a search sees those of one user only.
        k: most memories that a search returns.
        name_of: the name of a user, so that facts are about a person; by default the user's id.
    """

    def __init__(
        self, memory: Memory, *, k: int = 10, name_of: Callable[[str], str] = lambda user: user
    ) -> None:
        self._records = Records(memory, "google-adk")
        self._deleted = Records(memory, "google-adk-deleted")
        self._threads, self._k, self._name_of = AsyncMemory(memory), k, name_of

    async def add_session_to_memory(self, session: Any) -> None:
        """Remember the events of a session that are not remembered yet."""
        await self.add_events_to_memory(
            app_name=session.app_name,
            user_id=session.user_id,
            events=session.events,
            session_id=session.id,
        )

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Any],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Remember events that are not remembered yet."""
        given = [
            self._added(user_id, one.id, one, datetime.fromtimestamp(one.timestamp, UTC))
            for one in events
        ]
        group = (app_name, user_id, session_id or "unknown")
        await self._add(group, [_with(one, custom_metadata) for one in given if one])

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[Any],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Remember memories that an agent or a program states itself."""
        given = [
            self._added(user_id, one.id or "", one, _time(one.timestamp), one.custom_metadata)
            for one in memories
        ]
        added = [_with(one, custom_metadata) for one in given if one]
        await self._add((app_name, user_id, "memories"), added)

    async def search_memory(
        self, *, app_name: str, user_id: str, query: str
    ) -> SearchMemoryResponse:
        """Return what a user's sessions say that fits a query, best first."""
        if not query.strip():
            return SearchMemoryResponse()
        scope = (app_name, user_id)
        found = await self._threads.run(
            lambda _: self._records.found(query, scope, self._k, lambda _: True)
        )
        return SearchMemoryResponse(memories=[_entry(record) for record, _ in found])

    async def delete_memory(
        self, *, app_name: str, user_id: str, memory_id: str | None = None
    ) -> None:
        """Erase a memory by the id that a search gave it; an empty or unknown id does nothing."""
        if memory_id:
            await self._threads.run(lambda _: self._delete((app_name, user_id), memory_id))

    async def _add(self, group: Group, given: Iterable[Added]) -> None:
        await self._threads.run(lambda _: self._add_new(group, list(given)))

    def _add_new(self, group: Group, given: Sequence[Added]) -> None:
        scope = group[:2]
        there = (*self._records.keyed(scope), *self._deleted.keyed(scope))
        known = {key for _, key in there}
        new: dict[str, Added] = {}
        for n, one in enumerate(given):
            if one.key not in known:
                new.setdefault(one.key or f"without id {n}", one)
        if new:
            talk = "/".join(("google-adk", *group))
            self._records.add(group, list(new.values()), conversation=talk)

    def _delete(self, scope: Group, key: str) -> None:
        groups = [group for group, each in self._records.keyed(scope) if each == key]
        for group in groups:
            self._records.delete(group, key)
        if groups:
            self._deleted.put(scope, key, {}, "deleted", learn=False)

    def _added(
        self,
        user: str,
        key: str,
        given: Any,
        at: datetime | None,
        metadata: Mapping[str, object] | None = None,
    ) -> Added | None:
        parts = given.content.parts if given.content else None
        if not parts:
            return None
        text = "\n".join(part.text for part in parts if part.text and not part.thought)
        value = {
            "content": given.content.model_dump(mode="json", exclude_none=True),
            "author": given.author or "",
            "metadata": dict(metadata or {}),
        }
        if not text.strip():
            return Added(value, "without text", learn=False, key=key)
        by_user = given.author in ("user", None, "")
        name = self._name_of(user) if by_user else given.author
        said = ChatMessage("user" if by_user else "assistant", text, name, at)
        return Added(value, said, key=key)


def _with(given: Added, metadata: Mapping[str, object] | None) -> Added:
    held = {**given.value, "metadata": {**given.value["metadata"], **(metadata or {})}}
    return Added(held, given.said, given.learn, given.key)


def _entry(record: Record) -> MemoryEntry:
    value = record.value
    return MemoryEntry(
        id=record.key,
        content=Content.model_validate(value["content"]),
        author=value.get("author") or None,
        custom_metadata=value.get("metadata", {}),
        timestamp=record.created.isoformat(),
    )


def _time(given: str | None) -> datetime | None:
    at = parse_time(given) if given else None
    return at if isinstance(at, datetime) else None
