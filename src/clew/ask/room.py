"""`Room`: the tokens that are left for evidence, where a time that lines share is paid for once."""

import math

from clew.ask.evidence import Passage
from clew.ask.tasks import evidence_line, told_at
from clew.graph.times import shown_time
from clew.graph.types import Fact, Time
from clew.recall.pack import count_tokens

__all__ = ["Room"]


class Room:
    """Room for lines of evidence in a prompt.

    Args:
        tokens: how many there are; `None` means no limit.
        now: as of when the lines are shown.
    """

    def __init__(self, tokens: int | None, now: Time | None) -> None:
        self._left = math.inf if tokens is None else tokens
        self._now = now
        self._times: set[Time | None] = {None}
        """Those that stand above lines already."""

    def take(self, one: Fact | Passage) -> bool:
        """Take the room of a line, if there is enough; return whether there is."""
        at = told_at(one)
        above = 0 if at is None or at in self._times else count_tokens(f"told {shown_time(at)}\n")
        cost = self._cost(one) + above
        if cost > self._left:
            return False
        self._left -= cost
        self._times.add(at)
        return True

    def give_back(self, one: Fact | Passage) -> None:
        """Give back what a line has taken; a time that stood above it stays."""
        self._left += self._cost(one)

    def _cost(self, one: Fact | Passage) -> int:
        return count_tokens(f"999 | {evidence_line(one, self._now, told=False)}\n")
