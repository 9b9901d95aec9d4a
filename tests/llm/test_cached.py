from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from clew.ask.tasks import AnswerQuestion
from clew.bench.piped_facts import piped_facts_model
from clew.clock import FixedClock
from clew.graph.view import KeyValue
from clew.learn.tasks import Extract, Revise
from clew.llm.base import Failure, FailureKind, Loss, Origin, Result, Sampling, Usage
from clew.llm.cached import REPLY_SPACE, Cached
from clew.llm.keys import key_of
from clew.llm.retry import Deferred
from clew.llm.scripted import ScriptedModel
from clew.llm.wrapper import Wrapper
from clew.memory import Memory
from clew.store.database import Database
from clew.store.keyvalue import StoreKeyValue
from clew.store.store import Store
from clew.wiring import mind_named
from tests.embed.embedders import DictStore
from tests.llm.tasks import Answer, Count, Named, count

DOWN = Failure(FailureKind.UNAVAILABLE, "down", retry=True)


def stored() -> KeyValue:
    return StoreKeyValue(Store(Database(":memory:")))


@pytest.fixture(params=[DictStore, stored], ids=["dictionary", "store"])
def store(request):
    return request.param()


class Paid:
    """A model whose answers cost something; it counts its batches."""

    name = "openai:m"

    def __init__(self):
        self.batches = []

    def sampling(self, task):
        return Sampling()

    def run(self, tasks):
        self.batches.append(list(tasks))
        return [
            Result(
                count(task),
                losses=(Loss("why", task.text),),
                usage=Usage(1, 10, 5, 0.5, 0.1),
                origin=Origin.MODEL,
                model="openai:m-2024",
                how="tool",
                sampling=Sampling(),
            )
            for task in tasks
        ]


def test_one_call_for_what_is_missing_and_each_task_once(store):
    model = Paid()
    cached = Cached(model, store)
    cached.run([Count("a"), Count("b")])
    found = cached.run([Count("c"), Count("a"), Count("d"), Count("c"), Count("b")])
    assert model.batches == [[Count("a"), Count("b")], [Count("c"), Count("d")]]
    assert [result.value for result in found] == [count(Count(text)) for text in "cadcb"]
    model_, cache = Origin.MODEL, Origin.CACHE
    assert [result.origin for result in found] == [model_, cache, model_, cache, cache]
    assert [result.usage.calls for result in found] == [1, 0, 1, 0, 0]


def test_what_was_cached_is_the_result_but_for_origin_and_cost(store):
    (fresh,) = Cached(Paid(), store).run([Count("a")])
    (again,) = Cached(Paid(), store).run([Count("a")])
    assert fresh.usage == Usage(1, 10, 5, 0.5, 0.1)
    assert again == replace(fresh, origin=Origin.CACHE, usage=Usage(), saved=fresh.usage)


def test_nothing_is_asked_when_all_is_known(store):
    model = Paid()
    Cached(model, store).run([Count("a")])
    Cached(model, store).run([Count("a"), Count("a")])
    assert len(model.batches) == 1


def test_failures_are_asked_again(store):
    model = ScriptedModel([DOWN, {"note": "up"}])
    cached = Cached(model, store)
    first, same = cached.run([Count("a"), Count("a")])
    assert first.failure == same.failure == DOWN
    assert (first.origin, same.origin) == (Origin.SCRIPT, Origin.SCRIPT)
    assert (first.usage.calls, same.usage.calls) == (1, 0)
    assert cached.run([Count("a")])[0].value == Answer(note="up")


def test_another_model_or_setting_is_asked_itself(store):
    model = Paid()
    for name, seed in (("a", 0), ("b", 0), ("a", 1), ("a", 0)):
        Cached(Named(model, name, Sampling(seed=seed)), store).run([Count("x")])
    assert len(model.batches) == 3


@pytest.mark.parametrize("value", [b"", b"\xff", b"[]", b"{}", b"[" * 100_000, b'{"value": 1}'])
def test_a_value_that_cannot_be_read_is_replaced(store, value):
    model = Paid()
    key = key_of(model, Count("a"))
    store.set_many(REPLY_SPACE, [(key, value)])
    assert Cached(model, store).run([Count("a")])[0].value == count(Count("a"))
    assert store.get_many(REPLY_SPACE, [key]) != [value]
    assert Cached(model, store).run([Count("a")])[0].origin is Origin.CACHE
    assert len(model.batches) == 1


@contextmanager
def opened(path, model, namespace="default"):
    """A memory that keeps replies in its own file."""
    store = Store(Database(path))
    cached = Cached(model, StoreKeyValue(store))
    clock = FixedClock(datetime(2024, 5, 1, tzinfo=UTC))
    with Memory(store, namespace=namespace, model=cached, embedder=None, clock=clock) as memory:
        yield memory


@pytest.mark.parametrize("name", ["m.clew", ":memory:"])
def test_a_memory_learns_and_answers_with_its_own_file_as_the_cache(tmp_path, name):
    path = tmp_path / name if name != ":memory:" else name
    with opened(path, mind_named()) as memory:
        memory.remember("Anna lives in Oslo.", at=1)
        memory.remember("Anna moved to Rome.", at=2)
        assert memory.ask("Where does Anna live?").text == "Rome"
        assert memory.ask("Where does Anna live?").text == "Rome"
        assert memory.check() == []


def test_the_same_text_in_another_namespace_is_not_paid_for_again(tmp_path):
    asked = []

    def answer(task):
        asked.append(task)
        if isinstance(task, Revise):
            return {"pairs": []}
        return {"facts": [{"subject": "Anna", "relation": "lives in", "object": "Oslo"}]}

    model = Named(ScriptedModel(answer), "openai:m", Sampling())
    for namespace in ("one", "two"):
        with opened(tmp_path / "m.clew", model, namespace) as memory:
            memory.remember("Anna lives in Oslo.", at=1)
            assert [fact.object_name for fact in memory.facts("Anna")] == ["Oslo"]
    assert sum(isinstance(task, Extract) for task in asked) == 1


def test_forgetting_leaves_no_byte_of_a_cached_reply(tmp_path):
    told, quoted = "zyqqelvarium", "Ωμβριέλλα"
    with opened(tmp_path / "m.clew", piped_facts_model()) as memory:
        receipt = memory.remember(f"Anna|likes|{told}", at=1)
        # An answer that quotes what was read; it is nowhere in the file but in the cache.
        Cached(Paid(), StoreKeyValue(memory.store)).run([Count(quoted)])
        data = bytes_of(tmp_path)
        assert data.count(told.encode()) > 1
        assert quoted.encode() in data
        assert memory.forget(episode=receipt.episode).complete
        data = bytes_of(tmp_path)
        assert told.encode() not in data
        assert quoted.encode() not in data


def test_an_answer_from_what_is_forgotten_before_the_model_is_asked_is_not_kept(tmp_path):
    told = "zyqqelvarium"

    class Forgetting(Wrapper):
        """Has the one episode forgotten when a question about it is on its way."""

        def run(self, tasks):
            if any(isinstance(task, AnswerQuestion) for task in tasks):
                other.forget(source="diary")
            return self._model.run(tasks)

    def said(task):
        if isinstance(task, AnswerQuestion):
            return {"answer": told}
        return {"facts": []}

    def cached(_connected):
        model = Named(ScriptedModel(said), "openai:m", Sampling())
        return Forgetting(Cached(model, StoreKeyValue(memory.store)))

    path = tmp_path / "m.clew"
    with (
        opened(path, mind_named()) as other,
        Memory.open(path, model=Deferred(cached), embedder=None) as memory,
    ):
        memory.remember(f"Anna likes {told}.", at=1, source="diary")
        assert memory.ask("What does Anna like?").text == told
        assert told.encode() not in bytes_of(tmp_path)


def bytes_of(folder):
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
