"""A memory for LlamaIndex: a block of its `Memory`, and the store of its chat history.

Needs `pip install 'clew[llama-index]'`. The interfaces are `BaseMemoryBlock` and `AsyncDBChatStore`
of llama-index-core 0.14.
"""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Any

from clew.async_memory import AsyncMemory
from clew.errors import NotInstalledError, UsageError
from clew.integrations.kept_values import Added, Record, Records
from clew.learn.conversation.chat_message import ChatMessage as Said
from clew.memory import Memory
from clew.recall.pack import count_tokens

try:
    from llama_index.core.base.llms.types import ChatMessage
    from llama_index.core.memory.memory import BaseMemoryBlock
    from llama_index.core.storage.chat_store.base_db import AsyncDBChatStore, MessageStatus
    from pydantic import PrivateAttr
except ImportError as error:
    raise NotInstalledError("llama-index-core", extra="llama-index") from error

__all__ = ["ClewChatStore", "ClewMemoryBlock"]

_HEARD = ("user", "assistant")
"""Roles whose messages are learned from; instructions and results of tools are not."""


class ClewMemoryBlock(BaseMemoryBlock[str]):
    """What is remembered about what the user says, for `Memory.from_defaults(memory_blocks=[...])`.

    The block is `Memory.context`: numbered lines with times and sources, within a budget. Messages
    that leave the short-term memory are learned from.

    Args:
        memory: the memory.
        budget: most tokens of the block.
        user: the name of whoever is `user`.
        learn: false beside a `ClewChatStore`, which learns from the same messages.
    """

    name: str = "clew"
    budget: int = 1500
    user: str = ""
    learn: bool = True
    _threads: Any = PrivateAttr()

    def __init__(self, memory: Memory, **fields: Any) -> None:
        super().__init__(**fields)
        self._threads = AsyncMemory(memory)

    async def _aget(self, messages: list[ChatMessage] | None = None, **_: Any) -> str:
        newest = [one for one in reversed(messages or []) if _text(one)]
        by_user = [one for one in newest if one.role.value == "user"]
        asked = _text((by_user or newest)[0]) if newest else ""
        if not asked:
            return ""
        block = await self._threads.context(asked, budget=self.budget)
        return str(block.text)

    async def _aput(self, messages: list[ChatMessage]) -> None:
        heard = [one for one in messages if _is_heard(one)] if self.learn else []
        for one in heard:
            session = one.additional_kwargs.get("session_id") or ""
            await self._threads.remember(
                _said(one, self.user),
                source="llama-index",
                conversation=f"llama-index/{session}" if session else "",
            )

    async def atruncate(self, content: str, tokens_to_truncate: int) -> str | None:
        """Return the first lines, which matter most, of what must become shorter."""
        lines = content.splitlines()
        cut = 0
        while lines and cut < tokens_to_truncate:
            cut += count_tokens(lines.pop())
        return "\n".join(lines) or None


class ClewChatStore(AsyncDBChatStore):
    """The chat history, for `Memory.from_defaults(chat_store=ClewChatStore(memory))`.

    Messages come back as they were. What user and assistant say is learned from, as turns of one
    conversation for each key. What is deleted is erased with all that only it had told; archived
    messages stay. `delete_message` takes the place among the active messages, from 0.

    Args:
        memory: the memory.
        user: the name of whoever is `user`.
    """

    user: str = ""
    _records: Any = PrivateAttr()
    _threads: Any = PrivateAttr()

    def __init__(self, memory: Memory, **fields: Any) -> None:
        super().__init__(**fields)
        self._records, self._threads = Records(memory, "llama-index"), AsyncMemory(memory)

    async def get_messages(
        self,
        key: str,
        status: MessageStatus | None = MessageStatus.ACTIVE,
        limit: int | None = None,
        offset: int | None = None,
    ) -> list[ChatMessage]:
        """Return the messages of a key, oldest first; `None` as status: all of them."""
        found = await self._run(self._listed, key, status)
        start = offset or 0
        end = None if limit is None else start + limit
        return [_message(one) for one in islice(found, start, end)]

    async def count_messages(
        self, key: str, status: MessageStatus | None = MessageStatus.ACTIVE
    ) -> int:
        """Return how many messages a key has."""
        return len(await self._run(self._listed, key, status))

    async def add_message(
        self, key: str, message: ChatMessage, status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Add a message after those that are there."""
        await self.add_messages(key, [message], status)

    async def add_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Add messages after those that are there."""
        await self._run(self._add, key, messages, status)

    async def set_messages(
        self, key: str, messages: list[ChatMessage], status: MessageStatus = MessageStatus.ACTIVE
    ) -> None:
        """Replace all messages of a key; those before are erased."""
        await self.delete_messages(key)
        await self.add_messages(key, messages, status)

    async def delete_message(self, key: str, idx: int) -> ChatMessage | None:
        """Erase the message at a place among the active ones and return it."""
        found = await self._run(self._listed, key, MessageStatus.ACTIVE)
        if not 0 <= idx < len(found):
            return None
        return (await self._run(self._delete, found[idx : idx + 1]))[0]

    async def delete_messages(self, key: str, status: MessageStatus | None = None) -> None:
        """Erase the messages of a key: all, or those of a status."""
        if status is None:
            await self._run(self._records.clear, (key,))
            return
        await self._run(self._delete, await self._run(self._listed, key, status))

    async def delete_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Erase the oldest active messages and return them."""
        found = await self._run(self._listed, key, MessageStatus.ACTIVE)
        return list(await self._run(self._delete, found[:n]))

    async def archive_oldest_messages(self, key: str, n: int) -> list[ChatMessage]:
        """Archive the oldest active messages and return them."""
        found = (await self._run(self._listed, key, MessageStatus.ACTIVE))[:n]
        for one in found:
            await self._run(self._records.mark, one.group, one.key, {"archived": True})
        return [_message(one) for one in found]

    async def get_keys(self) -> list[str]:
        """Return the keys that have messages, sorted."""
        return [group[0] for group in await self._run(self._records.groups)]

    async def _run(self, call: Any, *given: Any) -> Any:
        return await self._threads.run(lambda _: partial(call, *given)())

    def _listed(self, key: str, status: MessageStatus | None) -> list[Record]:
        return [
            one
            for one in self._records.listed((key,))
            if status in (None, _status(one)) and one.group == (key,)
        ]

    def _add(self, key: str, messages: Sequence[ChatMessage], status: MessageStatus) -> None:
        if not key:
            raise UsageError("expected a key for messages, got an empty one")
        archived = status == MessageStatus.ARCHIVED
        given = [self._added(one, archived) for one in messages]
        self._records.add((key,), given, conversation=f"llama-index/{key}")

    def _added(self, message: ChatMessage, archived: bool) -> Added:
        value = {"message": message.model_dump(mode="json"), "archived": archived}
        if _is_heard(message):
            return Added(value, _said(message, self.user))
        return Added(value, str(message.role.value), learn=False)

    def _delete(self, found: Sequence[Record]) -> list[ChatMessage]:
        for one in found:
            self._records.delete(one.group, one.key)
        return [_message(one) for one in found]


def _status(record: Record) -> MessageStatus:
    archived = record.marks.get("archived", record.value["archived"])
    return MessageStatus.ARCHIVED if archived else MessageStatus.ACTIVE


def _message(record: Record) -> ChatMessage:
    return ChatMessage.model_validate(record.value["message"])


def _text(message: ChatMessage) -> str:
    return (message.content or "").strip()


def _is_heard(message: ChatMessage) -> bool:
    return message.role.value in _HEARD and bool(_text(message))


def _said(message: ChatMessage, user: str) -> Said:
    role = str(message.role.value)
    return Said(role, message.content or "", user if role == "user" else "")
