"""What an agent is: it acts on an observation, and learns from what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from clew.llm.base import Usage

__all__ = ["Agent", "Decision", "Info", "Move"]

Info = Mapping[str, Any]
"""What an environment tells beside an observation. Agents read `admissible_actions`, `location`
and `inventory` of it; `score`, `won` and `lost` are for the trajectory only."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action for the environment."""

    action: str
    to: str | None = None
    """The place it should lead to; the rest of a decision is given up where it does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What an agent chose, and why: a line of the trajectory."""

    action: str
    """As the agent says it: an action of the environment, or `go to PLACE`."""
    moves: tuple[Move, ...]
    """What is sent to the environment, one after the other."""
    reason: str = ""
    plan: tuple[tuple[str, str], ...] = ()
    """(sub-goal, reason), the next one first."""
    facts: tuple[str, ...] = ()
    episodes: tuple[str, ...] = ()
    """What the memory brought up."""
    unexplored: tuple[str, ...] = ()
    """Exits, where exploration is asked for."""
    refused: tuple[str, ...] = ()
    """Actions that the model named and that cannot be done."""
    fallback: str = ""
    """Why the action is not the model's, if it is not."""
    usage: Usage = field(default_factory=Usage)


class Agent(Protocol):
    """Acts in one environment; lives for one run."""

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation."""
        ...

    def act(self, observation: str, info: Info) -> Decision:
        """Decide what to do now."""
        ...

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Take over a decision that was made on this observation before the run was cut off.

        Called instead of `act`, with what the trajectory has of the `Decision`; `learn` follows.
        """
        ...

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Take in what a move led to; called after each one, also on the way."""
        ...
