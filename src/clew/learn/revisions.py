"""Replies got before they are needed: no model is asked while the file is held.

A draft is made under the store's lock, and what it asks depends on the newest state. So a language
model is asked between two drafts: a draft that needs a reply nobody has yet ends with `Unasked`,
the question is asked with nothing held, and the draft is made again. Replies are kept by question,
so that a draft that lost a race asks only what has changed.
"""

from collections.abc import Sequence
from typing import Any

from clew.llm.base import Failure, Model, Result, Task
from clew.llm.wrapper import Wrapper

__all__ = ["Answers", "NotRevisedError", "UnaskedError"]


class UnaskedError(Exception):
    """A draft needs replies that nobody has yet."""

    def __init__(self, tasks: Sequence[Task[Any]]) -> None:
        super().__init__(f"{len(tasks)} tasks")
        self.tasks = tuple(tasks)


class NotRevisedError(Exception):
    """Nobody could say what a text replaces, but may later: its episode has to wait."""

    def __init__(self, episode: int, failure: Failure) -> None:
        super().__init__(failure.message)
        self.episode, self.failure = episode, failure


class Answers(Wrapper):
    """A model that knows only what was asked before, by `ask`."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._known: dict[Task[Any], Result[Any]] = {}

    def ask(self, tasks: Sequence[Task[Any]]) -> None:
        """Ask the model, and keep its replies."""
        self._known.update(zip(tasks, self._model.run(tasks), strict=True))

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Return the known replies, in order; `UnaskedError` when one is missing."""
        missing = [task for task in tasks if task not in self._known]
        if missing:
            raise UnaskedError(missing)
        return [self._known[task] for task in tasks]
