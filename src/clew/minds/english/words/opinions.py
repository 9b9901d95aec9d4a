"""What people think of things: opinions told outright, and judgements of whoever speaks.

"I have a poor opinion of the bus" and "The bus is awful", said by Ida, both become (Ida, has a
negative opinion of, the bus); verbs and feelings keep their own words ("likes", "is unhappy
with"). Of one person and one thing only one side holds at a time (`opinion_side`).
"""

import re
from collections.abc import Iterator

from clew.minds.english.reading.clause_types import Clause, Phrase, Triple, usable
from clew.minds.english.words.word_lists import word_list

__all__ = ["AVERAGE", "BAD", "GOOD", "judgements", "opinion_facts", "opinion_side", "rating_of"]

GOOD = word_list("good")
BAD = word_list("bad")
AVERAGE = frozenset("average ordinary mediocre passable so-so unremarkable middling".split())  # noqa: SIM905
_RATINGS = {
    **dict.fromkeys(GOOD | {"high", "positive", "favourable", "favorable"}, "positive"),
    **dict.fromkeys(BAD | {"low", "negative", "unfavourable", "unfavorable"}, "negative"),
    **dict.fromkeys(AVERAGE | {"neutral", "mixed", "balanced"}, "neutral"),
}
_OPINIONS = frozenset({"opinion", "view", "impression"})
_ABOUT = frozenset({"of", "about", "on"})
_SIDES = {
    side: re.compile(rf"(?:{words})")
    for side, words in {
        "positive": r"likes|loves|enjoys|adores|admires|is (?:happy|pleased|satisfied|impressed"
        r"|delighted|content) with|is fond of|has a positive opinion of",
        "negative": r"dislikes|hates|detests|is (?:unhappy|displeased|dissatisfied|unimpressed"
        r"|disappointed|annoyed) with|has a negative opinion of",
        "neutral": r"is (?:neutral|undecided|ambivalent) about|is indifferent to"
        r"|has a neutral opinion of",
    }.items()
}


def rating_of(words: str) -> str | None:
    """Return the side an adjective takes, the first one that takes any.

    >>> rating_of("rather poor"), rating_of("wooden")
    ('negative', None)
    """
    return next((_RATINGS[word] for word in words.lower().split() if word in _RATINGS), None)


def opinion_side(relation: str) -> str | None:
    """Return what a relation says its subject thinks of its object, `None` when it does not.

    >>> opinion_side("likes"), opinion_side("is unhappy with"), opinion_side("owns")
    ('positive', 'negative', None)
    """
    low = relation.lower()
    return next((side for side, words in _SIDES.items() if words.fullmatch(low)), None)


def opinion_facts(subject: Phrase, clause: Clause) -> Iterator[Triple]:
    """Yield the opinion of "has a high opinion of X", about X and not about an opinion."""
    if clause.verb != "have" or clause.chain:
        return
    for phrase in clause.objects:
        side = rating_of(phrase.base) if phrase.head in _OPINIONS else None
        about = [phrase.of] if phrase.of else []
        for prep, governed in clause.preps if not phrase.of else ():
            about += [one.name for one in governed if prep in _ABOUT and usable(one)]
        for name in about if side is not None else ():
            past = clause.tense == "past" and not clause.ended
            relation = f"has a {side} opinion of"
            yield Triple(subject.name, relation, name, clause.ended, past, state=True)


def judgements(clause: Clause, speaker: str) -> Iterator[Triple]:
    """Yield what a speaker thinks of a thing that is called great, awful or ordinary.

    Only of a definite thing, now, and asserted: "A bad start is common" judges nothing, nor does
    "You are good at chess".
    """
    told = clause.asserted and not clause.negated and not clause.ended
    if not speaker or not told or clause.verb != "be" or clause.tense != "present":
        return
    if any(prep in {"at", "to"} for prep, _ in clause.preps):
        return
    side = next((_RATINGS[one.head] for one in clause.objects if one.head in _RATINGS), None)
    for subject in clause.subjects if side is not None else ():
        definite = subject.named or subject.owner or subject.determiner in {"the", "this", "these"}
        if definite and usable(subject) and subject.name != speaker:
            yield Triple(speaker, f"has a {side} opinion of", subject.name, state=True)
