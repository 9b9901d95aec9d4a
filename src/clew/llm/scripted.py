"""`ScriptedModel`: replies written in advance, for tests and demos."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from clew.errors import ModelError
from clew.llm.base import Failure, Origin, Result, Sampling, Task, Usage
from clew.llm.reply.replies import read_reply

__all__ = ["ScriptedModel"]

Reply = object
"""A value of the output type, plain data, JSON text, or a `Failure`."""


class ScriptedModel:
    """Returns replies in order, or from a function; they are checked like a model's replies.

    `asked` lists every task it was given.

    Raises:
        ModelError: the script ended before the tasks did.
    """

    def __init__(self, script: Iterable[Reply] | Callable[[Task[Any]], Reply]) -> None:
        self._next: Callable[[Task[Any]], Reply]
        self._next = script if callable(script) else _from(iter(script))
        self.asked: list[Task[Any]] = []

    @property
    def name(self) -> str:
        """The name to show and record."""
        return "script"

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return `None`: nothing is sampled."""
        return None

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        return [self._answer(task) for task in tasks]

    def _answer(self, task: Task[Any]) -> Result[Any]:
        self.asked.append(task)
        reply = self._next(task)
        usage = Usage(calls=1)
        if isinstance(reply, Failure):
            return Result(None, reply, usage=usage, origin=Origin.SCRIPT)
        return read_reply(task, reply, usage=usage, origin=Origin.SCRIPT)


def _from(replies: Iterator[Reply]) -> Callable[[Task[Any]], Reply]:
    def give(task: Task[Any]) -> Reply:
        try:
            return next(replies)
        except StopIteration:
            raise ModelError(
                f"the script ended before {type(task).__name__}; give it one more reply"
            ) from None

    return give
