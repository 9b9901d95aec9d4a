"""BeamSearch by hand: costs, what is skipped, bounds, an oracle."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.recall.base import Limits, Query
from clew.recall.search.beam import Beam
from tests.recall.worlds import ENTITY, EPISODE, FACT, THESIS, Counted, row, toward, world

SKIPPED = frozenset({Kind.THESIS, Kind.EPISODE})
FROM_A = Query(vector=row(1, 0), entities=((ENTITY,),))


def facts(names, edges):
    """Facts as (subject, object, likeness to the query), by the letters of their ends."""
    return world(
        list(names),
        [(names.index(a), f"r{n}", names.index(b)) for n, (a, b, _) in enumerate(edges)],
        vectors={FACT + n: toward(2 * near - 1) for n, (*_, near) in enumerate(edges)},
    )


def found(view, query=FROM_A, **how):
    return {one.id - FACT: one for one in Beam(**how).search(view, query)}


def test_a_path_costs_the_logarithms_of_its_cosines_over_a_power_of_its_length():
    view = facts("abc", [("a", "b", 0.9), ("b", "c", 0.5)])
    for alpha, edges in ((0.0, 1.0), (1.0, 2.0), (0.75, 2**0.75)):
        got = found(view, max_depth=2, mean_alpha=alpha)
        assert got[0].path == (ENTITY, FACT)
        assert got[1].path == (ENTITY, FACT, ENTITY + 1, FACT + 1)
        assert got[0].score == got[1].score == pytest.approx(0.45 ** (1 / edges))


def test_mean_alpha_decides_between_a_short_and_a_long_path():
    view = facts("abcd", [("a", "b", 0.6), ("a", "c", 0.7), ("c", "d", 0.7)])
    order = {}
    for alpha in (0.0, 1.0):
        rows = Beam(mean_alpha=alpha, max_depth=2).retrieve(view, FROM_A, Limits())
        order[alpha] = [one.id - FACT for one in rows]
    assert order == {0.0: [0, 1, 2], 1.0: [1, 2, 0]}


def test_depth_bounds_the_edges_of_a_path():
    view = facts("abcd", [("a", "b", 0.9), ("b", "c", 0.9), ("c", "d", 0.9)])
    for depth in (1, 2, 3):
        assert sorted(found(view, max_depth=depth)) == list(range(depth))


def test_max_paths_keeps_the_best_extensions_of_all_paths():
    edges = [("a", "b", 0.9), ("a", "c", 0.5), ("b", "d", 0.1), ("c", "e", 0.9), ("c", "f", 0.8)]
    view = facts("abcdef", edges)
    assert sorted(found(view, max_depth=2, max_paths=2)) == [1, 3, 4]
    assert sorted(found(view, max_depth=2, max_paths=1)) == [0, 2]
    assert sorted(found(view, max_depth=2)) == [0, 1, 2, 3, 4]


def test_a_path_never_turns_back_nor_crosses_itself():
    edges = [("a", "b", 0.9), ("b", "c", 0.9), ("c", "d", 0.9), ("d", "b", 0.9)]
    assert sorted(found(facts("abcd", edges), max_paths=1)) == [0, 1, 2]
    both = facts("ab", [("a", "b", 0.9), ("b", "a", 0.9)])
    assert [one.path for one in Beam().search(both, FROM_A)] == [(ENTITY, FACT), (ENTITY, FACT + 1)]


def test_paths_do_not_cross_each_other():
    edges = [("a", "b", 0.9), ("a", "c", 0.8), ("b", "c", 0.95), ("c", "d", 0.1), ("b", "e", 0.1)]
    assert sorted(found(facts("abcde", edges), max_depth=2, max_paths=2)) == [0, 1, 3, 4]


SQUARE = [("a", "b", 0.9), ("b", "d", 0.9), ("a", "c", 0.8), ("c", "d", 0.8)]


def test_two_paths_may_enter_one_node_at_the_same_depth():
    assert sorted(found(facts("abcd", SQUARE), max_depth=2)) == [0, 1, 2, 3]


@pytest.mark.parametrize(("near", "chosen"), [(0.9, [0, 1, 2]), (0.1, [1, 2, 3])])
def test_ended_and_whole_paths_are_chosen_by_their_cost(near, chosen):
    """a - b ends at once; a - c - d and a - c - e reach the full depth."""
    edges = [("a", "b", near), ("a", "c", 0.9), ("c", "d", 0.9), ("c", "e", 0.5)]
    assert sorted(found(facts("abcde", edges), max_depth=2, max_paths=2)) == chosen


def kinds():
    """a -fact- b; a and c in a thesis; b, c and the thesis in an episode; c -fact- d."""
    return world(
        ["a", "b", "c", "d"],
        [(0, "to", 1), (2, "to", 3)],
        [("a and c", [0, 2])],
        [("all", [ENTITY + 1, ENTITY + 2, THESIS, FACT])],
        vectors={id: row(1, 0) for id in (FACT, FACT + 1, THESIS, EPISODE)},
    )


@pytest.mark.parametrize(
    ("skip", "reached"),
    [
        (set(), {FACT, FACT + 1, THESIS, EPISODE}),
        ({Kind.EPISODE}, {FACT, FACT + 1, THESIS}),
        ({Kind.THESIS}, {FACT, FACT + 1, EPISODE}),
        ({Kind.THESIS, Kind.EPISODE}, {FACT}),
        ({Kind.ENTITY}, {THESIS, EPISODE}),
        ({Kind.ENTITY, Kind.THESIS}, set()),
    ],
)
def test_what_is_skipped_is_neither_walked_through_nor_returned(skip, reached):
    query = Query(vector=row(1, 0), entities=((ENTITY,),), skip=frozenset(skip))
    rows = Beam().retrieve(kinds(), query, Limits())
    assert {one.id for one in rows} == reached
    kind_of = {THESIS: Kind.THESIS, EPISODE: Kind.EPISODE}
    assert not skip & {kind_of.get(id) for one in rows for id in one.path}


def test_only_wanted_kinds_come_out_but_all_are_walked():
    query = Query(vector=row(1, 0), entities=((ENTITY,),), kinds=(Kind.EPISODE,))
    (hit,) = Beam().retrieve(kinds(), query, Limits())
    assert (hit.id, hit.channel, hit.episodes) == (EPISODE, "beam", (EPISODE,))
    assert hit.path == (ENTITY, FACT, ENTITY + 1, EPISODE)


def test_out_of_a_thesis_the_way_leads_to_the_entity_most_like_the_query():
    vectors = {ENTITY + 1: row(0, 1), ENTITY + 2: row(1, 0)}
    vectors |= {id: toward(0.9) for id in (FACT, FACT + 1, THESIS)}
    names = ["a", "b", "c", "x", "y"]
    view = world(names, [(1, "to", 3), (2, "to", 4)], [("a b c", [0, 1, 2])], vectors=vectors)
    got = found(view, max_paths=1, max_depth=3)
    assert sorted(got) == [1, THESIS - FACT]
    assert got[1].path == (ENTITY, THESIS, ENTITY + 2, FACT + 1)


def test_equal_paths_go_by_the_smaller_edge():
    view = facts("abc", [("a", "b", 0.9), ("a", "c", 0.9)])
    assert sorted(found(view, max_paths=1)) == [0]


def test_every_linked_entity_has_its_own_beam_up_to_a_bound():
    edges = [("a", "b", 0.9), ("c", "d", 0.5), ("e", "f", 0.7)]
    query = Query(vector=row(1, 0), entities=((ENTITY, ENTITY + 2), (ENTITY + 4,)))
    assert sorted(found(facts("abcdef", edges), query, max_paths=1)) == [0, 1, 2]
    assert sorted(found(facts("abcdef", edges), query, max_starts=2)) == [0, 1]


def test_max_edges_takes_the_newest_of_a_hub():
    edges = [("a", other, 0.9) for other in "bcde"]
    assert sorted(found(facts("abcde", edges), max_edges=2)) == [2, 3]


def test_likeness_is_half_of_one_plus_the_cosine():
    view = facts("abcd", [("a", "b", 0.25), ("a", "c", 0.5005), ("a", "d", 0.9)])
    got = found(view)
    assert [got[n].score for n in range(3)] == pytest.approx([0.25, 0.5005, 0.9])
    assert found(view, least=0.3)[0].score == pytest.approx(0.3)


def test_a_merged_entity_starts_from_what_it_stands_for():
    view = world(["a", "b", "c"], [(0, "to", 2)], merges={ENTITY + 1: ENTITY},
                 vectors={FACT: row(1, 0)})  # fmt: skip
    query = Query(vector=row(1, 0), entities=((ENTITY + 1,),))
    assert found(view, query)[0].path == (ENTITY, FACT)


def test_without_a_vector_or_a_linked_entity_nothing_is_found():
    view = facts("ab", [("a", "b", 0.9)])
    for query in (
        Query(entities=((ENTITY,),)),
        Query(vector=row(0, 0), entities=((ENTITY,),)),
        Query(vector=row(1, 0)),
        Query(vector=row(1, 0), entities=((),)),
        Query(vector=row(1, 0), entities=((999,),)),
    ):
        assert found(view, query) == {}


def test_a_vector_of_another_dimension_is_refused():
    query = Query(vector=row(1, 0, 0), entities=((ENTITY,),))
    with pytest.raises(UsageError, match=r"shape \(2,\)"):
        found(facts("ab", [("a", "b", 0.9)]), query)


def test_a_depth_is_one_read_of_edges_and_one_of_vectors():
    names = [str(n) for n in range(40)]
    view = world(
        names,
        [(n // 3, "to", n) for n in range(1, 40)],
        vectors={FACT + n: toward(n / 40) for n in range(39)},
    )
    counted = Counted(view)
    query = Query(vector=row(1, 0), entities=((ENTITY,), (ENTITY + 1,), (ENTITY + 2,)))
    assert Beam(max_depth=3).search(counted, query)
    assert counted.calls == {"links": 1 + 3, "items": 1, "vectors": 3}


@pytest.mark.parametrize(
    "how",
    [
        {"max_depth": 0},
        {"max_paths": 0},
        {"max_starts": 0},
        {"max_edges": 0},
        {"mean_alpha": -0.1},
        {"mean_alpha": 1.1},
        {"mean_alpha": math.nan},
        {"least": 0.0},
    ],
)
def test_bad_options_are_named(how):
    with pytest.raises(UsageError, match="got"):
        Beam(**how)


@given(st.data())
def test_a_wide_beam_finds_what_trying_every_path_finds(data):
    names = "abcdef"
    letter = st.sampled_from(names)
    near = st.sampled_from([0.2, 0.5, 0.9])
    edges = data.draw(st.lists(st.tuples(letter, letter, near), min_size=1, max_size=7))
    view = facts(names, edges)
    best: dict[int, float] = {}
    for walked in every_path(edges, depth=3):
        cosines = [edges[number][2] for number in walked]
        score = math.prod(cosines) ** (1 / len(walked) ** 0.75)
        for number in walked:
            best[number] = max(best.get(number, 0.0), score)
    got = found(view, max_depth=3, max_paths=10_000)
    assert {id: one.score for id, one in got.items()} == pytest.approx(best)


def every_path(edges, depth):
    """Return all paths from a, as numbers of edges, that end or reach the depth.

    They grow together; a node that one of them is on is closed to all in the next step.
    """
    paths: list[tuple[str, tuple[int, ...]]] = [("a", ())]
    ended: list[tuple[int, ...]] = []
    for _ in range(depth):
        on = {letter for _, walked in paths for n in walked for letter in edges[n][:2]} | {"a"}
        longer = []
        for end, walked in paths:
            ways = [
                (far, (*walked, n))
                for n, (one, other, _) in enumerate(edges)
                for near, far in ((one, other), (other, one))
                if near == end and far not in on
            ]
            longer += ways
            ended += [walked] if walked and not ways else []
        paths = longer
    return [*ended, *(walked for _, walked in paths)]
