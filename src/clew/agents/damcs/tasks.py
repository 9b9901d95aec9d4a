"""The model task of an agent in Multi-Agent Crafter: one question per decision."""

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from pydantic import BaseModel

from clew.agents.damcs.briefing import briefing
from clew.agents.damcs.response import Response
from clew.agents.damcs.working import Working
from clew.llm.base import Message, Task
from clew.llm.prompts import Prompt

__all__ = ["Respond", "respond"]


@dataclass(frozen=True, slots=True)
class Respond(Task[Response]):
    """What is the agent's next decision? Made by `respond`, whose type knows the choices."""

    working: Working
    image: bytes | None = None
    """The view as PNG, for models that see."""
    output_type: ClassVar[type[BaseModel]] = Response
    prompt: ClassVar[Prompt | None] = Prompt("clew.agents.damcs", "respond")

    def messages(self) -> tuple[Message, ...]:
        """Return the instructions with the briefing, then the working memory and the image."""
        assert self.prompt is not None
        told = f"{self.prompt.text}\n\nThe world:\n{briefing(self.working.world)}"
        images = () if self.image is None else (self.image,)
        return (Message("system", told), Message("user", self.inputs(), images))

    def inputs(self) -> str:
        """Return the working memory in words."""
        return self.working.text


def respond(working: Working, image: bytes | None = None) -> Respond:
    """Return the question for a working memory; answers are limited to its world's choices."""
    return _task(working.world.answer(working.agent))(working, image)


@cache
def _task(output: type[Response]) -> type[Respond]:
    """Return `Respond` for one answer type, with the name and settings of `Respond`."""
    body: dict[str, Any] = {"__slots__": (), "__doc__": Respond.__doc__, "output_type": output}
    return type("Respond", (Respond,), {**body, "__module__": __name__})
