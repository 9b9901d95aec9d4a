"""Who plays ScienceWorld, by name, and what each needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clew.agents.base import Agent, Decision, Info, Move
from clew.errors import UnknownNameError

__all__ = ["SEATS", "Golden", "Seat", "seat_named"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What an agent needs to play."""

    at: str = ""
    """Its name in `clew.plugins.AGENTS`, or MODULE:NAME; empty for the solution itself."""
    remember: str = "none"
    """Its memory, unless another one is named."""
    admissible: bool = False
    """Whether the world lists what is possible."""
    trials: int = 1
    mind: str = "textworld"
    """Whose rules read texts if no language model does."""


SEATS: Mapping[str, Seat] = {
    "mind": Seat(at="scienceworld", remember="graph", mind="scienceworld"),
    "reasonplanner": Seat(at="reasonplanner", remember="graph"),
    "reflexion": Seat(at="reflexion", remember="history", trials=3),
    "react": Seat(at="react", remember="history"),
    "saycan": Seat(at="saycan", remember="history", admissible=True),
    "random": Seat(at="random", admissible=True),
    "gold": Seat(),
}
"""Three trials are SwiftSage's for Reflexion."""


def seat_named(name: str) -> Seat:
    """Return what an agent needs.

    Raises:
        UnknownNameError: there is no such agent.
    """
    if name not in SEATS:
        raise UnknownNameError("agent of this experiment", name, SEATS)
    return SEATS[name]


class Golden:
    """Does the actions it is given: the ceiling."""

    def __init__(self, actions: Sequence[str]) -> None:
        self._actions, self._done = actions, 0

    def begin(self, observation: str, info: Info) -> None:
        """Do nothing."""

    def act(self, observation: str, info: Info) -> Decision:
        """Give the next action; when there is none, look around."""
        del observation, info
        left = self._actions[self._done :]
        action = left[0] if left else "look around"
        return Decision(action=action, moves=(Move(action),))

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Do nothing."""

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Count the action."""
        del move, observation, info
        self._done += 1


_: type[Agent] = Golden
