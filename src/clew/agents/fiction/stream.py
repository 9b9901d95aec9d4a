"""The memory stream: sentences about what was new, of which those that matter now are fetched."""

from collections.abc import Sequence

from clew.agents.fiction.tasks import Recollect
from clew.agents.memory import BUDGET, Brought, with_action
from clew.agents.memory_kinds import Setup
from clew.llm.base import Model, Usage
from clew.recall.pack import count_tokens
from clew.text import normalise_name

__all__ = ["StreamMemory", "stream"]

_WAITING = 5
"""Most texts that wait for a model that failed; the oldest are dropped."""
_NOTHING = frozenset({"", "none", "nothing", "no new memory", "no new information", "n/a"})
"""What models write where the field should be empty."""


class StreamMemory:
    """Writes a sentence when something is new, and fetches what is relevant (section 3.2.1).

    Different from the authors' code: one call both writes and fetches; a sentence that is known is
    not written again, nor a word for "none"; and the oldest go when the stream exceeds the budget.
    If the model fails, its texts come with the next ones.
    """

    def __init__(self, model: Model, *, budget: int = BUDGET) -> None:
        self._model, self._budget = model, budget
        self._memories: list[str] = []
        self._waiting: list[str] = []
        self._relevant = ""
        self._usage = Usage()

    @property
    def memories(self) -> tuple[str, ...]:
        """The stream, oldest first."""
        return tuple(self._memories)

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Write what is new in a text, and fetch what is relevant to it."""
        del step
        self._waiting = [*self._waiting, with_action(text, action)][-_WAITING:]
        (result,) = self._model.run([Recollect(self.memories, tuple(self._waiting))])
        self._usage += result.usage
        self._relevant = ""
        if result.value is not None:
            self._waiting.clear()
            self._relevant = result.value.relevant
            self._write(" ".join(result.value.new.split()))

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return what is relevant to the last text."""
        del focus, plan
        relevant = self._relevant
        shown = normalise_name(relevant) not in _NOTHING and relevant not in recent
        return Brought(texts=(relevant,) if shown else ())

    def _write(self, new: str) -> None:
        key = normalise_name(new)
        if key in _NOTHING or key in map(normalise_name, self._memories):
            return
        self._memories.append(new)
        while sum(count_tokens(one + "\n") for one in self._memories) > self._budget:
            self._memories.pop(0)

    def spent(self) -> Usage:
        """Return the usage since the last call."""
        spent, self._usage = self._usage, Usage()
        return spent


def stream(setup: Setup) -> StreamMemory:
    """Return an empty stream for a run of `clew play`."""
    return StreamMemory(setup.model)
