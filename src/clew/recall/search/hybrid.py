"""The default retriever: fuses words, vectors and graph over facts, theses and episodes.

`Expand` follows the graph from hits: one hop goes from an entity to the statements about it and on
to their other entities. Episodes are not traversed: they connect everything mentioned in one text,
which is mostly coincidence. The view applies validity: an edge that does not hold is not visible.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.graph.view import View
from clew.recall.base import Found, Limits, Query, Scored, finish, tally
from clew.recall.search.bridge import Bridge
from clew.recall.search.candidates import Candidates
from clew.recall.search.flat import dense_hits, keyword_hits, rest_hits
from clew.recall.search.fusion import (
    Channel,
    Ranking,
    Scale,
    channel_of,
    min_max_ranking,
    reciprocal_rank_ranking,
)

__all__ = ["Expand", "Hybrid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expand:
    """Statements within `hops` of the linked entities (`retrieve`) or of any seeds (`search`).

    A statement scores its seed's score, times `decay` for every hop after the first, times
    `1 / (1 + ln(degree))` for every entity on the way, by its best path: edges of an entity with a
    thousand of them say little. If the query has a vector, the score is also multiplied by
    `(1 + cosine) / 2`, since all edges of one entity are otherwise equal.

    Bounds, so that the work does not grow with the memory: each hop follows at most the best
    `frontier` entities, and at most the newest `fan_out` edges of each, which also caps the degree.
    An entity with that many edges is a hub, and the walk continues beyond it only if the question
    names it. The best `reach` statements by graph score are compared with the query's vector.
    """

    hops: int = 2
    decay: float = 0.5
    frontier: int = 8
    fan_out: int = 32
    reach: int = 256

    def __post_init__(self) -> None:
        if min(self.hops, self.frontier, self.fan_out, self.reach) < 1:
            raise UsageError(f"hops and all bounds are at least 1; got {self!r}")
        if not 0 < self.decay <= 1:
            raise UsageError(f"decay is in (0, 1]; got {self.decay!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best statements around `query.entities`; none if nothing is linked."""
        return finish(view, query, limits, self.search(view, query, ()), "graph")

    def search(self, view: View, query: Query, seeds: Sequence[Found]) -> list[Found]:
        """Return every statement reached, best first, ties by ascending id; see `reached`."""
        found = self.reached(view, query, seeds)
        each = zip(found.ids.tolist(), found.facts.tolist(), found.scores.tolist(), strict=True)
        return [
            Found(id, Kind.FACT if is_fact else Kind.THESIS, score, found.path(id))
            for id, is_fact, score in each
        ]

    def reached(self, view: View, query: Query, seeds: Sequence[Found]) -> "Reached":
        """Return every statement reached, as arrays.

        Args:
            view: the view to walk.
            query: `entities` are seeds of score 1; kinds in `skip` are not traversed (without
                entities there is nothing to traverse).
            seeds: facts, theses and entities with scores in [0, 1]; others are ignored. Seeds
                reached from another seed, or from their own ends, are returned too.
        """
        walk = _Walk()
        if Kind.ENTITY not in query.skip:
            frontier = _start(view, query, seeds)
            for hop in range(self.hops):
                walk.frontier = {}
                ranked = sorted((-score, id) for id, (score, *_) in frontier.items())
                chosen = [(id, -score) for score, id in ranked[: self.frontier]]
                for id, _ in chosen:
                    walk.follow(id, *frontier[id][1:])
                self._hop(view, query, walk, chosen, last=hop + 1 == self.hops)
                frontier = walk.frontier
        ids = np.array([*walk.best], np.int64)
        scores, facts, _ = zip(*walk.best.values(), strict=True) if walk.best else ((), (), ())
        worth, is_fact = np.array(scores, np.float64), np.array(facts, np.bool_)
        order = np.lexsort((ids, -worth))[: self.reach]
        ids, is_fact = ids[order], is_fact[order]
        worth = _by_similarity(view, query, ids, worth[order])
        order = np.lexsort((ids, -worth))
        return Reached(ids[order], is_fact[order], worth[order], walk)

    def _hop(
        self,
        view: View,
        query: Query,
        walk: "_Walk",
        chosen: Sequence[tuple[int, float]],
        *,
        last: bool,
    ) -> None:
        """Record the statements of the chosen entities and, unless last, the entities beyond."""
        kinds = (Kind.FACT,) if Kind.THESIS in query.skip else (Kind.FACT, Kind.MENTION)
        linked = view.links([id for id, _ in chosen], kinds, most=self.fan_out)
        theses: dict[int, tuple[float, int]] = {}
        best = walk.best
        for (entity, given), links in zip(chosen, linked, strict=True):
            beyond = not last and (len(links) < self.fan_out or entity in query.linked)
            score = given / (1.0 + math.log(max(len(links), 1)))
            for edge, kind, other, _, _ in links:
                is_fact = kind is Kind.FACT
                said = edge if is_fact else other
                if said not in best or score > best[said][0]:
                    best[said] = (score, is_fact, entity)
                if not beyond:
                    continue
                if is_fact:
                    walk.onward(other, score * self.decay, entity, edge)
                elif score > theses.get(other, (0.0, 0))[0]:
                    theses[other] = (score, entity)
        if theses:
            self._past_theses(view, walk, theses)

    def _past_theses(self, view: View, walk: "_Walk", theses: dict[int, tuple[float, int]]) -> None:
        """Add the entities of the best theses to the frontier; more would not fit into it."""
        order = sorted((-score, id, entity) for id, (score, entity) in theses.items())
        best = order[: self.frontier]
        mentions = view.links([id for _, id, _ in best], (Kind.MENTION,))
        for (score, id, entity), links in zip(best, mentions, strict=True):
            for link in links:
                walk.onward(link.other, -score * self.decay, entity, id)


_Way: TypeAlias = tuple[float, int, int]
"""How an entity is reached: score, the entity before it, the statement between; 0 for none."""


@dataclass(slots=True)
class _Walk:
    """The state of one search; plain tuples, as it sees thousands of edges."""

    frontier: dict[int, _Way] = field(default_factory=dict)
    followed: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Entity followed -> path to it."""
    best: dict[int, tuple[float, bool, int]] = field(default_factory=dict)
    """Statement -> (score, whether it is a fact, the entity it was reached from)."""

    def follow(self, id: int, entity: int, statement: int) -> None:
        """Note the path to an entity."""
        before = self.followed.get(entity, ())
        self.followed[id] = (*before, statement, id) if statement else (id,)

    def onward(self, id: int, score: float, entity: int, statement: int) -> None:
        """Note that an entity not yet followed can be reached."""
        if id not in self.followed:
            old = self.frontier.get(id)
            if old is None or score > old[0]:
                self.frontier[id] = (score, entity, statement)


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """The statements that a walk reached, best first, ties by ascending id."""

    ids: NDArray[np.int64]
    facts: NDArray[np.bool_]
    """Which are facts; the others are theses."""
    scores: NDArray[np.float64]
    _walk: _Walk

    def path(self, id: int) -> tuple[int, ...]:
        """Return the way to a statement, itself included."""
        return (*self._walk.followed[self._walk.best[id][2]], id)

    def has(self, id: int) -> bool:
        """Return whether a statement was reached."""
        return id in self._walk.best


def _start(view: View, query: Query, seeds: Sequence[Found]) -> dict[int, _Way]:
    """Return the entities to start from: the linked ones, and the ends of the seeds."""
    starts = [(id, (1.0, 0, 0)) for id in query.linked]
    starts += [(one.id, (one.score, 0, 0)) for one in seeds if one.kind is Kind.ENTITY]
    said = [seed for seed in seeds if seed.kind in {Kind.FACT, Kind.THESIS} - query.skip]
    for seed, ends in zip(said, view.ends([seed.id for seed in said]), strict=True):
        starts += [(end, (seed.score, 0, seed.id)) for end in ends]
    frontier: dict[int, _Way] = {}
    for id, way in starts:
        if id not in frontier or way[0] > frontier[id][0]:
            frontier[id] = way
    return frontier


def _by_similarity(
    view: View, query: Query, ids: NDArray[np.int64], scores: NDArray[np.float64]
) -> NDArray[np.float64]:
    if query.vector is None or not len(ids):
        return scores
    vectors = view.vectors(ids.tolist())
    if vectors.shape[1] == 0:
        return scores  # nothing in this memory has a vector
    # Not BLAS, whose threads would spin (`clew.embed.one_thread`).
    cosines = np.asarray(np.einsum("ij,j->i", vectors, query.vector), np.float64)
    return scores * ((1.0 + np.clip(cosines, -1.0, 1.0)) / 2.0)


_STATEMENTS = (Kind.FACT, Kind.THESIS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hybrid:
    """Keyword and dense hits of every kind and their neighbourhood in the graph, fused.

    1. `keyword` and `dense` rank each kind separately: the wanted kinds, and always facts and
       theses (unless skipped), because they lead to the wanted items.
    2. The fused statements vote for their source episodes: channel `votes`.
    3. The query's words missing from the best episode are searched again, alone: channel `rest`.
    4. The best `seeds` statements and the linked entities are expanded: channel `graph`.
    5. All channels are fused, named `keyword:fact`, `dense:episode`, `graph:thesis`, ... Facts and
       theses have one scale in each: the best of a few facts is not worth as much as the best of
       many theses.

    Scores are fused after scaling (`min_max_fusion`, BM25 from 0), which beats reciprocal ranks
    (`rank_fusion=True`) by about seven points of evidence recall@10 on LoCoMo; the votes add two
    to six more (experiments.locomo). Without a vector the dense channels are empty.
    """

    weights: Mapping[str, float] = field(
        default_factory=lambda: {
            "keyword": 0.9,
            "dense": 1.0,
            "votes": 0.7,
            "rest": 0.2,
            "graph": 0.3,
        }
    )
    """By channel, 1.0 by default."""
    rank_fusion: bool = False
    voters: int = 50
    """Number of statements that vote, best first."""
    seeds: int = 10
    """Number of statements that are expanded, best first."""
    expand: Expand | None = field(default_factory=Expand)
    """`None` disables the graph channel."""
    bridge: Bridge | None = field(default_factory=Bridge)
    """Passes the scores of the best episodes to episodes about entities they mention
    (`Bridge.lead`), as channel `bridge` on top of the fusion; `None` disables it."""

    def __post_init__(self) -> None:
        if self.seeds < 0 or self.voters < 0:
            raise UsageError(f"seeds and voters are 0 or more; got {self.seeds}, {self.voters}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` of all wanted kinds; `parts` shows every channel."""
        channels = _flat(view, query, limits)
        flat = [*channels.values()]
        said = self._statements(channels)
        backed = dict[int, Found]()
        if Kind.EPISODE in query.wanted:
            voted = _votes(view, query, said[: self.voters])[: limits.candidates]
            backed = {one.id: one for one in voted}
            channels["votes:episode"] = channel_of([(one.id, one.score) for one in voted])
            told = {name: one for name, one in channels.items() if name.endswith(":episode")}
            ranked = self._fuse(told).ids.tolist()
            rest = rest_hits(view, query, limits.candidates, ranked)
            channels["rest:episode"] = channel_of(rest)
        wanted = [kind for kind in _STATEMENTS if kind in query.wanted]
        reached = None
        if self.expand is not None and wanted:
            reached = self.expand.reached(view, query, said[: self.seeds])
            for kind in wanted:
                of_kind = np.flatnonzero(reached.facts == (kind is Kind.FACT))
                few = of_kind[: limits.candidates]
                channels[f"graph:{kind}"] = Channel(reached.ids[few], reached.scores[few])
        direct = {id for one in flat for id in one.ids.tolist()}

        def path(id: int) -> tuple[int, ...]:
            if id in direct:
                return (id,)
            if id in backed:
                return backed[id].path
            return reached.path(id) if reached is not None and reached.has(id) else (id,)

        scales = _scales(query, limits, channels)
        found = Candidates(self._fuse(channels, scales), path)
        if self.bridge is not None and Kind.EPISODE in query.wanted:
            ground = found.scaled(Kind.EPISODE, self.bridge.sources)
            found.add(self.bridge.search(view, query, ground), Kind.EPISODE, "bridge:episode")
        return finish(view, query, limits, found, "hybrid")

    def _statements(self, channels: Mapping[str, Channel]) -> list[Found]:
        """Return the facts and theses of the flat channels that vote or are expanded.

        Both kinds are scaled together: the best of five poor facts is not worth as much as the best
        of a thousand theses. Best first, with scores in [0, 1].
        """
        stated = {}
        for channel in dict.fromkeys(name.partition(":")[0] for name in channels):
            both = [channels[f"{channel}:{kind}"] for kind in _STATEMENTS
                    if f"{channel}:{kind}" in channels]  # fmt: skip
            if both:
                ids = np.concatenate([one.ids for one in both])
                scores = np.concatenate([one.scores for one in both])
                order = np.lexsort((ids, -scores))
                stated[channel] = Channel(ids[order], scores[order])
        facts = {
            id
            for name, one in channels.items()
            if name.endswith(f":{Kind.FACT}")
            for id in one.ids.tolist()
        }
        said = self._fuse(stated)
        most = max(self.voters, self.seeds)
        top = float(said.scores[0]) if len(said.scores) else 0.0
        return [
            Found(
                id,
                Kind.FACT if id in facts else Kind.THESIS,
                score / top if top > 0 else 1.0,
                (id,),
            )
            for id, score in zip(said.ids[:most].tolist(), said.scores[:most].tolist(), strict=True)
        ]

    def _fuse(
        self, channels: Mapping[str, Channel], scales: Mapping[str, Scale] | None = None
    ) -> Ranking:
        weights = {name: self.weights.get(name.partition(":")[0], 1.0) for name in channels}
        if self.rank_fusion:
            return reciprocal_rank_ranking(channels, weights)
        floors = {name: 0.0 for name in channels if name.partition(":")[0] != "dense"}
        return min_max_ranking(channels, weights, floors, scales)


def _flat(view: View, query: Query, limits: Limits) -> dict[str, Channel]:
    """Return the keyword and dense channels."""
    searched = tuple(dict.fromkeys((*query.wanted, *_STATEMENTS)))
    searched = tuple(kind for kind in searched if kind not in query.skip)
    return {
        f"{name}:{kind}": channel_of(hits)
        for name, flat in (("keyword", keyword_hits), ("dense", dense_hits))
        for kind, hits in flat(view, query, limits.candidates, searched).items()
    }


def _scales(query: Query, limits: Limits, channels: Mapping[str, Channel]) -> dict[str, Scale]:
    """Return one scale for facts and theses in each flat channel, if not only one kind is wanted.

    It is that of both as one list of `limits.candidates`. On a scale of its own, a kind with fewer
    items begins at the worst of all of them, so that those in the middle would rank among the best
    of other kinds.
    """
    scales: dict[str, Scale] = {}
    for channel in ("keyword", "dense") if len(query.wanted) > 1 else ():
        names = [name for kind in _STATEMENTS if (name := f"{channel}:{kind}") in channels]
        scores = np.concatenate([np.zeros(0), *(channels[name].scores for name in names)])
        best = np.sort(scores)[::-1][: limits.candidates]
        if len(best):
            low = 0.0 if channel == "keyword" else float(best[-1])
            scales |= dict.fromkeys(names, (low, float(best[0])))
    return scales


def _votes(view: View, query: Query, said: Sequence[Found]) -> list[Found]:
    """Return the source episodes of statements, best first; the path names the best statement."""
    told = view.others([one.id for one in said], (Kind.EPISODIC,), Kind.EPISODE)
    votes: dict[int, list[float]] = {}
    first: dict[int, int] = {}
    for one, episodes in zip(said, told, strict=True):
        for episode in episodes:
            if episode not in query.recent:
                votes.setdefault(episode, []).append(one.score / math.sqrt(len(episodes)))
                first.setdefault(episode, one.id)
    return [Found(id, Kind.EPISODE, score, (first[id], id)) for id, score in tally(votes)]
