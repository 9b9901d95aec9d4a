"""What is carried, as a game's inventory names it."""

import re

from clew.minds.fiction.room_text import things_in

__all__ = ["carried"]

_TOLD = re.compile(r"\b(?:carry|carrying|have|holding|hold|nothing|empty)\b", re.IGNORECASE)
_ARTICLE = re.compile(r"\A(?:an?|the|some|your|my)\s+", re.IGNORECASE)
_LEAST = 3


def carried(inventory: str) -> tuple[str, ...]:
    r"""Return the names of what is carried: a noun, or with its adjectives where two share it.

    >>> carried("ID card, clean clothing, soiled clothing")
    ('card', 'clean clothing', 'soiled clothing')
    >>> carried("You are carrying:\n  a brass lamp (providing light)\n  a notepad")
    ('lamp', 'notepad')
    >>> carried("You are carrying:\n  a key 1")
    ('key 1',)
    """
    phrases = tuple(dict.fromkeys(filter(None, map(_phrase, _parts(inventory)))))
    nouns = [_noun(one) for one in phrases]
    return tuple(
        one if nouns.count(noun) > 1 else noun for one, noun in zip(phrases, nouns, strict=True)
    )


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
