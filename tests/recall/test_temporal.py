"""ReasonPlanner's temporal search by hand: path, k hops, the maximal subgraph, time's order."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.ask.asking import Asking
from clew.ask.gather import gather
from clew.errors import UsageError
from clew.graph.types import Entity, Fact, Item, Kind, Thesis
from clew.memory import Memory
from clew.recall.base import Limits, Query, in_time
from clew.recall.query import read_question
from clew.recall.search.temporal import Temporal
from clew.recall.selection import Selection
from tests.plain_view import Edge, PlainView
from tests.recall.worlds import ENTITY, FACT, THESIS, row, world, worlds

ALL = Limits(k=100)


def dated(names, facts, theses=()):
    """Facts and theses with the step they began at, `None` for no start."""
    items: list[Item] = [Entity(id=ENTITY + n, name=name) for n, name in enumerate(names)]
    for n, (subject, relation, object_, start) in enumerate(facts):
        items.append(
            Fact(
                id=FACT + n, subject=ENTITY + subject, relation=relation, object=ENTITY + object_,
                subject_name=names[subject], object_name=names[object_], valid_from=start,
            )
        )  # fmt: skip
    items += [Thesis(id=THESIS + n, text=t, valid_from=at) for n, (t, _, at) in enumerate(theses)]
    edges = [
        Edge(id=1000 + 10 * n + e, kind=Kind.MENTION, source=THESIS + n, target=ENTITY + e)
        for n, (_, ends, _) in enumerate(theses)
        for e in ends
    ]
    return PlainView(items, edges, now=99)


def about(*numbers, **more):
    return Query(entities=tuple((ENTITY + n,) for n in numbers), **more)


def found(view, query, **how):
    return [one.id for one in in_time(Temporal(**how).retrieve(view, query, ALL))]


def house():
    """hall - door - key - chest in a row; the lamp hangs on the door, the oil on the lamp."""
    facts = [(0, "has", 1, 5), (2, "opens", 1, 1), (3, "holds", 2, 3), (4, "on", 1, 2)]
    return dated(["hall", "door", "key", "chest", "lamp", "oil"], [*facts, (4, "of", 5, 0)])


def test_the_path_alone_is_ordered_by_time():
    got = in_time(Temporal(k=0).retrieve(house(), about(0, 3), ALL))
    assert [one.id for one in got] == [FACT + 1, FACT + 2, FACT]
    assert [one.score for one in got] == pytest.approx([1, 2 / 3, 1 / 3])
    assert [one.rank for one in got] == [1, 2, 3]
    assert got[0].path == (ENTITY, FACT, ENTITY + 1, FACT + 1)


def test_every_hop_adds_the_neighbours_and_what_joins_them():
    assert found(house(), about(0, 3), k=1) == [FACT + 1, FACT + 3, FACT + 2, FACT]
    assert found(house(), about(0, 3), k=2) == [FACT + 4, FACT + 1, FACT + 3, FACT + 2, FACT]


def test_the_subgraph_is_maximal():
    # The path 0 - 1 - 2 has a second edge between its first two, and one over the corner.
    view = dated(["a", "b", "c"], [(0, "to", 1, 3), (1, "to", 2, 2), (1, "was", 0, 1)])
    assert found(view, about(0, 2), k=0) == [FACT + 2, FACT + 1, FACT]


def test_one_entity_is_enough_and_none_is_nothing():
    assert found(house(), about(5)) == [FACT + 4]
    assert found(house(), about(5), k=0) == []
    assert found(house(), Query(text="lamp")) == []


def test_without_a_path_the_two_are_grown():
    view = dated(["a", "b", "c", "d"], [(0, "to", 1, 2), (2, "to", 3, 1)])
    assert found(view, about(0, 2)) == [FACT + 1, FACT]
    assert found(view, about(0, 2), k=0) == []
    assert found(house(), about(0, 3), k=0, max_depth=2) == []
    assert found(house(), about(0, 3), k=0, max_passed=2) == []
    assert len(found(house(), about(0, 3), k=0, max_depth=3)) == 3


def test_equally_short_paths_are_decided_by_ids_from_the_first_entity():
    facts = [(0, "to", 2, 1), (0, "to", 1, 2), (1, "to", 3, 3), (2, "to", 3, 4)]
    view = dated(["a", "x", "y", "b"], facts)
    assert found(view, about(0, 3), k=0) == [FACT, FACT + 3]
    assert found(view, about(3, 0), k=0) == [FACT + 1, FACT + 2]


def test_of_many_entities_the_two_rarest_are_taken_or_the_first_two():
    query = about(1, 5, 3)  # the door has three edges, oil and chest one
    assert set(found(house(), query, k=0)) == {FACT + 1, FACT + 2, FACT + 3, FACT + 4}
    assert set(found(house(), query, k=0, rarest=False)) == {FACT + 3, FACT + 4}


def test_an_entity_in_both_groups_is_its_own_path():
    query = Query(entities=((ENTITY, ENTITY + 5), (ENTITY + 5,)))
    assert found(house(), query) == [FACT + 4]


def test_theses_join_as_facts_do_unless_skipped():
    view = dated(
        ["a", "b", "c"], [(1, "to", 2, 4)], [("a met b", [0, 1], 9), ("a sang", [0], None)]
    )
    assert found(view, about(0, 2), k=0) == [THESIS + 1, FACT, THESIS]
    query = about(0, 2, skip=frozenset({Kind.THESIS}))
    assert found(view, query) == [FACT]
    assert found(view, about(0, 2, kinds=(Kind.THESIS,)), k=0) == [THESIS + 1, THESIS]


MOVES = ("Anna lives in Oslo.", "Anna visited Paris.", "Anna met Ben in Rome.", "Anna ate soup.")


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("how", [None, Selection(reranker=None), Selection(budget=60)])
def test_whatever_decides_what_is_shown_it_is_shown_in_the_order_of_time(named, how):
    with Memory.open(embedder="hashing") as memory:
        for year in (2023, 2021, 2024, 2022):
            memory.remember(MOVES[year - 2021], at=datetime(year, 5, 1, tzinfo=UTC))
        retriever = "temporal" if named else Temporal()
        rows = memory.recall("When did Anna meet Ben in Rome?", k=5, retriever=retriever, how=how)
        with memory.view() as view:
            asked = read_question("When did Anna meet Ben in Rome?", memory.embedder)
            evidence = gather(view, asked, Asking(retriever=retriever))
    started = [str(row.why.valid_from) for row in rows]
    assert len(started) > 2
    assert started == sorted(started)
    assert [row.why.rank for row in rows] == list(range(1, len(rows) + 1))
    told = [str(fact.valid_from) for fact in evidence.facts]
    assert told == sorted(told)


def test_statements_without_a_start_come_first_and_ties_in_order_of_arrival():
    view = dated(["a", "b"], [(0, "x", 1, 1), (0, "y", 1, None), (0, "z", 1, 1)])
    assert found(view, about(0, 1), k=0) == [FACT + 1, FACT, FACT + 2]


def test_the_most_relevant_are_kept_then_ordered():
    near = in_time(Temporal(k=2).retrieve(house(), about(0, 3), Limits(k=4)))
    assert [one.id for one in near] == [FACT + 1, FACT + 3, FACT + 2, FACT]
    best = Temporal(k=2).retrieve(house(), about(0, 3), ALL)
    assert [one.id for one in best] == [FACT, FACT + 1, FACT + 2, FACT + 3, FACT + 4]
    assert [one.score for one in best] == pytest.approx([1, 1, 1, 1 / 2, 1 / 3])


def test_likeness_chooses_within_a_hop_and_adds_to_relevance():
    facts = [(0, "to", 1), (0, "to", 2), (0, "to", 3)]
    vectors = {FACT: row(0, 1), FACT + 1: row(1, 0), FACT + 2: row(-1, 0)}
    view = world(["a", "b", "c", "d"], facts, vectors=vectors)
    query = about(0, vector=row(1, 0))
    assert found(view, query, max_vertices=2) == [FACT + 1]
    got = Temporal().retrieve(view, query, ALL)
    assert [(one.id, one.score) for one in got] == [(FACT + 1, 1.5), (FACT, 1.0), (FACT + 2, 0.5)]
    plain = Temporal(similarity=0.0).retrieve(view, query, ALL)
    assert [one.score for one in plain] == [0.5] * 3


def test_options_are_checked():
    for wrong in ({"k": -1}, {"max_vertices": 0}, {"similarity": -1.0}):
        with pytest.raises(UsageError, match="got Temporal"):
            Temporal(**wrong)


@given(worlds(), st.integers(0, 4), st.integers(0, 4), st.integers(0, 3))
def test_more_hops_find_no_less(view, first, second, k):
    ids = view.ids(Kind.ENTITY)
    groups = tuple((ids[n],) for n in (first, second) if n < len(ids))
    query = Query(entities=groups)
    found_, wider = (Temporal(k=hops).retrieve(view, query, ALL) for hops in (k, k + 1))
    said = {(one.kind, view.items([one.id])[0].text) for one in found_}
    assert said <= {(one.kind, view.items([one.id])[0].text) for one in wider}
