"""How statements are worded: our own template sentences over a small lexicon of polarity.

Some say it with a verb ("I dislike the screen of the Mi 11"), some with an adjective of the
speaker ("I am happy with"), some of the thing ("The screen of the Mi 11 is poor"): an extractor
that knows one way only loses the others. Wordings are drawn by the caller's `Random`.
"""

from collections.abc import Mapping
from random import Random

from clew.bench.diaasq.phones import Polarity

__all__ = ["WORDINGS", "made_sentence", "opinion_sentence", "part_of", "use_sentence"]

WORDINGS: Mapping[Polarity, tuple[str, ...]] = {
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
_CHANGED = ("", "I have changed my mind. ", "It is different for me now. ")
_AGAIN = ("", "I have not changed my mind. ", "It is the same for me as before. ")
_USE = ("I use the {device}.", "I have the {device}.", "I bought the {device}.")
_MADE = ("The {device} is made by {maker}.", "{maker} makes the {device}.")
_PLURAL = ("photos",)


def part_of(aspect: str, device: str) -> str:
    """Return how a part of a phone is named.

    >>> part_of("battery life", "Mi 11")
    'the battery life of the Mi 11'
    """
    return f"the {aspect} of the {device}"


def opinion_sentence(
    rng: Random, aspect: str, device: str, polarity: Polarity, before: Polarity | None
) -> str:
    """Return what somebody says of a part; `before` is what the same person said last, if ever."""
    opener = ""
    if before is not None:
        opener = rng.choice(_AGAIN if before is polarity else _CHANGED)
    part = part_of(aspect, device)
    be = "are" if aspect in _PLURAL else "is"
    wording = rng.choice(WORDINGS[polarity])
    return opener + wording.format(part=part, Part=part[0].upper() + part[1:], be=be)


def use_sentence(rng: Random, device: str) -> str:
    """Return how somebody says to have a phone."""
    return rng.choice(_USE).format(device=device)


def made_sentence(rng: Random, device: str, maker: str) -> str:
    """Return how somebody says who makes a phone."""
    return rng.choice(_MADE).format(device=device, maker=maker)
