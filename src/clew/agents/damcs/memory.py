"""Long-term memory of agents with goals (DAMCS, section 3.2, A-KGMS), on a clew file."""

from dataclasses import dataclass
from typing import Protocol

from clew.agents.damcs.schemas import Response
from clew.agents.damcs.working import Retrospection, Working
from clew.envs.crafter.sight import Sight

__all__ = ["Experience", "GoalMemory", "NoMemory"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """One decision: what was known before it, what was answered, what came of it."""

    working: Working
    """The pre-stage."""
    response: Response
    """The post-stage."""
    actions: tuple[str, ...]
    """What was sent to the world because of it, in order."""
    outcome: Sight
    """What was seen when it was over."""


class GoalMemory(Protocol):
    """Keeps an agent's experiences, and brings up what led to the present."""

    def retrospect(self, sight: Sight) -> Retrospection:
        """Return what matters now."""
        ...

    def learn(self, experience: Experience) -> None:
        """Keep an experience, under the goal that it served."""
        ...


class NoMemory:
    """Remembers nothing: the paper's LLM basic knows its last actions only."""

    def retrospect(self, sight: Sight) -> Retrospection:
        """Return nothing."""
        del sight
        return Retrospection()

    def learn(self, experience: Experience) -> None:
        """Forget at once."""
