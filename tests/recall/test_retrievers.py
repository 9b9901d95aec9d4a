"""What every retriever promises, on any memory; and the flat baselines by hand."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.graph.types import Kind
from clew.recall.base import Limits, Query
from clew.recall.search.arigraph import Episodic, Semantic
from clew.recall.search.astar import AStar
from clew.recall.search.beam import Beam
from clew.recall.search.bridge import Bridge
from clew.recall.search.catalogue import Mix, personalai
from clew.recall.search.circles import Circles
from clew.recall.search.flat import Dense, Keyword
from clew.recall.search.hybrid import Expand, Hybrid
from clew.recall.search.ppr import PageRank
from clew.recall.search.temporal import Temporal
from tests.recall.worlds import ENTITY, EPISODE, FACT, THESIS, UNITS, row, toward, world, worlds

EVERY = [
    Keyword(), Dense(), Semantic(width=2), Episodic(), Expand(),
    Hybrid(), Hybrid(rank_fusion=True), Hybrid(expand=None), Hybrid(bridge=None),
    Beam(), Beam(max_paths=2),
    AStar(), AStar(max_depth=2),
    Circles(), Circles(depth=2, strict_filter=False),
    PageRank(), PageRank(entity_weight=1.0, keyword=0.5), Temporal(), Temporal(k=2),
    Bridge(), Bridge(sources=1, entities=1, about=1, hub=1),
    personalai(), Mix({"keyword": Keyword(), "ppr": PageRank()}, rank_fusion=True),
]  # fmt: skip
LINKED = [(), ((ENTITY,),), ((ENTITY, ENTITY + 1),), ((ENTITY,), (ENTITY + 1,))]
KINDS = [Kind.FACT, Kind.THESIS, Kind.EPISODE, Kind.ENTITY]


@st.composite
def queries(draw):
    unit = st.none() | st.sampled_from(UNITS)
    return Query(
        text=draw(st.sampled_from(["", "red key", "where is the Ключ?", "the"])),
        vector=draw(unit),
        depth=draw(st.integers(1, 3)),
        entities=draw(st.sampled_from(LINKED)),
        kinds=tuple(draw(st.lists(st.sampled_from(KINDS), max_size=4))),
        skip=frozenset(draw(st.sets(st.sampled_from(KINDS[1:])))),
        recent=frozenset(draw(st.sets(st.integers(EPISODE, EPISODE + 2)))),
    )


def fits(view, query):
    """A view that holds no vector refuses query vectors; linked entities must be there."""
    has_vectors = bool(view.vectors([]).shape[1])
    entities = set(view.ids(Kind.ENTITY)) | {ENTITY + 1 if len(view.ids(Kind.ENTITY)) > 0 else 0}
    return has_vectors and set(query.linked) <= entities


@given(worlds(), queries(), st.integers(1, 4), st.sampled_from(EVERY))
def test_results_are_ranked_wanted_unique_limited_and_repeatable(view, query, k, retriever):
    if not fits(view, query):
        return
    got = retriever.retrieve(view, query, Limits(k=k, candidates=5))
    assert [one.rank for one in got] == list(range(1, len(got) + 1))
    assert len(got) <= k
    assert len({one.id for one in got}) == len(got)
    assert all(one.kind in query.wanted and one.id not in query.recent for one in got)
    assert all(one.path[-1] == one.id for one in got)
    assert [one.score for one in got] == sorted((one.score for one in got), reverse=True)
    assert retriever.retrieve(view, query, Limits(k=k, candidates=5)) == got


@pytest.mark.parametrize("retriever", EVERY, ids=repr)
def test_an_empty_memory_and_an_empty_query_give_nothing(retriever):
    assert retriever.retrieve(world([]), Query(text="key", vector=row(1, 0)), Limits()) == []
    small = world(["a"], [(0, "is", 0)], episodes=[("a text", [FACT])], vectors={FACT: row(1, 0)})
    assert retriever.retrieve(small, Query(), Limits()) == []


def library():
    names = ["key", "door", "chest", "note"]
    facts = [(0, "opens", 1), (2, "holds", 3), (3, "names", 1)]
    theses = [("The key is old.", [0]), ("Notes lie.", [3])]
    episodes = [("A key opens the door.", [FACT, THESIS]), ("A chest.", [FACT + 1, FACT + 2])]
    vectors = {id: UNITS[id % 5] for id in [FACT, FACT + 1, FACT + 2, THESIS, EPISODE, EPISODE + 1]}
    return world(names, facts, theses, episodes, vectors=vectors)


def test_keyword_finds_words_in_every_wanted_kind():
    got = Keyword().retrieve(library(), Query(text="Which key?"), Limits())
    assert {one.id for one in got} == {FACT, THESIS, EPISODE}
    assert {one.channel for one in got} == {"keyword"}
    only = Query(text="key", kinds=(Kind.THESIS,))
    assert [one.id for one in Keyword().retrieve(library(), only, Limits())] == [THESIS]


def test_dense_orders_all_kinds_by_one_similarity():
    got = Dense().retrieve(library(), Query(vector=row(1, 0)), Limits(k=3))
    assert [one.score for one in got] == sorted((one.score for one in got), reverse=True)
    assert [one.score for one in got] == pytest.approx([0.6, 0.0, 0.0])
    assert [one.id for one in got] == [FACT + 2, FACT, THESIS]


def test_recent_episodes_do_not_cost_a_place_in_the_flat_channels():
    view = world(
        [],
        episodes=[("key key", []), ("key", [])],
        vectors={EPISODE: row(1, 0), EPISODE + 1: row(0, 1)},
    )
    query = Query(text="key", vector=row(1, 0), recent=frozenset({EPISODE}))
    for retriever in (Keyword(), Dense(), Hybrid()):
        assert [one.id for one in retriever.retrieve(view, query, Limits(k=1))] == [EPISODE + 1]


def test_hybrid_shows_the_place_in_every_channel():
    query = Query(text="Where is the key?", vector=row(1, 0))
    got = Hybrid().retrieve(library(), query, Limits())
    by_id = {one.id: one for one in got}
    assert [name for name, _, _ in by_id[FACT].parts] == [
        "dense:fact",
        "graph:fact",
        "keyword:fact",
    ]
    assert by_id[FACT].path == (FACT,)


def test_hybrid_reaches_through_the_graph_what_no_word_and_no_vector_finds():
    names = ["Anna", "Porto", "Portugal"]
    facts = [(0, "lives in", 1), (1, "is in", 2)]
    view = world(names, facts)
    got = Hybrid().retrieve(view, Query(text="Anna"), Limits())
    assert [one.id for one in got] == [FACT, FACT + 1]
    assert got[1].path == (FACT, ENTITY + 1, FACT + 1)
    assert [part[0] for part in got[1].parts] == ["graph:fact"]
    assert len(Hybrid(expand=None).retrieve(view, Query(text="Anna"), Limits())) == 1


def test_hybrid_finds_an_episode_by_the_statements_that_rest_on_it():
    view = world(["Anna", "Porto"], [(0, "lives in", 1)], episodes=[("She moved there.", [FACT])])
    query = Query(text="Anna", kinds=(Kind.EPISODE,))
    (hit,) = Hybrid().retrieve(view, query, Limits())
    assert (hit.id, hit.path, hit.parts) == (EPISODE, (FACT, EPISODE), (("votes:episode", 1, 1.0),))
    alone = Query(text="Anna", kinds=(Kind.FACT,), skip=frozenset({Kind.EPISODE}))
    assert [one.id for one in Hybrid().retrieve(view, alone, Limits())] == [FACT]


def test_hybrid_hands_on_to_what_is_about_the_entities_of_its_best_episodes():
    names = ["Dwight"]
    episodes = [("Rampage is a film.", [ENTITY]), ("He comes from Ohio.", [ENTITY])]
    vectors = {ENTITY: row(1, 0), EPISODE: row(0, 1), EPISODE + 1: row(0.6, 0.8)}
    view = world(names, [(0, "likes", 0)], episodes=episodes, vectors=vectors)
    query = Query(text="Whose film is Rampage?")
    (alone,) = Hybrid(bridge=None).retrieve(view, query, Limits())
    first, second = Hybrid(bridge=Bridge(hop=1.0)).retrieve(view, query, Limits())
    assert (first.id, first.score) == (EPISODE, alone.score)
    assert (second.id, second.path) == (EPISODE + 1, (EPISODE, ENTITY, EPISODE + 1))
    assert second.score == pytest.approx(alone.score * 0.6**2)
    assert [name for name, _, _ in second.parts] == ["bridge:episode"]
    statements = Query(text="Whose film is Rampage? Dwight likes", kinds=(Kind.FACT,))
    assert [one.id for one in Hybrid().retrieve(view, statements, Limits())] == [FACT]


NEAR = [0.9, 0.8, 0.7, 0.6]
"""How near theses and turns are to the question."""


def told_of_anna(facts):
    """Theses and turns as near as `NEAR` says, and facts as near as given."""
    vectors = {THESIS + n: toward(near) for n, near in enumerate(NEAR)}
    vectors |= {EPISODE + n: toward(near) for n, near in enumerate(NEAR)}
    vectors |= {FACT + n: toward(near) for n, near in enumerate(facts)}
    return world(
        ["Anna", *(f"thing {n}" for n in range(len(facts)))],
        [(0, "likes", 1 + n) for n in range(len(facts))],
        [(f"thesis {n}", []) for n in range(len(NEAR))],
        [(f"turn {n}", []) for n in range(len(NEAR))],
        vectors=vectors,
    )


def test_hybrid_ranks_facts_and_theses_on_one_scale():
    view, query = told_of_anna([0.85, 0.4, 0.3]), Query(vector=row(1, 0))
    got = {one.id: one.score for one in Hybrid(expand=None).retrieve(view, query, Limits())}
    assert got[THESIS] == pytest.approx(1.0)
    assert got[FACT] == pytest.approx((0.85 - 0.3) / (0.9 - 0.3))
    assert got[FACT + 1] == pytest.approx((0.4 - 0.3) / (0.9 - 0.3))
    assert min(got[THESIS + n] for n in range(len(NEAR))) > got[FACT + 1] > got[FACT + 2] == 0.0


def test_hybrid_shows_no_turn_and_no_thesis_less_for_facts_that_fit_poorly():
    query, limits = Query(vector=row(1, 0)), Limits(candidates=len(NEAR))
    before = Hybrid(expand=None).retrieve(told_of_anna([]), query, limits)
    after = Hybrid(expand=None).retrieve(told_of_anna([0.5, 0.4, 0.3, 0.2]), query, limits)
    places = [(one.id, one.score) for one in before if one.score > 0]
    assert [(one.id, one.score) for one in after][: len(places)] == places
    assert [one.score for one in after if one.kind is Kind.FACT] == [0.0] * 4


def test_hybrid_ranks_facts_alone_whatever_theses_there_are():
    view, limits = told_of_anna([0.5, 0.4, 0.3, 0.2]), Limits(candidates=len(NEAR))
    query = Query(vector=row(1, 0), kinds=(Kind.FACT,))
    got = Hybrid(expand=None).retrieve(view, query, limits)
    assert [one.id for one in got] == [FACT, FACT + 1, FACT + 2, FACT + 3]
    assert [one.score for one in got] == pytest.approx([1.0, 2 / 3, 1 / 3, 0.0])


SCRIPT = """
from tests.recall.test_retrievers import EVERY, ENTITY, Limits, Query, library, row
query = Query(text="which key opens the note?", vector=row(0.6, 0.8),
              entities=((ENTITY,), (ENTITY + 3,)))
for retriever in EVERY:
    print(retriever.retrieve(library(), query, Limits(k=4)))
"""


def test_another_process_with_another_hash_seed_gives_the_same_bytes():
    outputs = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path), "OMP_NUM_THREADS": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]
    assert outputs[0].count(b"Scored") > 10
