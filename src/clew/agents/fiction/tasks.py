"""What agents for interactive fiction ask a model."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field

from clew.agents.baselines.tasks import CANDIDATES, Command
from clew.agents.scene import SceneTask, listed
from clew.llm.base import Reply, Task
from clew.llm.prompts import Prompt, fenced

__all__ = [
    "Accepted", "Continue", "Next", "Recollect", "Recollection", "Suggest", "Suggestion",
    "WasAccepted",
]  # fmt: skip

_PACKAGE = "clew.agents.fiction"


class Suggestion(Reply):
    """A thought, what it may mean in commands, and the one of these that is given."""

    thought: str = Field(default="", max_length=2000)
    candidates: Annotated[tuple[Command, ...], Field(min_length=1, max_length=CANDIDATES)]
    action: Command


class Accepted(Reply):
    """Whether the parser understood the command."""

    accepted: bool


class Next(Reply):
    """The next command."""

    action: Command


class Recollection(Reply):
    """What is new, and what matters now of what was remembered before; both may be empty."""

    new: str = Field(default="", max_length=500)
    relevant: str = Field(default="", max_length=500)


@dataclass(frozen=True, slots=True)
class Suggest(SceneTask[Suggestion]):
    """What do you think, which commands would say that, and which one do you give? (ASV)."""

    valid: tuple[str, ...] = ()
    """Forms of commands that the parser has accepted, with counts."""
    invalid: tuple[str, ...] = ()
    """Forms that it has refused."""
    refused: tuple[str, ...] = ()
    """Commands that are not to be given here."""
    output_type: ClassVar[type[BaseModel]] = Suggestion
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "suggest")

    def inputs(self) -> str:
        """Return the three lists."""
        parts = {
            "Forms that the parser has accepted": self.valid,
            "Forms that it has refused": self.invalid,
            "Refused here; name others": self.refused,
        }
        return "\n\n".join(f"{name}:\n{listed(part)}" for name, part in parts.items() if part)


@dataclass(frozen=True, slots=True)
class WasAccepted(Task[Accepted]):
    """Did the parser understand this command? Asked where rules cannot tell."""

    action: str
    reply: str
    output_type: ClassVar[type[BaseModel]] = Accepted
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "was_accepted")

    def inputs(self) -> str:
        """Return command and reply, fenced."""
        return f"The command:\n{fenced(self.action)}\n\nThe reply:\n{fenced(self.reply)}"


@dataclass(frozen=True, slots=True)
class Continue(Task[Next]):
    """What comes next in this transcript?"""

    transcript: str
    output_type: ClassVar[type[BaseModel]] = Next
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "continue")

    def inputs(self) -> str:
        """Return the transcript, fenced."""
        return f"The transcript:\n{fenced(self.transcript)}"


@dataclass(frozen=True, slots=True)
class Recollect(Task[Recollection]):
    """What of this is new, and what of the memories matters now? (two modules)."""

    memories: tuple[str, ...]
    """Oldest first."""
    texts: tuple[str, ...]
    """What was done and seen since, oldest first."""
    output_type: ClassVar[type[BaseModel]] = Recollection
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "recollect")

    def inputs(self) -> str:
        """Return memories and texts, fenced."""
        fresh = "\n".join(fenced(text) for text in self.texts)
        return (
            f"Memories:\n{listed(self.memories, most=len(self.memories))}\n\nSince then:\n{fresh}"
        )
