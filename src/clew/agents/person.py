"""A person as an agent: the human baseline, logged like any other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar
from unicodedata import decimal

from pydantic import BaseModel, Field

from clew.agents.base import Decision, Info, Move
from clew.agents.memory import AgentMemory, KeepsWays, Nothing
from clew.agents.worldmap import WorldMap, direction_of
from clew.errors import ClewError
from clew.llm.base import Model, Task, Usage
from clew.text import normalise_name, whole_number

__all__ = ["Person", "Pick", "Picked", "StoppedError", "picked"]


class StoppedError(ClewError):
    """The person stopped playing."""


class Picked(BaseModel):
    """What a person does."""

    action: str = Field(min_length=1, max_length=200)
    """The number of an action, or the action itself."""


@dataclass(frozen=True, slots=True)
class Pick(Task[Picked]):
    """What do you do?"""

    observation: str
    inventory: str
    actions: tuple[str, ...]
    """Possible actions; empty if the world does not list them."""
    refused: tuple[str, ...] = ()
    """Earlier answers that cannot be done."""
    output_type: ClassVar[type[BaseModel]] = Picked

    def inputs(self) -> str:
        """Return what the person sees; actions are numbered from 1."""
        shown = ["", self.observation, "", self.inventory, ""]
        shown += [f"{number:3} {action}" for number, action in enumerate(self.actions, 1)]
        shown += [f"That cannot be done: {action}" for action in self.refused]
        return "\n".join(shown)


@dataclass(slots=True)
class Person:
    """Shows the observation and the possible actions, and does what the person picks.

    The memory learns what the person sees, so that it can be queried later, but it does not help
    the person. An impossible action is refused and the question asked again, without limit; if the
    world lists no actions, it is asked itself.
    """

    model: Model
    """Asks the person `Pick`: `clew.llm.human.Human`, or a script."""
    memory: AgentMemory = field(default_factory=Nothing)
    navigate: bool = True
    """Whether `go to PLACE` is offered."""
    map: WorldMap = field(default_factory=WorldMap)
    _step: int = 0

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation."""
        self.map.arrive(info.get("location"))
        self.memory.learn(self._step, observation)

    def act(self, observation: str, info: Info) -> Decision:
        """Ask until the answer is a possible action.

        Raises:
            StoppedError: the person gave no answer (end of input, Ctrl-C).
        """
        actions = list(info.get("admissible_actions") or ())
        if self.navigate and actions:
            actions += [f"go to {room}" for room in self.map.rooms if room != self.map.here]
        action, refused, usage = picked(
            self.model, Pick(observation, info.get("inventory") or "", tuple(actions))
        )
        return Decision(
            action=action,
            moves=self.map.moves(action),
            refused=refused,
            usage=usage + self.memory.spent(),
        )

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Do nothing: the person remembers the decision."""

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Update the map and the memory."""
        self._step += 1
        way = self.map.arrive(info.get("location"), direction_of(move.action))
        self.memory.learn(self._step, observation, move.action)
        if way is not None and isinstance(self.memory, KeepsWays):
            self.memory.learn_way(self._step, *way)


def picked(person: Model, question: Pick) -> tuple[str, tuple[str, ...], Usage]:
    """Ask a person until the answer is a possible action; return it, what was refused, the cost.

    Raises:
        StoppedError: the person gave no answer (end of input, Ctrl-C).
    """
    usage = Usage()
    while True:
        (result,) = person.run([question])
        usage += result.usage
        if result.value is None:
            raise StoppedError("the person stopped playing")
        action = _meant(result.value.action, question.actions)
        if action is not None:
            return action, question.refused, usage
        question = replace(question, refused=(*question.refused, result.value.action))


def _meant(typed: str, actions: Sequence[str]) -> str | None:
    """Return the action with this number or wording; any text if the world lists no actions."""
    number = whole_number("".join(str(decimal(each, each)) for each in typed))  # of any script
    if number is not None and 0 < number <= len(actions):
        return actions[number - 1]
    by_name = {normalise_name(action): action for action in reversed(actions)}
    return by_name.get(normalise_name(typed)) if actions else typed
