"""Personalised PageRank from items similar to the question: HippoRAG's search, as a baseline.

Sources: HippoRAG (arXiv 2405.14831, "node specificity") and HippoRAG 2 (arXiv 2502.14802),
without their LLM filter on facts and without synonym edges, since names of one thing are one
entity here. Computed by forward push, which reads a node's edges only when mass reaches it, so the
cost hardly grows with the memory.
"""

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from clew.errors import UsageError
from clew.graph.types import Fact, Kind, Link, Thesis
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Query, Scored, ends_of, finish
from clew.recall.search.flat import dense_hits, keyword_hits
from clew.recall.search.fusion import min_max_fusion
from clew.recall.search.walks import linked_groups

__all__ = ["PageRank"]

_NODES = (Kind.ENTITY, Kind.THESIS, Kind.EPISODE)
_NEEDED = {
    Kind.FACT: {Kind.ENTITY},
    Kind.MENTION: {Kind.ENTITY, Kind.THESIS},
    Kind.EPISODIC: {Kind.EPISODE},
}
"""The kinds of node without which an edge of a kind joins nothing."""
_COUNTED = 1000
"""Maximum episodes counted per entity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRank:
    """Facts, theses and episodes by how often a random walk with restarts at the seeds visits them.

    In the graph, facts join entities, theses are joined to the entities they mention, and episodes
    to the entities and theses learned from them; all edges count the same, both ways. The walk
    continues with probability `damping` and else restarts. A node scores the share of time spent
    there; a fact scores the mass that crosses it, plus the mass that restarts at it.

    Seeds (each share is its weight over the sum of all):

    - the best `statements` facts and theses together: each entity of one gets its score over the
      number of episodes that mention the entity ("node specificity"), averaged over the statements
      that share the entity; a thesis itself gets the mean of its entities' weights;
    - the best `passages` episodes, by score scaled to [0, 1], times `passage_weight`;
    - linked entities with an edge, by `entity_weight` times their specificity over the size of
      their group.

    Scores are cosines to the query's vector or, without one, BM25 over the best BM25. Precision:
    mass is pushed on only where it exceeds `epsilon` per edge, so at most
    `1 / ((1 - damping) * epsilon)` edges are followed; the rest counts where it is.
    """

    statements: int = 5
    """HippoRAG 2 has facts only, and as many."""
    passages: int = 100
    passage_weight: float = 0.05
    entity_weight: float = 0.0
    """HippoRAG 2 has no such seeds; HippoRAG has only these."""
    keyword: float = 0.0
    """Weight of the keyword ranking, relative to the dense one, in choosing seeds (both scaled to
    [0, 1], `min_max_fusion`); 0 in the papers."""
    damping: float = 0.5
    epsilon: float = 5e-4

    def __post_init__(self) -> None:
        if min(self.statements, self.passages) < 0:
            raise UsageError(f"numbers of seeds are 0 or more; got {self!r}")
        weights = (self.passage_weight, self.entity_weight, self.keyword)
        if not all(0 <= weight < math.inf for weight in weights):
            raise UsageError(f"weights are finite and 0 or more; got {self!r}")
        if not 0 <= self.damping < 1 or not 0 < self.epsilon < 1:
            raise UsageError(f"damping is in [0, 1) and epsilon in (0, 1); got {self!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` of the wanted kinds; none if there are no seeds.

        The path of an item leads from the seed whose mass reached it first.
        """
        kinds = [kind for kind in _NODES if kind not in query.skip]
        walk = _Walk(view, kinds)
        self._seed(walk, query)
        walk.run(self.damping, self.epsilon)
        return finish(view, query, limits, walk.found(), "ppr")

    def _seed(self, walk: "_Walk", query: Query) -> None:
        """Add the weights of all seeds to the walk."""
        said = self._said(walk, query)
        linked = linked_groups(walk.view, query) if self.entity_weight else []
        named = [id for group in linked for id in group]
        rare = _specificity(walk.view, [*named, *(id for item, _ in said for id in ends_of(item))])
        ends: dict[int, list[tuple[float, int]]] = {}
        for item, score in said:
            each = [score * rare[end] for end in ends_of(item)]
            mean = math.fsum(each) / len(each) if each else score
            if isinstance(item, Fact):
                walk.crossed[item.id] = mean
            else:
                walk.seed(item.id, Kind.THESIS, mean)
            for end, weight in zip(ends_of(item), each, strict=True):
                ends.setdefault(end, []).append((weight, item.id))
        for id, shares in ends.items():
            mean = math.fsum(weight for weight, _ in shares) / len(shares)
            walk.seed(id, Kind.ENTITY, mean, by=shares[0][1])
        for group in linked:
            for id in group:
                walk.seed(id, Kind.ENTITY, self.entity_weight * rare[id] / len(group))
        passages = self._best(walk.view, query, self.passages, Kind.EPISODE)
        for one in min_max_fusion({"passages": passages}):
            walk.seed(one.id, Kind.EPISODE, self.passage_weight * one.score)

    def _said(self, walk: "_Walk", query: Query) -> list[tuple[Fact | Thesis, float]]:
        """Return the facts and theses that seed the walk, with their scores, best first."""
        hits = self._best(walk.view, query, self.statements, Kind.FACT)
        hits += self._best(walk.view, query, self.statements, Kind.THESIS)
        hits = sorted(hits, key=lambda hit: (-hit[1], hit[0]))[: self.statements]
        said = []
        for item, (_, score) in zip(walk.view.items([id for id, _ in hits]), hits, strict=True):
            assert isinstance(item, Fact | Thesis)
            said.append((item, score))
        return said

    def _best(self, view: View, query: Query, k: int, kind: Kind) -> list[Hit]:
        """Return the best k items of a kind, with scores above 0 and at most about 1."""
        if k == 0 or kind in query.skip:
            return []
        dense = dense_hits(view, query, k, (kind,)).get(kind, [])
        if dense and not self.keyword:
            return [hit for hit in dense if hit[1] > 0][:k]
        channels = {"keyword": keyword_hits(view, query, k, (kind,))[kind], "dense": dense}
        weights = {"keyword": self.keyword, "dense": 1.0} if dense else {}
        fused = min_max_fusion(channels, weights, {"keyword": 0.0})
        total = math.fsum(weights.values()) or 1.0
        return [(one.id, one.score / total) for one in fused if one.score > 0][:k]


class _Walk:
    """The distribution of mass over one view; used for one search."""

    def __init__(self, view: View, kinds: Collection[Kind]) -> None:
        self.view = view
        self.crossed: dict[int, float] = {}
        """Fact -> mass that crossed it or restarted at it."""
        self._kinds = kinds
        self._edges = [edge for edge, ends in _NEEDED.items() if ends <= set(kinds)]
        self._scores: dict[int, float] = {}
        self._waiting: dict[int, float] = {}
        self._kind: dict[int, Kind] = {}
        self._rows: dict[int, list[Link]] = {}
        self._least: dict[int, int] = {}
        """Node -> number of edges read, a lower bound if its row was too long to be kept."""
        self._came: dict[int, int] = {}
        """Node or fact -> the node or fact its first mass came from; seeds have none."""

    def seed(self, id: int, kind: Kind, weight: float, by: int | None = None) -> None:
        """Add to a seed's weight, unless its kind is skipped; `by` is the fact that gave it."""
        if weight > 0 and kind in self._kinds:
            self._kind[id] = kind
            if by is not None:
                self._came[id] = by
            self._waiting[id] = self._waiting.get(id, 0.0) + weight

    def run(self, damping: float, epsilon: float) -> None:
        """Push mass until no node has more than `epsilon` waiting per edge."""
        total = math.fsum(self._waiting.values())
        if not total:
            self.crossed = {}
            return
        restart = {id: weight / total for id, weight in sorted(self._waiting.items())}
        self.crossed = {id: (1 - damping) * w / total for id, w in self.crossed.items()}
        self._waiting = dict(restart)
        touched = set(restart)
        while active := self._active(touched, epsilon):
            touched = set[int]()
            lost = 0.0
            for id in active:
                mass = self._waiting.pop(id)
                self._scores[id] = self._scores.get(id, 0.0) + (1 - damping) * mass
                if not (row := self._rows[id]):
                    lost += damping * mass
                    continue
                self._push(id, row, damping * mass / len(row))
                touched.update(link.other for link in row)
            if lost:
                for id, share in restart.items():
                    self._waiting[id] = self._waiting.get(id, 0.0) + lost * share
                touched.update(restart)
        for id, mass in self._waiting.items():
            self._scores[id] = self._scores.get(id, 0.0) + (1 - damping) * mass

    def _push(self, id: int, row: Sequence[Link], mass: float) -> None:
        waiting, crossed = self._waiting, self.crossed
        for link in row:
            other, by = link.other, id
            if link.kind is Kind.FACT:
                by = link.edge
                if by not in crossed:
                    crossed[by] = 0.0
                    self._came[by] = id
                crossed[by] += mass
            if other not in waiting and other not in self._scores:
                self._came[other] = by
            waiting[other] = waiting.get(other, 0.0) + mass

    def _active(self, touched: set[int], epsilon: float) -> list[int]:
        """Return the nodes whose mass must be pushed, ascending, with their rows loaded."""
        over = [id for id in sorted(touched) if self._over(id, epsilon)]
        if fetch := [id for id in over if id not in self._rows]:
            # A node with more edges than this is below its threshold, so the rest is not read.
            most = int(max(self._waiting[id] for id in fetch) / epsilon) + 1
            rows = self.view.links(fetch, self._edges, most)
            self._least.update((id, len(row)) for id, row in zip(fetch, rows, strict=True))
            whole = ((id, row) for id, row in zip(fetch, rows, strict=True) if len(row) < most)
            self._rows.update((id, self._walkable(row)) for id, row in whole)
        return [id for id in over if id in self._rows and self._over(id, epsilon)]

    def _over(self, id: int, epsilon: float) -> bool:
        return self._waiting.get(id, 0.0) > epsilon * max(self._least.get(id, 1), 1)

    def _walkable(self, row: Sequence[Link]) -> list[Link]:
        """Return the edges to nodes of the walked kinds; also records the nodes' kinds."""
        kept = [link for link in row if link.far in self._kinds]
        self._kind.update((link.other, link.far) for link in kept)
        return kept

    def found(self) -> Iterator[Found]:
        """Yield nodes and facts, best first, ties by id; paths are built lazily."""
        every = [(score, id, self._kind[id]) for id, score in self._scores.items()]
        every += [(score, id, Kind.FACT) for id, score in self.crossed.items()]
        for score, id, kind in sorted(every, key=lambda one: (-one[0], one[1])):
            yield Found(id, kind, score, self._path(id))

    def _path(self, id: int) -> tuple[int, ...]:
        """Return the path to a node or fact; a fact that seeded the walk is its own path."""
        path = [id]
        while (came := self._came.get(path[-1])) is not None:
            path.append(came)
        return tuple(reversed(path))


def _specificity(view: View, entities: Sequence[int]) -> dict[int, float]:
    """Return 1 over the number of episodes that mention each entity, counted from 1 to 1,000."""
    ids = list(dict.fromkeys(entities))
    linked = view.links(ids, (Kind.EPISODIC,), _COUNTED)
    return {id: 1.0 / max(len(links), 1) for id, links in zip(ids, linked, strict=True)}
