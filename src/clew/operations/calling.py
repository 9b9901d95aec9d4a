"""One call of a tool on a memory: arguments, confirmation, and an answer within a budget."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clew.errors import ClewError
from clew.memory import Memory
from clew.operations.confirming import Confirming
from clew.operations.lines import forgotten
from clew.operations.tool_definitions import Profile, Tool, tool_named
from clew.operations.within_budget import tell

__all__ = ["Called", "Calling", "Preview"]


@dataclass(frozen=True, slots=True)
class Called:
    """The answer to a call."""

    text: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """What a call would destroy, and the token that lets it."""

    text: str
    token: str

    @property
    def instruction(self) -> Called:
        """The preview for a model whose host cannot ask the user itself."""
        return Called(
            f"{self.text}\nNothing is erased yet. Show this to the user; if they agree, call again "
            f'with the same arguments and token "{self.token}".'
        )


@dataclass(frozen=True, slots=True)
class Calling:
    """Calls the tools of a profile on a memory; any thread may use it."""

    memory: Memory
    profile: Profile = Profile.DEFAULT
    budget: int = 2000
    """Most tokens of an answer."""
    confirming: Confirming = field(default_factory=Confirming)

    def call(self, name: str, given: Mapping[str, Any]) -> Called | Preview:
        """Do it, or return a preview of what must be confirmed first.

        An error of the caller is an answer, too: a model reads it and tries again.
        """
        try:
            return self._call(tool_named(self.profile, name), given)
        except ClewError as error:
            return Called(f"{error.code}: {error}", is_error=True)

    def _call(self, tool: Tool, given: Mapping[str, Any]) -> Called | Preview:
        arguments, cursor, token = tool.split(given)
        if tool.operation.destructive and not arguments.get("dry_run"):
            preview = tool.operation.run(
                self.memory, tool.operation.read({**arguments, "dry_run": True})
            )
            agreed = {"namespace": self.memory.namespace, "arguments": arguments}
            if token is None:
                text = "\n".join(forgotten(self.memory, preview))
                return Preview(text, self.confirming.token(agreed, preview))
            self.confirming.check(token, agreed, preview)
        told = tell(tool.operation, self.memory, arguments, self.budget, cursor)
        return Called(told.text)
