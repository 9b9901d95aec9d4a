"""The wording of statements: our own template sentences over a small polarity lexicon.

Some use a verb ("I dislike the screen of the Mi 11"), some an adjective for the speaker ("I am
happy with") or for the thing ("The screen of the Mi 11 is poor"), so an extractor that knows only
one of these misses the others. Wordings are drawn with the caller's `Random`.
"""

from collections.abc import Mapping
from random import Random

from experiments.diaasq.phones import Polarity

__all__ = ["LEXICONS", "made_sentence", "opinion_sentence", "part_of", "use_sentence"]

_WORDINGS: Mapping[Polarity, tuple[str, ...]] = {
    Polarity.POSITIVE: (
        "I like {part}.",
        "I love {part}.",
        "I am happy with {part}.",
        "I am impressed with {part}.",
        "I have a positive opinion of {part}.",
        "I think {part} {be} excellent.",
        "{Part} {be} great.",
    ),
    Polarity.NEGATIVE: (
        "I dislike {part}.",
        "I do not like {part}.",
        "I am unhappy with {part}.",
        "I am disappointed with {part}.",
        "I have a negative opinion of {part}.",
        "I think {part} {be} terrible.",
        "{Part} {be} poor.",
    ),
    Polarity.NEUTRAL: (
        "I am neutral about {part}.",
        "I am indifferent to {part}.",
        "I have a neutral opinion of {part}.",
        "I neither like nor dislike {part}.",
        "I have mixed feelings about {part}.",
        "I think {part} {be} average.",
        "{Part} {be} ordinary.",
    ),
}
"""Every way to say an opinion; `{be}` agrees with the part."""
_OTHER_WORDINGS: Mapping[Polarity, tuple[str, ...]] = {
    Polarity.POSITIVE: (
        "I enjoy {part}.",
        "I am a big fan of {part}.",
        "I am pleased with {part}.",
        "I find {part} superb.",
        "In my opinion {part} {be} fantastic.",
        "I am very satisfied with {part}.",
    ),
    Polarity.NEGATIVE: (
        "I hate {part}.",
        "I can't stand {part}.",
        "I am fed up with {part}.",
        "I find {part} awful.",
        "In my opinion {part} {be} dreadful.",
        "I am not happy with {part}.",
    ),
    Polarity.NEUTRAL: (
        "I do not care either way about {part}.",
        "I am undecided about {part}.",
        "I find {part} passable.",
        "In my opinion {part} {be} so-so.",
        "I have no strong feelings about {part}.",
    ),
}
"""Wordings that no clew rule was written for with this benchmark in view: a check, not for tuning.

No answer depends on the wording, so the two lexicons give the same questions.
"""
LEXICONS: Mapping[str, Mapping[Polarity, tuple[str, ...]]] = {
    "main": _WORDINGS,
    "other": _OTHER_WORDINGS,
}
_CHANGED = ("", "I have changed my mind. ", "It is different for me now. ")
_AGAIN = ("", "I have not changed my mind. ", "It is the same for me as before. ")
_USE = ("I use the {device}.", "I have the {device}.", "I bought the {device}.")
_MADE = ("The {device} is made by {maker}.", "{maker} makes the {device}.")
_PLURAL = ("photos",)


def part_of(aspect: str, device: str) -> str:
    """Return the name of a part of a phone.

    >>> part_of("battery life", "Mi 11")
    'the battery life of the Mi 11'
    """
    return f"the {aspect} of the {device}"


def opinion_sentence(
    rng: Random,
    aspect: str,
    device: str,
    polarity: Polarity,
    before: Polarity | None,
    wordings: Mapping[Polarity, tuple[str, ...]] = _WORDINGS,
) -> str:
    """Return what somebody says of a part; `before` is what the same person said last, if ever.

    One number is drawn for the wording whatever the lexicon, so that the world does not depend
    on it.
    """
    opener = ""
    if before is not None:
        opener = rng.choice(_AGAIN if before is polarity else _CHANGED)
    part = part_of(aspect, device)
    be = "are" if aspect in _PLURAL else "is"
    ways = wordings[polarity]
    wording = ways[int(rng.random() * len(ways))]
    return opener + wording.format(part=part, Part=part[0].upper() + part[1:], be=be)


def use_sentence(rng: Random, device: str) -> str:
    """Return how somebody says that they have a phone."""
    return rng.choice(_USE).format(device=device)


def made_sentence(rng: Random, device: str, maker: str) -> str:
    """Return how somebody says who makes a phone."""
    return rng.choice(_MADE).format(device=device, maker=maker)
