"""Personalised PageRank: against the solved equations, and its seeds by hand."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.types import Fact, Kind
from clew.recall.base import Limits, Query
from clew.recall.search.ppr import PageRank
from tests.recall.worlds import ENTITY, EPISODE, FACT, THESIS, row, world, worlds

EVERYTHING = (Kind.FACT, Kind.THESIS, Kind.EPISODE, Kind.ENTITY)
WALKED = (Kind.FACT, Kind.MENTION, Kind.EPISODIC)
ALL = Limits(k=100)


def oracle(view, seeds, damping, skip=frozenset()):
    """The same walk, solved as linear equations over the whole graph: node -> score."""
    kinds = [kind for kind in (Kind.ENTITY, Kind.THESIS, Kind.EPISODE) if kind not in skip]
    nodes = sorted(id for kind in kinds for id in view.ids(kind))
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(nodes)
    for id, links in zip(nodes, view.links(nodes, WALKED), strict=True):
        graph.add_edges_from((id, link.other) for link in links if link.other in graph)
    share = np.array([seeds.get(id, 0.0) for id in nodes])
    rows = nx.to_numpy_array(graph, nodelist=nodes)
    rows[rows.sum(axis=1) == 0] = share  # a walk that cannot go on restarts
    onward = rows / rows.sum(axis=1, keepdims=True)
    found = np.linalg.solve(np.eye(len(nodes)) - damping * onward.T, (1 - damping) * share)
    return dict(zip(nodes, found.tolist(), strict=True))


def town():
    names = ["Anna", "Porto", "Portugal", "Ben", "Rome"]
    facts = [(0, "lives in", 1), (1, "is in", 2), (3, "lives in", 4)]
    theses = [("Anna likes Ben.", [0, 3])]
    episodes = [
        ("Anna moved to Porto.", [FACT, ENTITY, ENTITY + 1]),
        ("Porto is in Portugal.", [FACT + 1, ENTITY + 1, ENTITY + 2]),
        ("Ben and Anna.", [FACT + 2, THESIS, ENTITY, ENTITY + 3, ENTITY + 4]),
    ]
    vectors = {FACT: row(1, 0), FACT + 1: row(0, 1), FACT + 2: row(-1, 0)}
    return world(names, facts, theses, episodes, vectors=vectors)


def test_one_fact_s_ends_weighted_by_how_many_episodes_hold_them():
    query = Query(vector=row(1, 0), kinds=EVERYTHING)
    how = PageRank(statements=1, passages=0, epsilon=1e-9)
    got = {one.id: one for one in how.retrieve(town(), query, ALL)}
    # Anna and Porto are in two episodes each: equal shares.
    want = oracle(town(), {ENTITY: 0.5, ENTITY + 1: 0.5}, 0.5)
    assert {id: got[id].score for id in want} == pytest.approx(want, abs=1e-6)
    assert got[EPISODE].score > got[EPISODE + 1].score > 0
    assert got[ENTITY].path == (FACT, ENTITY)
    assert got[ENTITY + 2].path == (FACT, ENTITY + 1, FACT + 1, ENTITY + 2)
    assert got[FACT + 1].path == (FACT, ENTITY + 1, FACT + 1)
    assert got[FACT].path == (FACT,)


def test_a_fact_scores_what_crosses_it_and_what_restarts_at_it():
    view = world(["a", "b", "c"], [(0, "to", 1), (1, "to", 2)], vectors={FACT: row(1, 0)})
    got = PageRank(statements=1, epsilon=1e-9).retrieve(view, Query(vector=row(1, 0)), ALL)
    scores = oracle(view, {ENTITY: 0.5, ENTITY + 1: 0.5}, 0.5)
    leaves = {id: scores[id] for id in scores}  # (1 - damping) * time = score; on go as much
    first = leaves[ENTITY] + leaves[ENTITY + 1] / 2
    assert [one.id for one in got] == [FACT, FACT + 1]
    assert got[0].score == pytest.approx(first + 0.5 * 0.5, abs=1e-6)
    assert got[1].score == pytest.approx(leaves[ENTITY + 1] / 2 + leaves[ENTITY + 2], abs=1e-6)


def test_a_rare_end_gets_more_and_facts_that_share_an_end_are_averaged():
    facts = [(0, "met", 1), (0, "met", 2)]
    episodes = [("1", [ENTITY]), ("2", [ENTITY, ENTITY + 1, ENTITY + 2]), ("3", [ENTITY])]
    view = world(
        ["a", "b", "c"], facts, (), episodes, vectors={FACT: row(1, 0), FACT + 1: row(0.8, 0.6)}
    )
    query = Query(vector=row(1, 0), kinds=EVERYTHING)
    how = PageRank(statements=2, damping=0.0)
    got = {one.id: one.score for one in how.retrieve(view, query, ALL) if one.kind is Kind.ENTITY}
    weights = {ENTITY: (1 / 3 + 0.8 / 3) / 2, ENTITY + 1: 1.0, ENTITY + 2: 0.8}
    total = sum(weights.values())
    assert got == pytest.approx({id: weight / total for id, weight in weights.items()})


def test_passages_restart_by_their_scaled_score():
    vectors = {EPISODE: row(1, 0), EPISODE + 1: row(0.8, 0.6), EPISODE + 2: row(0.6, 0.8)}
    view = world([], (), (), [("a", []), ("b", []), ("c", [])], vectors=vectors)
    got = PageRank().retrieve(view, Query(vector=row(1, 0)), ALL)
    shares = {one.id: one.score for one in got}
    assert shares == pytest.approx({EPISODE: 2 / 3, EPISODE + 1: 1 / 3}, abs=1e-3)
    assert PageRank(passages=0).retrieve(view, Query(vector=row(1, 0)), ALL) == []


def test_theses_and_linked_entities_seed_too():
    view = world(["a", "b"], theses=[("a likes b", [0, 1])], vectors={THESIS: row(1, 0)})
    both = Query(vector=row(1, 0), kinds=(Kind.ENTITY, Kind.THESIS))
    got = {one.id: one for one in PageRank(damping=0.0).retrieve(view, both, ALL)}
    assert [got[id].score for id in (ENTITY, ENTITY + 1, THESIS)] == pytest.approx([1 / 3] * 3)
    assert got[THESIS].path == (THESIS,)
    assert got[ENTITY].path == (THESIS, ENTITY)
    linked = Query(entities=((ENTITY, ENTITY + 1), (ENTITY,)), kinds=(Kind.ENTITY,))
    assert PageRank().retrieve(view, linked, ALL) == []
    ranked = PageRank(entity_weight=1.0, damping=0.0).retrieve(view, linked, ALL)
    assert [(one.id, one.score) for one in ranked] == [(ENTITY, 0.75), (ENTITY + 1, 0.25)]


def test_facts_and_theses_seed_together_the_nearest_first():
    vectors = {FACT: row(0.8, 0.6), FACT + 1: row(0, 1), THESIS: row(1, 0)}
    facts = [(0, "met", 1), (2, "met", 3)]
    view = world(["a", "b", "c", "d"], facts, [("c likes d", [2, 3])], vectors=vectors)
    query = Query(vector=row(1, 0), kinds=EVERYTHING)
    one = PageRank(statements=1, damping=0.0).retrieve(view, query, ALL)
    assert {hit.id for hit in one if hit.score} == {THESIS, ENTITY + 2, ENTITY + 3}
    two = PageRank(statements=2, damping=0.0).retrieve(view, query, ALL)
    assert {hit.id for hit in two if hit.score} == {THESIS, FACT, *range(ENTITY, ENTITY + 4)}


def test_words_choose_the_seeds_where_there_is_no_vector_or_beside_it():
    words = Query(text="Who lives in Rome?")
    alone = PageRank(statements=1, passages=0).retrieve(town(), words, ALL)
    assert alone[0].id == FACT + 2
    both = Query(text="Rome", vector=row(1, 0))
    assert PageRank(statements=1, passages=0).retrieve(town(), both, ALL)[0].id == FACT
    fused = PageRank(statements=1, passages=0, keyword=3.0).retrieve(town(), both, ALL)
    assert fused[0].id == FACT + 2


@pytest.mark.parametrize("skip", [Kind.ENTITY, Kind.THESIS, Kind.EPISODE])
def test_what_is_skipped_is_neither_walked_nor_returned(skip):
    query = Query(text="Anna Porto Ben", vector=row(1, 0), kinds=EVERYTHING, skip=frozenset({skip}))
    got = PageRank(epsilon=1e-9).retrieve(town(), query, ALL)
    kinds = {id: kind for kind in EVERYTHING for id in town().ids(kind)}
    assert got
    assert all(kinds[id] is not skip for one in got for id in one.path)
    bridge = world(["a", "b"], (), [("t", [0, 1])], [("e", [ENTITY, ENTITY + 1])])
    over = Query(entities=((ENTITY,),), kinds=EVERYTHING, skip=frozenset({Kind.THESIS}))
    ways = PageRank(entity_weight=1.0).retrieve(bridge, over, ALL)
    assert {one.id for one in ways} == {ENTITY, ENTITY + 1, EPISODE}


def test_a_hub_is_left_alone_while_its_share_is_below_the_precision():
    facts = [(0, "to", 1), *((1, "to", n) for n in range(2, 60))]
    view = world([str(n) for n in range(60)], facts)
    query = Query(entities=((ENTITY,),), kinds=(Kind.ENTITY,))
    rough = PageRank(entity_weight=1.0, epsilon=0.02).retrieve(view, query, ALL)
    assert [one.id for one in rough] == [ENTITY, ENTITY + 1]
    assert sum(one.score for one in rough) == pytest.approx(0.75)
    fine = PageRank(entity_weight=1.0, epsilon=1e-6).retrieve(view, query, ALL)
    assert len(fine) == 60
    assert sum(one.score for one in fine) == pytest.approx(1.0, abs=1e-3)


@given(worlds(), st.integers(0, 4), st.sampled_from([0.0, 0.3, 0.5, 0.85]))
def test_every_score_is_the_solved_one_s_but_for_the_precision(view, start, damping):
    entities = view.ids(Kind.ENTITY)
    if start >= len(entities) or not view.links([entities[start]], WALKED)[0]:
        return  # an entity without an edge is no seed
    query = Query(entities=((entities[start],),), kinds=EVERYTHING)
    how = PageRank(entity_weight=1.0, damping=damping, epsilon=1e-9)
    got = how.retrieve(view, query, ALL)
    want = oracle(view, {entities[start]: 1.0}, damping)
    scores = {one.id: one.score for one in got if one.kind is not Kind.FACT}
    for one in got:
        if one.kind is not Kind.FACT:
            assert one.score == pytest.approx(want[one.id], abs=1e-6)
    texts = {id for id, score in want.items() if score > 1e-6} - scores.keys()
    assert all(id in view.ids(Kind.THESIS) for id in texts)  # theses of the same words: one row


def test_options_are_checked():
    for wrong in ({"statements": -1}, {"passage_weight": float("nan")}, {"damping": 1.0}):
        with pytest.raises(UsageError, match="got PageRank"):
            PageRank(**wrong)
    assert isinstance(town().items([FACT])[0], Fact)
