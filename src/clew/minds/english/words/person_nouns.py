"""Groups and their members: "two dogs, Rex and Bello", "a son, Max", "Karl, 38,"."""

from dataclasses import replace

from clew.minds.english.parsing.clause_types import Phrase
from clew.minds.english.words.lexicon import KIN, ROLES, singular_noun
from clew.minds.english.words.people import TITLES
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex
from clew.text import NUMBER_WORDS

__all__ = ["NO_PEOPLE", "ONE_NAMED", "PERSON", "PETS", "group_size", "is_age",
           "is_person_noun", "is_person_word", "labelled", "of_name", "of_named", "people_shown",
           "several_named"]  # fmt: skip

PERSON = Regex(
    r"(?:er|or|ist|ian|man|woman|(?:[bcdhrt]|on|rn)ess|ant|ent|eur|ot|ar|ier|nurse|cook|chef|judge|vet|guide|clerk|pilot"
    r"|coach|boy|girl|fellow|guy|chap|bloke|pupil|friend|poet|smith|wright|maid|midwife|priest|monk|nun|captain|mechanic)$"
)
"""How nouns of people end: an architect, a painter, a nurse."""
PETS = word_list("pets")
_WORKERS = frozenset({"nurse", "cook", "chef", "judge", "vet", "architect", "apprentice", "twin"})
NO_PEOPLE = word_list("no_people")
"""Nouns that end as those of people do."""
ONE_NAMED = KIN | PETS | _WORKERS | frozenset({"boat", "baby", "boy", "girl", "ship", "yacht"})
"""Of these one may be named behind a comma: "a son, Max"."""
_SHOWN = Regex(
    r"(?:(?<![\w-])([a-z-]+)(?: (?:in|at|of|from) (?:[a-z]+ ){0,2}[a-z]+,)?,? |\b)"
    r"([A-Z][\w-]+(?: [A-Z][\w-]+){1,3})( (?:him|her)self\b)?"
)
"""A full name behind a word for a person, or before "himself"."""
_BEHIND = Regex(
    r"\b([A-Z][\w-]+(?: [A-Z][\w-]+){1,3}), (?:an?|the|my|our|his|her|their|[\w’']+['’]s) "
    r"(?:[\w’'-]+ ){0,2}?([a-z-]+)(?=[,.;]| (?:of|from|at|who)\b)"
)
"""A full name before such a word, set off."""
_SORTS = word_list("sorts_of_people")
_NOT_NOUNS = frozenset({"other", "more", "of", "their", "both"})
_FROM = {word: number for number, word in enumerate(NUMBER_WORDS)}
_VAGUE = frozenset({"several", "some", "many", "few", "various", "other"})


def several_named(head: str) -> bool:
    """Say whether such may be named behind a comma without a number: "their sons, Tom and Karl"."""
    one = singular_noun(head)
    known = one != head and one in KIN | PETS | _WORKERS | ROLES
    return known or head in {"people", "boys", "girls", "kids", "sheep"}


def group_size(phrase: Phrase) -> int:
    """Return how many a phrase speaks of: 3 for "three sons", 0 for "her sons", 1 for "a son"."""
    first = phrase.base.split(" ", 1)[0].lower() if phrase.base else ""
    number = _FROM.get(first) or (int(first) if first.isdecimal() and len(first) < 4 else 0)
    if number:
        return number
    if phrase.determiner in _VAGUE or first in _VAGUE:
        return 0
    return 0 if singular_noun(phrase.head) != phrase.head else 1


_OFFSPRING = frozenset({"twin", "triplet", "kid", "baby"})


def labelled(name: Phrase, group: Phrase) -> Phrase:
    """Return a member of a group with what it is: Rex of "two dogs, Rex and Bello" is a dog."""
    words = [w for w in group.base.split() if w.lower() not in _FROM and w not in _NOT_NOUNS]
    words = [word for word in words if not word.isdecimal()] or [group.head]
    noun = singular_noun(words[-1])
    if noun in _OFFSPRING and (noun != "twin" or group.head == "twins"):
        noun = "child"
    label = "" if noun in {"person", "thing"} else " ".join([*words[:-1], noun])
    return replace(
        name, name=name.base, label=label, owner=group.owner or group.of, determiner="", of=""
    )


_ROLE_AND_NAME = Regex(
    r"(?:the )?(?:[a-z-]+ ){0,2}([a-z-]+)"
    r" ([A-Z][\w.-]*(?: (?:[A-Z][\w.-]*|of|the|de|von|van)){0,5})"
)


def of_name(phrase: Phrase) -> Phrase:
    """Return "the son of Ida Roy" for "the son of the painter Ida Roy", who has a name."""
    found = _ROLE_AND_NAME.fullmatch(phrase.of)
    if found is None or found[1] in TITLES | KIN or not is_person_noun(found[1]):
        return phrase  # "uncle Tom", "captain Roy": so they are called
    return replace(phrase, name=phrase.name.removesuffix(phrase.of) + found[2], of=found[2])


def of_named(phrase: Phrase, name: Phrase) -> Phrase | None:
    """Return "the son of Ida" for "the son of the painter, Ida", or `None` for "of the firm, Ida".

    A name behind a comma is that of the person who stands before it.
    """
    if not is_person_noun(phrase.of.rpartition(" ")[2]):
        return None
    whole = phrase.name.removesuffix(phrase.of) + name.name
    return replace(phrase, name=whole, of=name.name, end=name.end)


def is_age(phrase: Phrase) -> bool:
    """Say whether a phrase is a bare age: "38"."""
    return phrase.base.isdecimal() and 0 < len(phrase.base) < 4 and int(phrase.base) < 120


def is_person_noun(noun: str) -> bool:
    """Say whether a common noun names a person: "sister", "beekeeper"."""
    return noun in KIN | ROLES or (noun not in NO_PEOPLE and PERSON.search(noun) is not None)


def is_person_word(phrase: Phrase) -> bool:
    """Say whether a common noun names a person by trade, role or kinship."""
    if phrase.head in KIN | ROLES | _WORKERS | _SORTS:
        return True
    thing = phrase.head in PETS | NO_PEOPLE or phrase.head.endswith("ment")
    return not thing and PERSON.search(phrase.head) is not None


def people_shown(text: str) -> set[str]:
    """Return the full names that a text shows to be people's.

    >>> sorted(people_shown("My plumber Jan Laan met Ida Hall, the owner's wife, and Eva Roy."))
    ['Ida Hall', 'Jan Laan']
    """
    found = _SHOWN.findall(text)
    shown = {name for noun, name, own in found if own or (noun and is_person_noun(noun))}
    return shown | {name for name, noun in _BEHIND.findall(text) if is_person_noun(noun)}
