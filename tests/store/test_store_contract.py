"""The promises of `clew.store.base.Storage`, for each implementation; and one write path on all."""

from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.clock import FixedClock
from clew.embed.hashing import Hashing
from clew.errors import UsageError
from clew.graph.stored_vectors import pack_vectors
from clew.graph.times import Axis, to_ticks
from clew.graph.types import TEXT_KINDS, AsOf, Kind
from clew.learn import pipeline
from clew.learn.erasing import plan_erasure
from clew.learn.forget import Wanted, forget
from clew.learn.observe import Input
from clew.learn.reembed import reembed
from clew.learn.writer import Writer
from clew.memory import Memory
from clew.projection.erasure import FORGOTTEN, Erasure
from clew.projection.rows import Changes, NodeRow, UsageRow, VectorRow
from clew.store.base import Storage
from clew.store.database import Database
from clew.store.store import Store
from clew.store.watching import forgotten_meanwhile, watching
from clew.wiring import mind_named
from tests.plain_store import PlainStore
from tests.store.memories import day, play

RULES = mind_named()
COST = UsageRow(0, "Revise", "openai:gpt-4o", 1, 900, 40, 1.5, 0.25)


@pytest.fixture(params=["file", "memory", "plain"])
def store(request, tmp_path):
    if request.param == "plain":
        yield PlainStore()
        return
    path = tmp_path / "m.clew" if request.param == "file" else ":memory:"
    with closing(Store(Database(path))) as opened:
        yield opened


def episodes(*texts, pending=False, vectors=False):
    """Return what makes the changes that add these texts, and nothing else."""

    def make(projection):
        changes = Changes(projection.revision + 1, projection.next_id, Axis.STEP)
        for text in texts:
            new, since = changes.new_id(), changes.revision
            row = NodeRow(new, Kind.EPISODE, text, 1, "diary", None, 0, None, None, since)
            changes.nodes.append(row)
            changes.texts.append((Kind.EPISODE, new, text))
            changes.pending += [new] if pending else []
            if vectors:
                packed = pack_vectors(np.eye(4, dtype=np.float32)[new % 4][None])[0].tobytes()
                changes.vectors.append(VectorRow(changes.new_id(), str(new), packed))
        return changes

    return make


def add(store, *texts, name="one", **how):
    """Add texts in one write; return their ids."""
    return [row.id for row in store.write(name, episodes(*texts, **how)).nodes]


def erase(store, *ids, name="one"):
    """Erase texts that nothing was learned from."""

    def plan(projection, asides):
        del asides
        found = Erasure(next_id=projection.next_id)
        for one in ids:
            found.items[one] = Kind.EPISODE
            found.texts.append((Kind.EPISODE, one, projection.nodes[one].text))
        return found

    return store.erase(name, plan)


def revision(store, name="one"):
    with store.projection(name) as projection:
        return projection.revision


def texts(store, name="one", as_of=None):
    """Return what is visible of the texts, by id."""
    with store.view(name, as_of or AsOf(), now=0) as view:
        return {item.id: item.text for item in view.items(view.ids(Kind.EPISODE))}


def writer(store, embedder=None):
    return Writer(store, "one", RULES, embedder)


def remember(store, *told, embedder=None):
    """Remember texts by rules, a day between them; return their ids."""
    given = [Input(text, day(number), "diary") for number, text in enumerate(told)]
    return [each.episode for each in pipeline.remember(writer(store, embedder), given)]


def test_a_namespace_is_empty_until_something_is_written(store):
    assert store.names() == []
    assert revision(store) == 0
    assert (texts(store), store.pending("one"), store.reports("one")) == ({}, [], {})
    with store.view("one", AsOf(), now=0) as view:
        assert view.match("Anna", 5, kind=Kind.EPISODE) == []
    assert store.names() == []


def test_each_write_is_one_revision_with_ids_of_its_own(store):
    seen: list[int] = []
    for number in range(1, 4):
        seen += add(store, "a", "b", vectors=True)
        assert revision(store) == number
    assert sorted(set(seen)) == seen
    with store.projection("one") as projection:
        assert projection.next_id > projection.last_id >= max(seen)


def test_nothing_is_committed_when_making_it_raises_or_gives_nothing(store):
    add(store, "kept")

    def raising(projection):
        episodes("lost")(projection)
        raise KeyError("a mistake of the caller")

    with pytest.raises(KeyError):
        store.write("one", raising)
    with pytest.raises(KeyError):
        store.write("two", raising)
    assert store.write("one", episodes()).is_empty()
    assert store.write("two", episodes()).is_empty()
    assert list(texts(store).values()) == ["kept"]
    assert (revision(store), store.names()) == (1, ["one"])
    assert add(store, "next") == [2]


def test_namespaces_do_not_see_each_other(store):
    add(store, "Anna is here", name="two")
    (mine,) = add(store, "Ben is here", name="one", pending=True)
    assert mine == 1, "a counter for each"
    assert store.names() == ["one", "two"]
    assert list(texts(store, "one").values()) == ["Ben is here"]
    assert (store.pending("one"), store.pending("two")) == ([(1, 0, None)], [])
    with store.view("one", AsOf(), now=0) as view:
        assert view.match("Anna", 5, kind=Kind.EPISODE) == []
        assert [item for item, _ in view.match("Ben", 5, kind=Kind.EPISODE)] == [mine]
    erase(store, mine)
    assert list(texts(store, "two").values()) == ["Anna is here"]


def test_a_view_is_of_one_revision(store):
    for text in ("a", "b", "c"):
        add(store, text)
    for known in range(4):
        assert list(texts(store, as_of=AsOf(known=known)).values()) == ["a", "b", "c"][:known]
    with store.view("one", AsOf(), now=0) as view:
        assert view.revision == 3
    with pytest.raises(UsageError, match="is not known"):
        texts(store, as_of=AsOf(known=4))


def test_a_view_finds_words_and_vectors(store):
    first, second = add(store, "Anna lives here", "Ben lived there", vectors=True)
    with store.view("one", AsOf(), now=0) as view:
        found = [item for item, _ in view.match("living in peace", 5, kind=Kind.EPISODE)]
        assert found == [first, second]
        query = np.eye(4, dtype=np.float32)[second % 4][None]
        assert [item for item, _ in view.nearest(query, 1, kind=Kind.EPISODE)[0]] == [second]


def test_a_projection_of_a_known_revision_has_it(store):
    add(store, "a")
    for known in (0, 1):
        with store.projection("one", known) as projection:
            assert projection.revision >= known
    with store.projection("one") as projection:
        assert projection.revision == 1


def test_pending_and_reports_are_by_id(store):
    one, two, three = add(store, "a", "b", "c", pending=True)

    def learn(projection):
        changes = Changes(projection.revision + 1, projection.next_id, projection.axis)
        changes.learned = [(three, '{"n": 3}'), (one, '{"n": 1}')]
        changes.failed = [(two, "no reply")]
        changes.usage = [COST._replace(episode=two)]
        return changes

    store.write("one", learn)
    assert store.pending("one") == [(two, 1, "no reply")]
    assert list(store.reports("one").items()) == [(one, '{"n": 1}'), (three, '{"n": 3}')]
    assert store.reports("one", [three, two, 99]) == {three: '{"n": 3}'}
    assert store.usage("one") == [COST._replace(episode=two)]


def test_costs_add_up_and_are_no_revision(store):
    store.record_usage("one", [COST])
    assert store.usage("one") == [], "nothing was ever written to it"
    add(store, "a")
    store.record_usage("one", [COST, COST._replace(episode=1), COST._replace(task="Extract")])
    store.record_usage("one", [COST])
    twice = COST._replace(calls=2, input_tokens=1800, output_tokens=80, seconds=3.0, cost=0.5)
    first = COST._replace(task="Extract")
    assert store.usage("one") == [first, twice, COST._replace(episode=1)]
    thrice = twice._replace(calls=3, input_tokens=2700, output_tokens=120, seconds=4.5, cost=0.75)
    assert store.usage("one", by_episode=False) == [first, thrice]
    assert (store.usage("two"), revision(store)) == ([], 1)


def test_what_is_erased_leaves_the_rest(store):
    one, two = add(store, "Anna called", "Ben called", pending=True, vectors=True)
    plan, clean = erase(store, one)
    assert (list(plan.items), clean) == ([one], True)
    assert texts(store) == {two: "Ben called"}
    assert texts(store, as_of=AsOf(known=1)) == {two: "Ben called"}, "in every revision"
    assert store.pending("one") == [(two, 0, None)]
    with store.view("one", AsOf(), now=0) as view:
        assert view.match("Anna", 5, kind=Kind.EPISODE) == []
        assert [item for item, _ in view.match("called", 5, kind=Kind.EPISODE)] == [two]
        (near,) = view.nearest(np.ones((1, 4), np.float32), 5, kind=Kind.EPISODE)
        assert [item for item, _ in near] == [two]
    assert revision(store) == 2
    erase(store, two)
    assert add(store, "new")[0] > two, "no id is used again"


def test_an_empty_plan_a_dry_run_and_a_mistake_erase_nothing(store):
    (one,) = add(store, "a")
    assert erase(store)[0].is_empty()
    plan = plan_erasure

    def made(projection, asides):
        assert asides.reports == asides.errors == []
        return plan(projection, [one])

    def raising(projection, asides):
        raise KeyError("a mistake of the caller")

    planned, clean = store.erase("one", made, dry_run=True)
    assert (list(planned.items), clean) == ([one], True)
    with pytest.raises(KeyError):
        store.erase("one", raising)
    store.erase("two", lambda projection, _: Erasure(projection.next_id))
    assert (texts(store), revision(store), store.erasures()) == ({one: "a"}, 1, 0)
    assert store.names() == ["one"]


def test_what_was_ended_by_an_erased_text_is_open_again(store):
    _, second = remember(store, "Anna lives in Oslo.", "Anna lives in Rome.")
    plan, _ = store.erase("one", lambda projection, _: plan_erasure(projection, [second]))
    with store.view("one", AsOf(), now=to_ticks(day(9), Axis.TIME)) as view:
        (fact,) = view.items(view.ids(Kind.FACT))
        assert (fact.text, fact.valid_to) == ("Anna lives in Oslo", None)
        assert fact.id in plan.reopened
        named = [item.name for item in view.items(view.ids(Kind.ENTITY))]
        assert named == ["Anna", "Oslo"]


def test_texts_beside_the_graph_are_shown_to_a_plan_and_written_anew(store):
    (told,) = remember(store, "Anna lives in Oslo.")
    (waits,) = add(store, "Ben", pending=True)

    def fail(projection):
        changes = Changes(projection.revision + 1, projection.next_id, projection.axis)
        changes.failed = [(waits, "no word of Anna")]
        return changes

    store.write("one", fail)
    shown = []

    def make(projection, asides):
        shown.append(asides)
        plan = Erasure(projection.next_id)
        plan.reports, plan.errors = [(told, "{}")], [waits]
        return plan

    before = store.reports("one")
    store.erase("one", make)
    assert list(shown[0].reports) == list(before.items())
    assert list(shown[0].errors) == [(waits, "no word of Anna")]
    assert ("namespaces", "one") in shown[0].labels
    assert store.reports("one") == {told: "{}"}
    assert store.pending("one") == [(waits, 1, FORGOTTEN)]


def test_the_watch_notices_what_is_forgotten_meanwhile(store):
    one, two = add(store, "a", "b")
    with watching(store):
        assert not forgotten_meanwhile(store)
        add(store, "c")
        assert not forgotten_meanwhile(store), "a write forgets nothing"
        erase(store, one)
        assert forgotten_meanwhile(store)
        with watching(store):
            assert not forgotten_meanwhile(store)
        assert forgotten_meanwhile(store)
    assert not forgotten_meanwhile(store)
    with watching(PlainStore()):
        erase(store, two)
        assert not forgotten_meanwhile(store), "another store is watched"
    assert store.erasures() == 2


def test_all_vectors_are_replaced_in_one_commit(store):
    remember(store, "Anna lives in Oslo.", "Anna lives in Rome.")
    (waits,) = add(store, "Ben", pending=True)
    add(store, "Anna lives in Oslo.", name="two")
    with store.projection("one") as projection:
        facts = [fact for fact, *_ in projection.facts.triples()]
        ids = [one for one in (*projection.nodes, *facts) if one != waits]
        wanted = {projection.text_of(one) for one in ids}
    assert wanted == set(store.embedded_texts())
    assert len(store.embedded_texts()) == len(wanted)
    before, forgotten = revision(store), store.erasures()
    assert reembed(store, Hashing(16)) == len(ids) + 1
    assert (revision(store), revision(store, "two")) == (before + 1, 2)
    assert store.erasures() > forgotten
    with store.view("one", AsOf(), now=0, any_time=True) as view:
        assert view.vectors(ids).any(axis=1).all()
        assert not view.vectors([waits]).any()


def test_threads_of_one_namespace_take_turns(store):
    add(store, "a")
    ready, done = Event(), Event()

    def write():
        ready.set()
        add(store, "b")
        done.set()

    with store.view("one", AsOf(), now=0) as view:
        thread = Thread(target=write)
        thread.start()
        ready.wait()
        assert not done.wait(0.03)
        assert view.count(Kind.EPISODE) == 1
    thread.join()
    assert list(texts(store).values()) == ["a", "b"]


def test_ids_of_many_threads_are_used_once(store):
    def write():
        for _ in range(5):
            add(store, "a", name="many")

    threads = [Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(texts(store, "many")) == list(range(1, 21))
    assert revision(store, "many") == 20


def test_who_waits_for_a_model_holds_no_view(store):
    add(store, "a")
    store.refuse_within_view()
    with store.view("one", AsOf(), now=0):
        with pytest.raises(UsageError, match="expected a call outside"):
            store.refuse_within_view()
        with store.view("one", AsOf(), now=0):
            pass
        with pytest.raises(UsageError):
            store.refuse_within_view()
    store.refuse_within_view()


def test_forgetting_erases_by_the_protocol_alone(store):
    embedder = Hashing(16)
    remember(store, "Anna lives in Oslo.", "Anna likes Ben.", embedder=embedder)
    dry = forget(writer(store, embedder), Wanted(entity="Anna"), dry_run=True)
    assert len(texts(store)) == 2
    receipt = forget(writer(store, embedder), Wanted(entity="Anna"), dry_run=False)
    assert (receipt.episodes, receipt.complete) == (dry.episodes, True)
    assert texts(store) == {}


# -- one write path on two stores --------------------------------------------------------------


def memory_on(store: Storage) -> Memory:
    """Return a memory on any store: it needs a file for maintenance only."""
    options: Any = {"namespace": "one", "model": RULES, "clock": FixedClock(day(900))}
    return Memory(cast(Store, store), embedder=Hashing(16), **options)


def kept(store):
    """Return what a store holds: items, times, links, vectors, what waits, what was reported."""
    with store.view("one", AsOf(), now=0, any_time=True) as view:
        ids = [one for kind in TEXT_KINDS for one in view.ids(kind)]
        seen = view.items(ids), view.links(ids), view.vectors(ids).tolist()
    with store.projection("one") as projection:
        edges = list(projection.edges.rows(np.arange(len(projection.edges))))
        state = projection.revision, projection.next_id, edges
    return seen, state, store.pending("one"), store.reports("one")


def said(memory):
    """Return what a memory says: hits with scores, and answers with their texts."""
    hits = [
        [(hit.item, round(hit.why.score, 6)) for hit in memory.recall(text, k=5)]
        for text in ("Where does Anna live?", "Rome")
    ]
    questions = ("Where does Anna live?", "Where does Ben work?")
    answers = [memory.ask(question) for question in questions]
    return hits, [(each.text, each.reason, each.episodes) for each in answers]


DEEDS = [
    ("tell", "Anna lives in Oslo.", 1, "a"),
    ("tell", "Anna moved to Rome. Anna likes Ben.", 3, "b"),
    ("tell", "Ben likes Lima. Ben works in Oslo.", 2, "a"),
    ("keep", "Cleo lives in Oslo.", 4, "d"),
    ("learn",),
    ("write", "Cleo", "Lima"),
    ("note", "Ben", "a"),
    ("merge", "Anna", "Cleo"),
    ("split", "Cleo"),
    ("correct", "Ben", "Rome", 5),
    ("retire", "Anna"),
    ("restore",),
    ("forget", "b"),
]


@settings(max_examples=3)
@given(deeds=st.permutations(DEEDS), name=st.sampled_from(("Anna", "Oslo")))
def test_the_write_path_does_the_same_on_a_plain_store_as_on_a_file(deeds, name):
    with TemporaryDirectory() as folder, closing(Store(Database(Path(folder) / "m.clew"))) as file:
        file.claim_embedder("hashing:16", 16)
        seen, stores = [], tuple[Storage, ...]((file, PlainStore()))
        for each in stores:
            memory = memory_on(each)
            play(memory, deeds)
            told, before = said(memory), kept(each)
            seen.append((told, before, memory.forget(entity=name), kept(each)))
        assert seen[0] == seen[1]
