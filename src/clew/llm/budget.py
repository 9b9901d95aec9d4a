"""Stops before a budget is overdrawn: a wrapper that asks no more once it is spent."""

from collections.abc import Sequence
from threading import Lock
from typing import Any

from clew.errors import ModelError, UsageError
from clew.llm.base import Failure, FailureKind, Model, Result, Task, Usage
from clew.llm.wrapper import Wrapper

__all__ = ["Budgeted"]


class Budgeted(Wrapper):
    """Asks a model until one of the budgets is spent; then every task fails with `BUDGET`.

    What a task will cost is not known before: a batch goes to the model in chunks, and the first
    chunk after a line is crossed is not asked. So the excess is at most what one chunk costs, for
    each thread that calls at that moment; of calls, only the retries within a chunk. Answers that
    came before the line are returned, and so are those before a model that breaks down: the tasks
    left fail with `UNAVAILABLE`, and the next batch raises what was wrong.

    It counts what the results report: what a server does not report (tokens) or nobody knows the
    price of (cost) is never spent. Recorded answers count as they did when they were recorded,
    those from a cache inside count nothing.

    Args:
        model: who answers.
        calls: most requests.
        tokens: most tokens, of input and output together.
        cost: most US dollars.
        seconds: most seconds of model time; calls that overlap count each.
        chunk: most tasks given to the model at once; not less than it answers in parallel.

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
        seconds: float | None = None,
        chunk: int = 16,
    ) -> None:
        self._limits = {"calls": calls, "tokens": tokens, "US dollars": cost, "seconds": seconds}
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
        """What was spent so far."""
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
        """Return what to say when a budget is spent."""
        amounts = {
            "calls": spent.calls,
            "tokens": spent.input_tokens + spent.output_tokens,
            "US dollars": spent.cost,
            "seconds": spent.seconds,
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
