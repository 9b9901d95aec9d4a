"""Which of the names in a text are people's, and by which title."""

import re
from collections.abc import Collection, Iterable, Set

from clew.learn.tasks import ExtractedFact, Person
from clew.minds.english.reading.clause_types import Clause
from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.names import THINGS
from clew.minds.english.words.people import TITLES, gender_of, looks_personal
from clew.minds.english.words.person_nouns import PETS, is_person_noun, is_person_word
from clew.minds.english.words.word_lists import section, word_list

__all__ = ["is_titled", "no_people", "people_among", "who_is"]

_PLACING = frozenset(section("at_a_place").strip().splitlines())
"""Relations whose object is a place."""
_BEFORE_THINGS = word_list("before_things") | THINGS | PETS
_AFTER_WORD = re.compile(r"(?<![\w-])([\w-]+) (?=([^\W\d_][\w-]*)\b(?! [A-Z]))")
"""A word and the single word behind it."""


def people_among(
    names: Iterable[str], facts: Collection[ExtractedFact], things: Set[str], text: str
) -> tuple[Person, ...]:
    """Return the people among the names that a text has; `things` are no people's names."""
    places = {fact.object for fact in facts if fact.relation in _PLACING} | things
    objects = [one.object for one in facts if " " in one.object or gender_of(one.object)]
    doing = [*names, *(one.subject for one in facts), *objects]
    # Single names of things: "in Florence", "the Alma", "Storm Agnes".
    pairs = (found.groups() for found in _AFTER_WORD.finditer(text))
    places |= {name for before, name in pairs if before.lower() in _BEFORE_THINGS}
    return tuple(
        Person(name=name, title=_title(name))
        for name in dict.fromkeys(doing)
        if name not in places and looks_personal(_bare(name)) and _bare(name) in text
    )


def no_people(clause: Clause) -> set[str]:
    """Return the names that a clause shows to be no people's: "our dog Rex", "Rex is the boat"."""
    things = PETS | THINGS
    found = {one.name for one in clause.phrases if things & {*one.label.lower().split()}}
    what = clause.objects[:1] if clause.verb in {"be", "appos"} else ()
    is_thing = any(
        one.head in things | {"capital"}
        or (one.determiner in {"a", "an", "the"} and not one.named and not is_person_word(one))
        for one in what
    )
    found |= {one.name for one in clause.subjects if one.named and is_thing and " " not in one.name}
    at = ("in", "into", "to") if clause.verb == "be" else ("in", "into")
    return found | {one.name for one in clause.governed(*at)}


def who_is(short: str, full: str, said: str) -> str:
    """Return whom a name means, if the sentence tells, or else the fuller name.

    "His grandson Matthias" is not the Matthias Orth of the text, "Rosa the baker" is a name.
    """
    name = re.escape(short)
    own = re.search(rf"\b{name}['’]s ([a-z-]+),? {name}\b(?! [A-Z])", said)
    told = re.search(rf"(?:\b([a-z-]+) )?\b{name}\b(?: the ([a-z-]+)\b)?(?! [A-Z])", said)
    kin, trade = told.groups() if told else (None, None)
    if own and own[1] in KIN:
        return f"{short} ({own[1]})"
    if trade and is_person_noun(trade):
        return f"{short} the {trade}"
    if " " not in short and re.search(rf"\bname is {name},? (?:too|as well)\b", said):
        return f"{short} (another)"
    if kin == "another" or (full != short and kin in KIN):
        return f"{short} ({kin})"
    return full


def _bare(name: str) -> str:
    return name.partition(" (")[0]


def is_titled(name: str) -> bool:
    """Say whether a name is sure to be a person's by its first word: "Dr Weber", "Anna Weber"."""
    first, _, rest = name.partition(" ")
    return bool(_title(name) or (rest[:1].isupper() and gender_of(first)))


def _title(name: str) -> str:
    first, _, rest = name.partition(" ")
    return first if rest and first.lower().rstrip(".") in TITLES else ""
