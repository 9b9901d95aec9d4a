"""Equation 1 of AriGraph, by hand."""

from math import log

import pytest

from clew.graph.types import Kind
from clew.recall.base import Limits, Query
from clew.recall.search.arigraph import (
    Episodic,
    Semantic,
    episodic_search,
    memory_search,
    relevance,
)
from tests.recall.worlds import EPISODE, FACT, THESIS, row, world


def told(*episodes, theses=(), **how):
    """Each argument lists the facts (by number) of one episode."""
    count = 1 + max((fact for facts in episodes for fact in facts), default=-1)
    names = [str(n) for n in range(count + 1)]
    facts = [(n, "to", n + 1) for n in range(count)]
    texts = [(f"text {n}", [FACT + fact for fact in facts]) for n, facts in enumerate(episodes)]
    return world(names, facts, theses, texts, **how)


def ranked(view, facts, query=None, k=20, **how):
    hits = episodic_search(view, query or Query(), Limits(k=k), [FACT + n for n in facts], **how)
    return [(hit.id - EPISODE, hit.score) for hit in hits]


def test_relevance_is_the_share_found_times_the_logarithm_of_all():
    assert relevance(2, 4) == pytest.approx(0.5 * log(4))
    assert relevance(3, 3) == pytest.approx(log(3))
    assert relevance(1, 1) == relevance(0, 0) == 0.0


def test_episodes_are_ranked_by_equation_1():
    view = told([0, 1], [0, 1, 2, 3], [2, 3, 4, 5, 6, 7, 8, 9])
    got = ranked(view, [0, 1, 2])
    want = {0: 2 / 2 * log(2), 1: 3 / 4 * log(4), 2: 1 / 8 * log(8)}
    assert dict(got) == pytest.approx(want)
    assert [episode for episode, _ in got] == [1, 0, 2]


def test_theses_and_repeated_input_facts_do_not_count():
    view = world(
        ["a", "b", "c"],
        [(0, "to", 1), (1, "to", 2)],
        [("a thesis", [0])],
        [("text", [FACT, FACT + 1, THESIS])],
    )
    assert dict(ranked(view, [0, 0])) == pytest.approx({0: 0.5 * log(2)})


def test_episodes_of_one_fact_score_0_and_follow_the_order_of_the_input():
    view = told([0], [1], [2])
    assert ranked(view, [2, 0, 1]) == [(2, 0.0), (0, 0.0), (1, 0.0)]


def test_equal_scores_prefer_more_found_facts_then_the_id():
    assert relevance(1, 2) == relevance(2, 16)
    view = told([0, 1], [0, *range(2, 17)], [0, 1])
    assert [episode for episode, _ in ranked(view, [0, 5])] == [1, 0, 2]


def test_recent_episodes_cost_no_place():
    view = told([0, 1, 2], [0, 1], [0, 3, 4, 5])
    query = Query(recent=frozenset({EPISODE}))
    assert [episode for episode, _ in ranked(view, [0, 1, 2], query, k=2)] == [1, 2]


def test_it_is_silent_on_empty_input_and_where_episodes_are_skipped():
    view = told([0, 1])
    assert ranked(view, []) == []
    assert ranked(world([]), []) == []
    assert ranked(view, [0], Query(skip=frozenset({Kind.EPISODE}))) == []
    assert ranked(view, [0], Query(kinds=(Kind.FACT,))) == []


def test_the_path_names_the_best_fact():
    view = told([0, 1], [1])
    hits = episodic_search(view, Query(), Limits(), [FACT + 1, FACT])
    assert [hit.path for hit in hits] == [(FACT + 1, EPISODE), (FACT + 1, EPISODE + 1)]
    assert [hit.episodes for hit in hits] == [(EPISODE,), (EPISODE + 1,)]


def test_memory_search_ranks_episodes_by_all_facts_found_now():
    vectors = {FACT: row(1, 0), FACT + 1: row(0.8, 0.6), FACT + 2: row(0, 1)}
    view = told([0, 1], [1, 2], vectors=vectors)
    query = Query(vector=row(1, 0), depth=1)
    facts, episodes = memory_search(view, query, Limits(k=1), Semantic(width=2), episodes=1)
    assert [hit.id for hit in facts] == [FACT]
    assert {hit.id: hit.score for hit in episodes} == pytest.approx({EPISODE: log(2)})
    assert [hit.id for hit in Episodic(Semantic(width=2)).retrieve(view, query, Limits(k=1))] == [
        EPISODE
    ]
