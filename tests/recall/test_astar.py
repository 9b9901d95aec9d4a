"""A* by hand: paths across groups, bounds; and shortest paths by an oracle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.recall.base import Limits, Query
from clew.recall.search.astar import AStar
from tests.recall.worlds import ENTITY, EPISODE, FACT, THESIS, Counted, row, toward, world


def graph(names, edges, vectors=None):
    """Facts by the letters of their ends, vectors by the letter of the entity."""
    return world(
        list(names),
        [(names.index(a), f"r{n}", names.index(b)) for n, (a, b) in enumerate(edges)],
        vectors={ENTITY + names.index(name): to for name, to in (vectors or {}).items()},
    )


def between(*groups, **more):
    """A query whose mentions are entities by number."""
    return Query(entities=tuple(tuple(ENTITY + n for n in group) for group in groups), **more)


def found(view, query, **how):
    return {one.id - FACT: one for one in AStar(**how).search(view, query)}


LINE = ["ab", "cb", "cd", "bx"]


def test_what_lies_on_the_path_is_found_and_explained():
    view = graph("abcdx", LINE, {"a": row(1, 0), "d": row(0, 1)})
    got = found(view, between([0], [3]))
    assert sorted(got) == [0, 1, 2]
    assert got[2].path == (ENTITY, FACT, ENTITY + 1, FACT + 1, ENTITY + 2, FACT + 2)
    assert {one.score for one in got.values()} == {1 / 3}


def test_the_shorter_path_is_the_better_one():
    view = graph("abcde", ["ab", "bc", "cd", "ae"])
    got = AStar().retrieve(view, between([0], [3], [4]), Limits())
    assert [(one.id - FACT, one.score) for one in got] == [
        (3, 1.0),
        (0, 1 / 3),
        (1, 1 / 3),
        (2, 1 / 3),
    ]
    assert {one.channel for one in got} == {"astar"}


def test_all_that_is_stated_about_a_pair_on_the_path_is_found():
    view = graph("abc", ["ab", "ba", "bc", "ab"])
    assert sorted(found(view, between([0], [2]))) == [0, 1, 2, 3]


def test_pairs_are_formed_across_groups_only_and_first_meanings_first():
    view = graph("abcdef", ["ab", "bc", "bd", "be", "ef"])
    assert found(view, between([0, 2, 3])) == {}
    assert sorted(found(view, between([0, 2], [3]))) == [0, 1, 2]
    assert sorted(found(view, between([0, 2], [3], [5]), max_pairs=1)) == [0, 2]
    assert sorted(found(view, between([0, 2], [3], [5]), max_pairs=2)) == [0, 2, 3, 4]


def test_one_entity_has_no_path_to_itself():
    view = graph("ab", ["ab", "aa"])
    assert found(view, between([0], [0])) == {}
    assert found(view, between([0])) == {}
    assert found(view, between([0], [7])) == {}


FORK = ["sx", "xg", "sy", "yg"]
GOAL, MILD = row(1, 0), row(0.6, 0.8)
SIDE = row(0.8, -0.6)


def through(view, names, query, **how):
    """The inner nodes of the path found, as letters."""
    paths = [one.path for one in AStar(**how).search(view, query)]
    ids = {id for path in paths for id in path if id < FACT}
    return "".join(sorted(names[id - ENTITY] for id in ids if id not in query.linked))


def test_the_inner_product_takes_the_node_most_like_the_goal():
    """x is 0.4 from the goal and y is 0.2; on the way from s, x is 0 and y is 1 away."""
    view = graph("sxyg", FORK, {"s": MILD, "x": MILD, "y": SIDE, "g": GOAL})
    query = between([0], [3])
    assert through(view, "sxyg", query) == "y"


def test_a_negative_cosine_can_guess_too_much_and_cost_the_shortest_path():
    vectors = dict.fromkeys("syzg", GOAL) | {"x": row(-1, 0)}
    view = graph("sgyzx", ["sx", "xg", "sy", "yz", "zg"], vectors)
    assert through(view, "sgyzx", between([0], [1])) == "yz"


def test_equal_guesses_go_by_the_smaller_id():
    view = graph("syxg", ["sx", "xg", "sy", "yg"])
    assert through(view, "syxg", between([0], [3])) == "y"


def test_depth_bounds_the_edges_of_a_path():
    view = graph("abcd", ["ab", "bc", "cd"])
    assert found(view, between([0], [3]), max_depth=2) == {}
    assert len(found(view, between([0], [3]), max_depth=3)) == 3


def test_a_search_gives_up_after_so_many_nodes():
    view = graph("abcd", ["ab", "bc", "cd"])
    assert found(view, between([0], [3]), max_passed=3) == {}
    assert len(found(view, between([0], [3]), max_passed=4)) == 3


def test_max_edges_takes_the_newest_of_a_hub():
    view = graph("abcg", ["ag", "ab", "ac"])
    assert sorted(found(view, between([0], [3]))) == [0]
    assert found(view, between([0], [3]), max_edges=2) == {}


def kinds():
    """a -fact- b -fact- d -fact- c; a and c share a thesis, and an episode."""
    return world(
        ["a", "b", "c", "d"],
        [(0, "to", 1), (1, "to", 3), (3, "to", 2)],
        [("a and c", [0, 2])],
        [("both", [ENTITY, ENTITY + 2])],
    )


@pytest.mark.parametrize(
    ("skip", "reached"),
    [
        (set(), {THESIS}),
        ({Kind.THESIS}, {EPISODE}),
        ({Kind.EPISODE}, {THESIS}),
        ({Kind.THESIS, Kind.EPISODE}, {FACT, FACT + 1, FACT + 2}),
        ({Kind.ENTITY}, {THESIS}),
        ({Kind.ENTITY, Kind.THESIS}, {EPISODE}),
        ({Kind.ENTITY, Kind.THESIS, Kind.EPISODE}, set()),
    ],
)
def test_what_is_skipped_is_neither_walked_through_nor_returned(skip, reached):
    query = between([0], [2], skip=frozenset(skip))
    rows = AStar().retrieve(kinds(), query, Limits())
    assert {one.id for one in rows} == reached


def test_with_entities_skipped_another_mention_is_no_way_through():
    theses = [("a b", [0, 1]), ("b c", [1, 2])]
    view = world(["a", "b", "c"], theses=theses)
    query = between([0], [2], [1], skip=frozenset({Kind.ENTITY}))
    got = AStar().search(view, query)
    assert [(one.id, one.score) for one in got] == [(THESIS, 0.5), (THESIS + 1, 0.5)]
    assert AStar(max_pairs=1).search(view, query) == []


def test_the_query_orders_what_the_path_does_not():
    view = world(
        ["a", "b", "c"],
        [(0, "x", 1), (1, "y", 2)],
        vectors={FACT: toward(0.2), FACT + 1: toward(0.6)},
    )
    query = between([0], [2], vector=row(1, 0))
    got = AStar().search(view, query)
    assert [one.id - FACT for one in got] == [1, 0]
    assert [one.score for one in got] == pytest.approx([0.5 * 0.8, 0.5 * 0.6])


def test_edges_are_read_for_many_nodes_at_once():
    names = [str(n) for n in range(60)]
    spokes = [(0, "to", n) for n in range(1, 31)] + [(n, "to", n + 29) for n in range(2, 31)]
    view = Counted(world(names, spokes))
    assert AStar().search(view, between([0], [59]))
    assert view.calls["links"] < 8


@pytest.mark.parametrize(
    "how", [{"max_depth": 0}, {"max_passed": 0}, {"max_pairs": 0}, {"max_edges": 0}]
)
def test_bad_options_are_named(how):
    with pytest.raises(UsageError, match="got"):
        AStar(**how)


def steps_to(edges, goal):
    """Number of edges from every node to a goal, by relaxing all edges until nothing changes."""
    far = {goal: 0}
    for _ in edges:
        for a, b in [*edges, *(edge[::-1] for edge in edges)]:
            if a in far:
                far[b] = min(far[a] + 1, far.get(b, len(edges)))
    return far


@given(st.data())
def test_where_no_cosine_is_negative_the_path_is_a_shortest_one(data):
    letter = st.sampled_from("abcdefg")
    edges = data.draw(st.lists(st.tuples(letter, letter), min_size=1, max_size=10))
    unit = st.sampled_from([row(1, 0), row(0, 1), row(0.6, 0.8), row(0.8, 0.6)])
    vectors = {name: data.draw(unit) for name in "abcdefg" if data.draw(st.booleans())}
    view = graph("abcdefg", edges, vectors)
    got = AStar().search(view, between([0], [6]))
    far = steps_to(edges, "g").get("a")
    assert [round(1 / one.score) for one in got][:1] == ([] if far is None else [far])
