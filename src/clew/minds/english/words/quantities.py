"""Quantities and clock times: how much per hour, more than how many, at what time of day."""

import re

from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex
from clew.text import NUMBER_WORDS

__all__ = ["NUMBERS", "is_clock", "is_counted", "is_inexact"]

NUMBERS = frozenset(NUMBER_WORDS) | word_list("tens")
_UNIT = r"(?:second|minute|hour|day|night|week|fortnight|month|quarter|season|year)"
_RATE = Regex(
    rf"\b(?:per|an?|each|every) {_UNIT}\b|\bper \w"
    r"|\b(?:hourly|daily|nightly|weekly|monthly|yearly)\b"
    r"|\b(?:annually|apiece|each)\b|/(?:h|s|min|day|week|month|year)\b", re.IGNORECASE
)  # fmt: skip
_BOUND = Regex(
    r"\b(?:(?:more|less|fewer|other|better|later|earlier) than|at (?:least|most)|up to|almost"
    r"|nearly|about|around|roughly|approximately|over|under|hardly|barely|half)"
    r" (?:an? |the )?(?:\d|" + "|".join(sorted(NUMBERS)) + ")",
    re.IGNORECASE,
)
_CLOCK = Regex(
    rf"(?:\d{{1,2}}[:.]\d\d|\d{{1,2}}|{'|'.join(NUMBER_WORDS[1:13])})"
    r"(?: ?(?:[ap]\.?m\b\.?|o['’]clock|hours|sharp))?"
    r"|(?:half past|(?:a )?quarter (?:to|past)) \w+|noon|midnight|midday|dawn|dusk|sunrise|sunset",
    re.IGNORECASE,
)


def is_clock(name: str) -> bool:
    """Say whether what stands behind "at" is a time of day: no place.

    >>> is_clock("7:15"), is_clock("noon"), is_clock("7 Mill Lane")
    (True, True, False)
    """
    return _CLOCK.fullmatch(name) is not None


def is_counted(name: str) -> bool:
    """Say whether a name opens with a number: "40 litres", "three tonnes of flour"."""
    return name[:1].isdigit() or name.split(" ", 1)[0].lower() in NUMBERS


def is_inexact(sentence: str) -> bool:
    """Say whether a sentence counts per time or piece, or roughly: "40 per hour", "up to 40"."""
    return (_RATE.search(sentence) or _BOUND.search(sentence)) is not None
