"""Whom a text introduces as somebody new: "his niece, Mayor Dunstan", "the new vet is Dr Roy"."""

import re

from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.word_lists import section

__all__ = ["is_newcomer"]

_WAYS = section("newcomers").strip().replace("KIN", "|".join(sorted(KIN)))
_NEW = re.compile("|".join(_WAYS.splitlines()))


def is_newcomer(marked: str) -> bool:
    """Return whether a text introduces somebody, whose name it has as "Name_".

    >>> is_newcomer("Mayor Name_, his niece, spoke."), is_newcomer("Name_ and his niece spoke.")
    (True, False)
    >>> is_newcomer("The new vet is Name_."), is_newcomer("The vet is Name_.")
    (True, False)
    """
    return _NEW.search(marked) is not None
