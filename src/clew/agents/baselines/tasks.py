"""What ReAct, Reflexion and SayCan ask a model: a thought and a command, lessons, candidates."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field

from clew.agents.scene import SceneTask, listed
from clew.llm.base import Reply
from clew.llm.prompts import Prompt

__all__ = [
    "CANDIDATES",
    "Acting",
    "Candidates",
    "Command",
    "Lesson",
    "Propose",
    "Reflect",
    "ThinkAndAct",
]

_PACKAGE = "clew.agents.baselines"
CANDIDATES = 5
"""Most commands that SayCan's model names, as many as SwiftSage sampled."""
Command = Annotated[str, Field(min_length=1, max_length=300)]


class Acting(Reply):
    """A thought, which may be empty, and a command."""

    thought: str = Field(default="", max_length=2000)
    action: Command


class Candidates(Reply):
    """Commands that may be given now, the best first."""

    actions: Annotated[tuple[Command, ...], Field(min_length=1, max_length=CANDIDATES)]


class Lesson(Reply):
    """What to do otherwise from now on."""

    lesson: str = Field(min_length=1, max_length=1500)


@dataclass(frozen=True, slots=True)
class _Choice(SceneTask[BaseModel]):
    """A choice of what to do now."""

    refused: tuple[str, ...] = ()
    """Commands named before that the world does not take."""

    def inputs(self) -> str:
        """Return the commands that were refused."""
        return f"Not possible, name others:\n{listed(self.refused)}" if self.refused else ""


@dataclass(frozen=True, slots=True)
class ThinkAndAct(_Choice):
    """What do you think, and what do you do? (ReAct)."""

    output_type: ClassVar[type[BaseModel]] = Acting
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "think_and_act")


@dataclass(frozen=True, slots=True)
class Propose(_Choice):
    """Which commands bring the task forward? (SayCan, "say")."""

    output_type: ClassVar[type[BaseModel]] = Candidates
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "propose")


@dataclass(frozen=True, slots=True)
class Reflect(SceneTask[Lesson]):
    """What went wrong, and what is the plan now? (Reflexion)."""

    deeds: tuple[str, ...] = ()
    """What was done, oldest first."""
    over: bool = False
    """Whether the attempt is over; the scene is then that of the next one."""
    output_type: ClassVar[type[BaseModel]] = Lesson
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "reflect")

    def inputs(self) -> str:
        """Return what was done, and whether the attempt is over."""
        how = (
            "The attempt is over and has failed; the scene above is the beginning of the next one."
            if self.over
            else "The attempt goes on."
        )
        return f"{how}\nDone in this attempt:\n{listed(self.deeds)}"
