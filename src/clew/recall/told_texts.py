"""The texts that an item was learned from, and where in each it is said."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from clew.graph.types import Episode, Item
from clew.projection.view_of import ProjectionView
from clew.recall.base import ends_of
from clew.text import DENYING_WORDS, STOP_WORDS, words

__all__ = ["Ground", "Grounds", "grounds", "said_at"]

_SENTENCE = re.compile(r"[^\s.!?。！？](?:[^.!?。！？\n]|[.!?](?=\S))*[.!?。！？]*[\"'”’)]*")
"""Up to a mark that a space or nothing follows, or up to the end of the line."""
_STEM = 4
"""Words that begin with this many equal letters count as one: "lives", "lived"."""
_NAME = 2.0
_BEFORE = 0.45
"""Below a half, so that a sentence with both names is better than one that has to be understood."""
_DENIED = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """A text that tells an item; the sentence that does is `text[start:end]`, if one can be told.

    It is found by its words, for a reader's eye: no more is claimed.
    """

    episode: Episode
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """An item and the texts that tell it, the newest first."""

    item: Item
    texts: tuple[Ground, ...]
    total: int
    """How many texts tell it."""


def grounds(view: ProjectionView, item: int, *, limit: int) -> Grounds:
    """Return the newest texts that tell an item of any time.

    Raises:
        UnknownNameError: there is no such item in the view.
    """
    seen = view.always
    (found,) = seen.items([item])
    told = (item,) if isinstance(found, Episode) else getattr(found, "episodes", ())
    episodes = seen.items(sorted(told, reverse=True)[:limit])
    names = [each.text for each in seen.items(ends_of(found))]
    texts = []
    for episode in episodes:
        assert isinstance(episode, Episode)
        start, end = (0, 0) if isinstance(found, Episode) else said_at(episode.text, found, names)
        texts.append(Ground(episode=episode, start=start, end=end))
    return Grounds(item=found, texts=tuple(texts), total=len(told))


def said_at(text: str, item: Item, names: Sequence[str] = ()) -> tuple[int, int]:
    """Return where the sentence is that tells an item best; (0, 0) if none has a word of it.

    Each word of the item counts one, and each name that it joins, as a whole, two more. A word that
    an earlier sentence has counts a little in a later one: what was named is called "she" then. A
    sentence that denies tells less of what is not denied. Of equal sentences the first is taken.

    >>> from clew.graph.types import Thesis
    >>> text = "Anna is tall. She lives in Rome."
    >>> start, end = said_at(text, Thesis(id=1, text="Anna lives in Rome"))
    >>> text[start:end]
    'She lives in Rome.'
    """
    wanted = _stems(item.text)
    ends = [shared for name in names if (shared := _stems(name) & wanted)]
    others = wanted.difference(*ends)
    denied = _denies(item.text, wanted)
    best, place = 0.0, (0, 0)
    before: set[str] = set()
    for found in _SENTENCE.finditer(text):
        have = _stems(found[0])
        score = 0.0
        if have & wanted:
            count = {stem: 1.0 if stem in have else _BEFORE * (stem in before) for stem in wanted}
            score = sum(count[stem] for stem in others)
            score += sum(_NAME * sum(count[stem] for stem in end) / len(end) for end in ends)
            score -= _DENIED * (not denied and _denies(found[0], wanted))
        if score > best:
            best, place = score, found.span()
        before |= have
    return place


def _stems(text: str) -> set[str]:
    every = words(text)
    return {one[:_STEM] for one in every if one not in STOP_WORDS} or {*every}


def _denies(sentence: str, wanted: set[str]) -> bool:
    """Tell whether a sentence denies, and says some of the wanted words behind that."""
    every = words(sentence)
    first = next((n for n, one in enumerate(every) if one in DENYING_WORDS), len(every))
    return not wanted.isdisjoint(one[:_STEM] for one in every[first:])
