"""`Budgeted`: a wrapper that stops asking a model once a budget is spent."""

from collections.abc import Sequence
from threading import Lock
from typing import Any

from clew.errors import ModelError, UsageError
from clew.llm.base import Failure, FailureKind, Model, Result, Task, Usage
from clew.llm.wrapper import Wrapper

__all__ = ["Budgeted"]


class Budgeted(Wrapper):
    """Asks a model until one of the budgets is spent; then every task fails with `BUDGET`.

    The cost of a task is not known beforehand. So a batch goes to the model in chunks, and no
    chunk is sent once a budget is spent. The excess is at most the cost of one chunk for each
    thread calling at that moment; for calls, only the retries within a chunk. Earlier answers are
    returned. They are also returned when the model fails: the remaining tasks then fail with
    `UNAVAILABLE`, and the next batch raises the error.

    Only reported usage counts: tokens a server does not report and costs of unknown prices are
    never spent. Replayed answers count as when they were recorded, answers from a cache inside
    count nothing.

    Args:
        model: the model that answers.
        calls: maximum number of requests.
        tokens: maximum number of tokens, input and output together.
        cost: maximum cost in US dollars.
        chunk: maximum number of tasks per chunk; at least as many as the model answers in parallel.

    Raises:
        UsageError: a budget below 0, or a chunk below 1.
    """

    def __init__(
        self,
        model: Model,
        *,
        calls: int | None = None,
        tokens: int | None = None,
        cost: float | None = None,
        chunk: int = 16,
    ) -> None:
        self._limits = {"calls": calls, "tokens": tokens, "US dollars": cost}
        for unit, limit in self._limits.items():
            if limit is not None and not limit >= 0:
                raise UsageError(f"expected a budget of 0 or more {unit}, got {limit!r}")
        if chunk < 1:
            raise UsageError(f"expected at least one task in a chunk, got {chunk!r}")
        super().__init__(model)
        self._calls, self._chunk = calls, chunk
        self._lock = Lock()
        self._spent = Usage()

    @property
    def spent(self) -> Usage:
        """The usage so far."""
        with self._lock:
            return self._spent

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`."""
        results: list[Result[Any]] = []
        while len(results) < len(tasks):
            spent = self.spent
            crossed = self._crossed(spent)
            if crossed is not None:
                failure = Failure(FailureKind.BUDGET, crossed)
                return _filled(results, len(tasks), failure)
            size = self._chunk
            if self._calls is not None:
                size = min(size, self._calls - spent.calls)
            try:
                answers = self._model.run(tasks[len(results) : len(results) + size])
            except ModelError as error:
                if not results:
                    raise
                failure = Failure(FailureKind.UNAVAILABLE, str(error), retry=True)
                return _filled(results, len(tasks), failure)
            with self._lock:
                self._spent = sum((each.usage for each in answers), self._spent)
            results += answers
        return results

    def _crossed(self, spent: Usage) -> str | None:
        """Return a message if a budget is spent, else `None`."""
        amounts = {
            "calls": spent.calls,
            "tokens": spent.input_tokens + spent.output_tokens,
            "US dollars": spent.cost,
        }
        for unit, limit in self._limits.items():
            if limit is not None and amounts[unit] >= limit:
                shown = ", ".join(f"{amount:.6g} {name}" for name, amount in amounts.items())
                return (
                    f"the budget of {limit:g} {unit} is spent ({shown}); raise it and go on: "
                    "what was not answered is still to do, nothing is lost"
                )
        return None


def _filled(results: list[Result[Any]], size: int, failure: Failure) -> list[Result[Any]]:
    left: Result[Any] = Result(None, failure)
    return results + [left] * (size - len(results))
