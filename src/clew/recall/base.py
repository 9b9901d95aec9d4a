"""The contract of every retriever: `retrieve(view, query, limits) -> list[Scored]`.

A retriever reads only a `View`: it embeds no text, asks no model, writes nothing, and returns the
same list for the same view and query in every process. The view applies `as_of`, so no retriever
filters by validity itself.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar, Protocol, TypeAlias, runtime_checkable

from clew.errors import UsageError
from clew.graph.filters import text_kinds
from clew.graph.times import axis_of, order_key, to_ticks
from clew.graph.types import Entity, Episode, Fact, Item, Kind, Thesis, Time
from clew.graph.view import Float32, View
from clew.text import normalise_name, normalise_relation

__all__ = [
    "Found",
    "InTime",
    "Limits",
    "Part",
    "Probe",
    "Query",
    "Recalled",
    "Retriever",
    "Scored",
    "best_first",
    "ends_of",
    "episodes_of",
    "finish",
    "idf",
    "in_time",
    "tally",
]

Part: TypeAlias = tuple[str, int, float]
"""(channel, rank from 1, score in that channel)."""


def _check_vector(name: str, vector: Float32 | None) -> None:
    if vector is not None and vector.ndim != 1:
        raise UsageError(f"{name} is one row of shape (dim,); got shape {vector.shape}")


def _check_period(first: Time | None, last: Time | None) -> None:
    if first is None or last is None:
        if first is last:
            raise UsageError("a period has a start or an end; got neither")
    elif to_ticks(first, axis_of(first)) >= to_ticks(last, axis_of(first)):
        raise UsageError(f"a period ends after it starts; got {first!r} to {last!r}")


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """One member of AriGraph's query set Q: a vector and the depth of its search."""

    vector: Float32
    depth: int = 2

    def __post_init__(self) -> None:
        _check_vector("Probe.vector", self.vector)
        if self.depth < 1:
            raise UsageError(f"Probe.depth is at least 1; got {self.depth!r}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Query:
    """A question to a memory. The caller supplies the vectors: unit rows of the memory's embedder.

    Without a vector, dense channels find nothing; keyword and graph channels still work.

    Raises:
        UsageError: a vector is not one row, a kind has no text, or a kind cannot be skipped.
    """

    text: str = ""
    vector: Float32 | None = None
    """The text's embedding, (dim,)."""
    probes: tuple[Probe, ...] = ()
    """Several queries with their own depths (Q of algorithm 1); if empty, `vector` at `depth`."""
    depth: int = 2
    """Depth of `semantic` for `vector`; AriGraph uses 1 to 3."""
    entities: tuple[tuple[int, ...], ...] = ()
    """Linked entities, one group per mention; a group holds the possible meanings."""
    kinds: tuple[Kind, ...] = (Kind.FACT, Kind.THESIS, Kind.EPISODE)
    """Kinds to return."""
    skip: frozenset[Kind] = frozenset()
    """Episodes, theses or entities: neither walked through nor returned."""
    recent: frozenset[int] = frozenset()
    """Episodes the caller already has; no retriever returns them."""
    periods: tuple[tuple[Time | None, Time | None], ...] = ()
    """Half-open periods named in the question ("in May 2023", "before July"); `None` is unbounded.
    Only a hint for ranking; validity is decided by the view."""

    def __post_init__(self) -> None:
        _check_vector("Query.vector", self.vector)
        if len(shapes := {probe.vector.shape for probe in self.probes}) > 1:
            raise UsageError(f"Query.probes have one dimension; got shapes {sorted(shapes)!r}")
        if self.depth < 1:
            raise UsageError(f"Query.depth is at least 1; got {self.depth!r}")
        object.__setattr__(self, "kinds", text_kinds(self.kinds))
        object.__setattr__(self, "skip", frozenset(text_kinds(self.skip)))
        if wrong := sorted(self.skip - {Kind.EPISODE, Kind.THESIS, Kind.ENTITY}):
            raise UsageError(f"Query.skip takes episode, thesis and entity; got {wrong!r}")
        for first, last in self.periods:
            _check_period(first, last)

    @property
    def wanted(self) -> tuple[Kind, ...]:
        """Kinds to return: `kinds` without `skip`, each once, in the given order."""
        return tuple(kind for kind in dict.fromkeys(self.kinds) if kind not in self.skip)

    @property
    def linked(self) -> tuple[int, ...]:
        """Every linked entity once, in the given order."""
        return tuple(dict.fromkeys(id for group in self.entities for id in group))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Rows to return (`k`), and rows each channel contributes before fusion (`candidates`)."""

    k: int = 20
    candidates: int = 100

    def __post_init__(self) -> None:
        if self.k < 1 or self.candidates < 1:
            raise UsageError(f"Limits are at least 1; got k={self.k}, candidates={self.candidates}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One recalled item and why it was found. Lists are best first, ties by ascending id."""

    id: int
    kind: Kind
    score: float
    """Larger is better; comparable only within one result."""
    channel: str
    """The retriever that returned it."""
    rank: int
    """Place in the result, from 1."""
    path: tuple[int, ...] = ()
    """Ids from the seed to this item, both included; only this item for a direct hit."""
    episodes: tuple[int, ...] = ()
    """Its source episodes, ascending; for an episode, itself."""
    valid_from: Time | None = None
    valid_to: Time | None = None
    superseded_by: int | None = None
    parts: tuple[Part, ...] = ()
    """Its places in the fused channels, by channel name."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """A recalled item, and why it was found."""

    item: Item
    why: Scored


class Retriever(Protocol):
    """Finds items in a view."""

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return at most `limits.k` items of the wanted kinds, best first, ties by id."""
        ...


@runtime_checkable
class InTime(Protocol):
    """A retriever whose rows, found best first, are shown in the order of time."""

    shown_in_time: ClassVar[bool]


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate whose row has not been read yet, passed between the stages of a retriever."""

    id: int
    kind: Kind
    score: float
    path: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()


def ends_of(item: Item) -> tuple[int, ...]:
    """Return the entities that a fact or a thesis joins."""
    if isinstance(item, Fact):
        return (item.subject, item.object)
    return item.entities if isinstance(item, Thesis) else ()


def idf(having: int, total: int) -> float:
    """Return BM25's inverse document frequency, above 0."""
    return math.log1p((max(total - having, 0) + 0.5) / (having + 0.5))


def best_first(found: Iterable[Found]) -> list[Found]:
    """Return candidates by descending score, ties by ascending id."""
    return sorted(found, key=lambda one: (-one.score, one.id))


def finish(
    view: View, query: Query, limits: Limits, found: Iterable[Found], channel: str
) -> list[Scored]:
    """Return the first `limits.k` of the wanted kinds, each content once, with their provenance.

    Facts with equal content (subject, relation and object after merges) and theses with equal
    words become one row: the best-placed one, with the episodes of all duplicates met before `k`
    rows were found. Rows are read in chunks of `k`, so usually once.

    Args:
        view: the view to read rows from.
        query: gives the wanted kinds and the episodes to exclude.
        limits: gives `k`.
        found: candidates, best first; each id at most once.
        channel: the name shown on every row.
    """
    wanted = query.wanted
    order = (one for one in found if one.kind in wanted and one.id not in query.recent)
    kept: dict[tuple[object, ...], Scored] = {}
    while len(kept) < limits.k and (chunk := list(islice(order, limits.k))):
        for one, item in zip(chunk, view.items([one.id for one in chunk]), strict=True):
            key = _content(item)
            if key in kept:
                both = {*kept[key].episodes, *_episodes(item)}
                kept[key] = replace(kept[key], episodes=tuple(sorted(both)))
            elif len(kept) < limits.k:
                kept[key] = _scored(one, item, channel, len(kept) + 1)
    return list(kept.values())


# As tuples: to make a union of types takes several microseconds, and this is done for every row.
_UNDATED, _SOURCED = (Episode, Entity), (Fact, Thesis, Entity)


def _scored(found: Found, item: Item, channel: str, rank: int) -> Scored:
    dated = None if isinstance(item, _UNDATED) else item
    return Scored(
        id=item.id,
        kind=found.kind,
        score=found.score,
        channel=channel,
        rank=rank,
        path=found.path or (item.id,),
        episodes=_episodes(item),
        valid_from=dated.valid_from if dated else None,
        valid_to=dated.valid_to if dated else None,
        superseded_by=dated.superseded_by if dated else None,
        parts=found.parts,
    )


def _episodes(item: Item) -> tuple[int, ...]:
    if isinstance(item, Episode):
        return (item.id,)
    return item.episodes if isinstance(item, _SOURCED) else ()


def _content(item: Item) -> tuple[object, ...]:
    """Return a key that is equal for rows with the same content."""
    if isinstance(item, Fact):
        return (Kind.FACT, item.subject, normalise_relation(item.relation), item.object)
    if isinstance(item, Thesis):
        return (Kind.THESIS, normalise_name(item.text))
    return (item.id,)


def episodes_of(scored: Sequence[Scored]) -> list[tuple[int, float]]:
    """Return a ranking of the source episodes of a result.

    Every row votes for each of its episodes with its score (relative to the best), divided by the
    square root of its number of episodes, so a statement repeated all over a memory says little.
    An episode scores the sum of its votes, the best in full and each further one at half the
    weight of the one before: two statements of one episode count more than one, but ten do not
    count ten times as much. If no score is above 0, the votes are reciprocal ranks. Chosen on
    LoCoMo (experiments.locomo): better than the best vote alone or a plain sum, both with sentences
    and with written observations as theses.

    Args:
        scored: a result of any retriever, best first; about 60 rows suffice to rank 10 episodes.

    Returns:
        (episode id, score), best first, ties by ascending id.
    """
    top = max((one.score for one in scored), default=0.0)
    votes: dict[int, list[float]] = {}
    for one in scored:
        share = max(one.score, 0.0) / top if top > 0 else 1.0 / one.rank
        for episode in one.episodes:
            votes.setdefault(episode, []).append(share / math.sqrt(len(one.episodes)))
    return tally(votes)


def tally(votes: Mapping[int, Sequence[float]]) -> list[tuple[int, float]]:
    """Return ids with their weighted votes, best first, ties by id; weights as in `episodes_of`."""
    ranking = [
        (id, math.fsum(vote * 0.5**n for n, vote in enumerate(sorted(cast, reverse=True))))
        for id, cast in votes.items()
    ]
    return sorted(ranking, key=lambda hit: (-hit[1], hit[0]))


def in_time(rows: Sequence[Scored]) -> list[Scored]:
    """Return rows in the order in which they began to hold, scored from 1 down by place.

    Those without a start come first, ties by id, which is the order of arrival.
    """
    order = sorted(rows, key=lambda one: (order_key(one.valid_from), one.id))
    return [replace(one, rank=n + 1, score=1.0 - n / len(order)) for n, one in enumerate(order)]
