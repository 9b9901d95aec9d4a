"""Steps by hand: what each kind of edge states, what is not walked, what is read once."""

import pytest

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.recall.base import Query
from clew.recall.search.walks import Ground, Rows, Step, linked_groups, trail
from tests.recall.worlds import EDGE, ENTITY, EPISODE, FACT, THESIS, Counted, row, world

A, B, C = ENTITY, ENTITY + 1, ENTITY + 2


def told():
    """a -fact- b; the thesis is about a and c; the episode tells of the fact, the thesis and c."""
    return world(
        ["a", "b", "c"],
        [(0, "to", 1)],
        [("a and c", [0, 2])],
        [("all", [FACT, THESIS, C])],
        vectors={FACT: row(1, 0), THESIS: row(0, 1)},
    )


def ground(view, *skip, ends=(), most=10):
    query = Query(skip=frozenset(skip))
    return Ground(view, query, max_edges=most, ends=ends)


FACT_STEP = Step(B, FACT, Kind.FACT, FACT)
TO_THESIS = Step(THESIS, THESIS, Kind.THESIS, EDGE)
TO_EPISODE = Step(EPISODE, EPISODE, Kind.EPISODE, EDGE + 4)


def test_every_edge_is_walked_both_ways_and_states_its_fact_thesis_or_episode():
    of_a, of_thesis, of_episode, of_c = ground(told()).steps([A, THESIS, EPISODE, C])
    assert of_a == (FACT_STEP, TO_THESIS)
    assert of_thesis == (
        Step(A, THESIS, Kind.THESIS, EDGE),
        Step(C, THESIS, Kind.THESIS, EDGE + 1),
        Step(EPISODE, EPISODE, Kind.EPISODE, EDGE + 3),
    )
    assert of_episode == (
        Step(THESIS, EPISODE, Kind.EPISODE, EDGE + 3),
        Step(C, EPISODE, Kind.EPISODE, EDGE + 4),
    )
    assert of_c == (Step(THESIS, THESIS, Kind.THESIS, EDGE + 1), TO_EPISODE)


def test_skipped_kinds_are_not_entered():
    assert ground(told(), Kind.THESIS).steps([A, EPISODE]) == [
        (FACT_STEP,),
        (Step(C, EPISODE, Kind.EPISODE, EDGE + 4),),
    ]
    assert ground(told(), Kind.EPISODE).steps([C]) == [(Step(THESIS, THESIS, Kind.THESIS, 1002),)]
    nowhere, back = ground(told(), Kind.ENTITY, Kind.EPISODE).steps([B, THESIS])
    assert (nowhere, back) == ((), ())
    (only_c,) = ground(told(), Kind.ENTITY, Kind.EPISODE, ends=[C]).steps([THESIS])
    assert [step.node for step in only_c] == [C]


def test_the_bound_on_edges_closes_ways():
    assert ground(told(), most=1).steps([A]) == [(TO_THESIS,)]
    assert ground(told()).steps([999]) == [()]


def test_each_node_is_read_once():
    view = Counted(told())
    walked = ground(view)
    first = walked.steps([A, B, A])
    assert first[0] == first[2]
    assert walked.steps([B]) == [first[1]]
    assert walked.known(A)
    assert not walked.known(C)
    assert view.calls == {"links": 1}


def test_rows_are_read_once_and_products_tie_exactly():
    view = Counted(told())
    rows = Rows(view)
    rows.read([FACT, THESIS])
    assert rows.products([THESIS, FACT, A], row(0.6, 0.8)) == pytest.approx([0.8, 0.6, 0.0])
    assert rows.products([], row(1, 0)) == []
    assert rows.row(FACT).tolist() == [1, 0]
    assert view.calls == {"vectors": 2}
    with pytest.raises(UsageError, match=r"shape \(2,\), got \(3,\)"):
        rows.products([FACT], row(1, 0, 0))
    assert Rows(world(["a"])).products([A], row(1, 0, 0)) == [0.0]


def test_linked_groups_are_what_the_view_has():
    view = world(["a", "b", "c", "d"], [(0, "to", 2)], merges={B: A})
    query = Query(entities=((B, A), (C, ENTITY + 3), (999,), ()))
    assert linked_groups(view, query) == [(A,), (C,)]


def test_a_trail_names_nodes_and_facts_in_order():
    out = Step(C, THESIS, Kind.THESIS, EDGE + 1)
    assert trail(B, [], FACT_STEP) == (B, FACT)
    assert trail(B, [Step(A, FACT, Kind.FACT, FACT)], TO_THESIS) == (B, FACT, A, THESIS)
    assert trail(A, [TO_THESIS], out) == (A, THESIS)
    assert trail(A, [TO_THESIS, out], TO_EPISODE) == (A, THESIS, C, EPISODE)
