"""Walking a graph breadth first: everything within k steps, and one shortest path.

Each level is expanded at once over the arrays of an adjacency. Edges are followed from source to
target only; a graph walked both ways holds each edge in both rows (`clew.graph.csr`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from clew.errors import UsageError
from clew.graph.csr import Int32, Int64

__all__ = ["Mask", "Reached", "Rows", "k_hop", "shortest_path"]

Mask: TypeAlias = NDArray[np.bool_]


class Rows(Protocol):
    """What a walk needs of a graph; `Adjacency` has it."""

    @property
    def size(self) -> int:
        """Number of nodes."""
        ...

    def rows(self, nodes: ArrayLike) -> tuple[Int32, Int32, Int64]:
        """Return the rows of nodes joined in order: neighbours, edge numbers, row lengths."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """The nodes a walk came to, nearest first, then by ascending node number."""

    nodes: Int64
    distances: Int64
    """Steps from the nearest seed; seeds have 0."""


def k_hop(
    graph: Rows,
    seeds: Sequence[int],
    depth: int,
    *,
    allowed: Mask | None = None,
    limit: int | None = None,
) -> Reached:
    """Return the nodes at most `depth` steps from a seed, the seeds included.

    Args:
        graph: The adjacency.
        seeds: Node numbers; doubles count once.
        depth: Largest number of steps.
        allowed: Whether an edge may be walked, by edge number, one entry for every edge of the
            graph; by default all may be.
        limit: Most nodes to return, the nearest; within a distance the smallest numbers.

    Raises:
        UsageError: a seed is not a node, or `depth` or `limit` is negative.
    """
    if depth < 0 or (limit is not None and limit < 0):
        raise UsageError(f"expected depth and limit of at least 0, came {depth!r} and {limit!r}")
    _check_nodes(graph, seeds)
    seen = np.zeros(graph.size, np.bool_)
    level = np.unique(np.asarray(seeds, np.int64))
    levels, found = [level], len(level)
    seen[level] = True
    while len(levels) <= depth and len(level) and (limit is None or found < limit):
        neighbours, edges, _ = graph.rows(level)
        near = neighbours if allowed is None else neighbours[allowed[edges]]
        level = np.unique(near[~seen[near]]).astype(np.int64)
        seen[level] = True
        levels.append(level)
        found += len(level)
    distances = np.repeat(np.arange(len(levels)), [len(each) for each in levels])
    return Reached(np.concatenate(levels)[:limit], distances[:limit])


def shortest_path(
    graph: Rows, source: int, target: int, *, allowed: Mask | None = None
) -> list[tuple[int, int]] | None:
    """Return a path with the fewest edges as (node, edge walked to reach it), without the source.

    Among equally short paths it is the one whose first edge has the smallest number, then whose
    second has, and so on. `[]` when source and target are one, `None` when there is no path.

    Raises:
        UsageError: source or target is not a node.
    """
    _check_nodes(graph, (source, target))
    came_from = np.full(graph.size, -1, np.int64)
    by_edge = np.full(graph.size, -1, np.int64)
    came_from[source] = source
    level = np.asarray([source], np.int64)
    while len(level) and came_from[target] < 0:
        neighbours, edges, lengths = graph.rows(level)
        parents = np.repeat(level, lengths)
        fresh = came_from[neighbours] < 0
        if allowed is not None:
            fresh &= allowed[edges]
        neighbours, edges, parents = neighbours[fresh], edges[fresh], parents[fresh]
        # Levels stay in the order of their best paths, so the first way to a node is its best.
        first = np.sort(np.unique(neighbours, return_index=True)[1])
        level = neighbours[first].astype(np.int64)
        came_from[level], by_edge[level] = parents[first], edges[first]
    if came_from[target] < 0:
        return None
    path, node = [], target
    while node != source:
        path.append((node, int(by_edge[node])))
        node = int(came_from[node])
    return path[::-1]


def _check_nodes(graph: Rows, nodes: Sequence[int]) -> None:
    for node in nodes:
        if not 0 <= node < graph.size:
            raise UsageError(f"expected node numbers below {graph.size}, came {node!r}")
