"""Turn the words of a question into the `Query` that retrievers take, for every caller alike.

    text --read_question (no memory)--> Asked: mentions, vectors
         --query_for (a view)--> Query: text, vector, linked entities, probes, periods

There are two steps because embedding may ask a server, and a view must not stay open meanwhile.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeAlias

from clew.embed.base import Embedder, TextKind
from clew.graph.times import order_key
from clew.graph.types import Kind, Time
from clew.graph.view import Float32, View
from clew.recall.base import Probe, Query
from clew.recall.linking import Linking, link
from clew.recall.mentions import MOST_CHARACTERS, Mention, find_mentions

__all__ = ["Asked", "find_periods", "query_for", "read_question", "read_questions"]

_LINKING = Linking()
Period: TypeAlias = tuple[Time | None, Time | None]
"""Half-open; `None` is unbounded, one of the two at most."""

_MAX_CHARACTERS = 2000
_MOST_PERIODS = 8
_DATE = r"\d{4}(?:-\d\d){0,2}"
_DATES = re.compile(rf"(?<![\w.-])({_DATE})(?:\s*\.\.\s*({_DATE}))?(?![\w-])")
_STEPS = re.compile(r"\bstep\s+(\d{1,9})(?:\s*\.\.\s*(\d{1,9}))?\b", re.IGNORECASE)


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
) -> Asked:
    """Read one question; see `read_questions`.

    Args:
        text: any text.
        embedder: the memory's own; without one, words alone decide.
        names: what a model says the question is about (task `QuestionEntities`), or with the
            depth to search to from each (`QueryEntities`); by default what the text itself shows.
    """
    if names is None:
        return read_questions([text], embedder)[0]
    pairs = [(name, None) if isinstance(name, str) else name for name in names]
    given = tuple(Mention(name, depth=depth) for name, depth in pairs)
    return _embedded([Asked(text[:MOST_CHARACTERS], mentions=given)], embedder)[0]


def read_questions(texts: Sequence[str], embedder: Embedder | None = None) -> list[Asked]:
    """Find the mentions of questions and embed all they have in one call.

    Raises:
        ModelError: the embedder cannot answer.
    """
    cut = [text[:MOST_CHARACTERS] for text in texts]
    return _embedded([Asked(text, mentions=find_mentions(text)) for text in cut], embedder)


def _embedded(asked: Sequence[Asked], embedder: Embedder | None) -> list[Asked]:
    if embedder is None:
        return list(asked)
    texts = [each for one in asked for each in (one.text, *(m.text for m in one.mentions))]
    once = list(dict.fromkeys(texts))
    rows = dict(zip(once, embedder.embed(once, kind=TextKind.QUERY), strict=True))
    return [
        replace(
            one,
            vector=rows[one.text],
            mentions=tuple(replace(each, vector=rows[each.text]) for each in one.mentions),
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
