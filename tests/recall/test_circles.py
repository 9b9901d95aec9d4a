"""WaterCircles by hand: what joins the question's entities, texts, limits, and one entity alone."""

from datetime import UTC, datetime
from math import log1p

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.types import Entity, Episode, Fact, Kind
from clew.recall.base import Limits, Query
from clew.recall.search.circles import Circles
from tests.plain_view import Edge, PlainView
from tests.recall.worlds import ENTITY, EPISODE, FACT, THESIS, row, world, worlds

ALL = Limits(k=100)


def about(*numbers, **more):
    return Query(entities=tuple((ENTITY + n,) for n in numbers), **more)


def reached(view, query, **how):
    return {one.id: one for one in Circles(**how).retrieve(view, query, ALL)}


def idf(having, total):
    return log1p((total - having + 0.5) / (having + 0.5)) / log1p((total - 0.5) / 1.5)


def square():
    """a - b joined; a and c meet in m; d hangs on a alone, e on m."""
    facts = [(0, "knows", 1), (0, "in", 3), (2, "in", 3), (0, "has", 4), (3, "near", 5)]
    return world(["a", "b", "c", "m", "d", "e"], facts)


def test_bridges_lead_from_one_entity_to_another():
    got = reached(square(), about(0, 1))
    assert list(got) == [FACT]
    assert got[FACT].path == (ENTITY, FACT)
    assert got[FACT].score == pytest.approx(idf(3, 5) + idf(1, 5))


def test_two_circles_meet_in_an_entity_of_neither():
    got = reached(square(), about(0, 2))
    assert list(got) == [FACT + 1, FACT + 2]
    assert [got[id].path for id in got] == [(ENTITY, FACT + 1), (ENTITY + 2, FACT + 2)]
    assert got[FACT + 1].score == pytest.approx((idf(3, 5) + idf(1, 5)) * idf(3, 5) / 2)


def test_the_order_of_the_entities_does_not_show():
    one, other = (reached(square(), about(*order)) for order in ((0, 1, 2), (2, 1, 0)))
    assert {(id, hit.score) for id, hit in one.items()} == {
        (id, hit.score) for id, hit in other.items()
    }


def test_strict_keeps_only_bridges_that_join_three_and_loose_keeps_all():
    view = world(["a", "b", "c"], [(0, "knows", 1), (0, "met", 2)])
    three = Query(entities=((ENTITY,), (ENTITY + 1,), (ENTITY + 1, ENTITY + 2)))
    # Fact 0 leads from the first group to both others; fact 1 to the third only.
    assert list(reached(view, three)) == [FACT]
    assert set(reached(view, three, strict_filter=False)) == {FACT, FACT + 1}


def test_a_second_circle_finds_longer_chains_whole():
    view = world(["a", "x", "b", "y"], [(0, "to", 1), (1, "to", 3), (3, "to", 2)])
    assert reached(view, about(0, 2), depth=1, other_triplets_num=0) == {}
    two = reached(view, about(0, 2), depth=2)
    assert [two[FACT + n].path for n in range(3)] == [
        (ENTITY, FACT), (ENTITY, FACT, ENTITY + 1, FACT + 1), (ENTITY + 2, FACT + 2),
    ]  # fmt: skip
    assert reached(view, about(0, 2), depth=2, chain_triplets_num=2, other_triplets_num=0) == {}


def test_one_entity_gets_its_texts_and_its_facts():
    view = world(
        ["a", "b"], [(0, "to", 1)],
        [("a one", [0]), ("a two", [0, 1])], [("a three", [ENTITY])],
    )  # fmt: skip
    got = reached(view, about(0))
    assert list(got) == [THESIS, THESIS + 1, EPISODE]
    assert got[EPISODE].path == (ENTITY, EPISODE)
    assert got[THESIS].score == pytest.approx(idf(4, 4))
    facts = reached(view, about(0, kinds=(Kind.FACT,)))
    assert (list(facts), facts[FACT].score) == ([FACT], pytest.approx(idf(4, 4)))


def club():
    """Theses 0, 1 join a and b; 2 to 4 are of a, 5 of b."""
    theses = [("ab", [0, 1]), ("ba", [1, 0]), *((f"a{n}", [0]) for n in range(3)), ("b", [1])]
    return world(["a", "b"], theses=theses)


def test_texts_that_mention_more_come_first_and_alone():
    got = reached(club(), about(0, 1))
    assert list(got) == [THESIS, THESIS + 1]
    assert got[THESIS].score == pytest.approx(idf(5, 6) + idf(3, 6))
    once = world(["a", "b"], theses=[("ab", [0, 1]), ("a", [0]), ("b", [1]), ("b2", [1])])
    alone = reached(once, about(0, 1), other_triplets_num=0)
    assert list(alone) == [THESIS, THESIS + 1, THESIS + 2, THESIS + 3]  # one text is not enough
    assert alone[THESIS + 1].score > alone[THESIS + 2].score  # a is rarer than b


def test_no_entity_takes_more_than_its_share_of_the_texts():
    theses = [*((f"a{n}", [0]) for n in range(9)), ("b", [1])]
    view = world(["a", "b", "c"], theses=theses)
    assert len(reached(view, about(0), hyper_num=6)) == 6
    two = reached(view, about(0, 1), hyper_num=6)
    assert sorted(two) == [*range(THESIS, THESIS + 5), THESIS + 9]
    loose = Query(entities=((ENTITY,), (ENTITY + 1,), (ENTITY + 2,)))
    view = world(["a", "b", "c"], [(2, "is", 2)], theses)
    assert sum(one >= THESIS for one in reached(view, loose, hyper_num=6)) == 4
    assert sum(one >= THESIS for one in reached(view, loose, hyper_num=6, strict_filter=False)) == 6


def test_theses_and_episodes_have_their_own_limits():
    episodes = [(f"e{n}", [ENTITY]) for n in range(4)]
    view = world(["a"], theses=[(f"t{n}", [0]) for n in range(4)], episodes=episodes)
    got = reached(view, about(0), hyper_num=1, episodic_num=3)
    assert list(got) == [THESIS, EPISODE, EPISODE + 1, EPISODE + 2]
    assert reached(view, about(0), hyper_num=0, episodic_num=0) == {}
    recent = about(0, recent=frozenset({EPISODE}))
    assert list(reached(view, recent, hyper_num=0, episodic_num=1)) == [EPISODE + 1]


def test_other_facts_come_where_the_rest_is_not_enough():
    got = reached(square(), about(4, 5))  # d and e: nothing joins them
    assert list(got) == [FACT + 3, FACT + 4]
    assert list(reached(square(), about(4, 5), other_triplets_num=1)) == [FACT + 3]
    full = world(["a", "b"], [(0, "is", 1)], [("a", [0]), ("a!", [0])])
    assert FACT not in reached(full, about(0))
    assert FACT in reached(full, about(0), strict_filter=False)
    many = world(["a", "b"], [(0, "is", 1)], [(f"a{n}", [0]) for n in range(20)])
    assert FACT not in reached(many, about(0), strict_filter=False, hyper_num=20)
    fan = world([str(n) for n in range(9)], [(0, "to", n) for n in range(1, 9)])
    assert len(reached(fan, about(0), other_triplets_num=4)) == 4
    assert len(reached(fan, about(0), other_triplets_num=4, strict_filter=False)) == 6


def dated():
    said = [Episode(id=EPISODE + n, text=f"e{n}", at=n, source="t", known_from=0) for n in range(4)]
    names = [Entity(id=ENTITY, name="a"), Entity(id=ENTITY + 1, name="b")]
    facts = [
        Fact(id=FACT + n, subject=ENTITY, relation=f"r{n}", object=ENTITY + 1, subject_name="a",
             object_name="b", valid_from=n)
        for n in range(3)
    ]  # fmt: skip
    edges = [
        Edge(id=1000 + n, kind=Kind.EPISODIC, source=EPISODE + n, target=ENTITY) for n in range(4)
    ]
    return PlainView([*names, *facts, *said], edges, now=9)


def test_a_date_of_the_question_counts_as_one_more_entity():
    got = reached(dated(), about(0, periods=((1, 3),)))
    assert list(got) == [EPISODE + 1, EPISODE + 2]
    bridge = reached(dated(), about(0, 1, periods=((1, 2),)))
    assert next(iter(bridge)) == FACT + 1
    assert [id for id in bridge if id < EPISODE] == [FACT + 1]  # strict: joins two at a date
    undated = about(0, periods=((1, 3),))
    assert len(reached(club(), undated)) == 5
    years = ((datetime(2023, 1, 1, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=UTC)),)
    assert len(reached(dated(), about(0, periods=years))) == 4  # steps are in no year


def test_likeness_to_the_question_decides_ties_unless_turned_off():
    vectors = {THESIS: row(-1, 0), THESIS + 1: row(0, 1), THESIS + 2: row(1, 0)}
    view = world(["a"], theses=[("t0", [0]), ("t1", [0]), ("t2", [0])], vectors=vectors)
    query = about(0, vector=row(1, 0))
    assert list(reached(view, query, hyper_num=2)) == [THESIS + 2, THESIS + 1]
    assert list(reached(view, query, hyper_num=2, similarity=0.0)) == [THESIS, THESIS + 1]


def test_a_hub_s_old_mentions_count_though_only_its_newest_edges_are_read():
    theses = [
        ("both", [0, 1]),
        ("both too", [0, 1]),
        ("a", [0]),
        *((f"b{n}", [1]) for n in range(9)),
    ]
    view = world(["a", "b"], theses=theses)
    got = reached(view, about(0, 1), max_edges=4)
    assert list(got) == [THESIS, THESIS + 1]


def test_of_a_hub_what_is_most_like_the_question_is_found_among_the_old():
    names = ["hub", *(f"n{n}" for n in range(12))]
    facts = [(0, "keeps" if n == 3 else "has", n) for n in range(1, 13)]
    theses = [("old gold" if n == 1 else f"t{n}", [0]) for n in range(12)]
    view = world(names, facts, theses, vectors={FACT + 4: row(1, 0), THESIS: row(1, 0)})
    plain = reached(view, about(0), max_edges=4, strict_filter=False)
    assert FACT + 2 not in plain
    assert THESIS + 1 not in plain
    worded = about(0, text="Who keeps old gold?")
    assert {FACT + 2, THESIS + 1} <= reached(view, worded, max_edges=4, strict_filter=False).keys()
    dense = about(0, vector=row(1, 0))
    assert {FACT + 4, THESIS} <= reached(view, dense, max_edges=4, strict_filter=False).keys()
    blind = reached(view, dense, max_edges=4, strict_filter=False, similarity=0.0)
    assert not {FACT + 4, THESIS} & blind.keys()
    bare = about(0, text="Who keeps old gold?", skip=frozenset({Kind.THESIS}))
    left = reached(view, bare, max_edges=4, strict_filter=False)
    assert FACT + 2 in left
    assert all(id < THESIS for id in left)
    other = about(1, text="Who keeps old gold?")
    assert list(reached(view, other, max_edges=4)) == [FACT]  # n0 is no hub


def test_wide_circles_follow_the_facts_most_like_the_question():
    facts = [(0, "to", 1), (0, "to", 2), (1, "to", 3), (2, "to", 4)]
    view = world(["a", "x", "y", "p", "q"], facts, vectors={FACT: row(0, 1), FACT + 1: row(1, 0)})
    query = about(0, vector=row(1, 0))
    assert sorted(reached(view, query, depth=2)) == [FACT, FACT + 1, FACT + 2, FACT + 3]
    assert sorted(reached(view, query, depth=2, max_width=1)) == [FACT, FACT + 1, FACT + 3]


def test_texts_of_the_second_circle_count_less():
    view = world(["a", "x"], [(0, "to", 1)], [("of a", [0]), ("of x", [1])])
    got = reached(view, about(0), depth=2)
    assert got[THESIS].score == pytest.approx(2 * got[THESIS + 1].score)
    assert got[THESIS + 1].path == (ENTITY, FACT, ENTITY + 1, THESIS + 1)


@pytest.mark.parametrize("skip", [Kind.THESIS, Kind.EPISODE, Kind.ENTITY])
def test_skipped_kinds_are_neither_walked_nor_returned(skip):
    facts = [(0, "to", 1), (0, "to", 2)]
    view = world(["a", "b", "c"], facts, [("t", [0, 1])], [("e", [ENTITY, ENTITY + 1])])
    query = about(0, 1, skip=frozenset({skip}))
    got = reached(view, query, depth=2, strict_filter=False)
    left = {Kind.THESIS: THESIS, Kind.EPISODE: EPISODE, Kind.ENTITY: FACT + 1}[skip]
    assert set(got) == {FACT, FACT + 1, THESIS, EPISODE} - {left}


def test_no_entity_linked_gives_nothing_and_options_are_checked():
    assert reached(square(), Query(text="a")) == {}
    assert reached(world(["lonely"]), about(0)) == {}
    for wrong in ({"depth": 0}, {"hyper_num": -1}, {"similarity": float("inf")}):
        with pytest.raises(UsageError, match="got"):
            Circles(**wrong)


@given(worlds(), st.permutations(range(4)), st.integers(1, 3), st.booleans())
def test_order_of_entities_never_shows_and_limits_hold(view, order, depth, strict):
    ids = view.ids(Kind.ENTITY)
    groups = [(ids[n],) for n in order if n < len(ids)]
    how = Circles(depth=depth, strict_filter=strict, hyper_num=3, other_triplets_num=2)
    one, other = (
        {(hit.id, hit.score) for hit in how.retrieve(view, Query(entities=tuple(some)), ALL)}
        for some in (sorted(groups), groups)
    )
    assert one == other
    assert sum(THESIS <= id < EPISODE for id, _ in one) <= 3
