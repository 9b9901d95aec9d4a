"""The `View` contract: the projection's view says what the plain one says, at any `AsOf`."""

import json
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.clock import FixedClock
from clew.errors import UnknownNameError, UsageError
from clew.graph.stored_vectors import unpack_vectors
from clew.graph.times import to_time
from clew.graph.types import (
    EDGE_KINDS,
    STATEMENT_KINDS,
    TEXT_KINDS,
    AsOf,
    Entity,
    Episode,
    Fact,
    Goal,
    Item,
    Kind,
    Thesis,
)
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory
from clew.projection.rows import each_vector
from tests.plain_view import Edge, PlainView

NAMES = ["Anna", "Ben", "Oslo", "Rome"]
RELATIONS = ["lives in", "likes"]
times = st.integers(0, 6)


@st.composite
def writes(draw):
    """A direct write: an episode, a thesis, a fact, and their edges."""
    start = draw(st.none() | times)
    end = None if start is None else draw(st.none() | st.integers(start + 1, 8))
    return {
        "subject": draw(st.sampled_from(NAMES)),
        "relation": draw(st.sampled_from(RELATIONS)),
        "object": draw(st.sampled_from(NAMES)),
        "at": draw(times),
        "start": start,
        "end": end,
        "thesis": draw(st.booleans()),
        "goal": draw(st.booleans()),
        "replace": draw(st.booleans()),
    }


operations = st.lists(
    writes() | st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)) | st.sampled_from(NAMES),
    min_size=1,
    max_size=6,
)


def perform(memory, operation):
    if isinstance(operation, dict):
        return write(memory, operation)
    try:
        if isinstance(operation, tuple):
            memory.merge(*operation)
        else:
            memory.split(operation)
    except (UnknownNameError, UsageError):
        pass  # the names are not there yet, or are one entity already
    return None


def write(memory, given):
    subject = NewNode(kind=Kind.ENTITY, text=given["subject"])
    target = NewNode(kind=Kind.ENTITY, text=given["object"])
    episode = NewNode(kind=Kind.EPISODE, text=f"{given}", at=given["at"], source="s")
    nodes = [subject, target, episode]
    old = ()
    if given["replace"]:
        with memory.view() as view:
            old = tuple(view.ids(Kind.FACT)[:2])
    interval = {"valid_from": given["start"], "valid_to": given["end"]}
    fact = NewEdge(
        kind=Kind.FACT,
        source=subject,
        target=target,
        relation=given["relation"],
        replaces=old,
        **interval,
    )
    edges = [fact]
    if given["thesis"]:
        thesis = NewNode(kind=Kind.THESIS, text=f"{given['subject']} is busy", **interval)
        nodes.append(thesis)
        edges.append(NewEdge(kind=Kind.MENTION, source=thesis, target=subject))
        edges.append(NewEdge(kind=Kind.EPISODIC, source=episode, target=thesis))
    if given["goal"]:
        goal = NewNode(kind=Kind.GOAL, text="find the key", attributes={"step": given["at"]})
        nodes.append(goal)
        edges.append(NewEdge(kind=Kind.PART_OF, source=episode, target=goal))
    return memory.write(nodes, edges)


def plain_view(memory, as_of):
    """Build the oracle from the rows of the file, none of the projection's arrays used."""
    with memory.store.reading(memory.namespace) as (connection, namespace):
        mine = (namespace.ns if namespace else 0,)
        sql = "SELECT id, items, vectors FROM vectors WHERE ns = ?"
        stored = list(each_vector(connection.execute(sql, mine)))
    vectors = {
        item: unpack_vectors(np.frombuffer(vector, np.uint8)[None])[0] for _, item, vector in stored
    }
    with memory.store.projection(memory.namespace) as rows:
        items: list[Item] = []
        for row in rows.nodes.values():
            common = {"id": row.id, "known_from": row.known_from}
            if row.kind is Kind.EPISODE:
                items.append(Episode(text=row.text, at=row.at, source=row.source, **common))
            if row.kind is Kind.ENTITY:
                items.append(Entity(name=row.text, **common))
        for kind in STATEMENT_KINDS:
            versions = rows.columns[kind].versions.rows()
            items += [_statement(rows, kind, version) for version in versions]
        edges = [
            Edge(
                id=row.id,
                kind=row.kind,
                source=row.source,
                target=row.target,
                known_from=row.known_from,
            )
            for row in rows.edges
            if row.kind is not Kind.FACT
        ]
        known = rows.revision if as_of.known is None else as_of.known
        merges = {
            row.loser: row.winner
            for row in rows.merges.values()
            if row.known_from <= known and (row.known_to is None or known < row.known_to)
        }
        return PlainView(
            items, edges, merges=merges, vectors=vectors, as_of=as_of, revision=rows.revision
        )


def _statement(rows, kind, version):
    times = {
        "id": version.item,
        "valid_from": to_time(version.valid_from, rows.axis),
        "valid_to": to_time(version.valid_to, rows.axis),
        "superseded_by": version.superseded_by,
        "known_from": version.known_from,
        "known_to": version.known_to,
    }
    if kind is Kind.FACT:
        row = rows.facts[version.item]
        return Fact(
            subject=row.source,
            relation=row.relation,
            object=row.target,
            subject_name=rows.nodes[row.source].text,
            object_name=rows.nodes[row.target].text,
            **times,
        )
    text = rows.nodes[version.item].text
    if kind is Kind.THESIS:
        return Thesis(text=text, **times)
    attributes = json.loads(rows.nodes[version.item].attributes)
    return Goal(kind=kind, text=text, attributes=attributes, **times)


@settings(deadline=None)
@given(operations, st.none() | st.integers(0, 8), st.none() | st.integers(0, 6))
def test_the_projection_says_what_the_plain_view_says(operations, valid, known):
    memory = Memory.open(embedder="hashing:16", clock=FixedClock(datetime(2024, 1, 1, tzinfo=UTC)))
    for operation in operations:
        perform(memory, operation)
    last = memory.revision
    as_of = AsOf(3 if valid is None else valid, None if known is None else min(known, last))
    plain = plain_view(memory, as_of)
    with memory.view(as_of) as view:
        compare(view, plain)
    memory.close()


def compare(view, plain):
    everything = []
    for kind in TEXT_KINDS:
        ids = view.ids(kind)
        assert ids == plain.ids(kind), kind
        assert view.count(kind) == plain.count(kind) == len(ids), kind
        assert view.items(ids) == plain.items(ids)
        everything += ids
        query = np.ones((2, 16), np.float32) / 4
        ours, theirs = view.nearest(query, 3, kind=kind), plain.nearest(query, 3, kind=kind)
        for one, other in zip(ours, theirs, strict=True):
            assert [score for _, score in one] == pytest.approx([s for _, s in other], abs=1e-5)
    for kind in EDGE_KINDS:
        assert view.links(everything, (kind,)) == plain.links(everything, (kind,)), kind
    assert view.links(everything) == plain.links(everything)
    for kind in TEXT_KINDS:
        for kinds in ((Kind.EPISODIC,), EDGE_KINDS):
            found = view.others(everything, kinds, kind)
            assert found == plain.others(everything, kinds, kind), kind
    assert view.links(everything, most=2) == plain.links(everything, most=2)
    asked = [*everything, *range(-1, 40)]  # merged, invisible and unknown ones too
    for most in (None, 2):
        assert view.links(asked, most=most) == plain.links(asked, most=most)
        for among in ((), view.ids(Kind.ENTITY)[::2], asked):
            found = view.links(asked, most=most, among=among)
            assert found == plain.links(asked, most=most, among=among)
    assert np.array_equal(view.vectors(asked), plain.vectors(asked))
    assert [view.find(name) for name in NAMES] == [plain.find(name) for name in NAMES]
    assert view.revision == plain.revision
    assert {item for item, _ in view.match("anna", 9, kind=Kind.FACT)} == {
        item for item, _ in plain.match("anna", 9, kind=Kind.FACT)
    }


def test_an_empty_memory_has_an_empty_view():
    with Memory.open(embedder=None) as memory, memory.view() as view:
        assert [view.ids(kind) for kind in TEXT_KINDS] == [[]] * len(TEXT_KINDS)
        assert view.find("anyone") == []
        assert view.links([1]) == [[]]
        assert view.others([1], EDGE_KINDS, Kind.EPISODE) == [()]
        assert view.match("word", 3, kind=Kind.FACT) == []
        assert view.nearest(np.zeros((1, 4), np.float32), 3, kind=Kind.FACT) == [[]]
        assert view.vectors([5]).shape == (1, 0)


def test_links_of_a_merged_entity_come_by_age_beside_one_that_is_not_there():
    ann, anna, oslo = (NewNode(kind=Kind.ENTITY, text=name) for name in ("Ann", "Anna", "Oslo"))
    with Memory.open(embedder=None) as memory:
        memory.write(
            [ann, anna, oslo],
            [
                NewEdge(kind=Kind.FACT, source=who, target=oslo, relation=f"saw {n}", valid_from=n)
                for n, who in enumerate((anna, ann, anna, ann))
            ],
        )
        memory.merge("Ann", "Anna")
        with memory.view() as view:
            (id,) = view.find("Ann")
            for most in (None, 2):
                alone = view.links([id], most=most)
                assert alone[0] == sorted(alone[0])
                assert view.links([id, 999], most=most) == [*alone, []]


def test_an_item_that_is_not_visible_is_named_in_the_error():
    memory = Memory.open(embedder=None)
    with memory.view() as view, pytest.raises(UnknownNameError, match="no item named '7'"):
        view.items([7])


def test_a_revision_that_does_not_exist_is_refused():
    memory = Memory.open(embedder=None)
    with pytest.raises(UsageError, match="the last one is 0"), memory.view(AsOf(known=3)):
        pass
