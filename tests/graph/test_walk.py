"""Walks: neighbourhoods and shortest paths, against networkx."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.csr import Adjacency
from clew.graph.walk import k_hop, shortest_path

NODES = 8
GRAPHS = st.lists(
    st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1), st.booleans()), max_size=24
)
NODE = st.integers(0, NODES - 1)


def adjacency(edges) -> Adjacency:
    graph = Adjacency()
    # A last, disallowed loop gives every node a number.
    edges = [*edges, (NODES - 1, NODES - 1, False)]
    graph.extend([e[0] for e in edges], [e[1] for e in edges], range(len(edges)))
    return graph


def mask(edges) -> np.ndarray:
    return np.asarray([e[2] for e in edges] + [False])


def oracle(edges) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(NODES))
    graph.add_edges_from((e[0], e[1], number) for number, e in enumerate(edges) if e[2])
    return graph


@given(GRAPHS, st.lists(NODE, min_size=1, max_size=3), st.integers(0, 4))
def test_k_hop_finds_each_node_at_its_distance_nearest_first(edges, seeds, depth):
    reached = k_hop(adjacency(edges), seeds, depth, allowed=mask(edges))
    distances = nx.multi_source_dijkstra_path_length(oracle(edges), set(seeds), cutoff=depth)
    expected = sorted((int(distance), node) for node, distance in distances.items())
    found = zip(reached.distances.tolist(), reached.nodes.tolist(), strict=True)
    assert list(found) == expected


@given(GRAPHS, st.lists(NODE, max_size=3), st.integers(0, 4), st.integers(0, 9))
def test_a_limit_keeps_the_nearest(edges, seeds, depth, limit):
    graph = adjacency(edges)
    whole, cut = k_hop(graph, seeds, depth), k_hop(graph, seeds, depth, limit=limit)
    assert cut.nodes.tolist() == whole.nodes[:limit].tolist()
    assert cut.distances.tolist() == whole.distances[:limit].tolist()


def all_walks(graph: nx.MultiDiGraph, source: int, target: int, length: int):
    """Every walk of `length` edges as [(node, edge)]: by trying them all."""
    if length == 0:
        return [[]] if source == target else []
    return [
        [(node, edge), *rest]
        for _, node, edge in graph.out_edges(source, keys=True)
        for rest in all_walks(graph, node, target, length - 1)
    ]


@given(GRAPHS, NODE, NODE)
def test_a_shortest_path_is_the_one_with_the_smallest_edges_in_order(edges, source, target):
    graph = oracle(edges)
    path = shortest_path(adjacency(edges), source, target, allowed=mask(edges))
    if not nx.has_path(graph, source, target):
        assert path is None
        return
    walks = all_walks(graph, source, target, nx.shortest_path_length(graph, source, target))
    assert path == min(walks, key=lambda walk: [edge for _, edge in walk])


def test_without_a_mask_every_edge_may_be_walked():
    graph = adjacency([(0, 1, False), (1, 2, False)])
    assert shortest_path(graph, 0, 2) == [(1, 0), (2, 1)]
    assert shortest_path(graph, 2, 0) is None
    assert shortest_path(graph, 3, 3) == []
    assert k_hop(graph, [0], 9).nodes.tolist() == [0, 1, 2]


def test_a_walk_refuses_what_is_not_a_node():
    graph = adjacency([])
    for wrong in (-1, NODES):
        with pytest.raises(UsageError):
            k_hop(graph, [wrong], 1)
        with pytest.raises(UsageError):
            shortest_path(graph, 0, wrong)
    with pytest.raises(UsageError):
        k_hop(graph, [0], -1)
    assert k_hop(Adjacency(), [], 2).nodes.tolist() == []
