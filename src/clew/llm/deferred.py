"""`Deferred`: a model that is opened on first use."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from clew.llm.base import Model, Result, Task
from clew.llm.retry import Closing
from clew.llm.wrapper import Wrapper

__all__ = ["Deferred"]


class Deferred(Wrapper):
    """A model that is opened on first use, since commands that only read need none."""

    def __init__(self, make: Callable[[list[Closing]], Model]) -> None:
        self._make = make
        self._connected: list[Closing] = []

    @cached_property
    def _model(self) -> Model:  # type: ignore[override]
        return self._make(self._connected)

    def close(self) -> None:
        """Close open connections; the next task opens new ones."""
        for each in self._connected:
            each.close()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        return self._model.run(tasks)
