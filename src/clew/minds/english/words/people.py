"""Names in a text: whether one is a person's, of which gender, and who opens a sentence.

First names that both genders bear are left out of the lists: what is not there has an unknown
gender and fits either pronoun.
"""

from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    ADVERBS,
    NAME_LINKS,
    OPENERS,
    PLACES,
    PREPOSITIONS,
    VERBS,
    singular_noun,
)
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["CAPITAL", "FEMALE_WORDS", "MALE_WORDS", "NAMES_TOO", "NOBODY", "NOT_NAMES", "THINGS",
           "TITLES", "gender_of", "is_opener", "is_verb_of_one", "looks_personal",
           "one_namesake", "opening_name", "opens_with_name", "opens_with_order"]  # fmt: skip

CAPITAL = "[A-ZÀ-ÖØ-ÞĀĂĆČĎĐĒĘĚĞĢĪĮİĶĹĽŁŃŅŇŌŐŒŔŘŚŞȘŠŢȚŤŪŮŰŲŹŻŽ]"
"""A capital letter, for regular expressions of names."""

_FEMALE = word_list("female")
_MALE = word_list("male")
THINGS = word_list("things")
"""Words that make a name that of a thing."""
NOT_NAMES = word_list("not_names")
"""Capitalised words that are no names."""
FEMALE_WORDS = word_list("female_words")
MALE_WORDS = word_list("male_words")
NOBODY = word_list("nobody")
TITLES = word_list("titles")
NAMES_TOO = word_list("names_too")
"""Names that are verbs, too."""
_ORDERED = word_list("ordered")
"""Verbs of orders about somebody: "Call Anna"."""
_LAST_NAMES, _STREETS = word_list("last_names"), word_list("streets")


_OPENING_NAME = Regex(
    rf"((?:(?:Mrs?|Ms|Dr|Prof)\.? )?{CAPITAL}[\w-]+"
    rf"(?: (?:(?:de|da|van|von|der) )?{CAPITAL}[\w-]+){{0,2}})"
    r"(?: (?:also|still|now|never|only|just|then))? ([a-z]+)"
)


def opening_name(sentence: str) -> str:
    """Return the name a sentence opens with, when a verb of one person stands right behind it."""
    found = _OPENING_NAME.match(sentence)
    if found is None or found[1].lower() in NOT_NAMES | _NOT_OPENING or is_opener(found[1]):
        return ""
    return found[1] if is_verb_of_one(found[2]) and looks_personal(found[1]) else ""


_TWO_WORDS = Regex(rf"({CAPITAL}[\w-]+)((?: {CAPITAL}[\w.-]*){{0,2}}) ([a-z]+)")


def opens_with_name(sentence: str) -> bool:
    """Say whether a word that may be a verb opens a sentence as somebody's name.

    >>> opens_with_name("May lives in Cork."), opens_with_name("Rob will meet Grace.")
    (True, True)
    >>> opens_with_name("Call Anna tomorrow."), opens_with_name("May she live long.")
    (False, False)
    """
    found = _TWO_WORDS.match(sentence)
    if found is None or not is_verb_of_one(found[3]):
        return False
    return found[1].lower() in NAMES_TOO or bool(gender_of(found[1]))


_ORDER = Regex(rf"({CAPITAL}[\w-]+)(?: {CAPITAL}[\w.’'-]*){{1,3}}(?: ([a-z]+))?")


def opens_with_order(sentence: str) -> bool:
    """Say whether a sentence tells its reader to do something about somebody.

    >>> opens_with_order("Call Anna tomorrow."), opens_with_order("Ask Jeeves is a website.")
    (True, False)
    """
    found = _ORDER.match(sentence)
    if found is None or found[1].lower() not in _ORDERED:
        return False
    return found[2] is None or not is_verb_of_one(found[2])


def is_opener(words: str) -> bool:
    """Say whether capitalised words open a sentence with no name: "Later Kim", "Yesterday".

    >>> is_opener("Yesterday Kim"), is_opener("Kim Lie")
    (True, False)
    """
    return words.partition(" ")[0].lower() in _OPENERS


_OPENERS = (ADVERBS | PREPOSITIONS | OPENERS | {"last", "next"}) - {"even", "just"}
"""Even and Just are Norwegian and Dutch first names."""


def is_verb_of_one(word: str) -> bool:
    """Say whether a word may be the verb of one person or thing: "was", "sings", "sang"."""
    helps = word in {"is", "was", "has", "had", "will"}
    return helps or bool({*"sd"} & {*VERBS.get(word, ("", ""))[1]})


_NOT_OPENING = ADVERBS | PREPOSITIONS | NOBODY | ADJECTIVES


def gender_of(name: str) -> str:
    """Return "f", "m" or "" for a first name or title, from short lists."""
    low = name.lower().rstrip(".")
    return "f" if low in _FEMALE else "m" if low in _MALE else ""


def one_namesake(names: str) -> str:
    """Return the first name that several have: "Maria" of "two Marias"; else what is given."""
    one = names.removesuffix("s")
    return one if gender_of(one) and not gender_of(names) else names


_EVENTS = word_list("events_named")
"""How names of contests end, and of the opera: "the Summer Olympics"."""


def looks_personal(name: str) -> bool:
    """Say whether a capitalised name may be a person's: no place, no organisation."""
    words = name.split()
    if not words or len(words) > 4 or words[0].lower() in {"the", "a", "an"}:
        return False
    low = [word.casefold() for word in words]
    last = singular_noun(low[-1])
    firm = low[1:] and (last in THINGS | _EVENTS or (low[2:] and low[-1] in _STREETS))
    if gender_of(words[0]) or low[0].rstrip(".") in {"dr", "prof"}:
        return not firm or low[-1] in _LAST_NAMES
    if firm or any(word in PLACES or word in THINGS for word in low):
        return False
    return all(
        (not word[:1].islower() and word.replace("-", "").replace(".", "").isalpha())
        or (word in NAME_LINKS and 0 < number < len(words) - 1)
        for number, word in enumerate(words)
    )
