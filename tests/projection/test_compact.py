"""Nodes, facts and keys kept in arrays say what rows, dictionaries and lists say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.graph.types import NODE_KINDS, TEXT_KINDS, Kind
from clew.projection.adjacency import Adjacency
from clew.projection.columns import Items
from clew.projection.edges import Edges
from clew.projection.fact_index import FactIndex, StoredFacts
from clew.projection.multimap import Multimap
from clew.projection.nodes import Nodes
from clew.projection.rows import EdgeRow, NodeRow, edge_block

_SMALL = st.none() | st.integers(-5, 2**40)
_TEXT = st.text(max_size=8)
_ROWS = st.lists(
    st.builds(
        NodeRow,
        st.integers(1, 5),
        st.sampled_from(NODE_KINDS),
        _TEXT,
        _SMALL,
        st.none() | _TEXT,
        st.none() | st.just('{"a": "ключ"}'),
        st.integers(0, 1),
        _SMALL,
        _SMALL,
        st.integers(1, 9),
    ),
    min_size=1,
    max_size=6,
)


@given(st.lists(_ROWS, min_size=1, max_size=4))
def test_nodes_give_back_their_rows(batches):
    nodes, last = Nodes(), 0
    expected: dict[int, NodeRow] = {}
    for batch in batches:
        rows = []
        for row in batch:
            last += row.id  # ids ascend, with gaps
            rows.append(row._replace(id=last))
        nodes.extend(rows)
        expected.update((row.id, row) for row in rows)
    assert dict(nodes) == expected
    assert [*nodes] == [*expected]
    assert [*nodes.rows(np.array([*expected]))] == [*expected.values()]
    for item in range(-1, last + 3):
        assert (item in nodes) == (item in expected)
        assert nodes.get(item) == expected.get(item)
        if item in expected:
            assert nodes.text(item) == expected[item].text
    with pytest.raises(KeyError):
        nodes.text(last + 1)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 9)), max_size=40), st.integers(1, 40))
def test_a_multimap_gives_values_in_the_order_of_adding(pairs, few):
    found = Multimap(few)
    expected: dict[int, list[int]] = {}
    for key, value in pairs:
        found.add([(key, value)])
        expected.setdefault(key, []).append(value)
    for key in range(-4, 5):
        assert found.get(key) == expected.get(key, [])
        assert found.count(key) == len(expected.get(key, []))
    assert found.get(99, [7]) == [7]


_FACTS = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from(["is", "Is ", "has"]), st.integers(1, 4)),
    max_size=12,
)


@given(_FACTS, st.integers(0, 12))
def test_stored_facts_are_found_as_in_dictionaries(facts, split):
    items, edges, adjacency = Items(), Edges(), Adjacency()
    items.add(Kind.ENTITY, np.arange(1, 5))
    stored, index = StoredFacts(edges, items, adjacency), FactIndex()
    assert Kind.FACT in TEXT_KINDS
    rows = [
        EdgeRow(10 + n, Kind.FACT, source, target, relation, None, 1, None, None, 0, 1)
        for n, (source, relation, target) in enumerate(facts)
    ]
    for some in (rows[:split], rows[split:]):
        if not some:
            continue
        first = len(edges)
        edges.extend(edge_block(some))
        items.add(Kind.FACT, np.array([row.id for row in some]))
        ends = items.number_all(edges.ends(first))
        swapped = ends.reshape(-1, 2)[:, ::-1].ravel()
        adjacency.extend(ends, swapped, np.arange(2 * first, 2 * len(edges)))
        index.add((row.id, row.source, row.relation, row.target) for row in some)
        for one in range(6):
            assert stored.relations_at(one) == index.relations_at(one)
            assert [*stored.relations_at(one)] == [*index.relations_at(one)]
            for other in range(6):
                assert stored.with_ends(one, other) == index.with_ends(one, other)
                assert stored.between(one, other) == index.between(one, other)
                for relation in ("is", "HAS", "was"):
                    found = stored.with_key(one, relation, other)
                    assert found == index.with_key(one, relation, other)
