"""Which values tell something: an answer that only repeats the question is none."""

import re
from collections.abc import Sequence

from clew.minds.english.asking.parsed_question import Ask, Question
from clew.minds.english.asking.stems import stem
from clew.minds.english.asking.thing_kinds import number_in
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import (
    DETERMINERS,
    VAGUE_HOMES,
)
from clew.text import words

__all__ = ["telling"]

_OWNER = re.compile(r"^.*['’]s? ")


def telling(chosen: Sequence[Match], ask: Ask, question: Question) -> list[Match]:
    """Return the values that answer; none where a name is asked and one of them has none.

    Args:
        chosen: the matches that are meant.
        ask: tells the kind that was asked for.
        question: tells whether a name is asked for.
    """
    noun = stem(words(ask.noun)[-1]) if words(ask.noun) else ""
    kept = [match for match in chosen if not _repeats(match.name, noun)]
    if question.by_name and not all(_is_proper(match.name) for match in kept):
        return []
    if any(reading.key == "live" for reading in ask.readings):
        return [match for match in kept if not _is_vague_home(match.name)]
    return kept


def _repeats(name: str, noun: str) -> bool:
    """Tell whether a value says no more than the noun: "two dogs" or "the dog" to "which dogs"."""
    said = [word for word in words(name) if word not in DETERMINERS]
    if not said or stem(said[-1]) != noun:
        return False
    return len(said) == 1 or number_in(name) is not None


def _is_proper(name: str) -> bool:
    return any(word[:1].isupper() for word in name.split())


def _is_vague_home(name: str) -> bool:
    """Tell whether a home is no place one could look for: "the flat", "her old village"."""
    said = [word for word in words(_OWNER.sub("", name)) if word not in DETERMINERS]
    return bool(said) and all(word in VAGUE_HOMES for word in said)
