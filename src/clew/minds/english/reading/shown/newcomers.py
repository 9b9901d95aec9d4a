"""Who comes and who goes: "the new vet is Dr Roy", "Dr Roy retired"."""

from collections.abc import Callable

from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.word_lists import section
from clew.minds.english.words.words_needed import Ways

__all__ = ["is_gone", "is_newcomer", "is_so", "marked", "tells_of_another", "tells_of_new"]

_AROUND = 160
"""Most characters between a name and what introduces it."""
_FAMILY = "|".join(section("of_a_family").split())


def _ways(name: str) -> Ways:
    ways = section(name).strip().replace("KIN", "|".join(sorted(KIN))).replace("FAMILY", _FAMILY)
    return Ways(ways.splitlines())


_NEW, _SINGLE, _FULL = map(_ways, ("newcomers", "single_newcomers", "full_newcomers"))
_INTRODUCED, _ONE = _ways("introduced"), _ways("introduced_by_one_name")
_GONE = Ways(section("gone").strip().splitlines())


def is_newcomer(marked: str) -> bool:
    """Return whether a text introduces somebody, whose name it has as "Name_".

    >>> is_newcomer("Mayor Name_, his niece, spoke."), is_newcomer("Name_ and his niece spoke.")
    (True, False)
    >>> is_newcomer("The new vet is Name_."), is_newcomer("The vet is Name_.")
    (True, False)
    >>> is_newcomer("Name_ was born at four today."), is_newcomer("Name_ was born in Rome.")
    (True, False)
    """
    return _NEW.search(marked) is not None


def is_in_full(marked: str) -> bool:
    """Return whether a text tells whose relative somebody is whom it has in full.

    Of a single name that is told of whoever is known by it: "Anna is Tom's sister".

    >>> is_in_full("Name_ is his widow."), is_in_full("Name_ met his widow.")
    (True, False)
    """
    return _FULL.search(marked) is not None


def is_somebody(marked: str) -> bool:
    """Return whether a text says of a single name who that is: nobody whom earlier texts had.

    >>> is_somebody("Tom brought a friend. Name_ sings."), is_somebody("Her name is Name_.")
    (True, True)
    >>> is_somebody("I held Name_. He is two weeks old."), is_somebody("Name_ sings.")
    (True, False)
    """
    return _SINGLE.search(marked) is not None


def may_be_another(marked: str) -> bool:
    """Return whether a text tells who somebody is, as one does of somebody unknown.

    >>> may_be_another("A plumber named Name_ wrote."), may_be_another("Her aunt Name_ wrote.")
    (True, True)
    >>> may_be_another("Her mother called Name_."), may_be_another("Name_ is her aunt.")
    (False, False)
    >>> may_be_another("Name_ wrote to her aunt."), may_be_another("They said that Name_ wrote.")
    (False, False)
    """
    return _INTRODUCED.search(marked) is not None


def may_be_another_of_one_name(marked: str) -> bool:
    """Return whether a text tells who somebody is whom it has by a single name.

    >>> [may_be_another_of_one_name(f"{one} fell.") for one in ("Name_ from Hull", "Name_")]
    [True, False]
    """
    return _ONE.search(marked) is not None


def is_gone(marked: str) -> bool:
    """Return whether a text says that somebody retired, died, left or was followed.

    Who comes later with the title and the last name may be another. "Name_" is as above.

    >>> is_gone("Name_ retired in May."), is_gone("The late Name_ had a dog.")
    (True, True)
    >>> is_gone("Name_ left the room."), is_gone("Name_ buried her dog.")
    (False, False)
    """
    return _GONE.search(marked) is not None


def is_so(tells: Callable[[str], bool], name: str, text: str) -> bool:
    """Return whether a text tells so of a name, looking only at what stands around it.

    The whole text for each of its people would take time with the square of its length, and so
    would each mention of one by itself: what overlaps is looked at once.
    """
    at = text.find(name)
    while at >= 0:
        start, end = max(0, at - _AROUND), at
        while 0 <= at <= end + _AROUND:
            end = at + len(name)
            at = text.find(name, end)
        if tells(marked(name, text[start : end + _AROUND])):
            return True
    return False


def tells_of_new(name: str, text: str, *, single: bool) -> bool:
    """Return whether a text tells of somebody as nobody whom earlier texts had.

    `single`: the text has no longer name.
    """
    tells = is_somebody if single else is_in_full
    return is_so(tells, name, text) or is_so(is_newcomer, name, text)


def tells_of_another(name: str, text: str, *, single: bool) -> bool:
    """Return whether a text introduces somebody: who is known needs no introduction."""
    return is_so(may_be_another, name, text) or (
        single and is_so(may_be_another_of_one_name, name, text)
    )


def marked(name: str, said: str) -> str:
    """Return a sentence with "Name_" in place of a name wherever that is a whole word.

    >>> marked("son", "Her son and her grandson")
    'Her Name_ and her grandson'
    """
    first, *rest = said.split(name)
    for part in rest:
        within = first[-1:].isalnum() or part[:1].isalnum()
        first += (name if within else "Name_") + part
    return first
