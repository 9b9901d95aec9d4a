"""Opinions told as facts: who takes which stance on what, and on which aspect of it.

"Anna likes the battery life of the Lumo 4" may be kept with the aspect in the relation, in the
object's name, or in neither; all are read into one `Opinion`. The stance is that of the verb's or
adjective's stem, turned by a negation. Nothing here knows what the opinions are about.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from clew.minds.english.asking.phrases import AUXILIARIES, DETERMINERS
from clew.minds.english.asking.stems import stem, word_set
from clew.text import normalise_name, words

__all__ = ["Opinion", "Stance", "Target", "aspect_key", "read_opinion", "stance_of", "target_of"]


class Stance(StrEnum):
    """What somebody thinks of something."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class Target:
    """What an opinion is about: a thing, by name, and which aspect of it (empty: the whole)."""

    thing: str
    aspect: str = ""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A stance on a target; `whole` when the fact's object is the thing itself."""

    stance: Stance
    target: Target
    whole: bool


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in word_set(text))


_VERBS = {
    Stance.POSITIVE: _stems(
        "like love enjoy adore praise admire appreciate recommend prefer favour favor endorse"
        " commend trust treasure"
    ),
    Stance.NEGATIVE: _stems(
        "dislike hate detest loathe despise complain criticise criticize regret resent distrust"
    ),
}
_FEELINGS = {
    Stance.POSITIVE: _stems(
        "happy satisfied pleased impressed delighted glad keen fond enthusiastic excited thrilled"
        " positive fan admirer"
    ),
    Stance.NEGATIVE: _stems(
        "disappointed unhappy dissatisfied displeased annoyed frustrated unimpressed angry upset"
        " fed sick tired negative critic critical"
    ),
    Stance.NEUTRAL: _stems("neutral indifferent undecided ambivalent lukewarm"),
}
"""What somebody is or feels."""
_RATINGS = {
    Stance.POSITIVE: _stems("positive good great high excellent favourable favorable"),
    Stance.NEGATIVE: _stems("negative bad poor low terrible unfavourable unfavorable critical"),
    Stance.NEUTRAL: _stems("neutral mixed balanced lukewarm indifferent"),
}
"""What an opinion is."""
_BEING = _stems("be feel remain seem become get")
_HOLDING = _stems("have hold express voice give state share keep")
_OPINIONS = _stems("opinion view attitude sentiment feeling impression stance")
_NEGATIONS = word_set("not never no nor n't cannot without")
_CANNOT_STAND = re.compile(
    r"\b(?:can(?:no|')?t|can not|cannot|could not|couldn['’]t) (?:stand|bear)\b"
)
_OPPOSITE = {
    Stance.POSITIVE: Stance.NEGATIVE,
    Stance.NEGATIVE: Stance.NEUTRAL,
    Stance.NEUTRAL: Stance.NEUTRAL,
}
_LINKS = word_set("of about with by on at for to in toward towards from regarding up")
_FILLING = DETERMINERS | word_set(
    "very really quite so rather most best always still now longer also a lot"
)
_TOKEN = re.compile(r"\S+")


@lru_cache(maxsize=20_000)
def read_opinion(relation: str, object_name: str) -> Opinion | None:
    """Return the opinion that a fact's relation and object state, `None` where they state none.

    >>> read_opinion("likes", "the battery life of the Lumo 4").target
    Target(thing='the Lumo 4', aspect='battery life')
    >>> read_opinion("does not like the camera of", "Lumo 4").stance
    <Stance.NEGATIVE: 'negative'>
    >>> read_opinion("has", "positive opinion of the Pixo 2's camera").target.aspect
    'camera'
    >>> read_opinion("lives in", "Oslo")
    """
    said = _TOKEN.findall(relation)
    found = _head(said)
    if found is not None:
        stance, after = found
        rest = _without_links(said[after:])
        if not rest:
            return Opinion(stance, *_whole(object_name))
        aspect = " ".join(_without_links(rest[::-1])[::-1])
        return Opinion(stance, Target(object_name, aspect), whole=True)
    whole = [*said, *_TOKEN.findall(object_name)]
    if not said or stem(_low(said[0])) not in _HOLDING or (noun := _noun(whole)) is None:
        return None
    stances = [one for word in whole[:noun] if (one := _in(_RATINGS, word)) is not None]
    if not stances:
        return None
    stance = _turned(stances[-1], whole[:noun])
    rest = _without_links(whole[max(noun + 1, 0) :])
    inside = len(rest) <= len(_TOKEN.findall(object_name))
    if noun < len(said) and not inside:
        gap = len(rest) - len(_TOKEN.findall(object_name))
        aspect = " ".join(_without_links(rest[:gap][::-1])[::-1])
        return Opinion(stance, Target(object_name, aspect), whole=True)
    if not rest:
        return None
    target, _ = _whole(" ".join(rest))
    return Opinion(stance, target, whole=noun < len(said) and not target.aspect)


def _low(token: str) -> str:
    return "".join(words(token)[:1])


def _head(said: list[str]) -> tuple[Stance, int] | None:
    """Return the stance that a relation's verb or adjective takes, and where the rest begins."""
    text = " ".join(said).casefold()
    if (bear := _CANNOT_STAND.match(text)) is not None:
        return Stance.NEGATIVE, len(bear[0].split())
    being = False
    for at, token in enumerate(said):
        low = _low(token)
        head = stem(low)
        stance = _in(_FEELINGS if being else _VERBS, token)
        if stance is not None:
            return _turned(stance, said[:at]), at + 1
        being = being or head in _BEING
        plain = low in AUXILIARIES | _FILLING | _NEGATIONS or head in _BEING
        if not plain and "n't" not in token.replace("’", "'"):
            return None
    return None


def _in(table: Mapping[Stance, frozenset[str]], token: str) -> Stance | None:
    head = stem(_low(token))
    return next((one for one, stems in table.items() if head in stems), None)


def _noun(said: list[str]) -> int | None:
    return next((at for at, token in enumerate(said[:8]) if stem(_low(token)) in _OPINIONS), None)


def _turned(stance: Stance, before: list[str]) -> Stance:
    low = " ".join(before).casefold().replace("’", "'")
    denied = bool(_NEGATIONS & set(low.split())) or "n't" in low
    return _OPPOSITE[stance] if denied else stance


def _without_links(said: list[str]) -> list[str]:
    at = 0
    while at < len(said) and _low(said[at]) in _LINKS | _FILLING:
        at += 1
    return said[at:]


def _whole(name: str) -> tuple[Target, bool]:
    target = target_of(name)
    return target, not target.aspect


_OWNED = re.compile(r"^(?P<thing>.+?)['’]s? (?P<aspect>[^'’]+)$")


@lru_cache(maxsize=20_000)
def target_of(name: str) -> Target:
    """Take "the A of the T" and "the T's A" apart; any other name is the thing itself.

    An aspect is written small, as a code ("5G") or in capitals ("CPU"); a "University of Oslo"
    is a thing.

    >>> target_of("the Pixo 2's camera"), target_of("University of Oslo").aspect
    (Target(thing='the Pixo 2', aspect='camera'), '')
    """
    bare = " ".join(name.split())
    aspect, link, thing = bare.rpartition(" of ")
    if not (link and _is_aspect(aspect)):
        owned = _OWNED.match(bare)
        if owned is None or not _is_aspect(owned["aspect"]):
            return Target(bare)
        aspect, thing = owned["aspect"], owned["thing"]
    return Target(thing, normalise_name(aspect))


def _is_aspect(text: str) -> bool:
    said = re.sub(r"^(?:the|a|an|its|their) ", "", text.strip(), flags=re.IGNORECASE)
    first = said.split()[0] if said else ""
    return bool(first) and (first[0].islower() or first.isupper() or first[0].isdigit())


def aspect_key(aspect: str) -> tuple[str, ...]:
    """Return what two wordings of one aspect share: its stems, in order."""
    return tuple(stem(word) for word in words(aspect) if word not in DETERMINERS)


def stance_of(text: str) -> Stance | None:
    """Return the stance a relation or an adjective of a question names ("likes", "negative").

    >>> [stance_of(text) for text in ("likes", "does not like", "owns")]
    [<Stance.POSITIVE: 'positive'>, <Stance.NEGATIVE: 'negative'>, None]
    """
    found = _head(_TOKEN.findall(text))
    if found is not None:
        return found[0]
    return _in(_RATINGS, text) or _in(_FEELINGS, text)
