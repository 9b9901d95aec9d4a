"""The memory as plain tool definitions, for programs that call a model's interface themselves."""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from clew.errors import UsageError
from clew.memory import Memory
from clew.operations.calling import Called, Calling
from clew.operations.tool_definitions import Profile, tools_of

__all__ = ["INSTRUCTIONS", "MemoryTools"]

INSTRUCTIONS = files("clew.operations").joinpath("instructions.md").read_text(encoding="utf-8")
"""What a model should be told, so that it uses the tools: for the system prompt."""


class MemoryTools:
    """The tools of a profile on a memory: definitions for a model, and the calls it makes.

    >>> memory = Memory.open(embedder=None)
    >>> tools = MemoryTools(memory)
    >>> print(tools.call("remember", {"text": "Anna lives in Oslo.", "at": "2024-05-01"}))
    episode 1: kept; 2 new, 0 confirmed.
    new fact 4: Anna lives in Oslo [said 2024-05-01]
    new thesis 6: Anna lives in Oslo. [said 2024-05-01]
    >>> tools.call("ask", '{"question": "Where does Anna live?"}').splitlines()[0]
    'Oslo'

    Args:
        memory: the memory.
        profile: `read-only`, `default` (eight tools) or `admin` (every operation).
        budget: most tokens of an answer, as `clew.recall.pack.count_tokens` estimates them.
    """

    def __init__(self, memory: Memory, profile: str = "default", *, budget: int = 2000) -> None:
        if profile not in set(Profile):
            raise UsageError(f"expected one of {', '.join(Profile)}, got {profile!r}")
        self._calling = Calling(memory, Profile(profile), budget)
        self._tools = tools_of(self._calling.profile)

    def openai(self) -> list[dict[str, Any]]:
        """Return definitions for OpenAI's chat completions, and for what is compatible."""
        return [{"type": "function", "function": one} for one in self._described("parameters")]

    def openai_responses(self) -> list[dict[str, Any]]:
        """Return definitions for OpenAI's responses."""
        return [{"type": "function", **one} for one in self._described("parameters")]

    def anthropic(self) -> list[dict[str, Any]]:
        """Return definitions for Anthropic's messages."""
        return self._described("input_schema")

    def call(self, name: str, arguments: Mapping[str, Any] | str) -> str:
        """Do what a model asked for; return the text for its tool result.

        A mistake of the model's is told in that text. Forgetting takes two calls: the first one
        returns what would be erased and a token.

        Args:
            name: the tool.
            arguments: as an object, or as the JSON in which some interfaces give them.
        """
        if isinstance(arguments, str):
            try:
                arguments = json.loads(arguments or "{}")
            except (ValueError, RecursionError) as error:
                return f"{UsageError.code}: expected arguments as JSON: {error}"
        if not isinstance(arguments, Mapping):
            return f"{UsageError.code}: expected arguments as a JSON object"
        done = self._calling.call(name, arguments)
        return done.text if isinstance(done, Called) else done.instruction.text

    def _described(self, schema: str) -> list[dict[str, Any]]:
        return [
            {"name": tool.name, "description": tool.operation.about, schema: tool.schema}
            for tool in self._tools.values()
        ]
