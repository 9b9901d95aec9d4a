"""Chance: any of the possible actions, drawn with a seed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from clew.agents.base import Decision, Info, Move
from clew.agents.memory import AgentMemory, Nothing
from clew.errors import UsageError
from clew.llm.base import Model

__all__ = ["Chance", "chance"]


@dataclass(slots=True)
class Chance:
    """Does any of `info["admissible_actions"]`, each with the same probability.

    The draws are those of its seed; repeated decisions draw, too, so that a run that was cut off
    goes on as it would have. The memory learns what happens, so that it can be asked later.
    """

    seed: int = 0
    memory: AgentMemory = field(default_factory=Nothing)
    _random: Random = field(init=False)
    _step: int = 0

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation."""
        del info
        self.memory.learn(0, observation)

    def act(self, observation: str, info: Info) -> Decision:
        """Draw an action.

        Raises:
            UsageError: the world does not list its actions.
        """
        del observation
        actions = tuple(info.get("admissible_actions") or ())
        if not actions:
            raise UsageError(
                "random draws from the actions that are possible, and this world lists none; "
                "ScienceWorld does with --admissible"
            )
        action = actions[int(self._random.random() * len(actions))]
        return Decision(action=action, moves=(Move(action),), usage=self.memory.spent())

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Restore an earlier decision."""
        del observation, decision
        self._random.random()

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Let the memory learn."""
        del info
        self._step += 1
        self.memory.learn(self._step, observation, move.action)


def chance(model: Model, memory: AgentMemory, *, seed: int = 0, **options: bool) -> Chance:
    """Return chance for a run of `clew play`; it asks no model and has no map."""
    del model, options
    return Chance(seed, memory)
