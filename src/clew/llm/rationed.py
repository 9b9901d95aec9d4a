"""`Rationed`: a wrapper that stops asking a model once what a day allows is spent.

Unlike a budget, which is of one process, the day's spending is kept in a book that outlives it and
that others share.
"""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import astuple
from typing import Any, Protocol, TypeAlias

from clew.llm.base import Model, Origin, Result, Task, Usage
from clew.llm.budget import Ceiling, asked_within
from clew.llm.wrapper import Wrapper
from clew.projection.rows import Amounts

__all__ = ["Allows", "Book", "Rationed"]

NONE = Ceiling()


Allows: TypeAlias = Callable[[Amounts, Amounts], int | str]
"""Says how many requests may be made after what all and somebody have spent, or why none may."""


class Book(Protocol):
    """What was spent today, in all and by whom; others may write into it at the same time."""

    @property
    def today(self) -> str:
        """The day whose spending is written down now."""
        ...

    def take(self, who: str, allows: Allows) -> int | str:
        """Write down the requests that are allowed, before they are made; return `allows`.

        Raises:
            ReadOnlyError: nothing can be written into the book.
        """
        ...

    def add(self, who: str, amounts: Amounts) -> None:
        """Write down what somebody spent besides what was taken."""
        ...


class Rationed(Wrapper):
    """Asks a model until the day's ceiling is reached; then every task fails with `BUDGET`.

    Failed requests count. Answers from a cache or a recording do not, since nobody pays for them.
    Requests are written down before they are made, so the ceiling of calls is overdrawn by retries
    alone, whoever asks at the same time. What an answer costs is known when it is there: tokens and
    dollars are overdrawn by at most what is being asked at that moment.

    Args:
        model: the model that answers.
        book: where the spending of the day is kept.
        daily: the most for all together.
        daily_each: the most for each.
        chunk: most tasks that are asked between two looks into the book.
    """

    def __init__(
        self, model: Model, book: Book, *, daily: Ceiling, daily_each: Ceiling, chunk: int = 16
    ) -> None:
        super().__init__(model)
        self._book, self._daily, self._daily_each = book, daily, daily_each
        self._who, self._chunk = "", chunk
        self._known: dict[str, Rationed] = {}

    def of(self, who: str) -> "Rationed":
        """Return the same model as somebody asks it, with a ceiling of their own."""
        if who not in self._known:
            other = copy(self)
            other._who = who
            self._known.setdefault(who, other)
        return self._known[who]

    @property
    def inner(self) -> Model:
        """The model that answers."""
        return self._model

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`.

        Raises:
            ReadOnlyError: nothing can be written into the book.
        """
        if all(self.sampling(type(task)) is None for task in tasks):
            return self._model.run(tasks)  # rules: free, and perhaps asked inside a transaction
        day = ""

        def take(left: int) -> int | str:
            nonlocal day
            day = self._book.today
            return self._take(left)

        def add(answers: Sequence[Result[Any]]) -> None:
            paid = [one.usage for one in answers if one.origin not in (Origin.CACHE, Origin.REPLAY)]
            calls, *rest = astuple(sum(paid, Usage()))
            calls -= len(answers)
            # What was taken and not used is given back to its own day only.
            self._book.add(self._who, (calls if day == self._book.today else max(0, calls), *rest))

        return asked_within(self._model, tasks, take, add)

    def _take(self, left: int) -> int | str:
        def allows(together: Amounts, own: Amounts) -> int | str:
            size = min(left, self._chunk)
            for spent, ceiling, whose in (
                (Usage(*together), self._daily, "all namespaces together"),
                (
                    Usage(*own),
                    self._daily_each if self._who else NONE,
                    f"the namespace {self._who!r}",
                ),
            ):
                if reached := ceiling.reached(spent):
                    return _said(reached, whose)
                size = min(size, ceiling.calls_left(spent))
            return size

        return self._book.take(self._who, allows)


def _said(reached: str, whose: str) -> str:
    return (
        f"today's ceiling for {whose} of {reached}; it begins anew at midnight UTC, or raise it "
        "(`daily` and `daily_each` in clew.toml): what was not answered is still to do"
    )
