"""Whether a name may be that of a home: people also move to a new job, to HR and to Python 3."""

from clew.minds.english.words.lexicon import PLACES
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["is_thing_moved_to", "may_be_home"]

_HOMES = word_list("homes") | word_list("sites")
"""Nouns of what one lives in or at."""
_NO_HOMES = word_list("no_homes")
"""Names of programs, firms and departments, which may stand alone as towns do."""
_LETTERS = word_list("places_in_letters")
_SHORT = Regex(r"[A-Z&]{2,5}")
_MIXED = Regex(
    r"[A-Z]?[a-z]+[A-Z]{1,4}[a-z]*|.*\d\.\d.*|.*[A-Za-z]\d.*|[\w-]+ \d{1,2}|.*[a-z]\.[a-z]+"
)
"""How names of programs look: "GitHub", "Python 3.12", "Vue 3", "Node.js"."""
_STREET = Regex(
    r"(?i:[\w-]{0,40}(?:street|straße|strasse|gasse|weg|allee|platz|gata|gate|gatan|vei|vej|veien"
    r"|vägen|katu|laan|straat))(?: \d.{0,10})?"
)


def may_be_home(name: str) -> bool:
    """Say whether one may live there, by its name alone.

    >>> [may_be_home(one) for one in ("Rome", "the coast", "Tarn", "12 Hill Street", "the USA")]
    [True, True, True, True, True]
    >>> may_be_home("the boathouse"), may_be_home("the boardroom")
    (True, False)
    >>> [may_be_home(one) for one in ("HR", "Python 3.12", "decaf", "the marketing team")]
    [False, False, False, False]
    """
    bare = name.removeprefix("the ").removeprefix("The ")
    last = bare.rpartition(" ")[2].casefold()
    if bare.casefold() in PLACES or bare.casefold() in _LETTERS:
        return True
    if last in _HOMES or last.endswith("house"):  # a schoolhouse, a lighthouse
        return True
    return bare[:1].isupper() and not is_thing_moved_to(name)


def is_thing_moved_to(name: str) -> bool:
    """Say whether a name shows that it is none of a home: "Gmail", "Acme Bank", "Fridays"."""
    bare = name.removeprefix("the ").removeprefix("The ")
    low = bare.casefold()
    words = low.split()
    if low in PLACES or low in _LETTERS or not words or words[-1] in _HOMES:
        return False
    odd = _SHORT.fullmatch(bare) or _MIXED.fullmatch(bare)
    known = not {words[0], words[-1], low}.isdisjoint(_NO_HOMES) or words[-1] in THINGS
    return known or (odd is not None and _STREET.fullmatch(bare) is None)
