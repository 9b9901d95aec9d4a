"""AriGraph's semantic and episodic search (arXiv 2407.04363), and its whole memory search.

The queue of semantic search (algorithm 2) is processed breadth first, so all queries of one level
are known at once and are answered by one scan of the vector index. The authors' code embeds every
triplet again for every query.

An episode's relevance (equation 1) is the share of its facts that were found, weighted by the
logarithm of their number: `n / max(N, 1) * ln(max(N, 1))`. The weight penalises minimal
observations ("you see nothing special"), of which one found fact is already all.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from clew.errors import UsageError
from clew.graph.types import Fact, Kind
from clew.graph.view import Float32, Hit, View
from clew.recall.base import Found, Limits, Probe, Query, Retriever, Scored, best_first, finish

__all__ = ["Episodic", "Semantic", "episodic_search", "memory_search", "relevance"]


@dataclass(frozen=True, slots=True)
class Semantic:
    """Facts near the query, then facts near the entities of those, and so on to its depth.

    Each query of the set Q (`Query.probes`, else `Query.vector` at `Query.depth`) retrieves its
    `width` nearest facts. The two ends of each become queries of the next level, by their own
    vectors; a query of depth d runs on levels 0 to d - 1. One search never queries an entity twice:
    the paper's "v not in L", read so that it terminates on cycles. Superseded or invalid facts are
    not visible, hence never found.

    The paper returns a set. To rank it, a fact scores the product of the similarities along its
    best path found (a negative one counts as 0 for further steps). The path is (fact, entity, fact,
    ...), from the hit of level 0 to the fact.
    """

    width: int = 6
    threshold: float | None = None
    """Minimum similarity of a hit. The authors' code uses 0.75 on unnormalised mContriever vectors,
    which does not transfer to other embedders; the paper has none."""

    def __post_init__(self) -> None:
        if self.width < 1:
            raise UsageError(f"width is at least 1; got {self.width!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` facts; none without a vector or if facts are not wanted."""
        if Kind.FACT not in query.wanted:
            return []
        return finish(view, query, limits, self.search(view, query), "semantic")

    def search(self, view: View, query: Query) -> list[Found]:
        """Return every fact found by any query in Q once, best first, ties by ascending id."""
        probes = query.probes
        if not probes and query.vector is not None:
            probes = (Probe(query.vector, query.depth),)
        probes = tuple(probe for probe in probes if probe.vector.any())  # a blank text: zeros
        if not probes:
            return []
        reached = _nearest(view, np.stack([probe.vector for probe in probes]), self)
        walks = [_Walk(probe.depth) for probe in probes]
        best: dict[int, Found] = {}
        asked: dict[int, list[Hit]] = {}
        for walk, hits in zip(walks, reached, strict=True):
            walk.take(None, hits, best)
        through_entities = Kind.ENTITY not in query.skip
        while through_entities and any(walk.goes_on for walk in walks):
            _next_level(view, walks, best, asked, self)
        return best_first(best.values())


@dataclass(slots=True)
class _Walk:
    """The state of one query's breadth-first search; used for one call of `search`."""

    depth: int
    level: int = 0
    new: list[Found] = field(default_factory=list)
    """Facts of the current level, in the order found."""
    seen: set[int] = field(default_factory=set)
    """Entities queried or scheduled; used only for membership tests."""

    @property
    def goes_on(self) -> bool:
        return bool(self.new) and self.level + 1 < self.depth

    def take(self, start: Found | None, hits: list[Hit], best: dict[int, Found]) -> None:
        """Record the facts one query found; `start` is the entity that was the query."""
        strength, path = (start.score, start.path) if start else (1.0, ())
        for id, similarity in hits:
            fact = Found(id, Kind.FACT, strength * similarity, (*path, id))
            self.new.append(fact)
            if id not in best or fact.score > best[id].score:
                best[id] = fact

    def entities(self, ends: dict[int, tuple[int, int]]) -> list[Found]:
        """Advance one level: return the unseen ends of this level's facts, in order."""
        reached: dict[int, Found] = {}
        for fact in self.new:
            for end in ends[fact.id]:
                if end in self.seen:
                    continue
                entity = Found(end, Kind.ENTITY, max(fact.score, 0.0), (*fact.path, end))
                if end not in reached or entity.score > reached[end].score:
                    reached[end] = entity
        self.seen.update(reached)
        self.new, self.level = [], self.level + 1
        return list(reached.values())


def _nearest(view: View, rows: Float32, how: Semantic) -> list[list[Hit]]:
    least = -math.inf if how.threshold is None else how.threshold
    found = view.nearest(rows, how.width, kind=Kind.FACT)
    return [[hit for hit in hits if hit[1] >= least] for hits in found]


def _next_level(
    view: View,
    walks: list[_Walk],
    best: dict[int, Found],
    asked: dict[int, list[Hit]],
    how: Semantic,
) -> None:
    """Advance every unfinished walk one level, with one search for all of them."""
    going = [walk for walk in walks if walk.goes_on]
    facts = sorted({fact.id for walk in going for fact in walk.new})
    ends: dict[int, tuple[int, int]] = {}
    for id, item in zip(facts, view.items(facts), strict=True):
        assert isinstance(item, Fact)
        ends[id] = (item.subject, item.object)
    levels = [(walk, walk.entities(ends)) for walk in going]
    fresh = sorted({one.id for _, entities in levels for one in entities} - asked.keys())
    rows = view.vectors(fresh)
    # An entity without a vector cannot be a query: its row of zeros would find the smallest ids.
    able = np.flatnonzero(rows.any(axis=1)) if fresh else np.empty(0, dtype=np.intp)
    asked.update((id, []) for id in fresh)
    if able.size:
        found = _nearest(view, rows[able], how)
        asked.update((fresh[at], hits) for at, hits in zip(able, found, strict=True))
    for walk, entities in levels:
        for entity in entities:
            walk.take(entity, asked[entity.id], best)


def relevance(found: int, total: int) -> float:
    """Return equation 1 for an episode with `found` of its `total` facts found; natural log.

    >>> round(relevance(2, 4), 4), relevance(1, 1), relevance(0, 0)
    (0.6931, 0.0, 0.0)
    """
    return found / max(total, 1) * math.log(max(total, 1))


@dataclass(frozen=True, slots=True)
class Episodic:
    """Source episodes of the facts that another retriever found."""

    source: Retriever = field(default_factory=Semantic)
    """Finds the facts (semantic search in algorithm 1)."""

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best episodes; see `episodic_search`."""
        of_facts = replace(query, kinds=(Kind.FACT,))
        wide = Limits(k=max(limits.k, limits.candidates), candidates=limits.candidates)
        facts = self.source.retrieve(view, of_facts, wide)
        return episodic_search(view, query, limits, [one.id for one in facts])


def memory_search(
    view: View, query: Query, limits: Limits, how: Semantic, episodes: int = 2
) -> tuple[list[Scored], list[Scored]]:
    """Run AriGraph's algorithm 1: the facts of every query in Q, and `episodes` of their episodes.

    The episodes are ranked by the facts found *now*; the authors' code ranks them by the facts of
    the previous step. `limits.k` cuts the facts returned, not those that rank the episodes.
    """
    facts = how.search(view, query)
    shown = finish(view, query, limits, facts, "semantic")
    few = replace(limits, k=episodes)
    return shown, episodic_search(view, query, few, [fact.id for fact in facts])


def episodic_search(view: View, query: Query, limits: Limits, facts: Sequence[int]) -> list[Scored]:
    """Rank the episodes of the given facts by equation 1.

    `n` counts the given facts that the episode states, `N` all its visible facts (a superseded fact
    has left the semantic memory). Equal scores (all are 0 if every episode has a single fact) are
    ordered by larger `n`, then by the earliest of its facts in the input, then by id. Episodes in
    `query.recent` are excluded *before* the cut to `limits.k`.

    Args:
        view: the view that holds the episodes.
        query: `recent`, `skip` and `kinds`.
        limits: gives `k`.
        facts: ids of visible facts, best first.

    Returns:
        Episodes, best first, channel `episodic`; the path is (best fact, episode).
    """
    if Kind.EPISODE not in query.wanted:
        return []
    count: Counter[int] = Counter()
    first: dict[int, int] = {}
    once = list(dict.fromkeys(facts))
    for place, episodes in enumerate(view.others(once, (Kind.EPISODIC,), Kind.EPISODE)):
        for episode in episodes:
            if episode not in query.recent:
                count[episode] += 1
                first.setdefault(episode, place)
    facts_of = view.others(list(count), (Kind.EPISODIC,), Kind.FACT)
    scores = {
        id: relevance(count[id], len(every)) for id, every in zip(count, facts_of, strict=True)
    }
    order = sorted(scores, key=lambda id: (-scores[id], -count[id], first[id], id))[: limits.k]
    found = [Found(id, Kind.EPISODE, scores[id], (once[first[id]], id)) for id in order]
    return finish(view, query, limits, found, "episodic")
