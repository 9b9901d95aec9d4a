"""Personalised PageRank by forward push, against networkx and power iteration."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.csr import Csr
from clew.graph.pagerank import personalised_pagerank

NODES = 7
NODE = st.integers(0, NODES - 1)
WEIGHT = st.sampled_from([0.0, 0.25, 1.0, 3.0])
GRAPHS = st.lists(st.tuples(NODE, NODE, WEIGHT), max_size=20)
SEEDS = st.dictionaries(NODE, st.sampled_from([0.5, 1.0, 2.0]), min_size=1, max_size=3)
DAMPING = st.sampled_from([0.0, 0.5, 0.85])
ROUNDING = 1e-9


def csr(edges, *, weighted=True) -> Csr:
    weights = [e[2] for e in edges] if weighted else None
    return Csr.build([e[0] for e in edges], [e[1] for e in edges], weights=weights, nodes=NODES)


def dense(graph: Csr, seeds, damping, epsilon):
    scores = np.zeros(graph.size)
    nodes, found = personalised_pagerank(graph, seeds, damping=damping, epsilon=epsilon)
    scores[nodes] = found
    return scores


def by_power_iteration(edges, seeds, damping):
    """The definition, iterated until nothing moves."""
    start = np.zeros(NODES)
    for node, weight in seeds.items():
        start[node] = weight / sum(seeds.values())
    step = np.zeros((NODES, NODES))
    for source, target, weight in edges:
        step[source, target] += weight
    leaving = step.sum(axis=1)
    step[leaving == 0] = start
    step[leaving > 0] /= leaving[leaving > 0, None]
    scores = start
    for _ in range(400):
        scores = (1 - damping) * start + damping * scores @ step
    return scores


@given(GRAPHS, SEEDS, DAMPING, st.sampled_from([1e-2, 1e-3, 1e-9]))
def test_scores_are_too_small_by_no_more_than_promised(edges, seeds, damping, epsilon):
    missing = by_power_iteration(edges, seeds, damping) - dense(csr(edges), seeds, damping, epsilon)
    assert missing.min() >= -ROUNDING
    assert missing.sum() <= epsilon * (NODES + len(edges)) + ROUNDING


@given(GRAPHS, SEEDS, DAMPING)
def test_scores_are_those_of_networkx(edges, seeds, damping):
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(range(NODES))
    graph.add_weighted_edges_from(edges)
    # The chain of nx.pagerank; its own solver needs SciPy, so solve for its fixed point here.
    chain = np.asarray(nx.google_matrix(graph, alpha=damping, personalization=seeds))
    equations = np.vstack([chain.T - np.eye(NODES), np.ones(NODES)])
    expected = np.linalg.lstsq(equations, np.eye(NODES + 1)[NODES], rcond=None)[0]
    assert dense(csr(edges), seeds, damping, 1e-10) == pytest.approx(expected, abs=1e-7)


@given(GRAPHS, SEEDS, st.sampled_from([1e-2, 1e-4]))
def test_walked_both_ways_each_score_is_close_in_proportion_to_its_edges(edges, seeds, epsilon):
    both = [(a, b, 1.0) for a, b, _ in edges] + [(b, a, 1.0) for a, b, _ in edges]
    both += [(node, node, 1.0) for node in range(NODES)]
    graph = csr(both, weighted=False)
    missing = by_power_iteration(both, seeds, 0.5) - dense(graph, seeds, 0.5, epsilon)
    assert np.all(missing <= epsilon * np.diff(graph.indptr) + ROUNDING)


@given(GRAPHS, SEEDS)
def test_results_are_best_first_with_ties_by_number_and_no_zero(edges, seeds):
    nodes, scores = personalised_pagerank(csr(edges), seeds)
    ranked = list(zip((-scores).tolist(), nodes.tolist(), strict=True))
    assert ranked == sorted(ranked)
    assert np.all(scores > 0)


def test_an_isolated_seed_keeps_nearly_all():
    nodes, scores = personalised_pagerank(Csr.build([0], [1], nodes=3), {2: 5.0}, epsilon=1e-6)
    assert nodes.tolist() == [2]
    assert scores == pytest.approx([1.0], abs=1e-6)


def test_all_weights_one_is_the_same_as_no_weights():
    edges = [(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0), (0, 2, 1.0), (0, 2, 1.0)]
    with_weights = personalised_pagerank(csr(edges), {0: 1.0})
    without = personalised_pagerank(csr(edges, weighted=False), {0: 1.0})
    assert [each.tolist() for each in with_weights] == [each.tolist() for each in without]


def test_huge_seed_weights_do_not_overflow():
    graph = Csr.build([0], [1])
    huge, plain = ({0: size, 1: size} for size in (1e308, 1.0))
    assert dense(graph, huge, 0.5, 1e-3).tolist() == dense(graph, plain, 0.5, 1e-3).tolist()


def test_without_a_seed_there_is_no_score():
    for seeds in ({}, {0: 0.0}):
        nodes, scores = personalised_pagerank(Csr.build([0], [1]), seeds)
        assert (nodes.tolist(), scores.tolist()) == ([], [])
    assert personalised_pagerank(Csr.build([], []), {})[0].tolist() == []


@pytest.mark.parametrize(
    ("seeds", "options"),
    [
        ({2: 1.0}, {}),
        ({-1: 1.0}, {}),
        ({0: -1.0}, {}),
        ({0: float("nan")}, {}),
        ({0: float("inf")}, {}),
        ({0: 1.0}, {"damping": 1.0}),
        ({0: 1.0}, {"damping": -0.1}),
        ({0: 1.0}, {"epsilon": 0.0}),
        ({0: 1.0}, {"epsilon": float("nan")}),
    ],
)
def test_numbers_out_of_range_are_refused(seeds, options):
    with pytest.raises(UsageError):
        personalised_pagerank(Csr.build([0], [1]), seeds, **options)
