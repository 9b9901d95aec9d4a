"""Which words name what somebody does for a living: "Ida is a baker" answers "Ida's job".

A statement "X is a <noun>" may tell a job, a kinship, a state or a kind. English job words show by
their ending or stand in a short list; what neither shows is no answer, so a rare job is missed
rather than a wrong one given.
"""

import re
from collections.abc import Sequence

from clew.graph.types import Fact
from clew.minds.english.asking.relation_phrases import (
    parse_phrase,
)
from clew.minds.english.asking.stems import stem, word_set
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import (
    FEMALE,
    JOB_ENDINGS,
    JOBS,
    MALE,
    NO_JOBS,
    OFFICES,
)
from clew.text import words

__all__ = ["is_occupation", "jobs"]

_KIN = MALE | FEMALE | word_set("sibling cousin parent grandparent child baby twin friend partner")
_STEMS_OUT = frozenset(stem(word) for word in sorted(_KIN | NO_JOBS))
_LAST = re.compile(r"\s+(?:of|at|in|for|from|with|on|by|and|who)\s+.*$")


def is_occupation(name: str) -> bool:
    """Tell whether a description names a job: decided by its head noun.

    >>> [is_occupation(name) for name in ("baker", "vet", "piano teacher", "lawyer at Bell & Co")]
    [True, True, True, True]
    >>> [is_occupation(name) for name in ("mother", "big brother", "German", "dead", "member")]
    [False, False, False, False, False]
    """
    said = words(_LAST.sub("", name.casefold()))
    if not said or len(said) > 5:
        return False
    head = said[-1]
    if head in _KIN or head in NO_JOBS or stem(head) in _STEMS_OUT:
        return False
    return head in JOBS or (len(head) > 4 and head.endswith(JOB_ENDINGS))


def jobs(found: list[Match], people: tuple[int, ...], facts: Sequence[Fact]) -> list[Match]:
    """Return what people work as; what they are, if it is a job, where nothing else tells.

    An office held beside a job ("treasurer") counts where no job is told.

    Args:
        found: matches of "works as" and the like, by the table.
        people: whose job is asked.
        facts: the facts that touch them.
    """
    said = [match for match in found if not _tells(match.fact) or is_occupation(match.name)]
    being = [
        Match(fact, fact.object, fact.object_name, 0.9)
        for fact in facts
        if fact.subject in people and _tells(fact) and is_occupation(fact.object_name)
    ]
    every = [*said, *being]
    return [match for match in every if not _is_office(match.name)] or every


def _tells(fact: Fact) -> bool:
    phrase = parse_phrase(fact.relation)
    return phrase.head in ("be", "becom", "becam") and not phrase.preposition


def _is_office(name: str) -> bool:
    said = words(_LAST.sub("", name.casefold()))
    return bool(said) and said[-1] in OFFICES
