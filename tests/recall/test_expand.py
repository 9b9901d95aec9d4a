"""Expansion by hand: hops, damping, bounds, what is skipped."""

from math import log

import pytest

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.recall.base import Found, Limits, Query
from clew.recall.search.hybrid import Expand
from tests.recall.worlds import ENTITY, FACT, THESIS, row, world


def line():
    """a -f0- b -f1- c -f2- d; thesis 0 joins a and d."""
    facts = [(0, "to", 1), (1, "to", 2), (2, "to", 3)]
    return world(["a", "b", "c", "d"], facts, [("a like d", [0, 3])])


def reached(view, query, **how):
    return {one.id: one for one in Expand(**how).search(view, query, ())}


FROM_A = Query(entities=((ENTITY,),), skip=frozenset({Kind.THESIS}))


def test_a_hop_is_one_statement_and_its_far_end():
    assert list(reached(line(), FROM_A, hops=1)) == [FACT]
    assert list(reached(line(), FROM_A, hops=2)) == [FACT, FACT + 1]
    assert list(reached(line(), FROM_A, hops=3)) == [FACT, FACT + 1, FACT + 2]


def test_scores_fall_with_distance_and_degree():
    got = reached(line(), FROM_A, hops=2)
    assert got[FACT].score == pytest.approx(1.0)
    assert got[FACT + 1].score == pytest.approx(1.0 * 0.5 / (1 + log(2)))
    assert got[FACT + 1].path == (ENTITY, FACT, ENTITY + 1, FACT + 1)


def test_theses_are_walked_through_unless_skipped():
    query = Query(entities=((ENTITY,),))
    got = reached(line(), query, hops=2)
    assert set(got) == {FACT, FACT + 1, FACT + 2, THESIS}
    assert got[FACT + 2].path == (ENTITY, THESIS, ENTITY + 3, FACT + 2)


def test_skipping_entities_leaves_nothing_to_walk():
    assert reached(line(), Query(entities=((ENTITY,),), skip=frozenset({Kind.ENTITY}))) == {}


def test_seeds_set_out_from_their_ends_with_their_scores():
    seeds = [Found(FACT, Kind.FACT, 0.5), Found(ENTITY + 3, Kind.ENTITY, 0.25)]
    seeds += [Found(THESIS, Kind.THESIS, 0.1), Found(999, Kind.EPISODE, 1.0)]
    got = {one.id: one for one in Expand(hops=1).search(line(), Query(), seeds)}
    assert got[FACT + 1].path == (FACT, ENTITY + 1, FACT + 1)
    assert got[FACT + 1].score == pytest.approx(0.5 / (1 + log(2)))
    assert got[FACT + 2].score == pytest.approx(0.25 / (1 + log(2)))


def test_what_lies_beyond_a_hub_is_reached_only_if_the_question_names_it():
    facts = [*((n, "in", 1) for n in range(2, 12)), (0, "in", 1), (11, "on", 12)]
    view = world([str(n) for n in range(13)], facts)
    named = Query(entities=((ENTITY,), (ENTITY + 1,)))
    one = reached(view, Query(entities=((ENTITY,),)), hops=3, fan_out=5)
    assert sorted(one) == [*range(FACT + 6, FACT + 11)]
    two = reached(view, named, hops=3, fan_out=5)
    assert sorted(two) == [*range(FACT + 6, FACT + 12)]
    assert two[FACT + 9].score == pytest.approx(1 / (1 + log(5)))


def test_fan_out_takes_the_newest_edges_frontier_and_reach_the_best():
    facts = [(0, "to", n) for n in range(1, 7)] + [(1, "on", 7), (6, "on", 7)]
    view = world([str(n) for n in range(8)], facts)
    query = Query(entities=((ENTITY,),))
    assert sorted(reached(view, query, hops=1, fan_out=2)) == [FACT + 4, FACT + 5]
    assert sorted(reached(view, query, hops=2, frontier=1)) == [*range(FACT, FACT + 7)]
    assert sorted(reached(view, query, hops=2, reach=3)) == [FACT, FACT + 1, FACT + 2]


def test_edges_of_one_entity_are_told_apart_by_the_query_s_vector():
    vectors = {FACT: row(-1, 0), FACT + 1: row(1, 0), FACT + 2: row(0, 1)}
    view = world(["a", "b"], [(0, "x", 1), (0, "y", 1), (0, "z", 1)], vectors=vectors)
    query = Query(vector=row(1, 0), entities=((ENTITY,),))
    got = Expand(hops=1).retrieve(view, query, Limits())
    assert [(one.id, one.score) for one in got] == [
        (FACT + 1, pytest.approx(1 / (1 + log(3)))),
        (FACT + 2, pytest.approx(0.5 / (1 + log(3)))),
        (FACT, 0.0),
    ]


def test_bad_bounds_are_named():
    with pytest.raises(UsageError, match="hops=0"):
        Expand(hops=0)
    with pytest.raises(UsageError, match="got 0"):
        Expand(decay=0)
