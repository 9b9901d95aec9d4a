"""What `graph_stats` counts, against the same counted one by one, and by hand."""

from collections import Counter
from statistics import fmean

import pytest
from hypothesis import given, settings

from clew import Input, Kind, NewEdge, NewNode
from clew.learn.tasks import Extract
from clew.llm.scripted import ScriptedModel
from clew.store.stats import graph_stats
from tests.store.memories import actions, day, fill, opened, play


def counted_singly(memory):
    """Return what a shape holds, from rows and dictionaries."""
    with memory.store.projection("default") as rows:
        kinds = {row.id: row.kind for row in rows.nodes.values()}
        roots = rows.canonical(rows.revision)
        edges = [rows.edges[number] for number in range(len(rows.edges))]
        direct = {row.id for row in rows.nodes.values() if row.direct}
    kinds.update({row.id: Kind.FACT for row in edges if row.kind is Kind.FACT})
    near: dict[tuple[str, str], dict[int, set[int]]] = {}
    added = {id: Counter[str]() for id, kind in kinds.items() if kind is Kind.EPISODE}
    first: dict[int, int] = {}
    plural = {Kind.ENTITY: "entities", Kind.THESIS: "theses", Kind.FACT: "facts"}
    for row in edges:
        one, other = roots.get(row.source, row.source), roots.get(row.target, row.target)
        if row.kind in {Kind.FACT, Kind.MENTION, Kind.EPISODIC} and one != other:
            for a, b in ((one, other), (other, one)):
                near.setdefault((kinds[a], kinds[b]), {}).setdefault(a, set()).add(b)
        if row.kind is Kind.EPISODIC:
            added[one]["any"] += 1
            if kinds[other] in plural and other not in first:
                first[other] = one
                added[one][plural[kinds[other]]] += 1
            added[one]["episodic"] += kinds[other] in {Kind.ENTITY, Kind.THESIS}
    for row in edges:
        if row.kind is Kind.MENTION and row.source in first:
            added[first[row.source]]["mentions"] += 1
    sizes = Counter(kind for id, kind in kinds.items() if id not in roots)
    untold = [id for id, counts in sorted(added.items()) if not counts and id not in direct]
    return sizes, near, [added[id] for id in sorted(added)], untold


@settings(deadline=None)
@given(actions)
def test_the_shape_is_what_counting_one_by_one_gives(deeds):
    with opened() as memory:
        memory.remember("Anna lives in Oslo.", at=day(0))
        play(memory, deeds)
        found = graph_stats(memory.store, "default").shape
        sizes, near, added, untold = counted_singly(memory)
    assert found.nodes == {kind: sizes[kind] for kind in found.nodes}
    assert found.relations["fact"] == sizes["fact"]
    for pair, each in found.neighbours.items():
        lists = near.get(tuple(pair.split(":")), {}).values()
        count = max(sizes[pair.partition(":")[0]], 1)
        assert each.mean == pytest.approx(sum(map(len, lists)) / count)
        assert each.most == max(map(len, lists), default=0)
    for name in ("entities", "theses", "facts", "mentions", "episodic"):
        assert getattr(found.total, name) == pytest.approx(
            fmean(counts[name] for counts in added) if added else 0.0
        )
        parts = sum(getattr(part, name) * part.episodes for part in found.growth)
        assert parts == pytest.approx(getattr(found.total, name) * len(added))
    assert list(found.untold) == untold


def test_growth_is_told_in_ten_parts_in_order():
    with opened() as memory:
        for number in range(11):
            memory.remember("Anna lives in Oslo." if number else "Ben likes Rome.", at=day(number))
        growth = graph_stats(memory.store, "default").shape.growth
    assert [part.episodes for part in growth] == [2, *[1] * 9]
    # Two facts of four names in the first part; the same again is nothing new.
    assert (growth[0].entities, growth[0].facts) == (2.0, 1.0)
    assert [part.entities + part.facts for part in growth[1:]] == [0.0] * 9
    assert all(part.episodic > 0 for part in growth)


def test_what_was_lost_is_told_apart():
    replies = {"Hm.": '{"triples": []}', "Hello?": "no"}
    knows = '{"triples": [["Anna", "knows", "Ben"]]}'

    def reply(task):
        return replies.get(task.text, knows) if isinstance(task, Extract) else '{"pairs": []}'

    with opened(model=ScriptedModel(reply), embedder=None) as memory:
        memory.remember("Anna knows Ben.", at=day(0))
        memory.remember("Hm.", at=day(1))
        memory.remember("Hello?", at=day(2))
        memory.remember_many([Input("Later.", day(3), "")], learn=False)
        memory.write([NewNode(kind=Kind.EPISODE, text="a door", at=day(4))])
        lost = memory.graph_stats().lost
    assert (lost.pending, lost.failed, lost.empty, lost.share) == (1, 1, 1, 3 / 5)


def test_an_empty_memory_and_one_with_everything():
    with opened() as memory:
        nothing = memory.graph_stats()
        assert (nothing.shape.growth, nothing.shape.total.episodes, nothing.lost.share) == (
            (),
            0,
            0,
        )
        assert set(nothing.shape.nodes.values()) == {0}
        found = fill(memory).graph_stats().shape
    # "Nina" is Anna; "Lima" is split again; the goal and its plan are nodes of their own.
    assert (found.nodes["goal"], found.nodes["long_term_goal"]) == (1, 1)
    assert (found.relations["sequence"], found.relations["part_of"]) == (1, 1)


def test_several_facts_between_two_things_make_one_neighbour_and_none_of_itself():
    with opened(embedder=None) as memory:
        one, other = (NewNode(kind=Kind.ENTITY, text=text) for text in ("Anna", "Ben"))
        ends = ((one, other, "knows"), (other, one, "likes"), (one, one, "is"))
        memory.write(
            [one, other],
            [NewEdge(kind=Kind.FACT, source=a, target=b, relation=word) for a, b, word in ends],
        )
        found = memory.graph_stats().shape
    assert found.relations["fact"] == 3
    assert (found.neighbours["entity:entity"].mean, found.neighbours["entity:entity"].most) == (
        1,
        1,
    )
