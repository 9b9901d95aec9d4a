"""A question asked a week after Nora's messages, one a day."""

from datetime import UTC, datetime, timedelta

from clew import Memory
from clew.clock import FixedClock

__all__ = ["answer"]

AT = datetime(2026, 3, 10, tzinfo=UTC)


def answer(question: str, *texts: str, later: int = 7) -> str | None:
    """Return what is answered some days after the first message."""
    clock = FixedClock(AT + timedelta(later))
    with Memory.open(embedder=None, clock=clock) as memory:
        for day, text in enumerate(texts):
            at = (AT + timedelta(day)).isoformat()
            said = {"role": "user", "name": "Nora", "content": text, "at": at}
            memory.remember_many([said], conversation="c", source="s")
        return memory.ask(question).text
