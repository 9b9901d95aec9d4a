"""Personalised PageRank around a few seeds, at a cost that does not grow with the graph.

Source: Andersen, Chung and Lang, "Local Graph Partitioning using PageRank Vectors" (2006),
section 3 (approximate PageRank by pushing residual), without their lazy half-step, so that the
scores are those of the usual PageRank. All nodes over the threshold are pushed at once, as
arrays; this order too keeps the invariant `scores + sum(residual[u] * pagerank(u)) = pagerank`.
"""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from clew.errors import UsageError
from clew.graph.csr import Csr, Int64

__all__ = ["personalised_pagerank"]

Float64 = NDArray[np.float64]


def personalised_pagerank(
    graph: Csr, seeds: Mapping[int, float], *, damping: float = 0.5, epsilon: float = 1e-4
) -> tuple[Int64, Float64]:
    """Return the nodes that a walk restarting at the seeds is at, and how often, best first.

    The walk follows an edge with probability `damping`, chosen by weight (parallel edges add up),
    and else restarts at a seed, chosen by its share. Where no edge of positive weight leaves, it
    restarts. No residual above `epsilon * max(edges leaving, 1)` is left, so every score is too
    small, never too large: together by at most `epsilon * (nodes + edges)`, and in a graph walked
    both ways, unweighted and without dangling nodes, each by at most `epsilon` times its edges.
    At most `1 / ((1 - damping) * epsilon)` edges are followed.

    Args:
        graph: The graph; its `weights` count if there are any.
        seeds: Node -> weight of at least 0; only the shares matter. No positive one: no scores.
        damping: Probability to walk on, at least 0 and below 1 (networkx calls it alpha).
        epsilon: Precision, above 0.

    Returns:
        The nodes with a score and their scores, largest first, ties by ascending node.

    Raises:
        UsageError: a seed is not a node, or a number is out of range.
    """
    if not 0 <= damping < 1 or not epsilon > 0:
        raise UsageError(
            f"expected damping in [0, 1) and epsilon above 0, came {damping!r} and {epsilon!r}"
        )
    start, share = _shares(graph, seeds)
    scores, residual = np.zeros(graph.size), np.zeros(graph.size)
    residual[start] = share
    pushed, touched = [start[:0]], start
    while len(active := _over(graph, residual, touched, epsilon)):
        mass = residual[active]
        residual[active] = 0
        scores[active] += (1 - damping) * mass
        ends, arriving = _spread(graph, active, damping * mass, start, share)
        np.add.at(residual, ends, arriving)
        pushed.append(active)
        touched = ends
    nodes = np.unique(np.concatenate(pushed))
    order = np.lexsort((nodes, -scores[nodes]))
    return nodes[order], scores[nodes[order]]


def _shares(graph: Csr, seeds: Mapping[int, float]) -> tuple[Int64, Float64]:
    """Return the seeds of positive weight, ascending, and their shares, which sum to 1."""
    for node, weight in seeds.items():
        if not 0 <= node < graph.size or not 0 <= weight < math.inf:
            raise UsageError(
                f"expected seeds below {graph.size} with finite weights of at least 0, "
                f"came {node!r}: {weight!r}"
            )
    kept = sorted(node for node, weight in seeds.items() if weight > 0)
    largest = max(seeds.values(), default=1.0)  # dividing first, so that no sum overflows
    parts = [seeds[node] / largest for node in kept]
    total = math.fsum(parts)
    return np.asarray(kept, np.int64), np.asarray([part / total for part in parts], np.float64)


def _over(graph: Csr, residual: Float64, nodes: Int64, epsilon: float) -> Int64:
    """Return those of the nodes whose residual is over their threshold, ascending."""
    leaving = np.maximum(graph.indptr[nodes + 1] - graph.indptr[nodes], 1)
    return np.unique(nodes[residual[nodes] > epsilon * leaving])


def _spread(
    graph: Csr, nodes: Int64, mass: Float64, start: Int64, share: Float64
) -> tuple[Int64, Float64]:
    """Return where the mass of nodes goes along their edges, and how much goes there.

    The mass of dangling nodes goes to the seeds.
    """
    positions, lengths = graph.positions(nodes)
    owner = np.repeat(np.arange(len(nodes)), lengths)
    weight = np.ones(len(positions))
    if graph.weights is not None:
        weight = graph.weights[positions].astype(np.float64)
    total: Float64 = np.bincount(owner, weight, len(nodes)).astype(np.float64)
    lost = math.fsum(mass[total == 0])
    along = weight > 0
    owner, weight = owner[along], weight[along]
    ends = graph.neighbours[positions[along]].astype(np.int64)
    arriving = mass[owner] * (weight / total[owner])
    if not lost:
        return ends, arriving
    return np.concatenate([ends, start]), np.concatenate([arriving, lost * share])
