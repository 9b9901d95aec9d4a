"""What a prompt need not say twice: texts that hardly differ, ways there and back."""

import re
from collections.abc import Iterable, Iterator, Sequence

from clew.agents.memory import Statement
from clew.agents.worldmap import OPPOSITE, ways_of

__all__ = ["newsworthy", "ways_once"]

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_NEW = 0.25
"""A text is left out if fewer of its sentences are new: a room looks almost as it did before."""


def newsworthy(texts: Iterable[str], shown: Sequence[str]) -> Iterator[int]:
    """Yield the places of the texts that say more than what is shown and the texts before them.

    >>> [*newsworthy(["Hall. A key.", "Attic. A box.", "Attic. A box!"], ["-= Hall =-", "A key."])]
    [0, 1, 2]
    >>> [*newsworthy(["A key. An exit.", "A box. A key."], ["An exit. A key. A cup."])]
    [1]
    """
    known = {each for one in shown for each in _sentences(one)}
    for place, text in enumerate(texts):
        said = _sentences(text)
        new = [each for each in said if each not in known]
        if said and len(new) >= _NEW * len(said):
            known.update(new)
            yield place


def ways_once(facts: Iterable[Statement]) -> Iterator[int]:
    """Yield the places of facts, without ways that an earlier fact tells from the other end.

    >>> there, back = ("Attic", "is up of", "Hall"), ("Hall", "is down of", "Attic")
    >>> [*ways_once([there, ("key", "is in", "Hall"), back])]
    [0, 1]
    """
    told: set[tuple[str, str, str]] = set()
    for place, fact in enumerate(facts):
        ways = [*ways_of([fact])]
        if not told.issuperset(ways) or not ways:
            yield place
        told |= {(other, OPPOSITE[direction], room) for room, direction, other in ways}


def _sentences(text: str) -> list[str]:
    return [said for one in _SENTENCE.split(text) if (said := one.strip())]
