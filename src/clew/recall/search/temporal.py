"""ReasonPlanner's querying with temporal facts: statements between two entities, by time.

Source: ReasonPlanner, section 3.4. The paper's graph has only facts; here a thesis joins its
entities like a fact (exclude theses with `skip`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.graph.view import View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish
from clew.recall.search.walks import Ground, Rows, Step, linked_groups

__all__ = ["Temporal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Temporal:
    """The statements around the path between two entities of the question, shown oldest first.

    1. Two entity groups are taken: those with the fewest edges (`rarest`), or the first two of
       `query.entities` if a model chose them (`rarest=False`); a single group is used alone. A
       shortest path between them is searched over all visible statements, whatever their times.
       Ties are decided by ids, from the first entity on.
    2. `k` times, all neighbours of the vertices so far are added. Without a path, this starts from
       the vertices of both groups.
    3. The statements whose entities are all among the vertices (the "maximal subgraph") are found,
       best first. They are shown in the order of time (`InTime`).

    A statement's relevance is `1 / (1 + hops)` of its farthest vertex, plus `similarity` times its
    cosine to the question's vector scaled to [0, 1].

    Bounds: paths of `max_depth` statements; a search without a path gives up after `max_passed`
    vertices; the subgraph has the nearest `max_vertices` vertices, from the last hop those reached
    over the statements most similar to the question; the newest `max_edges` edges of each vertex.
    """

    shown_in_time: ClassVar[bool] = True
    k: int = 1
    rarest: bool = True
    max_depth: int = 10
    max_passed: int = 500
    max_vertices: int = 64
    max_edges: int = 64
    similarity: float = 1.0

    def __post_init__(self) -> None:
        if self.k < 0 or self.similarity < 0:
            raise UsageError(f"k and similarity are 0 or more; got {self!r}")
        if min(self.max_depth, self.max_passed, self.max_vertices, self.max_edges) < 1:
            raise UsageError(f"all bounds are at least 1; got {self!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return at most `limits.k` facts and theses; none if nothing is linked or joined."""
        groups = linked_groups(view, query)
        ends = [id for group in groups for id in group]
        walked = replace(query, skip=query.skip | {Kind.EPISODE})  # episodes are no statements
        ground = Ground(view, walked, max_edges=self.max_edges, ends=ends)
        if self.rarest:
            degrees = [sum(map(len, ground.steps(group))) for group in groups]
            rare = sorted(range(len(groups)), key=lambda n: (degrees[n], n))[:2]
            groups = [groups[n] for n in sorted(rare)]
        search = _Search(ground, Rows(view), query, self)
        search.connect(groups[:2])
        for _ in range(self.k):
            search.grow()
        return finish(view, query, limits, best_first(search.statements()), "temporal")


_Ids: TypeAlias = tuple[int, ...]


class _Search:
    """The vertices selected so far, with their paths; used for one search."""

    def __init__(self, ground: Ground, rows: Rows, query: Query, how: Temporal) -> None:
        self._ground, self._rows, self._query, self._how = ground, rows, query, how
        self._ways: dict[int, _Ids] = {}
        """Vertex -> ids from a linked entity to it, vertices and statements alternating."""
        self._hops: dict[int, int] = {}
        """Vertex -> number of growth steps after which it was added."""
        self._edge: list[int] = []
        self._known: dict[int, Sequence[Step]] = {}
        """Entity -> the steps from it to other entities, once read."""

    def connect(self, groups: Sequence[_Ids]) -> None:
        """Select the vertices of a shortest path between two groups, else the groups."""
        path = self._path(*groups) if len(groups) == 2 else None
        if path is not None:
            self._ways = {id: path[: 2 * n + 1] for n, id in enumerate(path[::2])}
        else:
            self._ways = {id: (id,) for group in groups for id in group}
        self._hops = dict.fromkeys(self._ways, 0)
        self._edge = list(self._ways)

    def _path(self, first: _Ids, second: _Ids) -> _Ids | None:
        """Return the ids of a shortest path, vertices and statements alternating.

        Searched from both ends, level by level, the smaller level first.
        """
        sides: list[dict[int, _Ids]] = [{id: (id,) for id in group} for group in (first, second)]
        levels = [list(side) for side in sides]
        met = set(sides[0]) & set(sides[1])
        for _ in range(self._how.max_depth):
            if met or not all(levels) or sum(map(len, sides)) > self._how.max_passed:
                break
            near = 0 if len(levels[0]) <= len(levels[1]) else 1
            levels[near] = self._widen(sides[near], levels[near])
            met = set(levels[near]) & sides[1 - near].keys()
        paths = [(*sides[0][id], *reversed(sides[1][id][:-1])) for id in met]
        return min(paths, key=lambda path: (len(path), path), default=None)

    def _widen(self, ways: dict[int, _Ids], level: Sequence[int]) -> list[int]:
        """Add paths to the new neighbours of a level; return these neighbours."""
        reached: list[int] = []
        for id, hops in zip(level, self._from(level), strict=True):
            for hop in hops:
                if hop.node not in ways:
                    ways[hop.node] = (*ways[id], hop.said, hop.node)
                    reached.append(hop.node)
        return reached

    def grow(self) -> None:
        """Add the neighbours of the vertices added last."""
        ways = dict(self._ways)
        ids = self._widen(ways, self._edge)
        near = self._likeness([ways[id][-2] for id in ids])
        order = sorted(zip(ids, near, strict=True), key=lambda one: (-one[1], one[0]))
        room = max(self._how.max_vertices - len(self._ways), 0)
        self._edge = sorted(id for id, _ in order[:room])
        grown = max(self._hops.values(), default=0) + 1
        self._hops.update(dict.fromkeys(self._edge, grown))
        self._ways.update((id, ways[id]) for id in self._edge)

    def statements(self) -> list[Found]:
        """Return the statements whose entities are all selected, with their relevance."""
        ids = sorted(self._ways, key=lambda id: (self._hops[id], id))
        near: dict[int, tuple[Kind, int]] = {}
        far: dict[int, int] = {}
        for id, steps in zip(ids, self._led(self._ground.between(ids)), strict=True):
            here = self._hops[id]
            for node, said, kind, _ in steps:
                there = self._hops.get(node, _OUTSIDE)
                near.setdefault(said, (kind, id))
                far[said] = max(far.get(said, here), here, there)
        inside = [id for id in sorted(near) if far[id] < _OUTSIDE]
        return [
            Found(id, near[id][0], 1.0 / (1 + far[id]) + like, (*self._ways[near[id][1]], id))
            for id, like in zip(inside, self._likeness(inside), strict=True)
        ]

    def _from(self, ids: Sequence[int]) -> list[Sequence[Step]]:
        """Return the steps from each entity to entities, by ascending edge, each read once."""
        fresh = list(dict.fromkeys(id for id in ids if id not in self._known))
        self._known.update(zip(fresh, self._led(self._ground.steps(fresh)), strict=True))
        return [self._known[id] for id in ids]

    def _led(self, steps: Sequence[Sequence[Step]]) -> list[Sequence[Step]]:
        """Return steps with each one to a thesis replaced by one to each of its entities."""
        theses = sorted({step.said for some in steps for step in some if step.kind is Kind.THESIS})
        ends = {
            id: [step.node for step in some if step.kind is Kind.THESIS]
            for id, some in zip(theses, self._ground.steps(theses), strict=True)
        }
        return [list(_to_entities(some, ends)) for some in steps] if theses else list(steps)

    def _likeness(self, ids: Sequence[int]) -> list[float]:
        return self._rows.likeness(ids, self._query.vector, self._how.similarity)


def _to_entities(steps: Iterable[Step], ends: Mapping[int, Sequence[int]]) -> Iterator[Step]:
    """Yield steps with those to a thesis led on to its entities."""
    for step in steps:
        if step.kind is Kind.THESIS:
            yield from (step._replace(node=end) for end in ends[step.said])
        else:
            yield step


_OUTSIDE = 1 << 30
"""Hops of an entity that is not selected: more than any search has."""
