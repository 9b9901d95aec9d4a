"""Models around models: what all wrappers share; costs summed, errors contained, runs ended."""

from collections.abc import Callable, Sequence
from dataclasses import astuple
from threading import Lock
from typing import Any

from clew.errors import ClewError, ModelError
from clew.llm.base import (
    FREE,
    OUT_OF_REACH,
    Failure,
    FailureKind,
    Model,
    Origin,
    Result,
    Sampling,
    Task,
    Usage,
    rule_of,
)
from clew.llm.prompts import one_line
from clew.projection.rows import UsageRow

__all__ = ["REPLAYED", "Contained", "Metered", "Reachable", "Wrapper"]


REPLAYED = " (replayed)"
"""Behind the name of a model whose replies come from a recording."""


class Wrapper:
    """Passes on the name and settings of the wrapped model; subclasses define `run`."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        """Return the wrapped model's settings."""
        return self._model.sampling(task)

    def rule(self, task: type[Task[Any]]) -> Callable[[Any], Any] | None:
        """Return the rule of the wrapped mind, if there is one."""
        return rule_of(self._model, task)

    @property
    def writes(self) -> bool:
        """Whether answering may write to a store, as a cache does."""
        return isinstance(self._model, Wrapper) and self._model.writes


class Metered(Wrapper):
    """Passes tasks on and sums their cost.

    An answer from a cache was paid for before. One from a recording counts as it did when it was
    recorded, so that both runs report the same, under a name that says so.
    """

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._spent: dict[tuple[str, str], Usage] = {}
        self._lock = Lock()

    @property
    def spent(self) -> dict[tuple[str, str], Usage]:
        """Usage by (type of task, model name), sorted."""
        with self._lock:
            return dict(sorted(self._spent.items()))

    def rows(self, episode: int = 0) -> list[UsageRow]:
        """Return the usage as rows of a memory file; episode 0 means work for no episode."""
        return [
            UsageRow(episode, task, model, *astuple(each))
            for (task, model), each in self.spent.items()
        ]

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        results = self._model.run(tasks)
        for task, result in zip(tasks, results, strict=True):
            self.add(task, result)
        return results

    def add(self, task: Task[Any], result: Result[Any]) -> None:
        """Count an answer obtained elsewhere."""
        if result.origin is Origin.CACHE or result.usage == FREE:
            return
        again = REPLAYED if result.origin is Origin.REPLAY else ""
        key = (type(task).__name__, (result.model or self.name) + again)
        with self._lock:
            self._spent[key] = self._spent.get(key, FREE) + result.usage


_SHOWN = 200


class Contained(Wrapper):
    """Makes an exception of a model or a rule the failure of the task that it is about.

    The tasks of a batch that raises are asked again one by one. What clew raises on purpose
    (`ModelError`: the model cannot work at all) propagates.
    """

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        try:
            return self._model.run(tasks)
        except ClewError:
            raise
        except Exception as error:  # noqa: BLE001 - a model of somebody else's may raise anything
            if len(tasks) > 1:
                return [result for task in tasks for result in self.run([task])]
            said = one_line(str(error))[:_SHOWN]
            message = f"the model {self.name} raised {type(error).__name__}: {said}"
            return [Result(None, Failure(FailureKind.BAD_REPLY, message)) for _ in tasks]


class Reachable(Wrapper):
    """Raises where the model is out of reach or a budget is spent, so that a run ends there.

    An agent would go on without its model, and what it then does is no result.

    Args:
        model: the model that answers.
        advice: what the user can do, added to the error.
    """

    def __init__(self, model: Model, advice: str) -> None:
        super().__init__(model)
        self._advice = advice

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order.

        Raises:
            ModelError: one of them could not be asked.
        """
        results = self._model.run(tasks)
        for one in results:
            if one.failure is not None and one.failure.kind in OUT_OF_REACH:
                raise ModelError(f"{one.failure.kind}: {one.failure.message}; {self._advice}")
        return results
