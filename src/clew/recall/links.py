"""From the words of a question or a plan to the entities it is about; no model is asked."""

import re
from collections.abc import Iterator
from itertools import takewhile

from clew.graph.types import Kind
from clew.graph.view import View
from clew.text import STOP_WORDS, words

__all__ = ["link_entities"]

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # kana, Han
)
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
"""A word; in scripts written without spaces, a character."""
_LONGEST = 8
"""Tokens in the longest name looked up."""


def link_entities(view: View, text: str, fallback: int = 3) -> tuple[tuple[int, ...], ...]:
    """Return the entities named in a text, one group per mention, in the order of mention.

    A mention is the longest run of words that `View.find` knows as a name or alias (casefolded,
    any script); runs do not overlap, and of two equally long ones the first wins. All entities
    of that name form the group. English stop words alone are no mention. If no name is known,
    the best `fallback` entities by keyword are taken, each as its own group: a guess, and as
    loose as one shared word.

    Args:
        view: where the entities are.
        text: a question, a plan, any text.
        fallback: how many to guess; 0 for none.

    Returns:
        Groups of ids, ascending within a group; an equal group comes once.
    """
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    free = [True] * len(tokens)
    groups: dict[int, tuple[int, ...]] = {}
    for first, last in _runs(len(tokens)):
        if not all(free[first:last]):
            continue
        if found := _entities(view, text, tokens[first][0], tokens[last - 1][1]):
            groups[first] = found
            free[first:last] = [False] * (last - first)
    if not groups and fallback > 0:
        return tuple((id,) for id, _ in view.match(text, fallback, kind=Kind.ENTITY))
    return tuple(dict.fromkeys(groups[first] for first in sorted(groups)))


def _entities(view: View, text: str, start: int, end: int) -> tuple[int, ...]:
    """Return the entities called `text[start:end]`, or that with the signs right after ("C++")."""
    name = text[start:end]
    if all(word in STOP_WORDS for word in words(name)):
        return ()
    whole = name + "".join(
        takewhile(lambda sign: not (sign.isspace() or sign.isalnum()), text[end:])
    )
    return tuple(view.find(name)) or (tuple(view.find(whole)) if whole != name else ())


def _runs(count: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of up to `_LONGEST` of `count` tokens, longest first, then from the left."""
    for size in range(min(_LONGEST, count), 0, -1):
        for first in range(count - size + 1):
            yield first, first + size
