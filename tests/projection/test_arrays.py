"""The arrays of the projection say what plain lists of rows say, however they are filled."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.graph.times import END
from clew.graph.types import EDGE_KINDS, TEXT_KINDS, Kind
from clew.projection.columns import Grow, Items, Narrow, Versions
from clew.projection.edges import Edges, Facts
from clew.projection.rows import EdgeRow, VersionRow, edge_block, version_numbers

ticks = st.none() | st.integers(-(2**61), 2**61)
revisions = st.integers(1, 2**40)
edge_rows = st.lists(
    st.builds(
        EdgeRow,
        id=st.just(0),
        kind=st.sampled_from(EDGE_KINDS),
        source=st.integers(1, 6),
        target=st.integers(1, 6),
        relation=st.none() | st.sampled_from(["", "likes", "lives in"]),
        attributes=st.none() | st.sampled_from(['{"a": 1}', '{"b": 2}']),
        direct=st.integers(0, 1),
        valid_from=ticks,
        valid_to=ticks,
        known_from=revisions,
        precision=st.integers(0, 24),
    ),
    max_size=20,
)
cuts = st.lists(st.integers(0, 20), max_size=3)


@given(st.lists(st.lists(st.sampled_from([0, 5, -7, 2**31 - 1, 2**31, -(2**40)]), max_size=3)))
def test_narrow_numbers_become_wide_when_one_needs_it(parts):
    held = Narrow()
    for part in parts:
        held.extend(np.array(part, np.int64))
    whole = [number for part in parts for number in part]
    assert held.data.tolist() == whole
    assert held.of(np.arange(len(whole))).tolist() == whole
    wide = any(not -(2**31) <= number < 2**31 for number in whole)
    assert held.data.dtype == (np.int64 if wide else np.int32)


def steps(rows, at):
    """The rows, cut at these places."""
    bounds = sorted({0, len(rows), *(cut for cut in at if cut < len(rows))})
    return [rows[start:end] for start, end in pairwise(bounds)]


@given(st.lists(st.integers(0, 200), max_size=6))
def test_a_grown_array_is_the_parts_joined(lengths):
    grown, parts = Grow(np.int64, 2), [np.zeros((0, 2), np.int64)]
    for length in lengths:
        part = np.arange(2 * length).reshape(-1, 2) + 1
        parts += [part.copy(), np.zeros((length, 2), np.int64)]
        grown.extend(part)
        grown.extend_zeros(length)
    assert grown.data.tolist() == np.concatenate(parts).tolist()
    assert [grown.item(i, 1) for i in range(grown.size)] == grown.data[:, 1].tolist()


@given(st.lists(st.tuples(st.sampled_from(TEXT_KINDS), st.integers(1, 4)), max_size=8))
def test_items_are_found_by_id_kind_and_place(groups):
    items, known, next_id = Items(), list[tuple[int, Kind]](), 1
    for kind, count in groups:
        ids = list(range(next_id, next_id + 2 * count, 2))  # ids between are other rows'
        next_id = ids[-1] + 5
        assert items.add(kind, np.array(ids)).tolist() == [len(known) + i for i in range(count)]
        known += [(id_, kind) for id_ in ids]
    places = {kind: [id_ for id_, each in known if each is kind] for kind in TEXT_KINDS}
    for number, (id_, kind) in enumerate(known):
        assert (items.find(id_), items.number(id_), items.kind(id_)) == (number, number, kind)
        assert [items.place(id_, each) for each in TEXT_KINDS] == [
            places[kind].index(id_) if each is kind else -1 for each in TEXT_KINDS
        ]
    everyone = np.arange(-3, next_id + 9)
    numbers = [items.find(int(id_)) for id_ in everyone]
    expected = {id_: number for number, (id_, _) in enumerate(known)}
    assert numbers == [expected.get(int(id_), -1) for id_ in everyone]
    assert items.find_all(everyone).tolist() == numbers
    found = {
        (kind, int(everyone[at]), int(place))
        for kind, where, held in items.by_kind(np.array(numbers))
        for at, place in zip(where, held, strict=True)
    }
    assert found == {(kind, id_, places[kind].index(id_)) for id_, kind in known}


def test_an_item_that_is_not_there_is_a_key_error():
    items = Items()
    items.add(Kind.ENTITY, np.array([3]))
    for missing in (-1, 0, 2, 4, 99):
        with pytest.raises(KeyError):
            items.number(missing)
        with pytest.raises(KeyError):
            items.number_all(np.array([3, missing]))


@given(edge_rows, cuts, st.sets(st.integers(0, 30)))
def test_edges_give_back_their_rows(rows, at, asked):
    rows = [row._replace(id=10 + 2 * place) for place, row in enumerate(rows)]
    edges, items = Edges(), Items()
    facts = Facts(edges, items)
    for part in steps(rows, at):
        first = len(edges)
        edges.extend(edge_block(part))
        new = edges.of_kind(Kind.FACT, first)
        if len(new):
            items.add(Kind.FACT, edges.ids(new))
            facts.extend(new)
    assert list(edges.rows(np.arange(len(edges)))) == rows
    assert [edges[number] for number in range(len(rows))] == rows
    every = np.arange(len(rows))
    assert edges.known_from(every).tolist() == [row.known_from for row in rows]
    touched = [row for row in rows if {row.id, row.source, row.target} & asked]
    assert list(edges.touching(asked)) == touched
    expected = {row.id: row for row in rows if row.kind is Kind.FACT}
    assert len(facts) == len(expected)
    triples = [(row.id, row.source, row.relation, row.target) for row in expected.values()]
    assert list(facts.triples()) == triples
    assert list(facts.triples(2)) == triples[2:]
    assert {id_: facts[id_] for id_ in expected} == expected
    assert [facts.get(id_) for id_ in range(60)] == [expected.get(id_) for id_ in range(60)]
    starts = [row.valid_from for row in rows if row.valid_from is not None]
    assert edges.latest_start(every) == max(starts, default=None)


version_rows = st.lists(
    st.tuples(st.integers(0, 3), ticks, ticks, st.none() | st.integers(1, 9), st.integers(1, 9)),
    max_size=20,
)


@given(version_rows, cuts, st.lists(st.tuples(st.integers(0, 45), st.integers(1, 9)), max_size=4))
def test_versions_give_back_their_rows(given_rows, at, closed):
    rows = [
        VersionRow(5 + 2 * place, 100 + item, start, end, by, known, None)
        for place, (item, start, end, by, known) in enumerate(given_rows)
    ]
    versions = Versions()
    versions.add_items(4)
    for part in steps(rows, at):
        places = np.array([row.item - 100 for row in part], np.int32)
        versions.extend(version_numbers(part), places)
    for id_, known_to in closed:
        versions.close(np.array([id_]), np.array([known_to]))
        rows = [row._replace(known_to=known_to) if row.id == id_ else row for row in rows]
    assert versions.rows() == rows
    for known in range(1, 10):
        believed = [r for r in rows if r.known_from <= known < (r.known_to or END)]
        for place in range(4):
            own = [row for row in believed if row.item == 100 + place]
            assert versions.at(place, known) == (own[-1] if own else None)
        shown = [row.item - 100 for row in believed]
        assert versions.open_places(None, known).tolist() == shown
        holding = [
            row.item - 100
            for row in believed
            if (row.valid_from is None or row.valid_from <= 0)
            and (row.valid_to is None or row.valid_to > 0)
        ]
        assert versions.open_places(0, known).tolist() == holding
    over = [row for row in rows if row.known_to is None and row.valid_to is not None]
    assert versions.count_over() == len(over)


def test_there_is_no_edge_behind_the_last_one():
    edges = Edges()
    edges.extend(edge_block([EdgeRow(7, Kind.PART_OF, 1, 2, None, None, 1, None, None, 0, 1)]))
    assert edges[0].id == 7
    with pytest.raises(IndexError):
        edges[1]
