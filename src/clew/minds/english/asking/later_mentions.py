"""Whether a text may have changed what a fact says, though no fact was read from it.

A state that can change is answered only as far as it was followed: where a later text speaks of
the same thing and of such a change, and gave no fact about it, the answer would be a guess.
"""

import re
from collections.abc import Sequence

from clew.ask.evidence import Passage
from clew.graph.times import order_key
from clew.graph.types import Kind, Time
from clew.minds.english.asking.parsed_question import Ask
from clew.minds.english.asking.relation_phrases import (
    is_event,
)
from clew.minds.english.asking.stems import stem
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import (
    CHANGES,
)
from clew.text import STOP_WORDS, words

__all__ = ["unread_change"]

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


def unread_change(
    chosen: Sequence[Match],
    known: Sequence[Match],
    ask: Ask,
    passages: Sequence[Passage],
    end: Time | None,
) -> Passage | None:
    """Return a text that may say otherwise than the chosen facts, the first in time.

    Args:
        chosen: the facts that answer.
        known: every version of them that was read.
        ask: the relation asked for.
        passages: the texts at hand.
        end: texts from then on do not matter.
    """
    states = [match for match in chosen if not is_event(match.fact.relation)]
    if not states:
        return None
    begun = max(order_key(match.fact.valid_from) for match in states)
    read = {episode for match in known for episode in match.fact.episodes}
    cues = _cues(ask)
    subjects = {_other_end(match) for match in states}
    for passage in sorted(passages, key=lambda one: (order_key(one.valid_from), one.id)):
        if passage.kind is not Kind.EPISODE or passage.id in read:
            continue
        if order_key(passage.valid_from) <= begun or (
            end is not None and order_key(passage.valid_from) >= order_key(end)
        ):
            continue
        if any(_speaks(passage.text, subject, cues) for subject in subjects):
            return passage
    return None


def _other_end(match: Match) -> str:
    fact = match.fact
    return fact.object_name if match.value == fact.subject else fact.subject_name


def _cues(ask: Ask) -> frozenset[str]:
    keys = {reading.key for reading in ask.readings}
    nouns = {stem(words(ask.noun)[-1])} if words(ask.noun) else set()
    changes = {stem(word) for key in keys for word in CHANGES.get(key, ())}
    return frozenset(nouns | changes | {key[1:] for key in keys if key.startswith("~")})


def _speaks(text: str, subject: str, cues: frozenset[str]) -> bool:
    said = [word for word in words(subject) if word not in STOP_WORDS]
    if not said:
        return False
    named = False
    for sentence in _SENTENCE.split(text):
        present = words(sentence)
        here = said[0] in present if subject[:1].isupper() else said[-1] in present
        named = named or here
        if here and cues & {stem(word) for word in present}:
            return True
    return False
