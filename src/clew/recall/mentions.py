"""Finds what a text may name: entities by their exact names, and candidate phrases.

No model is asked; only exact names need a memory.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from clew.graph.view import Float32, View
from clew.text import STOP_WORDS, words

__all__ = ["MOST_CHARACTERS", "Mention", "NameFound", "find_mentions", "find_names"]

MOST_CHARACTERS = 4000
"""Maximum characters read of a question; the rest is ignored."""
_MOST = 24
"""Maximum number of mentions in one text."""
_WORD = re.compile(r"(?<!\w['’])\w+(?:[-.'’&+/](?!s\b)\w+)*|(?<=\w['’])(?!s\b)\w+")
_SEAM = re.compile(r", | and ")
"""Separators at which a run may be two names."""
_QUOTED = re.compile(r'["“«]([^"“”«»]{2,200})["”»]')
_JOINS = frozenset(
    "of the and in on for at a an de la le du von van der den del da di al el y".split()  # noqa: SIM905
)
"""Lower-case words that may occur inside a name."""
_VAGUE = frozenset(
    """
    many much more most some any all both each other another same different else ever also still
    just only than then about after before during between during while if so because such can could
    will would should may might must shall get got go goes went make made take took give gave come
    came kind type sort name thing things something anything someone anyone use used call called
    known long old new first last big small into out up down over under through across against
    since until within without
    """.split()  # noqa: SIM905
)
"""English words that are no names by themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """A part of a text, or a mention given by a model."""

    text: str
    vector: Float32 | None = None
    """Its embedding, (dim,)."""
    span: tuple[int, int] | None = None
    """Its position in the text; `None` if a model gave it."""
    named: bool = True
    """Written like a name: capitalised, in quotes, or in a script without capitals."""
    depth: int | None = None
    """Search depth in edges, if a model gave one."""


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int
    opens: bool
    """First in a sentence, where a capital means nothing."""

    @property
    def capital(self) -> bool:
        """Whether it is written like a name; true for numbers and scripts without capitals."""
        first = self.text[0]
        return first.isdigit() or (first.isalpha() and not first.islower())

    @property
    def filler(self) -> bool:
        low = self.text.casefold()
        return low in STOP_WORDS or low in _VAGUE


def find_mentions(text: str) -> tuple[Mention, ...]:
    """Return possible names: quotations, runs of capitalised words, and other runs of words.

    Runs end at punctuation, but a capitalised run continues over a comma between two capitals
    ("Oslo, Norway") and over small words inside it ("Journal of the Senses"). In a text without
    capitals all runs count as `named`.

    Args:
        text: a question; its first `MOST_CHARACTERS` are read.

    Returns:
        Mentions in the order of the text, at one position the longer first, each text once. A run
        that may be two names ("Tom and Jerry") is returned whole and in its parts.

    >>> [each.text for each in find_mentions("Who read the Book of Dust to Tom and Anna's aunt?")]
    ['read', 'Book of Dust', 'Tom and Anna', 'Tom', 'Anna', 'aunt']
    """
    text = text[:MOST_CHARACTERS]
    tokens = _tokens(text)
    cased = any(token.capital and token.text[0].isalpha() for token in tokens if not token.filler)
    found = [
        Mention(match[1], span=match.span(1))
        for match in _QUOTED.finditer(text)
        if match[1].strip()
    ]
    for first, last, named in _runs(text, tokens):
        for start, end in _parts(text, tokens[first].start, tokens[last - 1].end):
            found.append(Mention(text[start:end], span=(start, end), named=named or not cased))
    kept: dict[str, Mention] = {}
    for one in sorted(found, key=_place):
        kept.setdefault(one.text, one)
    return tuple(kept.values())[:_MOST]


def _place(mention: Mention) -> tuple[int, int]:
    start, end = mention.span or (0, 0)
    return start, -end


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a run and, if it may be several names, each of them."""
    yield start, end
    seams = [edge for seam in _SEAM.finditer(text, start, end) for edge in seam.span()]
    edges = [start, *seams, end]
    for left, right in zip(edges[::2], edges[1::2], strict=True):
        if seams and text[left:right].strip():
            yield left, right


def _tokens(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    end = 0
    for match in _WORD.finditer(text):
        gap = text[end : match.start()]
        opens = not tokens or any(sign in gap for sign in ".!?\n:")
        tokens.append(_Token(match[0], match.start(), match.end(), opens))
        end = match.end()
    return tokens


def _runs(text: str, tokens: list[_Token]) -> Iterator[tuple[int, int, bool]]:
    """Yield runs of tokens as (first, last + 1, whether written like a name)."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.filler and not (token.capital and not token.opens):
            at += 1
        elif token.capital:
            last = _name_end(text, tokens, at)
            yield at, last, True
            at = last
        else:
            last = at + 1
            while last < len(tokens) and _goes_on(text, tokens, last):
                last += 1
            yield at, last, False
            at = last


def _goes_on(text: str, tokens: list[_Token], at: int) -> bool:
    token = tokens[at]
    return not (token.filler or token.capital) and text[tokens[at - 1].end : token.start] == " "


def _name_end(text: str, tokens: list[_Token], first: int) -> int:
    """Return the end of a capitalised run, including small words inside it."""
    last = at = first + 1
    while at < len(tokens) and text[tokens[at - 1].end : tokens[at].start] in {" ", ", ", " & "}:
        if tokens[at].capital:
            last = at = at + 1
        elif tokens[at].text in _JOINS and text[tokens[at - 1].end : tokens[at].start] == " ":
            at += 1
        else:
            break
    return last


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
    for first, last in _spans(len(tokens)):
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


def _spans(count: int) -> Iterator[tuple[int, int]]:
    """Yield all runs of up to `_LONGEST` of `count` tokens, longest first, then leftmost first."""
    for size in range(min(_LONGEST, count), 0, -1):
        for first in range(count - size + 1):
            yield first, first + size
