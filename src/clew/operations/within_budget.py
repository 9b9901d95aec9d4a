"""Results as text within a budget of tokens: what fits, how much more there is, and a cursor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clew.errors import UsageError
from clew.memory import Memory
from clew.operations.base import Operation
from clew.recall.listing import Page
from clew.recall.pack import count_tokens
from clew.text import whole_number

__all__ = ["Told", "tell"]

_ROOM = 40
"""Tokens kept for saying how much more there is."""


@dataclass(frozen=True, slots=True)
class Told:
    """The part of a result that was shown."""

    lines: tuple[str, ...]
    more: int = 0
    cursor: str | None = None

    @property
    def text(self) -> str:
        """The lines, and how to get the rest."""
        if not self.more:
            return "\n".join(self.lines)
        rest = f"({self.more} more"
        rest += f'; cursor "{self.cursor}" gives them)' if self.cursor else ")"
        return "\n".join([*self.lines, rest])


def tell(
    operation: Operation[Any],
    memory: Memory,
    given: Mapping[str, object],
    budget: int,
    cursor: str | None = None,
) -> Told:
    """Do an operation and return its lines within `budget` tokens.

    A list of its own kind (`Page`) is cut where the budget ends, and its cursor goes on from there.
    Other lists are numbered: the cursor counts the lines shown so far.
    """
    request = operation.read(given)
    result = operation.run(memory, request)
    lines = list(operation.lines(memory, result))
    if isinstance(result, Page):
        shown = _fitting(lines, budget)
        if len(shown) < len(result.items):
            result = operation.run(memory, request.model_copy(update={"limit": len(shown)}))
        return Told(tuple(shown), result.more, result.cursor)
    start = 0 if cursor is None or not operation.paged else _number(cursor)
    shown = _fitting(lines[start:], budget)
    done = start + len(shown)
    more = max(0, len(lines) - done)
    return Told(tuple(shown), more, str(done) if more and operation.paged else None)


def _number(cursor: str) -> int:
    number = whole_number(cursor)
    if number is None:
        raise UsageError(f"expected a cursor of an answer before, got {cursor!r}")
    return number


def _fitting(lines: Sequence[str], budget: int) -> list[str]:
    """Return the first lines that fit; of a first line that alone does not, its beginning."""
    left = budget - (_ROOM if sum(map(_cost, lines)) > budget else 0)
    shown: list[str] = []
    for line in lines:
        if _cost(line) > left:
            break
        left -= _cost(line)
        shown.append(line)
    if lines and not shown:
        return [lines[0].encode()[: max(left, 4) * 4 - 8].decode(errors="ignore") + " ..."]
    return shown


def _cost(line: str) -> int:
    return count_tokens(line + "\n")
