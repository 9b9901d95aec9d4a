"""Replies fetched in advance, so that no model is called while the store's lock is held.

A draft is made under the store's lock, and its questions depend on the newest state. So a language
model is asked between two drafts: a draft that lacks a reply ends with `UnaskedError`, the
questions are asked without the lock, and the draft is made again. Replies are kept by question, so
a draft that lost a race asks only what has changed.
"""

from collections.abc import Sequence
from typing import Any

from clew.llm.base import Failure, Model, Result, Task
from clew.llm.wrapper import Wrapper

__all__ = ["Answers", "NotRevisedError", "UnaskedError"]


class UnaskedError(Exception):
    """A draft needs replies that have not been fetched yet."""

    def __init__(self, tasks: Sequence[Task[Any]]) -> None:
        super().__init__(f"{len(tasks)} tasks")
        self.tasks = tuple(tasks)


class NotRevisedError(Exception):
    """The model could not say what a text replaces but may later, so its episode must wait."""

    def __init__(self, episode: int, failure: Failure) -> None:
        super().__init__(failure.message)
        self.episode, self.failure = episode, failure


class Answers(Wrapper):
    """A model that returns only replies fetched before with `ask`."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._known: dict[Task[Any], Result[Any]] = {}

    def ask(self, tasks: Sequence[Task[Any]]) -> None:
        """Ask the model, and keep its replies."""
        self._known.update(zip(tasks, self._model.run(tasks), strict=True))

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Return the known replies, in order; raises `UnaskedError` if one is missing."""
        missing = [task for task in tasks if task not in self._known]
        if missing:
            raise UnaskedError(missing)
        return [self._known[task] for task in tasks]
