"""Compact adjacency: rows, order, growth."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.projection.csr import Adjacency, Csr

EDGES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=40)


def expected_row(edges, node):
    """The row of a node, read off the list."""
    numbers = [number for number, (source, _) in enumerate(edges) if source == node]
    return [edges[number][1] for number in numbers], numbers


def as_lists(row):
    return row[0].tolist(), row[1].tolist()


@given(EDGES, st.randoms(use_true_random=False))
def test_rows_hold_each_edge_once_ascending_whatever_the_order_given(edges, random):
    numbers = list(range(len(edges)))
    random.shuffle(numbers)
    csr = Csr.build(
        [edges[n][0] for n in numbers],
        [edges[n][1] for n in numbers],
        numbers,
        weights=[n / 2 for n in numbers],
        nodes=10,
    )
    assert csr.size == 10
    assert csr.neighbours.dtype == csr.edges.dtype == np.int32
    assert [as_lists(csr.row(node)) for node in range(10)] == [
        expected_row(edges, node) for node in range(10)
    ]
    assert csr.weights is not None
    assert csr.weights.tolist() == [n / 2 for n in csr.edges.tolist()]


def test_positions_join_rows_in_the_order_asked():
    csr = Csr.build([0, 0, 2], [1, 2, 0])
    positions, lengths = csr.positions([2, 1, 0, 2])
    assert csr.neighbours[positions].tolist() == [0, 1, 2, 0]
    assert lengths.tolist() == [1, 0, 2, 1]


def test_a_graph_without_edges_has_empty_rows():
    assert Csr.build([], []).size == 0
    assert as_lists(Csr.build([], [], nodes=2).row(1)) == ([], [])
    empty = Adjacency()
    assert as_lists(empty.row(7)) == ([], [])
    assert empty.rows([0, 7])[2].tolist() == [0, 0]
    assert (empty.csr().size, len(empty), empty.size) == (0, 0, 0)


@given(EDGES, st.lists(st.integers(0, 40), max_size=4), st.lists(st.integers(0, 12), max_size=9))
def test_growing_in_any_steps_gives_the_graph_built_at_once(edges, cuts, asked):
    grown = Adjacency()
    bounds = sorted({0, len(edges), *(cut for cut in cuts if cut < len(edges))})
    for place, (start, end) in enumerate(pairwise(bounds)):
        part = range(start, end)[::-1]
        grown.extend([edges[n][0] for n in part], [edges[n][1] for n in part], list(part))
        if place % 2:
            grown.csr()
    rows = [expected_row(edges, node) for node in asked]
    assert [as_lists(grown.row(node)) for node in asked] == rows
    neighbours, numbers, lengths = grown.rows(asked)
    assert neighbours.tolist() == [each for row in rows for each in row[0]]
    assert numbers.tolist() == [each for row in rows for each in row[1]]
    assert lengths.tolist() == [len(row[0]) for row in rows]
    at_once = Csr.build([e[0] for e in edges], [e[1] for e in edges], nodes=grown.size)
    merged = grown.csr()
    assert merged.indptr.tolist() == at_once.indptr.tolist()
    assert merged.neighbours.tolist() == at_once.neighbours.tolist()
    assert merged.edges.tolist() == at_once.edges.tolist()


@pytest.mark.parametrize("step", [7, 500, 3000])
def test_all_levels_agree_on_a_large_graph(step):
    rng = np.random.default_rng(3)
    sources, targets = rng.integers(0, 400, (2, 12_000))
    grown = Adjacency()
    for start in range(0, 12_000, step):
        part = slice(start, start + step)
        grown.extend(sources[part], targets[part], np.arange(12_000)[part])
    at_once = Csr.build(sources, targets)
    nodes = rng.permutation(400)
    positions, lengths = at_once.positions(nodes)
    neighbours, edges, found = grown.rows(nodes)
    assert len(grown) == 12_000
    assert np.array_equal(found, lengths)
    assert np.array_equal(neighbours, at_once.neighbours[positions])
    assert np.array_equal(edges, at_once.edges[positions])
    assert all(np.array_equal(grown.row(i)[1], at_once.row(i)[1]) for i in range(400))


@pytest.mark.parametrize(
    "build",
    [
        lambda: Csr.build([0], [1, 2]),
        lambda: Csr.build([-1], [0]),
        lambda: Csr.build([0], [2**31]),
        lambda: Csr.build([0.5], [1]),
        lambda: Csr.build([0], [5], nodes=5),
        lambda: Csr.build([0], [1], weights=[-1.0]),
        lambda: Csr.build([0], [1], weights=[float("nan")]),
        lambda: Csr.build([0], [1], weights=[float("inf")]),
        lambda: Csr.build([0], [1], weights=[1.0, 2.0]),
        lambda: Csr.build([0], [1]).row(-1),
        lambda: Csr.build([0], [1]).row(2),
        lambda: Csr.build([0], [1]).positions([2]),
        lambda: Adjacency().row(-1),
        lambda: Adjacency().rows([-1]),
    ],
)
def test_numbers_out_of_range_are_refused(build):
    with pytest.raises(UsageError):
        build()


def test_an_edge_number_may_not_come_after_a_larger_one():
    grown = Adjacency()
    grown.extend([0], [1], [5])
    with pytest.raises(UsageError, match="above 5"):
        grown.extend([0], [1], [5])
    assert len(grown) == 1
