"""Threads that share a memory: each sees one state at a time, and nothing is lost between them."""

from itertools import pairwise
from threading import Event, Thread

import pytest

from clew.bench.piped_facts import piped_facts_model
from clew.bench.random_world import RandomVectors
from clew.errors import UsageError
from clew.graph.types import TEXT_KINDS, Fact, Kind
from clew.learn.observe import Input
from clew.llm.base import Sampling
from clew.llm.wrapper import Wrapper
from clew.memory import Memory

TEXTS = [
    f"{name}|lives in|{place}; {name}|met|Ben {number}"
    for number, (name, place) in enumerate(pairwise(("Anna", "Oslo", "Cleo", "Rome") * 3))
]


def open_memory(path=":memory:", model=None):
    return Memory.open(path, model=model or piped_facts_model(), embedder=RandomVectors(8))


class Slow(Wrapper):
    """A model that is asked like a language model."""

    def sampling(self, task):
        return Sampling()

    def run(self, tasks):
        return self._model.run(tasks)


def look(memory):
    """Read all that a view shows; every end and source of a fact must be in the same state."""
    with memory.view() as view:
        known = {item for kind in TEXT_KINDS for item in view.ids(kind)}
        facts = [item for item in view.items(view.ids(Kind.FACT)) if isinstance(item, Fact)]
        for fact in facts:
            assert {fact.subject, fact.object, *fact.episodes} <= known
        view.match("Anna", 3, kind=Kind.FACT)
        return len(view.ids(Kind.EPISODE))


class Threads:
    """Calls that run at one time; what any of them raised is raised at the end."""

    def __init__(self, *acts):
        self._wrong = []
        self._threads = [Thread(target=self._run, args=(act,)) for act in acts]
        for each in self._threads:
            each.start()

    def _run(self, act):
        try:
            act()
        except BaseException as error:  # noqa: BLE001 - raised by `end`
            self._wrong.append(error)

    def wait(self):
        for each in self._threads:
            each.join()

    def end(self):
        self.wait()
        assert self._wrong == []


@pytest.mark.parametrize("name", ["m.clew", ":memory:"])
def test_readers_see_whole_states_while_others_write_and_forget(tmp_path, name):
    ended = Event()

    def reading():
        while not ended.wait(0.002):  # a lock is not fair: who never pauses keeps others waiting
            look(memory)

    def telling(texts, source):
        for again in (False, True):
            for at, text in enumerate(texts):
                memory.remember(text, at=at, source=source)
            if not again:
                memory.forget(source=source)

    with open_memory(tmp_path / name if name != ":memory:" else name) as memory:
        readers = Threads(reading, reading)
        writers = Threads(lambda: telling(TEXTS[:6], "one"), lambda: telling(TEXTS[6:], "two"))
        writers.wait()
        ended.set()
        for each in (readers, writers):
            each.end()
        assert look(memory) == len(TEXTS)
        assert memory.check() == []
        with open_memory() as alone:
            alone.remember_many([Input(text, at % 6, "one") for at, text in enumerate(TEXTS)])
            assert met(memory) == met(alone)


def met(memory):
    return {fact.object_name for fact in memory.history("Anna") if fact.relation == "met"}


def test_learning_with_a_language_model_inside_a_view_is_refused_not_waited_for():
    with open_memory(model=Slow(piped_facts_model())) as memory:
        with memory.view(), pytest.raises(UsageError, match="got one inside it"):
            memory.remember("Anna|lives in|Oslo", at=1)
        memory.remember_many([Input("Anna|lives in|Oslo", 1)], learn=False)
        with memory.view(), pytest.raises(UsageError):
            memory.learn_pending()
        assert len(memory.learn_pending()) == 1
        with pytest.raises(ZeroDivisionError), memory.view():
            1 / 0  # noqa: B018 - whoever leaves a view by an error has left it
        assert memory.remember("Anna|met|Ben", at=2).new
