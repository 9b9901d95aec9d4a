"""`Deferred`: a model that is opened on first use."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from clew.llm.base import Model, Result, Sampling, Task, rule_of
from clew.llm.retry import Closing

__all__ = ["Deferred"]


class Deferred:
    """A model that is opened on first use, since commands that only read need none."""

    def __init__(self, make: Callable[[list[Closing]], Model]) -> None:
        self._make = make
        self._connected: list[Closing] = []

    @cached_property
    def opened(self) -> Model:
        """The opened model."""
        return self._make(self._connected)

    def close(self) -> None:
        """Close open connections; the next task opens new ones."""
        for each in self._connected:
            each.close()

    @property
    def name(self) -> str:
        """The opened model's name."""
        return self.opened.name

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        """Return the model's settings."""
        return self.opened.sampling(task)

    def rule(self, task: type[Task[Any]]) -> Callable[[Any], Any] | None:
        """Return the opened mind's rule, if there is one."""
        return rule_of(self.opened, task)

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        return self.opened.run(tasks)
