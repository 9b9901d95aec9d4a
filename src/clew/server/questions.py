"""What a person is asked and answers, between the thread that plays and those that serve."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Condition
from typing import Any

from clew.agents.person import Pick
from clew.llm.base import Result, Task
from clew.llm.human import Human
from clew.llm.wrapper import Wrapper

__all__ = ["Asked", "InPage", "Questions"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that waits for an answer."""

    number: int
    text: str
    choices: tuple[str, ...]
    """What may be answered, also by its number from 1; empty if anything may."""


class Questions:
    """One question at a time; any thread may look at it and answer it."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._shown: list[str] = []
        self._choices: tuple[str, ...] = ()
        self._number, self._text = 0, ""
        self._answer: str | None = None
        self._over = self._seen = self._closed = False

    def show(self, text: str) -> None:
        """Add to what the next question is asked with."""
        self._shown.append(text)

    def offer(self, choices: Sequence[str]) -> None:
        """Say what may be answered to the next questions."""
        with self._changed:
            self._choices = tuple(choices)

    def ask(self, prompt: str) -> str:
        """Ask, and wait for the answer.

        Raises:
            EOFError: there will be none.
        """
        with self._changed:
            self._number += 1
            self._text = "\n".join([*self._shown, prompt])
            self._shown, self._answer = [], None
            # In turns, so that Ctrl-C is heard meanwhile.
            while not self._changed.wait_for(self._settled, 0.2):
                pass
            self._text = ""
            if self._answer is None:
                raise EOFError
            return self._answer

    def _settled(self) -> bool:
        return self._closed or self._answer is not None

    def asked(self) -> Asked | None:
        """Return the question that waits for an answer, if any."""
        with self._changed:
            return Asked(self._number, self._text, self._choices) if self._text else None

    def answer(self, number: int, text: str) -> bool:
        """Answer a question; return whether it still waited."""
        with self._changed:
            if not self._text or number != self._number or self._answer is not None:
                return False
            self._answer = text
            self._changed.notify_all()
            return True

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._over

    def finish(self, seconds: float) -> None:
        """Say that the game has ended, and wait until somebody has seen it, but not for ever."""
        with self._changed:
            self._over = True
            self._changed.wait_for(lambda: self._seen, seconds)

    def see(self) -> None:
        """Say that somebody has seen how the game ended."""
        with self._changed:
            self._seen = self._over
            self._changed.notify_all()

    def close(self) -> None:
        """Ask no more; who waits is told that there is no answer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class InPage(Wrapper):
    """A person who is asked by `Questions`: what can be done is offered, not listed in the text."""

    def __init__(self, questions: Questions) -> None:
        super().__init__(Human(questions.ask, questions.show))
        self._questions = questions

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`."""
        return [self._answer(task) for task in tasks]

    def _answer(self, task: Task[Any]) -> Result[Any]:
        choices: tuple[str, ...] = ()
        if isinstance(task, Pick):
            choices, task = task.actions, replace(task, actions=())
        self._questions.offer(choices)
        (result,) = self._model.run([task])
        return result
