"""A memory for the OpenAI Agents SDK: sessions that are learned from, and tools to recall with.

Needs `pip install 'clew[openai-agents]'`. The interface is the protocol `agents.memory.Session` of
openai-agents 0.24.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from clew.async_memory import AsyncMemory
from clew.errors import NotInstalledError
from clew.integrations.kept_values import Added, Record, Records
from clew.learn.conversation.chat_message import ChatMessage
from clew.memory import Memory
from clew.tools import MemoryTools

try:
    from agents import FunctionTool
    from agents.memory.session_settings import (
        SessionSettings,
        coerce_session_settings,
        resolve_session_limit,
    )
except ImportError as error:
    raise NotInstalledError("openai-agents", extra="openai-agents") from error

__all__ = ["ClewSession", "memory_tools"]


class ClewSession:
    """The history of one conversation, for `Runner.run(..., session=ClewSession("7", memory))`.

    Items come back as they were, in order. What user and assistant say is also learned from, as
    turns of one conversation; calls of tools and reasoning are kept only. What is popped or cleared
    is erased with all that only it had told. Sessions of other processes may share the file.

    Args:
        session_id: which conversation.
        memory: the memory; any number of sessions may share it.
        user: the name of whoever is `user`, so that facts are about a person.
        assistant: whether what the assistant says is learned from, too.
        session_settings: their `limit` is how many items `get_items` returns by default; also a
            dictionary.

    Raises:
        TypeError: settings that the SDK does not know.
    """

    def __init__(
        self,
        session_id: str,
        memory: Memory,
        *,
        user: str = "",
        assistant: bool = True,
        session_settings: SessionSettings | dict[str, Any] | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = coerce_session_settings(session_settings or {})
        self._group, self._user, self._assistant = (session_id,), user, assistant
        self._records, self._async = Records(memory, "openai-agents"), AsyncMemory(memory)

    async def get_items(self, limit: int | None = None, *, wrapper: Any = None) -> list[Any]:
        """Return the items, oldest first; with a limit the newest ones."""
        del wrapper
        most = resolve_session_limit(limit, self.session_settings)
        items = [one.value for one in await self._async.run(lambda _: self._listed())]
        return items if most is None else items[-most:] if most > 0 else []

    async def add_items(self, items: Sequence[Any], *, wrapper: Any = None) -> None:
        """Add items after those that are there."""
        del wrapper
        given = [self._added(dict(item)) for item in items]
        conversation = f"openai-agents/{self.session_id}"
        await self._async.run(
            lambda _: self._records.add(self._group, given, conversation=conversation)
        )

    async def pop_item(self, *, wrapper: Any = None) -> Any:
        """Erase the newest item and return it; `None` if there is none."""
        del wrapper
        return await self._async.run(lambda _: self._pop())

    async def clear_session(self, *, wrapper: Any = None) -> None:
        """Erase all items."""
        del wrapper
        await self._async.run(lambda _: self._records.clear(self._group))

    def _listed(self) -> list[Record]:
        return [one for one in self._records.listed(self._group) if one.group == self._group]

    def _pop(self) -> dict[str, Any] | None:
        if not (found := self._listed()):
            return None
        self._records.delete(self._group, found[-1].key)
        return found[-1].value

    def _added(self, item: dict[str, Any]) -> Added:
        role, text = str(item.get("role", "")), _text(item.get("content"))
        heard = role == "user" or (role == "assistant" and self._assistant)
        if not text.strip() or not heard:
            return Added(item, str(item.get("type") or role or "item"), learn=False)
        return Added(item, ChatMessage(role, text, self._user if role == "user" else ""))


def memory_tools(memory: Memory, profile: str = "default") -> list[FunctionTool]:
    """Return the tools of a profile (`clew.MemoryTools`) for `Agent(tools=...)`.

    `clew.tools.INSTRUCTIONS` belongs into the agent's instructions.
    """
    tools, threads = MemoryTools(memory, profile), AsyncMemory(memory)

    def made(described: Mapping[str, Any]) -> FunctionTool:
        async def call(_context: Any, arguments: str) -> str:
            return await threads.run(lambda _: tools.call(described["name"], arguments))

        return FunctionTool(
            name=described["name"],
            description=described["description"],
            params_json_schema=described["parameters"],
            on_invoke_tool=call,
            strict_json_schema=False,
        )

    return [made(each) for each in tools.openai_responses()]


def _text(content: object) -> str:
    """Return what is said in the content of a message: a text, or parts with a `text`."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""
