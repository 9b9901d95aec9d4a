"""SayCan: a model says what would help, the world says what can be done.

After SwiftSage (2305.17390, section 4.1 and its code), since the original (2204.01691) chooses
among a robot's trained skills: five proposed commands, of which the first possible one is given; if
none is, the possible one most similar to all of them. Different: one reply names the five, where
SwiftSage draws five; similarity is that of words, not of sentence embeddings, because thousands of
commands may be possible.
"""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from clew.agents.base import Decision, Info, failure_of
from clew.agents.baselines.prompted import Prompted
from clew.agents.baselines.tasks import Propose
from clew.agents.commands import Permitted
from clew.agents.memory import AgentMemory
from clew.agents.scene import cut
from clew.llm.base import Model, Task
from clew.llm.prompts import one_line
from clew.text import normalise_name

__all__ = ["Saycan", "most_similar", "saycan"]


@dataclass(slots=True)
class Saycan(Prompted):
    """Proposes commands and gives the first that can be done.

    If the world lists what can be done (`info["admissible_actions"]`), one of these is given in any
    case; else it looks around. So it does if the reply is broken. `Decision.fallback` says why.
    The list is not shown to the model if the world has forms of commands (`info["templates"]`).
    """

    tasks: ClassVar[tuple[type[Task[Any]], ...]] = (Propose,)

    def act(self, observation: str, info: Info) -> Decision:
        """Ask for candidates, and give one."""
        del info
        permitted = self._permitted
        listed = () if permitted.templates else permitted.actions
        scene = replace(self._scene(self._brought(observation)), actions=listed)
        asked = self._ask(Propose(scene))
        if asked.value is None:
            failed = f"no command: {failure_of(asked)}"
            return self._decided(permitted.idle, scene, (), failed, {})
        candidates = asked.value.actions
        can = (command for one in candidates if (command := _possible(permitted, one)) is not None)
        command = next(can, None)
        told = tuple(cut(one_line(one)) for one in candidates)
        thoughts = {"candidates": list(told)}
        if command is not None:
            return self._decided(command, scene, (), "", thoughts)
        command = most_similar(candidates, permitted.actions) or permitted.idle
        return self._decided(command, scene, told, "no candidate can be given", thoughts)


def most_similar(candidates: tuple[str, ...], actions: tuple[str, ...]) -> str | None:
    """Return the action that shares most words with all candidates; the first of equals.

    The share of two is that of their common words in all their words.

    >>> most_similar(("take the red cup", "grab cup"), ("open door", "take cup"))
    'take cup'
    """
    said = [_words(one) for one in candidates]

    def share(action: str) -> float:
        words = _words(action)
        return sum(len(words & other) / len(words | other) for other in said)

    return max(actions, key=share, default=None)


def _words(text: str) -> frozenset[str]:
    return frozenset(normalise_name(text).split()) | {""}


def _possible(permitted: Permitted, command: str) -> str | None:
    """Return a command as the world takes it; one that is listed, if the world lists them."""
    found = permitted.find(command)
    listed = not permitted.actions or permitted.choices or found in permitted.actions
    return found if listed else None


def saycan(model: Model, memory: AgentMemory, **options: bool) -> Saycan:
    """Return SayCan for a run of `clew play`; it has no map, which the options are about."""
    del options
    return Saycan(model, memory)
