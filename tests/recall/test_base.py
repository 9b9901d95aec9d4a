"""The contract's own rules: what a query may hold, one row for one content, provenance."""

import pytest

from clew.errors import UsageError
from clew.graph.types import Entity, Episode, Fact, Goal, Item, Kind
from clew.recall.base import Found, Limits, Probe, Query, Scored, episodes_of, finish
from tests.plain_view import Edge, PlainView
from tests.recall.worlds import ENTITY, EPISODE, FACT, THESIS, row, world


def found(*ids, kind=Kind.FACT):
    return [Found(id, kind, 1.0 / place) for place, id in enumerate(ids, 1)]


def test_facts_equal_after_a_merge_are_shown_once_with_all_their_episodes():
    view = world(
        ["Anna", "Ann", "Rome"],
        [(0, "lives in", 2), (0, "likes", 2), (1, "Lives  in", 2)],
        episodes=[("one", [FACT]), ("two", [FACT + 2, FACT + 1])],
        merges={ENTITY + 1: ENTITY},
    )
    got = finish(view, Query(), Limits(k=2), found(FACT + 2, FACT, FACT + 1), "test")
    assert [(one.id, one.rank) for one in got] == [(FACT + 2, 1), (FACT + 1, 2)]
    assert got[0].episodes == (EPISODE, EPISODE + 1)


def test_theses_of_the_same_words_are_shown_once():
    view = world([], theses=[("The key is red.", []), ("the key is red", []), ("other", [])])
    got = finish(
        view, Query(), Limits(), found(THESIS, THESIS + 1, THESIS + 2, kind=Kind.THESIS), "t"
    )
    assert [one.id for one in got] == [THESIS, THESIS + 2]


def test_a_row_shows_validity_path_and_provenance():
    items: list[Item] = [
        Entity(id=1, name="a"),
        Entity(id=2, name="b"),
        Episode(id=3, text="t", at=4, source="s", known_from=1),
        Fact(id=5, subject=1, relation="to", object=2, subject_name="a", object_name="b",
             valid_from=1, valid_to=9, superseded_by=7),
        Goal(id=6, kind=Kind.GOAL, text="g", valid_from=2),
    ]  # fmt: skip
    view = PlainView(items, [Edge(id=8, kind=Kind.EPISODIC, source=3, target=5)])
    query = Query(kinds=(Kind.FACT, Kind.GOAL, Kind.EPISODE, Kind.ENTITY))
    rows = [Found(5, Kind.FACT, 0.5, (1, 5), (("x", 1, 0.5),)), *found(3, kind=Kind.EPISODE)]
    rows += [*found(6, kind=Kind.GOAL), *found(1, kind=Kind.ENTITY)]
    fact, episode, goal, entity = finish(view, query, Limits(), rows, "test")
    assert fact == Scored(
        id=5, kind=Kind.FACT, score=0.5, channel="test", rank=1, path=(1, 5), episodes=(3,),
        valid_from=1, valid_to=9, superseded_by=7, parts=(("x", 1, 0.5),),
    )  # fmt: skip
    assert (episode.episodes, episode.path, episode.kind) == ((3,), (3,), Kind.EPISODE)
    assert (goal.kind, goal.valid_from, goal.episodes) == (Kind.GOAL, 2, ())
    assert (entity.kind, entity.valid_from) == (Kind.ENTITY, None)


def test_unwanted_kinds_and_recent_episodes_are_not_returned():
    view = world(["a"], theses=[("t", [])], episodes=[("e", []), ("f", [])])
    rows = [*found(THESIS, kind=Kind.THESIS), *found(EPISODE, EPISODE + 1, kind=Kind.EPISODE)]
    query = Query(skip=frozenset({Kind.THESIS}), recent=frozenset({EPISODE}))
    assert [one.id for one in finish(view, query, Limits(), rows, "t")] == [EPISODE + 1]


def test_query_says_what_it_cannot_take():
    with pytest.raises(UsageError, match=r"shape \(1, 2\)"):
        Query(vector=row(1, 0)[None, :])
    with pytest.raises(UsageError, match="expected kinds of items"):
        Query(kinds=(Kind.MENTION,))
    with pytest.raises(UsageError, match="skip takes episode, thesis and entity"):
        Query(skip=frozenset({Kind.FACT}))
    with pytest.raises(UsageError, match="a period ends after it starts; got 3 to 3"):
        Query(periods=((1, 2), (3, 3)))
    with pytest.raises(UsageError, match="k=0"):
        Limits(k=0)
    with pytest.raises(UsageError, match="depth is at least 1"):
        Probe(row(1), depth=0)


def test_linked_entities_and_wanted_kinds_come_once_in_order():
    query = Query(entities=((3, 1), (1, 2)), kinds=(Kind.FACT, Kind.THESIS, Kind.FACT))
    assert query.linked == (3, 1, 2)
    assert query.wanted == (Kind.FACT, Kind.THESIS)


def scored(id, score, *episodes, rank=1):
    return Scored(id=id, kind=Kind.FACT, score=score, channel="t", rank=rank, episodes=episodes)


def test_votes_for_an_episode_count_less_and_less_and_are_shared():
    rows = [
        scored(1, 2.0, 11, rank=1),
        scored(2, 1.0, 11, 12, 13, 14, rank=2),
        scored(3, 0.5, 12, rank=3),
        scored(4, -1.0, 15, rank=4),
    ]
    assert episodes_of(rows) == [
        (11, 1.0 + 0.5 * 0.25),
        (12, 0.25 + 0.5 * 0.25),
        (13, 0.25),
        (14, 0.25),
        (15, 0.0),
    ]
    assert episodes_of([]) == []


def test_episodes_of_a_result_whose_scores_are_all_0_follow_its_ranks():
    assert episodes_of([scored(1, 0.0, 9, rank=1), scored(2, 0.0, 4, rank=2)]) == [
        (9, 1.0),
        (4, 0.5),
    ]
