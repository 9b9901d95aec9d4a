"""Who comes and who goes: "the new vet is Dr Roy", "Dr Roy retired"."""

import re

from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.word_lists import section

__all__ = ["is_gone", "is_newcomer"]

_WAYS = section("newcomers").strip().replace("KIN", "|".join(sorted(KIN)))
_NEW = re.compile("|".join(_WAYS.splitlines()))
_GONE = re.compile("|".join(section("gone").strip().splitlines()))


def is_newcomer(marked: str) -> bool:
    """Return whether a text introduces somebody, whose name it has as "Name_".

    >>> is_newcomer("Mayor Name_, his niece, spoke."), is_newcomer("Name_ and his niece spoke.")
    (True, False)
    >>> is_newcomer("The new vet is Name_."), is_newcomer("The vet is Name_.")
    (True, False)
    """
    return _NEW.search(marked) is not None


def is_gone(marked: str) -> bool:
    """Return whether a text says that somebody retired, died, left or was followed.

    Who comes later with the title and the last name may be another. "Name_" is as above.

    >>> is_gone("Name_ retired in May."), is_gone("The late Name_ had a dog.")
    (True, True)
    >>> is_gone("Name_ left the room."), is_gone("Name_ buried her dog.")
    (False, False)
    """
    return _GONE.search(marked) is not None
