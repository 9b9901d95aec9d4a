"""What a person is asked and answers, between the thread that plays and those that serve."""

from threading import Condition

__all__ = ["Questions"]


class Questions:
    """One question at a time; any thread may look at it and answer it."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._shown: list[str] = []
        self._number, self._text = 0, ""
        self._answer: str | None = None
        self._closed = False

    def show(self, text: str) -> None:
        """Add to what the next question is asked with."""
        self._shown.append(text)

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
            while not self._changed.wait_for(self._over, 0.2):
                pass
            self._text = ""
            if self._answer is None:
                raise EOFError
            return self._answer

    def _over(self) -> bool:
        return self._closed or self._answer is not None

    def asked(self) -> tuple[int, str] | None:
        """Return the number and text of the question that waits for an answer, if any."""
        with self._changed:
            return (self._number, self._text) if self._text else None

    def answer(self, number: int, text: str) -> bool:
        """Answer a question; return whether it still waited."""
        with self._changed:
            if not self._text or number != self._number or self._answer is not None:
                return False
            self._answer = text
            self._changed.notify_all()
            return True

    def close(self) -> None:
        """Ask no more; who waits is told that there is no answer."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
