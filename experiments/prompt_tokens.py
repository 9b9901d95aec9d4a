"""`Counting`: the tokens a language model would have received and sent.

Rules cost nothing, so cost comparisons count the prompts a language model would get for the same
tasks, with the estimate used for packing (`clew.recall.pack.count_tokens`).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from clew.llm.base import Model, Result, Task
from clew.llm.wrapper import Wrapper
from clew.recall.pack import count_tokens

__all__ = ["Counting", "Tokens"]


class Tokens(NamedTuple):
    """Tokens in and out."""

    sent: int = 0
    got: int = 0

    @property
    def dollars(self) -> float:
        """The price by `_CENTS`."""
        return (self.sent * _CENTS[0] + self.got * _CENTS[1]) / 100_000


_CENTS = (1.0, 3.0)
"""US cents per 1,000 tokens in and out: GPT-4 Turbo's in AriGraph's logs."""


class Counting(Wrapper):
    """Passes tasks on and counts those that have a prompt."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._since = Tokens()

    def taken(self) -> Tokens:
        """Return what was counted since the last call."""
        tokens, self._since = self._since, Tokens()
        return tokens

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        results = self._model.run(tasks)
        for task, result in zip(tasks, results, strict=True):
            if task.prompt is None:
                continue
            sent = sum(count_tokens(message.text) for message in task.messages())
            value = result.value
            got = 0 if value is None else count_tokens(value.model_dump_json())
            self._since = Tokens(self._since.sent + sent, self._since.got + got)
        return results
