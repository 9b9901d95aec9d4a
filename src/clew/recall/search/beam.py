"""PersonalAI's BeamSearch: from each linked entity, the paths closest in meaning to the question.

Menschikov et al., PersonalAI: Towards digital twins in the graph form, 2025, retrieval algorithms,
"BeamSearch"; the costs of edges and paths are defined only in the authors' code.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import nsmallest
from typing import NamedTuple

from clew.errors import UsageError
from clew.graph.view import Float32, View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish
from clew.recall.search.walks import Ground, Rows, Step, linked_groups, trail

__all__ = ["Beam"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Beam:
    """The items on the `max_paths` best paths from each linked entity, for the query's vector.

    All paths of one entity grow edge by edge; of all their extensions the `max_paths` cheapest are
    kept. An edge costs `-ln(s)`, where s is the similarity `(1 + cosine) / 2` of the item it states
    to the query. A path costs the sum of its edges and at the end, where lengths differ, the sum
    over `edges ** mean_alpha`. A fact, thesis or episode scores `exp(-cost)` of its best path, in
    (0, 1]. Ties: of edges that leave a thesis or episode (they all state the same), the one whose
    far end is more similar to the query (the authors use database order), then the extension of
    the better path, then the smaller edge id.

    No path enters a node or walks an edge of a path of the previous depth, its own included; two
    may enter a node at the same time, else only one of two facts about the same pair would be
    found. The paper's switches that allow more ("intersection"), its other final sortings and, in
    WaterCircles, pruning of texts are not offered: its section 4 uses none of them.

    Finds nothing without a vector and a linked entity. With entities skipped, a path can leave its
    first entity only for theses and episodes.

    Bounds: `max_starts` entities, in the order of mention; the newest `max_edges` edges of each
    node; hence at most `max_starts * max_paths * max_depth` rows, from `max_depth` graph reads.

    Raises:
        UsageError: a bound is below 1, or another setting is out of range.
    """

    max_depth: int = 5
    """Maximum edges of a path (the paper's "max depth")."""
    max_paths: int = 10
    """Paths kept per entity, at every depth and at the end ("max paths")."""
    mean_alpha: float = 0.75
    """0 compares sums, which favours short paths; 1 compares means."""
    least: float = 1e-6
    """Minimum similarity: no edge costs more than `-ln(least)`."""
    max_starts: int = 16
    max_edges: int = 256

    def __post_init__(self) -> None:
        if min(self.max_depth, self.max_paths, self.max_starts, self.max_edges) < 1:
            raise UsageError(f"depth, paths and all bounds are at least 1; got {self!r}")
        if not 0 <= self.mean_alpha <= 1:
            raise UsageError(f"mean_alpha is between 0 and 1; got {self.mean_alpha!r}")
        if not 0 < self.least < 1:
            raise UsageError(f"least is between 0 and 1; got {self.least!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` items on the paths."""
        return finish(view, query, limits, self.search(view, query), "beam")

    def search(self, view: View, query: Query) -> list[Found]:
        """Return all items on the chosen paths, best first, ties by ascending id."""
        if query.vector is None or not query.vector.any():
            return []
        groups = linked_groups(view, query)
        starts = list(dict.fromkeys(id for group in groups for id in group))[: self.max_starts]
        beams = [_Bundle([_Path(0.0, (start,), ())]) for start in starts]
        ground = Ground(view, query, max_edges=self.max_edges)
        prices = _Prices(view, query.vector, self)
        for _ in range(self.max_depth):
            growing = [beam for beam in beams if beam.paths]
            tails = sorted({path.tail for beam in growing for path in beam.paths})
            ways = dict(zip(tails, ground.steps(tails), strict=True))
            prices.read(ways)
            for beam in growing:
                beam.grow(ways, prices, self)
        best: dict[int, Found] = {}
        for beam in beams:
            for path in self._chosen(beam):
                _note(path, math.exp(-self._cost(path)), best)
        return best_first(best.values())

    def _cost(self, path: "_Path") -> float:
        return path.cost / math.pow(len(path.steps), self.mean_alpha)

    def _chosen(self, beam: "_Bundle") -> list["_Path"]:
        """Return the final paths; those of equal cost stay in the order they were found."""
        grown = [path for path in beam.paths if path.steps]
        return sorted([*beam.ended, *grown], key=self._cost)[: self.max_paths]


class _Path(NamedTuple):
    """A path from a start; `nodes` includes the start, so it is one longer than `steps`."""

    cost: float
    nodes: tuple[int, ...]
    steps: tuple[Step, ...]

    @property
    def tail(self) -> int:
        return self.nodes[-1]


class _Prices:
    """Costs of edges, and the similarity of their far ends to the query."""

    def __init__(self, view: View, vector: Float32, how: Beam) -> None:
        self._rows = Rows(view)
        self._vector = vector
        self._how = how
        self._near: dict[int, float] = {}
        self._cost: dict[int, float] = {}

    def read(self, ways: dict[int, tuple[Step, ...]]) -> None:
        """Compute the costs of all these steps with one read of vectors."""
        said = {step.said for steps in ways.values() for step in steps} - self._cost.keys()
        out = {step.node for node, steps in ways.items() for step in steps if step.said == node}
        fresh = sorted((said | out) - self._near.keys())
        self._near.update(zip(fresh, self._rows.products(fresh, self._vector), strict=True))
        for id in said:
            near = (1.0 + self._near[id]) / 2.0
            self._cost[id] = -math.log(min(max(near, self._how.least), 1.0))

    def key(self, path: _Path, place: int, step: Step) -> tuple[float, float, int, int]:
        """Return the sort key of an extension."""
        onward = self._near[step.node] if step.said == path.tail else 0.0
        return (path.cost + self._cost[step.said], -onward, place, step.edge)


@dataclass(slots=True)
class _Bundle:
    """All paths from one start; used for one search."""

    paths: list[_Path]
    """Paths that can still grow, best first."""
    ended: list[_Path] = field(default_factory=list)

    def grow(self, ways: dict[int, tuple[Step, ...]], prices: _Prices, how: Beam) -> None:
        """Extend all paths by one edge; paths that cannot be extended are ended."""
        extensions = []
        for place, (path, steps) in enumerate(_open(self.paths, ways)):
            if not steps and path.steps:
                self.ended.append(path)
            extensions += [(prices.key(path, place, step), step) for step in steps]
        best = nsmallest(how.max_paths, extensions)
        longer = [(key[0], self.paths[key[2]], step) for key, step in best]
        self.paths = [
            _Path(cost, (*path.nodes, step.node), (*path.steps, step))
            for cost, path, step in longer
        ]


def _open(
    paths: Sequence[_Path], ways: Mapping[int, Sequence[Step]]
) -> Iterator[tuple[_Path, list[Step]]]:
    """Yield each path with the steps it may take."""
    nodes = {node for path in paths for node in path.nodes}
    edges = {step.edge for path in paths for step in path.steps}
    for path in paths:
        steps = (step for step in ways[path.tail] if step.node not in nodes)
        yield path, [step for step in steps if step.edge not in edges]


def _note(path: _Path, score: float, best: dict[int, Found]) -> None:
    for place, step in enumerate(path.steps):
        if step.said not in best or score > best[step.said].score:
            shown = trail(path.nodes[0], path.steps[:place], step)
            best[step.said] = Found(step.said, step.kind, score, shown)
