"""ReAct and Reflexion: think, act; and learn from attempts that failed.

ReAct (arXiv 2210.03629) lets thoughts and commands take turns; Reflexion (2303.11366) adds lessons
that the model draws from a failed attempt. SwiftSage (2305.17390), whose runs ReasonPlanner's table
repeats, gives a world three trials, shows the last three lessons and counts the best trial; so do
the numbers here. Others reflect every five steps within one attempt (`every`),
or when a parser refused several commands in a row (`after_bad`). Different from
SwiftSage: thought and command come in one reply, so that thinking is no step; an impossible command
is shown back to the model, not replaced by the most similar one; the history is as long as the
agent's memory has it; no example is from the world that is played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from clew.agents.base import Decision, Info, failure_of
from clew.agents.baselines.prompted import Prompted
from clew.agents.baselines.tasks import Reflect, ThinkAndAct
from clew.agents.memory import AgentMemory
from clew.agents.scene import Scene, cut
from clew.envs.fiction.acceptance import Acceptance, acceptance
from clew.errors import UsageError
from clew.llm.base import Model, Task
from clew.llm.prompts import one_line

__all__ = ["React", "Reflections", "Reflexion", "react", "reflexion"]

_TAKEN = (Acceptance.ACCEPTED, Acceptance.DOUBTFUL)
_TRIES = 3
"""How often a command is asked for that the world takes."""
_TOLD = 50
"""Deeds of an attempt shown for a reflection, the last ones."""


@dataclass(slots=True)
class React(Prompted):
    """Thinks and acts in one reply (ReAct).

    A command that the world does not take is shown back to the model, at most twice; then, or when
    a reply is broken, the agent looks around, and `Decision.fallback` says why.
    """

    tasks: ClassVar[tuple[type[Task[Any]], ...]] = (ThinkAndAct,)

    def act(self, observation: str, info: Info) -> Decision:
        """Think, and give a command."""
        del info
        return self._chosen(self._scene(self._brought(observation)), {})

    def _chosen(self, scene: Scene, thoughts: Mapping[str, Any], failed: str = "") -> Decision:
        permitted, refused = self._permitted, tuple[str, ...]()
        why = "no command named can be given"
        while len(refused) < _TRIES:
            asked = self._ask(ThinkAndAct(scene, refused))
            if asked.value is None:
                why = f"no command: {failure_of(asked)}"
                break
            self._thought = asked.value.thought
            command = permitted.find(asked.value.action)
            if command is not None:
                return self._decided(command, scene, refused, failed, thoughts)
            refused += (cut(one_line(asked.value.action)),)
        self._thought = ""
        why = "; ".join(filter(None, (failed, why)))
        return self._decided(permitted.idle, scene, refused, why, thoughts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reflections:
    """When Reflexion reflects, and how much it keeps.

    Raises:
        UsageError: a number is too small.
    """

    kept: int = 3
    """Lessons shown, the last ones."""
    every: int = 0
    """Steps after which it also reflects within an attempt; 0: only after one."""
    after_bad: int = 0
    """Commands in a row that a parser refused after which it also reflects; 0: never."""

    def __post_init__(self) -> None:
        if self.kept < 1 or min(self.every, self.after_bad) < 0:
            raise UsageError(
                f"expected kept of at least 1, every and after_bad of at least 0; got {self!r}"
            )


@dataclass(slots=True)
class Reflexion(React):
    """ReAct that draws a lesson from each attempt that failed (Reflexion).

    `info["trial"]` tells that an attempt is over (`clew.agents.trials`). A broken reply teaches
    nothing; the decision's `fallback` says so.
    """

    tasks: ClassVar[tuple[type[Task[Any]], ...]] = (ThinkAndAct, Reflect)
    settings: Reflections = Reflections()  # frozen
    _lessons: tuple[str, ...] = ()
    _trial: int = 1

    def act(self, observation: str, info: Info) -> Decision:
        """Reflect if it is time to, think, and give a command."""
        trial, failed = int(info.get("trial", 1)), ""
        over = trial != self._trial
        if over or self._due():
            deeds = tuple(deed.line() for deed in self._deeds[-_TOLD:])
            now = replace(self._taught(observation), past=())
            asked = self._ask(Reflect(now, deeds, over))
            if asked.value is None:
                failed = f"no lesson: {failure_of(asked)}"
            else:
                self._lessons = (*self._lessons, asked.value.lesson)[-self.settings.kept :]
        self._next_trial(trial)
        return self._chosen(self._taught(observation), {"lessons": list(self._lessons)}, failed)

    def _due(self) -> bool:
        """Return whether to reflect within an attempt."""
        every, bad, done = self.settings.every, self.settings.after_bad, len(self._deeds)
        if every and done and done % every == 0:
            return True
        taken = (acceptance(deed.response) in _TAKEN for deed in reversed(self._deeds))
        in_a_row = next((count for count, one in enumerate(taken) if one), done)
        return bool(bad and in_a_row and in_a_row % bad == 0)

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Restore a decision with the lessons of its time."""
        self._next_trial(int(self._seen.info.get("trial", 1)))
        self._lessons = tuple(decision["thoughts"]["lessons"])
        super(Reflexion, self).again(observation, decision)

    def _next_trial(self, trial: int) -> None:
        if trial != self._trial:
            self._trial, self._deeds = trial, ()

    def _taught(self, observation: str) -> Scene:
        return self._scene(self._brought(observation), reflection="\n".join(self._lessons))


def react(model: Model, memory: AgentMemory, **options: bool) -> React:
    """Return ReAct for a run of `clew play`; it has no map, which the options are about."""
    del options
    return React(model, memory)


def reflexion(
    model: Model, memory: AgentMemory, *, every: int = 0, after_bad: int = 0, **options: bool
) -> Reflexion:
    """Return Reflexion, likewise."""
    del options
    return Reflexion(model, memory, settings=Reflections(every=every, after_bad=after_bad))
