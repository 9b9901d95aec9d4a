"""Which single names a text shows to be people's: by what they do, are, have, and are called.

A dog, a shop or a storm may have a person's name too. Nothing is guessed from the name itself.
"""

import re
from collections.abc import Iterator

from clew.minds.english.words.lexicon import KIN, VERBS
from clew.minds.english.words.people import CAPITAL
from clew.minds.english.words.person_nouns import PETS, is_person_noun
from clew.minds.english.words.word_lists import section, word_list
from clew.regex import Regex

__all__ = ["shown_people"]

_DO, _ARE, _MET = word_list("people_do"), word_list("people_are"), word_list("met")
_NAME = rf"(?<![\w-])((?:{CAPITAL}|[^\W\d_\u0000-\u024F])[\w-]+)\b(?! {CAPITAL})"
_PATTERNS = section("shows_people").replace("NAME", _NAME)
_WAYS = _PATTERNS.strip().replace("_", " ").splitlines()
_IS, _BEHIND, _OWNS, *_SURE = (Regex(one, re.MULTILINE) for one in _WAYS[1:])
_ACTS = Regex(f"(?={_WAYS[0]})", re.MULTILINE)
"""Also of "Ada and Ida sing", where one overlaps the other."""


def shown_people(text: str) -> frozenset[str]:
    """Return the single names that a text shows to be people's.

    >>> sorted(shown_people("Ada crashed. My sister Ida and Tom asked Eva. Finn is in Bonn."))
    ['Eva', 'Ida', 'Tom']
    """
    return frozenset(_shown(text))


def _shown(text: str) -> Iterator[str]:
    for name, being, word in _ACTS.findall(text):
        does = not being or word.endswith("ing")
        if (being and word in _ARE) or (does and {word, VERBS.get(word, ("",))[0]} & _DO):
            yield name
    for pattern in (_IS, _OWNS):
        for name, noun in pattern.findall(text):
            if _is_person(noun):
                yield name
    for word, name in _BEHIND.findall(text):
        if _is_person(word) or {word.lower(), VERBS.get(word, ("",))[0]} & _MET:
            yield name
    for pattern in _SURE:
        yield from pattern.findall(text)


def _is_person(noun: str) -> bool:
    return noun not in PETS and (noun in KIN or is_person_noun(noun))
