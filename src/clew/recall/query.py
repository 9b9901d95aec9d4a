"""Turn the words of a question into the `Query` that retrievers take, for every caller alike.

    text --read_question (no memory)--> Asked: mentions, vectors
         --query_for (a view)--> Query: text, vector, linked entities, probes, periods

There are two steps because embedding may ask a server, and a view must not stay open meanwhile.
"""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeAlias

from clew.embed.base import Embedder, TextKind, embed_soundly
from clew.graph.times import order_key
from clew.graph.types import Kind, Time
from clew.graph.view import Float32, View
from clew.recall.base import Probe, Query
from clew.recall.linking import MOST_CHARACTERS, Linking, Mention, link, unclear
from clew.regex import Regex
from clew.text import STOP_WORDS

__all__ = ["Asked", "find_mentions", "find_periods", "query_for", "read_question", "read_questions"]

_LINKING = Linking()
Lend: TypeAlias = Callable[[], AbstractContextManager[View]]
"""Lends a view for as long as a block runs."""
Period: TypeAlias = tuple[Time | None, Time | None]
"""Half-open; `None` is unbounded, one of the two at most."""

_MAX_CHARACTERS = 2000
_MOST_PERIODS = 8
_DATE = r"\d{4}(?:-\d\d){0,2}"
_DATES = Regex(rf"(?<![\w.-])({_DATE})(?:\s*\.\.\s*({_DATE}))?(?![\w-])")
_STEPS = Regex(r"\bstep\s+(\d{1,9})(?:\s*\.\.\s*(\d{1,9}))?\b", re.IGNORECASE)
_MOST_MENTIONS = 24
"""Maximum number of mentions in one text."""
_WORD = Regex(r"(?<!\w['’])\w+(?:[-.'’&+/](?!s\b)\w+)*|(?<=\w['’])(?!s\b)\w+")
_SEAM = Regex(r", | and ")
"""Separators at which a run may be two names."""
_QUOTED = Regex(r'["“«]([^"“”«»]{2,200})["”»]')
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
class Asked:
    """A question read without a memory."""

    text: str
    """Its first `MOST_CHARACTERS`."""
    vector: Float32 | None = None
    """Its embedding, (dim,)."""
    mentions: tuple[Mention, ...] = ()


def read_question(
    text: str,
    embedder: Embedder | None = None,
    names: Sequence[str | tuple[str, int]] | None = None,
    lend: Lend | None = None,
) -> Asked:
    """Read one question; see `read_questions`.

    With `lend`, mentions that are exact names in the memory are not embedded: what they are linked
    to is known without.

    Args:
        text: any text.
        embedder: the memory's own; without one, words alone decide.
        names: what a model says the question is about (task `QuestionEntities`), or with the
            depth to search to from each (`QueryEntities`); by default what the text itself shows.
        lend: lends a view of the memory for a moment.
    """
    text = text[:MOST_CHARACTERS]
    if names is None:
        asked = Asked(text, mentions=find_mentions(text))
    else:
        pairs = [(name, None) if isinstance(name, str) else name for name in names]
        given = tuple(Mention(name, depth=depth) for name, depth in pairs)
        asked = Asked(text, mentions=given)
    clear: set[str] = set()
    if lend is not None and embedder is not None and asked.mentions:
        with lend() as view:
            left = {one.text for one in unclear(view, text, asked.mentions)}
        # One with a depth is searched from by its vector.
        found = (one.text for one in asked.mentions if one.depth is None)
        clear = {one for one in found if one not in left}
    return _embedded([asked], embedder, clear)[0]


def read_questions(texts: Sequence[str], embedder: Embedder | None = None) -> list[Asked]:
    """Find the mentions of questions and embed all they have in one call.

    Raises:
        ModelError: the embedder cannot answer.
    """
    cut = [text[:MOST_CHARACTERS] for text in texts]
    return _embedded([Asked(text, mentions=find_mentions(text)) for text in cut], embedder)


def _embedded(
    asked: Sequence[Asked], embedder: Embedder | None, clear: Collection[str] = ()
) -> list[Asked]:
    if embedder is None:
        return list(asked)
    mentions = (each.text for one in asked for each in one.mentions if each.text not in clear)
    once = list(dict.fromkeys((*(one.text for one in asked), *mentions)))
    rows: dict[str, Float32 | None] = dict(
        zip(once, embed_soundly(embedder, once, kind=TextKind.QUERY), strict=True)
    )
    return [
        replace(
            one,
            vector=rows[one.text],
            mentions=tuple(replace(each, vector=rows.get(each.text)) for each in one.mentions),
        )
        for one in asked
    ]


def query_for(
    view: View,
    asked: Asked,
    *,
    kinds: Sequence[Kind] | None = None,
    skip: frozenset[Kind] = frozenset(),
    linking: Linking = _LINKING,
) -> Query:
    """Return what retrievers take: linked entities and periods as this view knows them.

    Probes (AriGraph's set Q) are the mentions that a model gave a depth, those with a vector.
    A question about dates has no periods in a memory of steps, nor one about steps in a memory of
    dates. A mind that reads a language may set `Query.periods` from its words.

    Args:
        view: where entities are looked up.
        asked: the question as read.
        kinds: what to return; facts, theses and episodes by default.
        skip: kinds neither walked through nor returned.
        linking: how loosely mentions are linked.
    """
    linked = link(view, asked.text, asked.mentions, linking)
    probes = tuple(
        Probe(each.vector, each.depth)
        for each in asked.mentions
        if each.depth is not None and each.vector is not None
    )
    query = Query(
        text=asked.text,
        vector=asked.vector,
        entities=tuple(one.ids for one in linked),
        probes=probes,
        skip=skip,
        periods=find_periods(asked.text, view.as_of.valid),
    )
    return query if kinds is None else replace(query, kinds=tuple(kinds))


def find_periods(text: str, now: Time | None) -> tuple[Period, ...]:
    """Return every period that a text names, in its order, each once, at most eight.

    Only notation is read, whatever the language: years, months and days as ISO 8601 writes them,
    game steps as `step N`, and ranges of them with `..`.

    Args:
        text: the question; its first 2,000 characters are read.
        now: the time it is asked from: tells dates from steps; `None` gives no periods.

    >>> from datetime import datetime, UTC
    >>> [(a.year, b.year) for a, b in find_periods("2019..2020", datetime(2024, 1, 1, tzinfo=UTC))]
    [(2019, 2021)]
    >>> find_periods("the key of step 6", 9)
    ((6, 7),)
    """
    text = text[:_MAX_CHARACTERS]
    found: list[Period] = []
    if isinstance(now, int):
        matches = _STEPS.finditer(text)
        found += [(int(match[1]), int(match[2] or match[1]) + 1) for match in matches]
    elif now is not None:
        for match in _DATES.finditer(text):
            first, last = _days(match[1]), _days(match[2] or match[1])
            if first is not None and last is not None:
                found.append((first[0], last[1]))
    true = [one for one in found if order_key(one[0]) < order_key(one[1])]
    return tuple(dict.fromkeys(true))[:_MOST_PERIODS]


def _days(text: str) -> tuple[datetime, datetime] | None:
    """Return the first moment of a year, month or day and of the next; `None`: no such date."""
    year, month, day = ([int(part) for part in text.split("-")] + [0, 0])[:3]
    try:
        start = datetime(year, month or 1, day or 1, tzinfo=UTC)
        if not month:
            return start, start.replace(year=year + 1)
        if not day:
            return start, start.replace(year=year + month // 12, month=month % 12 + 1)
        return start, datetime.fromordinal(start.toordinal() + 1).replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


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
    return tuple(kept.values())[:_MOST_MENTIONS]


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
