"""The store of LangGraph, used as its own stores are: through `BaseStore` and in a graph."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from operator import itemgetter
from typing import TypedDict

import pytest

pytest.importorskip("langgraph", reason="the extra langgraph is not installed")

from langgraph.graph import START, StateGraph
from langgraph.store.base import (
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)

from clew import Kind
from clew.errors import AxisError
from clew.integrations.langgraph import ClewStore
from tests.store.memories import opened

ANNA, BEN = ("users", "anna"), ("users", "ben", "notes")


@pytest.fixture
def store(memory):
    return ClewStore(memory)


def keys(items):
    return [item.key for item in items]


def test_a_value_comes_back_as_it_was(store):
    value = {
        "text": "Anna lives in Oslo.",
        "nothing": None,
        "deep": {"none": None, "list": [None, {"a": 1.5}, True, "ключ"]},
        "": "a key may be empty",
    }
    store.put(ANNA, "k/1 #%*?[x]", value)
    item = store.get(ANNA, "k/1 #%*?[x]")
    assert (item.value, item.namespace, item.key) == (value, ANNA, "k/1 #%*?[x]")
    assert item.created_at == item.updated_at
    assert store.get(ANNA, "other") is None
    assert store.get(("users",), "k/1 #%*?[x]") is None


@pytest.mark.parametrize("value", [{"n": 1}, {"text": "Anna lives in Oslo."}])
def test_a_key_may_be_blank(store, value):
    for key in ("", " "):
        store.put(("a",), key, value)
        assert store.get(("a",), key).value == value
        store.delete(("a",), key)
        assert store.get(("a",), key) is None


def test_what_is_put_is_learned_and_a_new_value_supersedes(memory, store):
    store.put(ANNA, "home", {"text": "Anna lives in Oslo."})
    store.put(ANNA, "home", {"text": "Anna moved to Rome."})
    assert store.get(ANNA, "home").value == {"text": "Anna moved to Rome."}
    assert keys(store.search(("users",))) == ["home"]
    assert memory.ask("Where does Anna live?").text == "Rome"
    lived = [fact for fact in memory.history("Anna") if fact.relation == "lives in"]
    assert [fact.object_name for fact in lived] == ["Oslo", "Rome"]


def test_a_query_finds_only_the_newest_values_of_its_namespaces(store):
    store.put(ANNA, "home", {"text": "Anna lives in Oslo."})
    store.put(ANNA, "home", {"text": "Anna owns a red bicycle."})
    store.put(BEN, "bike", {"text": "Ben owns a blue bicycle."})
    found = store.search(("users",), query="Who owns a bicycle?")
    assert sorted(keys(found)) == ["bike", "home"]
    assert found[0].score >= found[1].score > 0
    assert keys(store.search(ANNA, query="bicycle")) == ["home"]
    assert keys(store.search(("users", "ann"), query="bicycle")) == []
    assert keys(store.search(("users",), query="blue bicycle", limit=1)) == ["bike"]
    rest = store.search(("users",), query="blue bicycle", limit=1, offset=1)
    assert keys(rest) == ["home"]


def test_a_deleted_item_leaves_no_byte(tmp_path):
    path = tmp_path / "store.clew"
    with opened(path) as memory:
        store = ClewStore(memory)
        store.put(ANNA, "code", {"text": "The code is 7351."})
        store.put(ANNA, "code", {"text": "The code is 9246."})
        store.put(ANNA, "home", {"text": "Anna lives in Oslo."})
        store.delete(ANNA, "code")
        store.delete(ANNA, "never there")
        assert store.get(ANNA, "code") is None
        assert keys(store.search(())) == ["home"]
    left = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"7351" not in left
    assert b"9246" not in left


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"kind": "a"}, ["1", "3"]),
        ({"n": {"$gt": 1}}, ["2", "3"]),
        ({"n": {"$gte": 2, "$lt": 3}}, ["2"]),
        ({"n": {"$lte": 1}}, ["1"]),
        ({"kind": {"$ne": "a"}}, ["2"]),
        ({"kind": {"$eq": "b"}, "n": 2}, ["2"]),
        ({"deep": {"x": 1}}, ["3"]),
        ({"none": None}, ["1"]),
    ],
)
@pytest.mark.parametrize("query", [None, "text"])
def test_filters(store, wanted, expected, query):
    store.put(("a",), "1", {"kind": "a", "n": 1, "text": "the text one", "none": None})
    store.put(("a",), "2", {"kind": "b", "n": 2, "text": "the text two"})
    store.put(("a",), "3", {"kind": "a", "n": 3, "text": "the text three", "deep": {"x": 1}})
    assert sorted(keys(store.search(("a",), filter=wanted, query=query))) == expected


def test_an_unknown_operator_is_refused(store):
    with pytest.raises(ValueError, match=r"\$near"):
        store.search(("a",), filter={"n": {"$near": 1}})


def test_what_is_not_to_be_indexed_is_kept_and_not_found_by_words(memory, store):
    store.put(ANNA, "raw", {"text": "Anna lives in Oslo."}, index=False)
    store.put(ANNA, "part", {"text": "Anna lives in Rome.", "note": "She sings."}, index=["note"])
    store.put(ANNA, "numbers", {"n": 7})
    assert keys(store.search(ANNA)) == ["raw", "part", "numbers"]
    assert keys(store.search(ANNA, query="Who sings? Anna lives in Oslo")) == ["part"]
    assert not memory.browse("facts").total
    assert not memory.stats().pending
    with_fields = ClewStore(memory, fields=["pages[*].text"])
    with_fields.put(ANNA, "book", {"title": "Ben", "pages": [{"text": "Eva sings."}, {"text": ""}]})
    assert memory.browse("episodes", newest=True).items[0].text == "Eva sings.\n"


def test_namespaces_are_listed(store):
    spaces = [
        ("a", "b", "c"),
        ("a", "b", "d", "e"),
        ("a", "c", "f"),
        ("b", "a", "f"),
        ("x/y", "z#"),
    ]
    for space in spaces:
        store.put(space, "k", {"n": 1})
    assert store.list_namespaces() == spaces
    assert store.list_namespaces(prefix=("a", "b")) == spaces[:2]
    assert store.list_namespaces(suffix=("f",)) == spaces[2:4]
    assert store.list_namespaces(prefix=("a", "*", "f"), suffix=("*", "f")) == [("a", "c", "f")]
    assert store.list_namespaces(max_depth=1) == [("a",), ("b",), ("x/y",)]
    assert store.list_namespaces(limit=2, offset=1) == spaces[1:3]
    assert store.list_namespaces(prefix=()) == spaces
    store.delete(("b", "a", "f"), "k")
    assert ("b", "a", "f") not in store.list_namespaces()


def test_one_batch_reads_before_it_writes(store):
    store.put(ANNA, "k", {"n": 1})
    results = store.batch([
        PutOp(ANNA, "k", {"n": 2}),
        PutOp(ANNA, "k", {"n": 3}),
        PutOp(ANNA, "gone", None),
        GetOp(ANNA, "k"),
        SearchOp(ANNA),
        ListNamespacesOp((MatchCondition("prefix", ("users",)),)),
    ])  # fmt: skip
    assert results[:3] == [None] * 3
    assert results[3].value == {"n": 1}
    assert [item.value for item in results[4]] == [{"n": 1}]
    assert results[5] == [ANNA]
    assert store.get(ANNA, "k").value == {"n": 3}


def test_what_cannot_be_kept_is_refused(memory, store):
    with pytest.raises(NotImplementedError, match="TTL"):
        store.put(ANNA, "k", {"n": 1}, ttl=5)
    with pytest.raises(NotImplementedError, match="do not expire"):
        store.batch([PutOp(ANNA, "k", {"n": 1}, ttl=5.0)])
    for space in [(), ("a.b",), ("a", ""), ("langgraph", "x")]:
        with pytest.raises(InvalidNamespaceError):
            store.put(space, "k", {"n": 1})
    with pytest.raises(InvalidNamespaceError):
        store.batch([PutOp(("a.b",), "k", {"n": 1})])
    with pytest.raises(ValueError, match="operation"):
        store.batch(["no operation"])
    assert store.list_namespaces() == []
    with opened() as steps:
        steps.remember("You see a lamp.", at=1)
        with pytest.raises(AxisError):
            ClewStore(steps).put(ANNA, "k", {"text": "Anna sings."})


def test_another_store_on_the_file_sees_what_is_written(tmp_path):
    with opened(tmp_path / "x.clew") as one, opened(tmp_path / "x.clew") as two:
        first, second = ClewStore(one), ClewStore(two)
        first.put(ANNA, "k", {"text": "Anna lives in Oslo."})
        assert second.get(ANNA, "k").value == {"text": "Anna lives in Oslo."}
        second.put(ANNA, "k", {"text": "Anna moved to Rome."})
        assert first.get(ANNA, "k").value == {"text": "Anna moved to Rome."}
        second.delete(ANNA, "k")
        assert first.get(ANNA, "k") is None
        assert first.list_namespaces() == []


def test_threads_and_the_event_loop(store):
    def put(number):
        store.put(("many", str(number % 3)), str(number), {"text": f"Anna owns a boat {number}."})

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(put, range(12)))

    async def main():
        await asyncio.gather(*(store.aput(("many", "9"), str(n), {"n": n}) for n in range(4)))
        return await store.asearch(("many",), limit=50)

    assert len(asyncio.run(main())) == 16


def test_a_long_text_is_one_item(memory, store):
    text = "Anna walks along the river every day. " * 120
    store.put(ANNA, "long", {"text": text})
    assert len(memory.browse("episodes", limit=10).items) > 1
    assert store.get(ANNA, "long").value == {"text": text}
    assert keys(store.search(ANNA, query="river")) == ["long"]
    store.put(ANNA, "long", {"text": "Anna swims."})
    assert store.search(ANNA, query="river walks") == store.search(ANNA, query="river walks")
    assert store.get(ANNA, "long").value == {"text": "Anna swims."}


class State(TypedDict):
    said: str
    known: list[str]


def test_a_graph_remembers_from_one_thread_to_another(memory, store):
    def talk(state, *, store):
        found = store.search(("users", "7"), query=state["said"], limit=2)
        if not state["said"].endswith("?"):
            store.put(("users", "7"), state["said"], {"text": state["said"]})
        return {"known": [item.value["text"] for item in found]}

    graph = StateGraph(State).add_node("talk", talk).add_edge(START, "talk").compile(store=store)
    graph.invoke({"said": "Anna lives in Oslo.", "known": []})
    shown = itemgetter("known")(graph.invoke({"said": "Where does Anna live?", "known": []}))
    assert shown == ["Anna lives in Oslo."]
    assert [hit.item.text for hit in memory.recall("Anna", kinds=[Kind.FACT])] == [
        "Anna lives in Oslo"
    ]
