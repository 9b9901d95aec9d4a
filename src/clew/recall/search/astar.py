"""PersonalAI's A*: the statements along short paths between the entities of a question.

Menschikov et al., PersonalAI: Towards digital twins in the graph form, 2025, retrieval algorithms,
"A*". The paper gives no order of the result; the bounds are from the
authors' code.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush, nsmallest
from itertools import combinations, islice, pairwise, product

from clew.errors import UsageError
from clew.graph.view import View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish
from clew.recall.search.walks import Ground, Rows, Step, linked_groups, trail

__all__ = ["AStar"]

_AHEAD = 16
"""Nodes whose edges are read together: the next one and those likely to follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AStar:
    """The statements between consecutive nodes of one short path for every pair of entities.

    Pairs are formed only across the groups of `query.entities`: the possible meanings of one
    mention are no pair, and a question about one entity finds nothing. Every edge costs 1 and is
    walked both ways. A node is expanded at most once per path length; ties go by ascending id.

    The estimate of the distance from a node to the goal is `1 - dot(node, goal)` of their vectors,
    at least 0, and 1 if one has no vector: the paper's heuristic 1, which its section 4 uses. The
    others multiply it by the length of the shortest path, so they need a breadth-first search
    first, which finds that path already.

    With cosines above 0 (E5-like embedders), or without vectors, this is breadth-first search: the
    estimate is at most 1, so vectors only order nodes within a depth. It then never exceeds the
    true distance, and the path is a shortest one. Negative cosines can give a longer path.

    The paper returns a set. To rank it, a fact, thesis or episode scores 1 / (edges of the
    shortest path that contains it), times `(1 + cosine) / 2` if the query has a vector.

    Bounds: `max_pairs` searches, each expanding fewer than `max_passed` nodes at less than
    `max_depth` edges from the start, over the newest `max_edges` edges of each.

    Raises:
        UsageError: a bound is below 1.
    """

    max_depth: int = 10
    """Maximum edges of a path."""
    max_passed: int = 150
    """Nodes expanded before a search gives up ("max passed nodes"); a goal seen by then counts as
    found."""
    max_pairs: int = 32
    """Maximum pairs searched; first meanings of all mentions come first."""
    max_edges: int = 256

    def __post_init__(self) -> None:
        if min(self.max_depth, self.max_passed, self.max_pairs, self.max_edges) < 1:
            raise UsageError(f"depth and all bounds are at least 1; got {self!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` items on the paths."""
        return finish(view, query, limits, self.search(view, query), "astar")

    def search(self, view: View, query: Query) -> list[Found]:
        """Return all items on the paths, best first, ties by ascending id."""
        pairs = list(islice(_pairs(linked_groups(view, query)), self.max_pairs))
        ends = {end for pair in pairs for end in pair}
        ground = Ground(view, query, max_edges=self.max_edges, ends=ends)
        rows = Rows(view)
        best: dict[int, Found] = {}
        for start, goal in pairs:
            nodes = _Search(ground, rows, start, goal, self).run()
            _note(ground, nodes, best)
        return _weighed(query, rows, best)


class _Search:
    """One search from a start to a goal; used for one pair."""

    def __init__(self, ground: Ground, rows: Rows, start: int, goal: int, how: AStar) -> None:
        self._ground, self._rows, self._how = ground, rows, how
        self._start, self._goal = start, goal
        self._goal_row = rows.row(goal)
        self._closed = ground.ends - {start, goal}
        """With entities skipped, the ends of other pairs must not be traversed."""
        self._far: dict[int, float] = {}
        """Node -> distance to the goal."""
        self._came_from: dict[int, int | None] = {start: None}
        self._depth = {start: 0}
        self._open: list[tuple[float, int, int]] = []
        """(edges walked + estimate, node, edges walked)."""

    def run(self) -> list[int]:
        """Return the nodes of a path, the start first; empty if there is none."""
        heappush(self._open, (0.0, self._start, 0))
        passed = 0
        while self._open:
            _, node, depth = heappop(self._open)
            if depth > self._depth[node]:
                continue  # a shorter path to it was found later and expanded already
            passed += 1
            if node == self._goal or passed >= self._how.max_passed:
                break
            if depth < self._how.max_depth:
                self._pass(node, depth)
        return self._way()

    def _pass(self, node: int, depth: int) -> None:
        better = [
            other
            for other in self._neighbours(node)
            if depth + 1 < self._depth.get(other, depth + 2)
        ]
        for other in better:
            self._came_from[other], self._depth[other] = node, depth + 1
            heappush(self._open, (depth + 1 + self._far[other], other, depth + 1))

    def _neighbours(self, node: int) -> list[int]:
        """Return the nodes one step away, ascending, after computing their distances."""
        if not self._ground.known(node):
            near = nsmallest(_AHEAD, self._open)
            ahead = [node, *(other for _, other, depth in near if depth < self._how.max_depth)]
            steps = self._ground.steps(ahead)
            self._rows.read(step.node for several in steps for step in several)
        (steps_here,) = self._ground.steps([node])
        others = sorted({step.node for step in steps_here} - self._closed - {node})
        fresh = [other for other in others if other not in self._far]
        products = self._rows.products(fresh, self._goal_row)
        self._far.update(
            (id, max(1.0 - each, 0.0)) for id, each in zip(fresh, products, strict=True)
        )
        return others

    def _way(self) -> list[int]:
        nodes: list[int] = []
        at = self._goal if self._goal in self._came_from else None
        while at is not None:
            nodes.append(at)
            at = self._came_from[at]
        return nodes[::-1]


def _pairs(groups: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, int]]:
    """Yield pairs of entities of different groups, each once, first meanings first."""
    found = [
        (a + b, left, right, (groups[left][a], groups[right][b]))
        for left, right in combinations(range(len(groups)), 2)
        for a, b in product(range(len(groups[left])), range(len(groups[right])))
    ]
    seen = set()
    for *_, pair in sorted(found):
        if pair[0] != pair[1] and (key := frozenset(pair)) not in seen:
            seen.add(key)
            yield pair


def _note(ground: Ground, nodes: Sequence[int], best: dict[int, Found]) -> None:
    """Record all statements between consecutive nodes of a path."""
    way: list[Step] = []
    for node, after in pairwise(nodes):
        (steps,) = ground.steps([node])
        stating = [step for step in steps if step.node == after]
        for step in stating:
            score = 1.0 / (len(nodes) - 1)
            if step.said not in best or score > best[step.said].score:
                shown = trail(nodes[0], way, step)
                best[step.said] = Found(step.said, step.kind, score, shown)
        way.append(stating[0])


def _weighed(query: Query, rows: Rows, best: Mapping[int, Found]) -> list[Found]:
    """Multiply the scores by similarity to the query."""
    ids = sorted(best)
    near = [1.0] * len(ids)
    if query.vector is not None and query.vector.any():
        near = [
            (1.0 + min(max(each, -1.0), 1.0)) / 2.0 for each in rows.products(ids, query.vector)
        ]
    return best_first(
        replace(best[id], score=best[id].score * share) for id, share in zip(ids, near, strict=True)
    )
