"""Which names a text says are no people's, though people could have them."""

import re

from clew.minds.english.parsing.clause_types import Clause
from clew.minds.english.words.people import THINGS, TITLES, gender_of, is_verb_of_one
from clew.minds.english.words.person_nouns import PETS
from clew.minds.english.words.word_lists import section, words_in_order
from clew.minds.english.words.words_needed import Ways
from clew.regex import Regex

__all__ = ["things_of", "things_told"]

_KINDS = PETS | THINGS
_SORTS = sorted({*_KINDS, *words_in_order("made_things")})
_NAME, _KIND = r"([A-Z][\w-]+)\b(?! [A-Z])", "|".join(_SORTS)
_NAMES = r"([A-Z][\w-]+(?: [A-Z][\w-]+){1,3})"
_PATTERNS = section("things_told").strip().replace("NAMES", _NAMES).replace("NAME", _NAME)
_COLOUR = "|".join(words_in_order("colours"))
_TOLD = Ways(_PATTERNS.replace("KIND", _KIND).replace("COLOUR", _COLOUR).splitlines())
_THE_NAMED = Regex(rf"\b[Tt]he {_NAMES} ([a-z]+)\b")
"""A ship rather than a person: "The Anna Weber sank"."""
_THE_ONE = Regex(rf"\b[Tt]he {_NAME}(?! (?:who|that|from|in|at|with|I|we|you|he|she|they)\b)")
"""A boat or a car of that name: "The Anna leaks"."""


def things_told(text: str) -> set[str]:
    """Return the names that a text tells to be no people's: "a parrot called Leander"."""
    found = {one[1] for one in _TOLD.finditer(text)}
    the = [name for name, verb in _THE_NAMED.findall(text) if is_verb_of_one(verb)]
    the += _THE_ONE.findall(text)
    found |= {name for name in the if gender_of(name.split()[0])}
    found = {one for one in found if one.split()[0].lower() not in TITLES}
    return {one for one in found if " " not in one or _is_always_so(one, text)}


def _is_always_so(name: str, text: str) -> bool:
    """Return whether a text has a name once, or only behind "the"."""
    before = re.findall(rf"(\b[Tt]he |){name}(?! [A-Z])", text)
    return len(before) == 1 or all(before)


def things_of(clause: Clause) -> set[str]:
    """Return the names that a clause says are no people's: "our dog Rex", "Rex is the boat"."""
    found = {one.name for one in clause.phrases if _KINDS & {*one.label.lower().split()}}
    what = clause.objects[:1] if clause.verb in {"be", "appos"} else ()
    kinds = [one for one in what if one.head in _KINDS | {"capital"}]
    sure = any(one.determiner in {"a", "an"} for one in kinds)
    named = [one.name for one in clause.subjects if kinds and one.named]
    return found | {name for name in named if sure or " " not in name}
