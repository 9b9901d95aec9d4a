"""A memory for pydantic-ai: a toolset, and a capability that also learns from what users say.

Needs `pip install 'clew[llm]'`. The interfaces are `AbstractToolset` and `AbstractCapability` of
pydantic-ai-slim 2.68.
"""

from typing import Any

from clew.async_memory import AsyncMemory
from clew.errors import NotInstalledError
from clew.learn.conversation.chat_message import ChatMessage
from clew.memory import Memory
from clew.tools import INSTRUCTIONS, MemoryTools

try:
    from pydantic_ai import RunContext
    from pydantic_ai.capabilities import AbstractCapability
    from pydantic_ai.tools import ToolDefinition
    from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
    from pydantic_core import SchemaValidator, core_schema
except ImportError as error:
    raise NotInstalledError("pydantic-ai", extra="llm") from error

__all__ = ["ClewCapability", "ClewToolset"]

_ANYTHING = SchemaValidator(core_schema.any_schema())
"""The tools check their arguments themselves and tell the model what is wrong."""


class ClewToolset(AbstractToolset[Any]):
    """The tools of a profile (`clew.MemoryTools`), for `Agent(toolsets=[ClewToolset(memory)])`.

    `ClewToolset(memory).approval_required(...)` asks a person first, as with every toolset.
    """

    def __init__(self, memory: Memory, profile: str = "default", *, id: str = "clew") -> None:
        self._id, self._tools = id, MemoryTools(memory, profile)
        self._threads = AsyncMemory(memory)

    @property
    def id(self) -> str:
        """A name of its own among the toolsets of an agent."""
        return self._id

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        """Return the tools by name."""
        del ctx
        return {
            each["name"]: ToolsetTool(
                toolset=self,
                tool_def=ToolDefinition(
                    name=each["name"],
                    description=each["description"],
                    parameters_json_schema=each["parameters"],
                ),
                max_retries=1,
                args_validator=_ANYTHING,
            )
            for each in self._tools.openai_responses()
        }

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> str:
        """Do what the model asked for, in a worker thread; a mistake of the model's is told it."""
        del ctx, tool
        return await self._threads.run(lambda _: self._tools.call(name, tool_args))

    async def get_instructions(self, ctx: RunContext[Any]) -> str:
        """Return when to use the tools."""
        del ctx
        return INSTRUCTIONS


class ClewCapability(AbstractCapability[Any]):
    """A memory as a part of an agent: `Agent(capabilities=[ClewCapability(memory)])`.

    The agent has the tools, and what its users write is remembered after each run that ends well.
    Nothing remembered is put into the instructions: it comes from users, and models obey those.

    Args:
        memory: the memory.
        profile: which tools the agent has.
        user: the name of the user, so that facts are about a person.
        source: the source of what users write.
        conversation: which conversation it is a part of.
    """

    def __init__(
        self,
        memory: Memory,
        profile: str = "default",
        *,
        user: str = "",
        source: str = "pydantic-ai",
        conversation: str = "",
    ) -> None:
        self._toolset = ClewToolset(memory, profile)
        self._threads = AsyncMemory(memory)
        self._user, self._source, self._conversation = user, source, conversation

    def get_toolset(self) -> ClewToolset:
        """Return the tools."""
        return self._toolset

    async def after_run(self, ctx: RunContext[Any], *, result: Any) -> Any:
        """Remember what the user wrote."""
        if isinstance(ctx.prompt, str) and ctx.prompt.strip():
            said = ChatMessage("user", ctx.prompt, self._user)
            await self._threads.remember(said, source=self._source, conversation=self._conversation)
        return result
