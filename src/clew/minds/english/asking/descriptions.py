"""What facts call somebody or something: a job, an office, a relative, a name, an age, a colour.

"Who is Wilma?" asks for one of these. A state ("is ill") is no answer to it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from clew.graph.times import order_key
from clew.graph.types import Fact, Time
from clew.minds.english.asking.relation_phrases import parse_phrase
from clew.minds.english.asking.stems import is_past
from clew.minds.english.asking.thing_kinds import is_occupation
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import EXCLUSIVE_STATES
from clew.minds.english.words.lexicon import ADJECTIVES
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex
from clew.text import words

__all__ = ["COLOUR", "ages", "colours", "described", "jobs", "told_long_ago"]

_YEAR = timedelta(365)
COLOUR = frozenset({"colour", "color"})

_STATES = ADJECTIVES.union(*EXCLUSIVE_STATES)
_ROLE = Regex(r"is ((?:the|an?) .+ (?:of|at|in|for|to))")
_NAMED = frozenset({"name is", "is called", "is named"})
_COLOURED = word_list("colours") | {"and", "dark", "light", "bright", "pale", "deep"}
_AGE = Regex(r"(?:aged )?\d{1,3}(?: (?:years?|months?|weeks?|days?)(?: old)?)?")


def jobs(found: list[Match], people: tuple[int, ...], facts: Sequence[Fact]) -> list[Match]:
    """Return the jobs of people, from "works as" and from "is a" where the noun is a job."""
    said = [match for match in found if not _describes(match.fact) or is_occupation(match.name)]
    being = [
        Match(fact, fact.object, fact.object_name, 0.9)
        for fact in facts
        if fact.subject in people and _describes(fact) and is_occupation(fact.object_name)
    ]
    return [*said, *being]


def described(found: list[Match], people: tuple[int, ...], facts: Sequence[Fact]) -> list[Match]:
    """Return who people are: what they are called by the facts, else whose relative or head.

    >>> described([], (1,), [Fact(id=5, subject=1, relation="is the niece of", object=2,
    ...                           subject_name="Wilma", object_name="Ida")])[0].name
    'the niece of Ida'
    """
    named = [
        Match(fact, fact.object, fact.object_name, 1.0)
        for fact in facts
        if fact.subject in people and fact.relation in _NAMED
    ]
    kept = [*named, *(match for match in found if not _is_state(match.name))]
    roles = ((fact, _ROLE.fullmatch(fact.relation)) for fact in facts if fact.subject in people)
    return kept or [
        Match(fact, fact.object, _in_words(role[1], fact.object_name), 1.0)
        for fact, role in roles
        if role
    ]


def _in_words(role: str, whose: str) -> str:
    """Return a role with whose it is: who told "my niece" asks for "your niece"."""
    owned = role.removesuffix(" of").partition(" ")[2]
    return f"your {owned}" if whose == "I" and role.endswith(" of") else f"{role} {whose}"


def _is_state(name: str) -> bool:
    """Tell whether a description is a state, or an age."""
    said = words(name)
    if not said or _AGE.fullmatch(name):
        return True
    alone = len(said) == 1 and name == name.casefold()
    return said[-1] in _STATES or (alone and (is_past(said[0]) or said[0].endswith("ing")))


def ages(people: tuple[int, ...], facts: Sequence[Fact]) -> list[Match]:
    """Return how old people are, from "is 47" and "is 47 years old"."""
    return [
        Match(fact, fact.object, fact.object_name, 1.0)
        for fact in facts
        if fact.subject in people and _describes(fact) and _AGE.fullmatch(fact.object_name)
    ]


def colours(things: tuple[int, ...], facts: Sequence[Fact]) -> list[Match]:
    """Return of which colour things are by what was told last, from "is dark green"."""
    told = [
        Match(fact, fact.object, fact.object_name, 1.0)
        for fact in facts
        if fact.subject in things and _describes(fact) and {*words(fact.object_name)} <= _COLOURED
    ]
    last = max((order_key(one.fact.valid_from) for one in told), default=0)
    return [one for one in told if order_key(one.fact.valid_from) == last]


def _describes(fact: Fact) -> bool:
    phrase = parse_phrase(fact.relation)
    return phrase.head in ("be", "becom", "becam") and not phrase.preposition


def told_long_ago(fact: Fact, now: Time | None) -> bool:
    """Tell whether a fact was told more than a year ago, as an age must not be."""
    told = fact.valid_from
    return isinstance(now, datetime) and isinstance(told, datetime) and now - told > _YEAR
