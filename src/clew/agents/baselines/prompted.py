"""What agents share that choose each command by one question to a model."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from clew.agents.base import Decision, Info, Move, check_rules
from clew.agents.commands import Permitted
from clew.agents.memory import AgentMemory, Brought, Nothing
from clew.agents.scene import Deed, Scene, Seen
from clew.llm.base import Model, Result, Task, Usage

__all__ = ["Prompted"]

_RECENT = 10
"""Deeds with their responses that are always shown; the memory brings earlier ones."""


@dataclass(slots=True)
class Prompted:
    """Sees what ReasonPlanner sees but the score, remembers with any memory, and asks a model.

    The memory is searched from what is in sight. Reads of `info` what `Seen` and `Permitted` do,
    and `trial` (`clew.agents.trials`).
    """

    model: Model
    memory: AgentMemory = field(default_factory=Nothing)
    goal: str = ""
    tasks: ClassVar[tuple[type[Task[Any]], ...]] = ()
    """What the model is asked."""
    _seen: Seen = field(default_factory=Seen)
    _deeds: tuple[Deed, ...] = ()
    """Of the present trial."""
    _thought: str = ""
    _usage: Usage = field(default_factory=Usage)

    def __post_init__(self) -> None:
        check_rules(type(self).__name__.lower(), self.model, self.tasks)
        self._seen.goal = self.goal

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation, which states the task if none was given."""
        self._seen.take(observation, info)
        self.memory.learn(0, observation)

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Learn the result of a command."""
        self._seen.take(observation, info, move.action)
        self._deeds += (Deed(move.action, observation, self._thought),)
        self.memory.learn(self._seen.step, observation, move.action)

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Restore a decision; the memory is asked as it was then, since some learn from that."""
        self._brought(observation)
        self._thought = decision["reason"]
        self.memory.spent()

    def _brought(self, observation: str) -> Brought:
        sight = (self._seen.info.get("location"), *(self._seen.info.get("objects") or ()))
        focus = [(str(name), 1) for name in sight if name]
        recent = [observation, *(deed.response for deed in self._deeds[-_RECENT:])]
        return self.memory.recall(focus, self._seen.goal, recent)

    def _scene(self, brought: Brought, **more: Any) -> Scene:
        return self._seen.scene(
            facts=tuple(" | ".join(fact) for fact in brought.facts),
            texts=brought.texts,
            past=self._deeds[-_RECENT:],
            **more,
        )

    def _decided(
        self,
        command: str,
        scene: Scene,
        refused: tuple[str, ...],
        failed: str,
        thoughts: Mapping[str, Any],
    ) -> Decision:
        usage, self._usage = self._usage + self.memory.spent(), Usage()
        return Decision(
            action=command,
            moves=(Move(command),),
            reason=self._thought,
            facts=scene.facts,
            episodes=scene.texts,
            refused=refused,
            fallback=failed,
            thoughts=thoughts,
            usage=usage,
        )

    @property
    def _permitted(self) -> Permitted:
        return Permitted.read(self._seen.info)

    def _ask(self, task: Task[Any]) -> Result[Any]:
        (result,) = self.model.run([task])
        self._usage += result.usage
        return result
