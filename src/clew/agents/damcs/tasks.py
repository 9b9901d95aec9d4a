"""What an agent of Multi-Agent Crafter asks a model: one question a decision."""

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from pydantic import BaseModel

from clew.agents.damcs.schemas import Response, response_type
from clew.agents.damcs.working import Working
from clew.llm.base import Task
from clew.llm.prompts import Prompt

__all__ = ["Respond", "respond"]

_PACKAGE = "clew.agents.damcs"


@dataclass(frozen=True, slots=True)
class Respond(Task[Response]):
    """What is the agent's next decision? Made by `respond`, whose type knows the choices."""

    working: Working
    image: bytes | None = None
    """The view as PNG, for models that see."""
    output_type: ClassVar[type[BaseModel]] = Response
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "respond")


def respond(working: Working, image: bytes | None = None) -> Respond:
    """Return the question for a working memory; only choices of its world can answer it."""
    world = working.world
    output = response_type(world.rules, world.agents, world.creatures, agent=working.agent)
    return _task(output)(working, image)


@cache
def _task(output: type[Response]) -> type[Respond]:
    """Return `Respond` for one type of answer; name and settings are those of `Respond`."""
    body: dict[str, Any] = {"__slots__": (), "__doc__": Respond.__doc__, "output_type": output}
    return type("Respond", (Respond,), {**body, "__module__": __name__})
