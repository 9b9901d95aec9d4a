"""From the words of a question to the `Query` that retrievers take: one way for all who recall.

    text --read_question (no memory)--> Asked: mentions, vectors
         --query_for (a view)--> Query: text, vector, linked entities, probes, periods

The two steps are apart because embedding may ask a server, and a view is not to be held
meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from clew.embed.base import Embedder, TextKind
from clew.graph.types import Kind
from clew.graph.view import Float32, View
from clew.recall.base import Probe, Query
from clew.recall.linking import Linking, link
from clew.recall.mentions import MOST_CHARACTERS, Mention, find_mentions
from clew.recall.periods import find_periods

__all__ = ["Asked", "query_for", "read_question", "read_questions"]

_LINKING = Linking()


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
    "Last week" counts from the time the view reads; a question about dates has no periods in a
    memory of steps, and the other way round.

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
