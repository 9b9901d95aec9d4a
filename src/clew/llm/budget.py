"""`Budgeted`: a wrapper that stops asking a model once a budget is spent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from clew.errors import ModelError, UsageError
from clew.llm.base import Failure, FailureKind, Model, Result, Task, Usage
from clew.llm.wrapper import Wrapper

__all__ = ["NO_LIMIT", "Budgeted", "Ceiling", "asked_within"]


NO_LIMIT = 10**12
"""More requests than anybody makes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """The most that may be spent.

    Raises:
        UsageError: a limit below 0.
    """

    calls: int | None = None
    """Requests, also those that fail."""
    tokens: int | None = None
    """Input and output together."""
    cost: float | None = None
    """US dollars, where the price is known."""

    def __post_init__(self) -> None:
        for unit, limit in self._limits.items():
            if limit is not None and not limit >= 0:
                raise UsageError(f"expected a budget of 0 or more {unit}, got {limit!r}")

    @property
    def _limits(self) -> dict[str, float | None]:
        return {"calls": self.calls, "tokens": self.tokens, "US dollars": self.cost}

    def calls_left(self, spent: Usage) -> int:
        """Return how many requests may still be made."""
        return NO_LIMIT if self.calls is None else self.calls - spent.calls

    def reached(self, spent: Usage) -> str | None:
        """Return which limit is reached, and what was spent; `None` if none is."""
        amounts = {
            "calls": spent.calls,
            "tokens": spent.input_tokens + spent.output_tokens,
            "US dollars": spent.cost,
        }
        for unit, limit in self._limits.items():
            if limit is not None and amounts[unit] >= limit:
                shown = ", ".join(f"{amount:.6g} {name}" for name, amount in amounts.items())
                return f"{limit:g} {unit} is spent ({shown})"
        return None


def asked_within(
    model: Model,
    tasks: Sequence[Task[Any]],
    allowed: Callable[[int], int | str],
    add: Callable[[Sequence[Result[Any]]], None],
) -> list[Result[Any]]:
    """Ask a model chunk by chunk as long as that is allowed; results in order.

    Args:
        model: the model.
        tasks: what it is asked.
        allowed: is told how many tasks are left; returns the size of the next chunk, at most that
            many, or why there is none.
        add: is told the answers of each chunk.
    """
    results: list[Result[Any]] = []
    while len(results) < len(tasks):
        size = allowed(len(tasks) - len(results))
        if isinstance(size, str):
            return _filled(results, len(tasks), Failure(FailureKind.BUDGET, size))
        try:
            answers = model.run(tasks[len(results) : len(results) + size])
        except ModelError as error:
            if not results:
                raise
            failure = Failure(FailureKind.UNAVAILABLE, str(error), retry=True)
            return _filled(results, len(tasks), failure)
        add(answers)
        results += answers
    return results


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
        self._ceiling = Ceiling(calls=calls, tokens=tokens, cost=cost)
        if chunk < 1:
            raise UsageError(f"expected at least one task in a chunk, got {chunk!r}")
        super().__init__(model)
        self._chunk = chunk
        self._lock = Lock()
        self._spent = Usage()

    @property
    def spent(self) -> Usage:
        """The usage so far."""
        with self._lock:
            return self._spent

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`."""
        return asked_within(self._model, tasks, self._allowed, self._add)

    def _allowed(self, left: int) -> int | str:
        spent = self.spent
        if reached := self._ceiling.reached(spent):
            return (
                f"the budget of {reached}; raise it and go on: what was not answered is still to "
                "do, nothing is lost"
            )
        return min(left, self._chunk, self._ceiling.calls_left(spent))

    def _add(self, answers: Sequence[Result[Any]]) -> None:
        with self._lock:
            self._spent = sum((each.usage for each in answers), self._spent)


def _filled(results: list[Result[Any]], size: int, failure: Failure) -> list[Result[Any]]:
    left: Result[Any] = Result(None, failure)
    return results + [left] * (size - len(results))
