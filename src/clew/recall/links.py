"""Finds entities by their exact names in a text, without a model."""

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from clew.graph.view import View
from clew.recall.mentions import MOST_CHARACTERS
from clew.text import STOP_WORDS, words

__all__ = ["NameFound", "find_names"]

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # Thai, Lao, Burmese, Khmer
    "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # kana, Han
)
_TOKEN = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
"""A word, or one character in scripts written without spaces."""
_LONGEST = 12
"""Maximum tokens of a name."""


class NameFound(NamedTuple):
    """A name in a text: its position, and all entities with that name, ascending."""

    start: int
    end: int
    ids: tuple[int, ...]


def find_names(view: View, text: str) -> list[NameFound]:
    """Return the names and aliases in a text that `View.find` knows, in order.

    The longest known runs of words win (casefolded, any script); runs do not overlap, and of two
    equally long ones the first wins. English stop words alone are no name. Only the first
    `MOST_CHARACTERS` characters are read.
    """
    text = text[:MOST_CHARACTERS]
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    free = [True] * len(tokens)
    found: dict[int, NameFound] = {}
    for first, last in _runs(len(tokens)):
        if not all(free[first:last]):
            continue
        start, end = tokens[first][0], tokens[last - 1][1]
        if ids := _entities(view, text, start, end):
            found[first] = NameFound(start, end, ids)
            free[first:last] = [False] * (last - first)
    return [found[first] for first in sorted(found)]


def _entities(view: View, text: str, start: int, end: int) -> tuple[int, ...]:
    """Return the entities named `text[start:end]`, or that plus the signs right after ("C++")."""
    name = text[start:end]
    if all(word in STOP_WORDS for word in words(name)):
        return ()
    whole = name + "".join(
        takewhile(lambda sign: not (sign.isspace() or sign.isalnum()), text[end:])
    )
    return tuple(view.find(name)) or (tuple(view.find(whole)) if whole != name else ())


def _runs(count: int) -> Iterator[tuple[int, int]]:
    """Yield all runs of up to `_LONGEST` of `count` tokens, longest first, then leftmost first."""
    for size in range(min(_LONGEST, count), 0, -1):
        for first in range(count - size + 1):
            yield first, first + size
