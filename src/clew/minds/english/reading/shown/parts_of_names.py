"""Whether a part of a name may stand for the whole, as people's names do: "Hill" for "Ida Hill".

A part of another name is a word of its own: "Games" is not the Pan Am Games, nor "Korean" the South
Korean singer beside it, "Goa" not its assembly. So it counts where the whole is shown to be a
person's name, or where nothing speaks against it.
"""

from clew.minds.english.reading.shown.newcomers import marked
from clew.minds.english.words.lexicon import (
    ADJECTIVES,
    ADVERBS,
    AUXILIARIES,
    DETERMINERS,
    PLACES,
    PREPOSITIONS,
    PRONOUNS,
    VERBS,
    singular_noun,
)
from clew.minds.english.words.people import NOT_NAMES, THINGS, TITLES, gender_of
from clew.minds.english.words.person_nouns import is_person_noun, people_shown
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["is_origin", "may_be_short"]

_ORIGINS = word_list("languages") | word_list("origins")
"""What people, tongues and their things are called by: "Korean"."""
_NO_NAMES = (
    (ADJECTIVES | ADVERBS | AUXILIARIES.keys() | DETERMINERS | PLACES | PREPOSITIONS | PRONOUNS)
    | NOT_NAMES
    | VERBS.keys()
    | {"games", "cup", "league", "awards", "festival", "olympics", "championship", "championships"}
)
"""Words that are rarely a last name."""
_FIRMS = word_list("firm_words")
_TELLS = Regex(
    r"\bName_(?:,? \([^()]{0,160}\))?,? (?:is|was|were) (?:born\b|an? ((?:[\w'’-]+,? ){0,6}[\w-]+))"
)
"""A text that tells what somebody is, or was born: "Name_ (born 1960) is a Danish painter"."""


def may_be_short(short: str, full: str, text: str, known: str = "") -> bool:
    """Return whether a part of a name may be meant for the whole; `known` is its owner's gender.

    >>> text = "Ida Hill sings. Sven-Ake Hill is a Danish painter. The Pan Am Games opened."
    >>> may_be_short("Hill", "Ida Hill", text), may_be_short("Hill", "Sven-Ake Hill", text)
    (True, True)
    >>> may_be_short("Games", "Pan Am Games", text), may_be_short("Goa", "Goa Assembly", text)
    (False, False)
    """
    words = full.split()
    if short not in words or any(word.endswith("-") for word in words):
        return False  # "Saxe- Meiningen" is one name
    first = words[0].rstrip(".")
    if is_origin(short) and not gender_of(short):
        return False
    if gender_of(first) or known or first.lower() in TITLES or full in people_shown(text):
        return True
    if _tells_person(full, text):
        return True
    spoken = any(word.islower() for word in words[1:-1])  # "Tec de Monterrey"
    if short == words[0] and words[-1].lower() in _FIRMS:
        return not _is_no_name(short)  # "Rull" for "Rull Holding"
    other = _is_no_name(short) or (_is_no_name(first) and first.lower() not in ADVERBS)
    return not (short == words[0] or spoken or other)


def is_origin(word: str) -> bool:
    """Return whether a word says where somebody or something is from.

    >>> is_origin("Korean"), is_origin("Polish"), is_origin("Scottish-born"), is_origin("Hill")
    (True, True, True, False)
    """
    return word.lower().removesuffix("-born") in _ORIGINS


def _is_no_name(word: str) -> bool:
    low = word.lower()
    return is_origin(word) or low in _NO_NAMES or singular_noun(low) in THINGS


def _tells_person(name: str, text: str) -> bool:
    """Return whether a text tells what sort of person has a name, or that one was born."""
    for found in _TELLS.finditer(marked(name, text)):
        told = (found[1] or "").replace(",", "").split()
        if not told or any(is_person_noun(word) for word in told):
            return True
    return False
