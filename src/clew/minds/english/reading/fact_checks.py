"""Whether a triple is one a careful reader would write down: its names name, its relation reads."""

import re

from clew.minds.english.reading.clause_types import EMPTY, Triple
from clew.minds.english.words.lexicon import KIN, MEASURES
from clew.minds.english.words.word_lists import word_list

__all__ = ["is_sound"]

_POSSESSIVE = re.compile(r"(?:our|your|his|her|its|their|whose|this|that|these|those) ")
_MY = re.compile(r"my (?:[\w-]+ )?(?P<noun>[\w-]+)")
_TIME_NAME = re.compile(
    r"(?:the )?(?:mrs?|ms|dr|couple|pair|next|last|first|second|third|fourth|fifth|sixth|seventh"
    r"|eighth|ninth|tenth"
    r"|\d+(?:st|nd|rd|th)|mon|tue|wed|thu|fri|sat|sun)(?:day)?"
    r"|(?:the )?(?:one|two|three|both|few|half|rest|other|others"
    r"|way|same|time|lot|end|kind|sort|part|other one|day|night|morning|evening|afternoon|moment)",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"\b(?:he|she|it|they|them|him|her|his|its|their|us|we|me|you|your|our|which|who|what|that|there)\b"
)
_LOOSE_OF = re.compile(
    r"(?!is |was |are |were |has a )\w+ .*\bof|(?!consists|dies|died|is|was)\w+ of"
)
_EMPTY_VERBS = word_list("empty_verbs")
"""Verbs that say little without the rest of their sentence."""
_NUMBERED = re.compile(r"(?:^is|^was|\b(?:in|on|is|since|until|by|at|costs|weighs))$")
"""Relations whose object may be a bare number."""
_CLEAR_WITH = frozenset({"to", "from"})


def is_sound(triple: Triple) -> bool:
    """Say whether both ends name something and the relation can be read without its sentence.

    >>> is_sound(Triple("Anna", "lives in", "Oslo")), is_sound(Triple("4", "was caught in", "May"))
    (True, False)
    """
    if not (_names(triple.subject) and re.search(r"[^\W\d_]{2}|^I$", triple.subject)):
        return False
    if triple.object.isdigit() and not _NUMBERED.search(triple.relation):
        return False
    return _names(triple.object) and _reads(triple.relation)


def _names(name: str) -> bool:
    low = name.lower()
    head = low.rpartition(" ")[2]
    if low in EMPTY or _TIME_NAME.fullmatch(name) or (head in MEASURES and not low[0].isdigit()):
        return False
    if _POSSESSIVE.match(low) or _PRONOUN.search(name) or low.startswith(("a ", "an ", "some ")):
        return False
    if head in {"one", "ones"}:
        return False
    mine = _MY.match(low)
    return mine is None or mine["noun"] in KIN


def _reads(relation: str) -> bool:
    verb, _, rest = relation.partition(" ")
    if verb in _EMPTY_VERBS and rest not in _CLEAR_WITH:
        return False
    return not _PRONOUN.search(relation) and not _LOOSE_OF.fullmatch(relation)
