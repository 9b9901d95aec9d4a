"""`Retried`: a model that is busy or out of reach is asked again, later and later."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol, runtime_checkable

from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, Model, Result, Task
from clew.llm.wrapper import Wrapper

__all__ = ["Closing", "Patience", "Retried"]


@runtime_checkable
class Closing(Protocol):
    """What holds connections or memory until it is closed."""

    def close(self) -> None:
        """Let go of them."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a batch is tried, and how long is waited between."""

    tries: int = 4
    """Tries in all."""
    first: float = 0.5
    """Seconds before the second try, about; each later wait is twice as long."""
    longest: float = 30.0
    """Bound of one wait; one that the server asks for may be longer."""
    total: float = 120.0
    """Bound of all waits of one batch. A server that asks for more is not asked again."""

    def wait(self, tried: int, asked: float, rng: Random) -> float:
        """Return the seconds to wait after so many tries.

        At least what the server asked for; else between half and all of a span that doubles, so
        that processes stopped by one limit do not come back at one moment.
        """
        span: float = min(self.first * 2 ** (tried - 1), self.longest)
        return max(span * (0.5 + rng.random() / 2), asked)


class Retried(Wrapper):
    """Asks again the tasks that failed as unavailable with `retry`; results in order.

    The tasks of a batch wait together. Usage is summed over all tries. When the tries or the
    waiting are used up, the last failure stays and says so.

    Args:
        model: who answers.
        patience: how often, and how long.
        sleep: waits for a number of seconds.
        rng: spreads the waits; it changes no reply. By default each process has its own.
    """

    def __init__(
        self,
        model: Model,
        *,
        patience: Patience | None = None,
        sleep: Callable[[float], None] = time.sleep,
        rng: Random | None = None,
    ) -> None:
        super().__init__(model)
        self._patience = patience or Patience()
        self._sleep, self._rng = sleep, rng or Random()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        results = self._model.run(tasks)
        tried, waited = 1, 0.0
        while again := [i for i, result in enumerate(results) if _may_come(result)]:
            asked = max(_asked(results[i]) for i in again)
            seconds = self._patience.wait(tried, asked, self._rng)
            if tried >= self._patience.tries or waited + seconds > self._patience.total:
                spent = f"tried {tried} times, waited {waited:.1f} s"
                return [_gave_up(result, spent) for result in results]
            self._sleep(seconds)
            waited, tried = waited + seconds, tried + 1
            try:
                later = self._model.run([tasks[i] for i in again])
            except ModelError as error:
                if len(again) == len(results):
                    raise
                # What was answered before has been paid for.
                lost = Failure(FailureKind.UNAVAILABLE, str(error), retry=True)
                return [
                    replace(result, failure=lost) if i in again else result
                    for i, result in enumerate(results)
                ]
            for i, result in zip(again, later, strict=True):
                results[i] = replace(result, usage=results[i].usage + result.usage)
        return results

    def close(self) -> None:
        """Close the model, if it is one that can be closed."""
        if isinstance(self._model, Closing):
            self._model.close()


def _may_come(result: Result[Any]) -> bool:
    failure = result.failure
    return failure is not None and failure.kind is FailureKind.UNAVAILABLE and failure.retry


def _asked(result: Result[Any]) -> float:
    return (result.failure.wait if result.failure else None) or 0.0


def _gave_up(result: Result[Any], spent: str) -> Result[Any]:
    if result.failure is None or not _may_come(result):
        return result
    message = f"{result.failure.message} ({spent})"
    return replace(result, failure=replace(result.failure, message=message))
