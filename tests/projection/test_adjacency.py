"""Compact adjacency: rows, order, growth."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.projection.adjacency import Adjacency

EDGES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=40)


def expected_row(edges, node):
    """The row of a node, read off the list."""
    numbers = [number for number, (source, _) in enumerate(edges) if source == node]
    return [edges[number][1] for number in numbers], numbers


def as_lists(row):
    return row[0].tolist(), row[1].tolist()


def grown_from(edges, bounds):
    """The edges, added in parts."""
    grown = Adjacency()
    for start, end in pairwise(bounds):
        part = range(start, end)
        grown.extend([edges[n][0] for n in part], [edges[n][1] for n in part], list(part))
    return grown


def assert_rows(grown, edges, asked):
    """Both ways to read give the rows of the nodes that were asked for."""
    rows = [expected_row(edges, node) for node in asked]
    assert [as_lists(grown.row(node)) for node in asked] == rows
    neighbours, numbers, lengths = grown.rows(asked)
    assert neighbours.dtype == numbers.dtype == np.int32
    assert neighbours.tolist() == [each for row in rows for each in row[0]]
    assert numbers.tolist() == [each for row in rows for each in row[1]]
    assert lengths.tolist() == [len(row[0]) for row in rows]
    assert [grown.degree(node) for node in asked] == lengths.tolist()
    for node, (targets, held) in zip(asked, rows, strict=True):
        for other in {0, *targets}:
            pairs = zip(targets, held, strict=True)
            assert grown.toward(node, other) == [edge for to, edge in pairs if to == other]


def test_a_graph_without_edges_has_empty_rows():
    empty = Adjacency()
    empty.extend([], [], [])
    assert_rows(empty, [], [0, 7])
    assert_rows(empty, [], [])


@given(EDGES, st.lists(st.integers(0, 40), max_size=4), st.lists(st.integers(0, 12), max_size=9))
def test_growing_in_any_steps_gives_each_edge_once_ascending(edges, cuts, asked):
    bounds = sorted({0, len(edges), *(cut for cut in cuts if cut < len(edges))})
    assert_rows(grown_from(edges, bounds), edges, asked)


@pytest.mark.parametrize("step", [7, 500, 3000, 12_000])
def test_all_levels_agree_on_a_large_graph(step):
    rng = np.random.default_rng(3)
    edges = rng.integers(0, 400, (12_000, 2)).tolist()
    grown = grown_from(edges, [*range(0, 12_000, step), 12_000])
    assert_rows(grown, edges, rng.permutation(400)[:60].tolist())


@pytest.mark.parametrize(
    "call",
    [
        lambda: Adjacency().extend([0], [1, 2], [0]),
        lambda: Adjacency().extend([0], [1], [0, 1]),
        lambda: Adjacency().extend([-1], [0], [0]),
        lambda: Adjacency().extend([0], [2**31], [0]),
        lambda: Adjacency().extend([0.5], [1], [0]),
        lambda: Adjacency().extend([0, 0], [1, 1], [1, 0]),
        lambda: Adjacency().row(-1),
        lambda: Adjacency().rows([-1]),
    ],
)
def test_numbers_out_of_range_or_order_are_refused(call):
    with pytest.raises(UsageError, match="expected"):
        call()


def test_an_edge_number_may_not_come_after_a_larger_one():
    grown = Adjacency()
    grown.extend([0], [1], [5])
    with pytest.raises(UsageError, match="above 5"):
        grown.extend([0], [1], [5])
    assert as_lists(grown.row(0)) == ([1], [5])
