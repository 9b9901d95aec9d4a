"""The one contract of every retriever: `retrieve(view, query, limits) -> list[Scored]`.

A retriever reads a `View` and nothing else: it embeds no text, asks no model, writes nothing, and
gives the same list for the same view and query in any process. What time it reads (`as_of`) is
the view's business, so no retriever filters by validity itself.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol, TypeAlias

from clew.errors import UsageError
from clew.graph.times import axis_of, to_ticks
from clew.graph.types import TEXT_KINDS, Entity, Episode, Fact, Item, Kind, Thesis, Time
from clew.graph.view import Float32, View
from clew.text import normalise_name, normalise_relation

__all__ = [
    "Found",
    "Limits",
    "Part",
    "Probe",
    "Query",
    "Retriever",
    "Scored",
    "best_first",
    "episodes_of",
    "finish",
    "kind_of",
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
    """One member of AriGraph's query set Q: a vector and how deep its search goes."""

    vector: Float32
    depth: int = 2

    def __post_init__(self) -> None:
        _check_vector("Probe.vector", self.vector)
        if self.depth < 1:
            raise UsageError(f"Probe.depth is at least 1; got {self.depth!r}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Query:
    """What is asked of a memory. Vectors come from the caller and are unit rows of its embedder.

    Without a vector, dense channels find nothing and the keyword and graph channels still work.

    Raises:
        UsageError: a vector is not one row, a kind has no text, or a kind cannot be skipped.
    """

    text: str = ""
    vector: Float32 | None = None
    """The text's embedding, (dim,)."""
    probes: tuple[Probe, ...] = ()
    """Several queries with their own depths (algorithm 1's Q); empty: `vector` at `depth`."""
    depth: int = 2
    """Depth of `semantic` for `vector`; AriGraph uses 1 to 3."""
    entities: tuple[tuple[int, ...], ...] = ()
    """Linked entities, one group per mention; the ids of a group are its possible meanings."""
    kinds: tuple[Kind, ...] = (Kind.FACT, Kind.THESIS, Kind.EPISODE)
    """What to return."""
    skip: frozenset[Kind] = frozenset()
    """Episodes, theses or entities: neither walked through nor returned."""
    plan_vector: Float32 | None = None
    """The agent's plan, (dim,), for `Episodic(plan=True)`."""
    recent: frozenset[int] = frozenset()
    """Episodes the asker already has before it; no retriever returns them."""
    periods: tuple[tuple[Time | None, Time | None], ...] = ()
    """Half-open periods that the question names ("in May 2023", "before July"); `None` is
    unbounded. A hint for ranking: what time is read is the view's business."""

    def __post_init__(self) -> None:
        _check_vector("Query.vector", self.vector)
        _check_vector("Query.plan_vector", self.plan_vector)
        if len(shapes := {probe.vector.shape for probe in self.probes}) > 1:
            raise UsageError(f"Query.probes have one dimension; got shapes {sorted(shapes)!r}")
        if self.depth < 1:
            raise UsageError(f"Query.depth is at least 1; got {self.depth!r}")
        for kind in self.kinds:
            if kind not in TEXT_KINDS:
                raise UsageError(f"Query.kinds are kinds with a text; got {kind!r}")
        if wrong := sorted(self.skip - {Kind.EPISODE, Kind.THESIS, Kind.ENTITY}):
            raise UsageError(f"Query.skip takes episode, thesis and entity; got {wrong!r}")
        for first, last in self.periods:
            _check_period(first, last)

    @property
    def wanted(self) -> tuple[Kind, ...]:
        """Kinds to return: `kinds` less `skip`, each once, in the order given."""
        return tuple(kind for kind in dict.fromkeys(self.kinds) if kind not in self.skip)

    @property
    def linked(self) -> tuple[int, ...]:
        """Every linked entity once, in the order given."""
        return tuple(dict.fromkeys(id for group in self.entities for id in group))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much to return (`k`) and how far each channel looks before fusion (`candidates`)."""

    k: int = 20
    candidates: int = 100

    def __post_init__(self) -> None:
        if self.k < 1 or self.candidates < 1:
            raise UsageError(f"Limits are at least 1; got k={self.k}, candidates={self.candidates}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """One item recalled, and why. Lists of them are best first, ties by ascending id."""

    id: int
    kind: Kind
    score: float
    """Larger is better; comparable within one result only."""
    channel: str
    """Which retriever returned it."""
    rank: int
    """Place in the result, from 1."""
    path: tuple[int, ...] = ()
    """Ids from the seed to this item, both included; just this item when it was a direct hit."""
    episodes: tuple[int, ...] = ()
    """Episodes it rests on, ascending; an episode rests on itself."""
    valid_from: Time | None = None
    valid_to: Time | None = None
    superseded_by: int | None = None
    parts: tuple[Part, ...] = ()
    """Places it had in the channels that were fused, by channel name."""


class Retriever(Protocol):
    """Finds items in a view."""

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return at most `limits.k` items of the wanted kinds, best first, ties by id."""
        ...


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate before its row is read: what the stages of a retriever hand on."""

    id: int
    kind: Kind
    score: float
    path: tuple[int, ...] = ()
    parts: tuple[Part, ...] = ()


def kind_of(item: Item) -> Kind:
    """Return the kind of a typed value."""
    if isinstance(item, Fact):
        return Kind.FACT
    if isinstance(item, Thesis):
        return Kind.THESIS
    if isinstance(item, Episode):
        return Kind.EPISODE
    if isinstance(item, Entity):
        return Kind.ENTITY
    return item.kind


def best_first(found: Iterable[Found]) -> list[Found]:
    """Return candidates by falling score, ties by ascending id."""
    return sorted(found, key=lambda one: (-one.score, one.id))


def finish(
    view: View, query: Query, limits: Limits, found: Iterable[Found], channel: str
) -> list[Scored]:
    """Return the first `limits.k` of the wanted kinds, each content once, with their provenance.

    Facts that say the same (subject, relation and object after merges) and theses of the same
    words become one row: the best-placed one, resting on the episodes of all that were met on
    the way to `k`. Rows are read in chunks of `k`, so usually once.

    Args:
        view: where the rows are read.
        query: gives the wanted kinds and the episodes to leave out.
        limits: gives `k`.
        found: candidates, best first; an id may come once only.
        channel: name shown on every row.
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


def _scored(found: Found, item: Item, channel: str, rank: int) -> Scored:
    dated = None if isinstance(item, Episode | Entity) else item
    return Scored(
        id=item.id,
        kind=kind_of(item),
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
    return item.episodes if isinstance(item, Fact | Thesis | Entity) else ()


def _content(item: Item) -> tuple[object, ...]:
    """Return what makes two rows say the same thing to a reader."""
    if isinstance(item, Fact):
        return (Kind.FACT, item.subject, normalise_relation(item.relation), item.object)
    if isinstance(item, Thesis):
        return (Kind.THESIS, normalise_name(item.text))
    return (kind_of(item), item.id)


def episodes_of(scored: Sequence[Scored]) -> list[tuple[int, float]]:
    """Return a ranking of the episodes that a result rests on.

    Every row votes for each of its episodes with its score (over the result's best), divided by
    the square root of how many episodes it has, so that a statement repeated all over a memory
    points nowhere in particular. An episode scores the sum of its votes, the best in full and
    each further one at half the weight of the one before: two statements of one episode mean
    more than one, but ten do not mean ten times as much. Where no score is above 0, the votes
    are the reciprocal ranks. Chosen on LoCoMo (experiments.locomo): better than the best vote
    alone or a plain sum, with sentences as with written observations as theses.

    Args:
        scored: a result of any retriever, best first; ask for some 60 rows to rank 10 episodes.

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
    """Return what was voted for, best first, ties by id; see `episodes_of` for the weights."""
    ranking = [
        (id, math.fsum(vote * 0.5**n for n, vote in enumerate(sorted(cast, reverse=True))))
        for id, cast in votes.items()
    ]
    return sorted(ranking, key=lambda hit: (-hit[1], hit[0]))
