"""What is carried, as a game's inventory names it."""

import re
from collections import Counter

from clew.minds.fiction.room_text import things_in
from clew.regex import Regex

__all__ = ["carried"]

_TOLD = Regex(r"\b(?:carry|carrying|have|holding|hold|nothing|empty)\b", re.IGNORECASE)
_ARTICLE = Regex(r"\A(?:an?|the|some|your|my)\s+", re.IGNORECASE)
_LEAST = 3


def carried(inventory: str) -> dict[str, str]:
    r"""Return what is carried, by name: a noun, or with its adjectives where two share it.

    The values have the adjectives, too.

    >>> carried("ID card, clean clothing, soiled clothing")
    {'card': 'id card', 'clean clothing': 'clean clothing', 'soiled clothing': 'soiled clothing'}
    >>> carried("You are carrying:\n  a brass lamp (providing light)\n  a notepad")
    {'lamp': 'brass lamp', 'notepad': 'notepad'}
    >>> [*carried("You are carrying:\n  a key 1\n  a golden key")]
    ['key 1', 'golden key']
    >>> [*carried("You are carrying:\n  a brass key 1\n  a steel key 1\n  a key 2")]
    ['brass key 1', 'steel key 1', 'key 2']
    """
    phrases = dict.fromkeys(filter(None, map(_phrase, _parts(inventory))))
    words = Counter(word for one in phrases for word in {*one.split()})
    nouns = {one: _noun(one) for one in phrases}
    shared = words | Counter(nouns.values())
    return {one if shared[noun] > 1 else noun: one for one, noun in nouns.items()}


def _parts(inventory: str) -> list[str]:
    if not _TOLD.search(inventory):
        return inventory.split(",")
    lines = [line.strip() for line in inventory.splitlines()[1:] if line.strip()]
    return lines or [one.phrase for one in things_in(inventory)]


def _phrase(part: str) -> str:
    bare = re.sub(r"\([^)]*\)|\[[^\]]*\]", "", part).strip(" .*\t").lower()
    words = re.findall(r"[a-z0-9][a-z0-9'-]*", _ARTICLE.sub("", bare).split(" of ")[0])
    return " ".join(words) if words and len(_noun(" ".join(words))) >= _LEAST else ""


def _noun(phrase: str) -> str:
    """Return the last word, or the last two: "key 1"."""
    words = phrase.split()
    return " ".join(words[-2:] if words[-1].isdigit() else words[-1:])
