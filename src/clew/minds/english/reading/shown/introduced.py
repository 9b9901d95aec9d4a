"""Whom a text introduces, and as whom: "my dentist, Anna Roy", "Anna from the bakery"."""

import re

from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.person_nouns import is_person_noun
from clew.minds.english.words.word_lists import section, word_list
from clew.regex import Regex

__all__ = ["YOUNG", "introduced"]

_MAX_NOUN = 90
"""Letters of what somebody is: a `Person` has a title of 100."""
YOUNG = frozenset({"boy", "girl", "lad", "baby", "little"})
_JOBS = word_list("jobs")
_WAYS = section("introductions").replace("NAME", r"[A-Z][\w-]+\b(?! [A-Z])(?!['’]s)")
_WAYS = _WAYS.replace("KIN", "|".join(sorted(KIN)))
_INTRODUCED = [*map(Regex, _WAYS.strip().splitlines())]
"""How a name is told to somebody who has not heard it: "my dentist, Anna Roy"."""
_TELLING = ("from", "at", "with", "who", "aged")
_SEEN = {"my": "my", "our": "my"} | {word: word for word in _TELLING}


def introduced(text: str) -> dict[str, str]:
    """Return the names that a text introduces, with what it says: "my dentist"."""
    found = [one for pattern in _INTRODUCED for one in pattern.finditer(text)]
    return {
        one["name"]: _role(one)
        for one in reversed(found)
        if len(one["noun"]) <= _MAX_NOUN
        if one["whose"] in _TELLING
        or is_person_noun((noun := one["noun"].strip()).removeprefix("new "))
        or noun in YOUNG | _JOBS
        or noun[0].isupper()
        or noun.isdecimal()
    }


def _role(found: re.Match[str]) -> str:
    """Return what a text introduces somebody as; an age is no role of whom it has in full."""
    noun, name = found["noun"].strip().removeprefix("new "), re.escape(found["name"])
    known = noun.isdecimal() and re.search(rf"[A-Z][\w-]+ {name}\b", found.string[: found.start()])
    whose = _SEEN.get((found["whose"] or "").lower(), "the")
    return "" if known else f"{whose} {noun}"
