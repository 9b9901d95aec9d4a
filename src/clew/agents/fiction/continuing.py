"""The paper's plainest baselines: type what comes next in the transcript."""

from dataclasses import dataclass
from typing import Any, ClassVar

from clew.agents.base import Decision, Info, failure_of
from clew.agents.baselines.prompted import Prompted
from clew.agents.fiction.tasks import Continue
from clew.agents.scene import Scene, cut
from clew.llm.base import Task
from clew.llm.prompts import one_line

__all__ = ["Continuing"]


@dataclass(slots=True)
class Continuing(Prompted):
    """Shows the end of the transcript, without thought or memory, and gives the reply.

    Attributes:
        turns: most commands of the transcript, each with what was seen before it (the sliding
            window: 10); `None`: all.
        characters: its longest end (autoregressive: 1,000); `None`: all.
    """

    tasks: ClassVar[tuple[type[Task[Any]], ...]] = (Continue,)
    turns: int | None = 10
    characters: int | None = None
    _first: str = ""

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation."""
        self._first = observation
        super(Continuing, self).begin(observation, info)

    def act(self, observation: str, info: Info) -> Decision:
        """Give the next command; if a reply is broken or impossible, look around."""
        del observation, info  # both are in the transcript
        asked = self._ask(Continue(self._transcript()))
        scene = Scene(task=self._seen.goal)
        idle = self._permitted.idle
        if asked.value is None:
            return self._decided(idle, scene, (), f"no command: {failure_of(asked)}", {})
        command = self._permitted.find(asked.value.action)
        if command is None:
            said = cut(one_line(asked.value.action))
            return self._decided(idle, scene, (said,), "the command named cannot be given", {})
        return self._decided(command, scene, (), "", {})

    def _transcript(self) -> str:
        told = [self._first, *(deed.response for deed in self._deeds)]
        typed = [f"> {deed.action}" for deed in self._deeds]
        start = 0 if self.turns is None else max(0, len(typed) - self.turns)
        pairs = zip(told[start:], [*typed[start:], ">"], strict=True)
        text = "\n\n".join(f"{seen}\n\n{command}" for seen, command in pairs)
        return text if self.characters is None else text[-self.characters :]
