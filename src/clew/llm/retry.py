"""Models that are connected to: opened on first use, and asked again while busy or unreachable."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, Protocol, runtime_checkable

from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, Model, Result, Task
from clew.llm.wrapper import Wrapper

__all__ = ["Closing", "Deferred", "Patience", "Retried"]


@runtime_checkable
class Closing(Protocol):
    """An object that holds connections or memory until it is closed."""

    def close(self) -> None:
        """Release them."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a batch is tried, and how long to wait in between."""

    tries: int = 4
    """Maximum number of tries."""
    first: float = 0.5
    """Approximate seconds before the second try; the wait doubles with each further try."""
    longest: float = 30.0
    """Maximum seconds of one wait, unless the server asks for more."""
    total: float = 120.0
    """Maximum seconds of all waits of one batch; a server that asks for more is not retried."""

    def wait(self, tried: int, asked: float, rng: Random) -> float:
        """Return the seconds to wait after `tried` tries.

        At least the `asked` seconds; else a random time between half and all of a doubling span,
        so that processes stopped by the same limit do not return at the same moment.
        """
        span: float = min(self.first * 2 ** (tried - 1), self.longest)
        return max(span * (0.5 + rng.random() / 2), asked)


class Retried(Wrapper):
    """Retries tasks that failed with `UNAVAILABLE` and `retry`; results in order.

    The tasks of a batch wait together. Usage is summed over all tries. When the tries or the waits
    are used up, the last failure stays and says so.

    Args:
        model: the model that answers.
        patience: how often to try, and how long to wait.
        sleep: waits for a number of seconds.
        rng: randomises the waits, not the replies. By default each process has its own.
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
                times = "once" if tried == 1 else f"{tried} times"
                spent = f"tried {times}, waited {waited:.1f} s"
                return [_gave_up(result, spent) for result in results]
            self._sleep(seconds)
            waited, tried = waited + seconds, tried + 1
            try:
                later = self._model.run([tasks[i] for i in again])
            except ModelError as error:
                if len(again) == len(results):
                    raise
                # Earlier answers have been paid for.
                lost = Failure(FailureKind.UNAVAILABLE, str(error), retry=True)
                return [
                    replace(result, failure=lost) if i in again else result
                    for i, result in enumerate(results)
                ]
            for i, result in zip(again, later, strict=True):
                results[i] = replace(result, usage=results[i].usage + result.usage)
        return results

    def close(self) -> None:
        """Close the model, if it can be closed."""
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
