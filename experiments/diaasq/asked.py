"""One question of the benchmark, and how its parts are worded."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from clew.ask.sets.plans import Plan
from clew.graph.times import shown_time
from experiments.diaasq.world import Statement

__all__ = ["NO", "YES", "Item", "Question", "day_spellings", "day_words", "evidence_of", "one_item"]

Item = tuple[str, ...]
"""One thing a right answer lists: every accepted spelling of it."""
YES: Item = ("yes",)
NO: Item = ("no", "none", "nothing")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question with its exact answer."""

    type: str
    text: str
    label: str
    """The class of its answer, which sampling balances."""
    items: tuple[Item, ...]
    """Exactly what the answer lists; empty if nobody can know."""
    evidence: tuple[str, ...]
    """The turns it rests on, by time."""
    plan: Plan
    """How the answer is computed over the gold graph."""
    at: datetime | None = None
    """When it is asked; `None`: after everything."""


def day_words(day: date) -> str:
    """Return a day in words.

    >>> day_words(date(2020, 11, 5))
    '5 November 2020'
    """
    return f"{day.day} {day:%B %Y}"


def day_spellings(at: datetime) -> Item:
    """Return how the day of a moment may be written, the moment itself included.

    >>> day_spellings(datetime(2020, 11, 5, 9, 30))[-2:]
    ('November 5, 2020', '2020-11-05T09:30')
    """
    day = at.date()
    american = f"{day:%B} {day.day}, {day.year}"
    return (day.isoformat(), day_words(day), american, shown_time(at))


def one_item(*spellings: str) -> tuple[Item, ...]:
    """Return an answer of one item."""
    return (spellings,)


def evidence_of(statements: Iterable[Statement] | Sequence[Statement]) -> tuple[str, ...]:
    """Return the turns of statements by time, each once."""
    return tuple(dict.fromkeys(one.turn for one in sorted(statements, key=lambda one: one.at)))
