"""The write path beside other writers: what was read before is only good if nobody wrote since."""

from dataclasses import replace
from threading import Event

import pytest

from clew.bench.piped_facts import piped_facts_model, read
from clew.bench.random_world import RandomVectors
from clew.errors import ModelError
from clew.graph.types import Kind
from clew.learn.observe import Input
from clew.learn.tasks import Extract, Revise
from clew.llm.base import Sampling
from clew.llm.cached import Cached
from clew.llm.retry import Deferred
from clew.llm.wrapper import Wrapper
from clew.memory import Memory
from clew.minds.english.words.slots import revise_rules as revise
from clew.store.keyvalue import StoreKeyValue


def opened(path, model):
    return Memory.open(path, model=model, embedder=RandomVectors(8))


@pytest.mark.parametrize("times", [1, 3, 4])
def test_what_another_writer_commits_meanwhile_is_built_upon(tmp_path, times):
    """Each draft is made in vain, but for the last; the fourth is made again inside the lock."""
    path = tmp_path / "a.clew"
    left = list(range(times))

    def interrupted(task):
        if left:
            left.pop()
            other.remember("Anna|lives in|Oslo", at=1)
        return revise(task)

    with (
        opened(path, piped_facts_model()) as other,
        opened(path, piped_facts_model().extended({Revise: interrupted})) as memory,
    ):
        memory.remember("Anna|lives in|Rome", at=2)
        lived = [
            (fact.object_name, fact.valid_from, fact.valid_to) for fact in memory.history("Anna")
        ]
        assert lived == [("Oslo", 1, 2), ("Rome", 2, None)]
        assert len(memory.entity("Anna").episodes) == times + 1
        assert not memory.check()


def test_what_is_kept_will_do_for_who_knows_no_more(tmp_path):
    path = tmp_path / "a.clew"
    with opened(path, piped_facts_model()) as memory, opened(path, piped_facts_model()) as other:
        memory.remember("Anna|lives in|Oslo", at=1)
        with memory.store.projection("default") as projection:
            last = projection.revision
        other.remember("Anna|lives in|Rome", at=2)
        for known, found in (
            (last, last),
            (last + 1, last + 1),
            (last, last + 1),
            (None, last + 1),
        ):
            with memory.store.projection("default", known) as projection:
                assert projection.revision == found


class Slow:
    """A model that is asked like a language model."""

    name = "slow"

    def __init__(self, model):
        self.run = model.run

    def sampling(self, task):
        return Sampling()


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("late", [Extract, Revise])
def test_what_is_forgotten_while_it_is_learned_from_leaves_nothing(tmp_path, slow, late):
    path = tmp_path / "a.clew"

    def forgets(task):
        if type(task) is late and "zyqqel" in str(task):
            with other.view() as view:
                episodes = [
                    one for one in view.items(view.ids(Kind.EPISODE)) if "zyqqel" in one.text
                ]
            for episode in episodes:
                other.forget(episode=episode.id)
        return read(task) if isinstance(task, Extract) else revise(task)

    model = piped_facts_model().extended({Extract: forgets, Revise: forgets})
    with (
        opened(path, piped_facts_model()) as other,
        opened(path, Slow(model) if slow else model) as memory,
    ):
        memory.remember("Anna|lives in|Oslo", at=1)
        memory.remember_many([Input("Anna|lives in|zyqqel", 2)], learn=False)
        (receipt,) = memory.learn_pending()
        assert receipt.error == "it was forgotten while it was being learned from"
        assert (receipt.new, receipt.pending) == ((), False)
        assert [fact.object_name for fact in memory.facts("Anna")] == ["Oslo"]
        assert memory.check() == []
        assert memory.store.pending(memory.namespace) == []
    assert b"zyqqel" not in path.read_bytes()


@pytest.mark.parametrize("slow", [False, True])
def test_what_is_forgotten_does_not_come_back_through_a_later_text(tmp_path, slow):
    """A text is read with those before it: one that is forgotten meanwhile is not seen by it."""
    path = tmp_path / "a.clew"

    def seen(task):
        if task.text.startswith("it") and any("zyqqel" in text for text in task.context):
            other.forget(entity="zyqqel")
            return read(replace(task, text="zyqqel|likes|tea"))
        return read(task)

    model = piped_facts_model().extended({Extract: seen})
    asked = Slow(model) if slow else model
    with opened(path, piped_facts_model()) as other, opened(path, asked) as memory:
        memory.remember("zyqqel|lives in|Oslo", at=1, source="diary", conversation="d")
        receipt = memory.remember("it|likes|tea", at=2, source="diary", conversation="d")
        # Rules read the text again at once, without what is forgotten.
        assert receipt.pending == slow
        assert ("was forgotten" in (receipt.error or "")) == slow
        memory.learn_pending()
        assert memory.store.pending(memory.namespace) == []
        assert memory.check() == []
    assert b"zyqqel" not in path.read_bytes()


def bytes_of(folder):
    """Every byte of every file in the folder, write-ahead log included."""
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


@pytest.mark.parametrize("later", [False, True])
def test_what_is_forgotten_while_it_waits_for_its_turn_is_not_sent_to_the_model(tmp_path, later):
    """Sixteen texts are read at one time: the last of twenty waits when it is forgotten."""
    path, done, sent = tmp_path / "a.clew", Event(), []

    def first_forgets(task):
        sent.append(task.text)
        if task.text.startswith("Anna"):
            other.forget(source="diary")
            done.set()
        assert done.wait(10)
        return read(task)

    slow = Slow(piped_facts_model().extended({Extract: first_forgets}))
    others = [Input(f"Ben|met|Cleo {number}", number, "log") for number in range(1, 19)]
    texts = [Input("Anna|lives in|Oslo", 0), *others, Input("zyqqel|likes|tea", 20, "diary")]
    with opened(path, piped_facts_model()) as other, opened(path, slow) as memory:
        if later:
            memory.remember_many(texts, learn=False)
            receipts = memory.learn_pending()
        else:
            receipts = memory.remember_many(texts)
        assert len(sent) == 19
        assert receipts[-1].error == "it was forgotten while it was being learned from"
        assert [each.pending for each in receipts] == [False] * 20
        assert memory.store.pending(memory.namespace) == []
        assert memory.check() == []
        assert b"zyqqel" not in bytes_of(tmp_path)


class Forgetting(Wrapper):
    """Has a text forgotten just before the model, a cached one, is asked about it."""

    def __init__(self, model, late, forget):
        super().__init__(model)
        self._late, self._forget = late, forget

    def run(self, tasks):
        if any(type(task) is self._late and "zyqqel" in str(task) for task in tasks):
            self._forget()
        return self._model.run(tasks)


@pytest.mark.parametrize("late", [Extract, Revise])
def test_a_reply_about_a_text_that_was_forgotten_before_the_cache_was_asked_is_not_kept(
    tmp_path, late
):
    path = tmp_path / "a.clew"

    def cached(_connected):
        replies = Cached(Slow(piped_facts_model()), StoreKeyValue(memory.store))
        return Forgetting(replies, late, lambda: other.forget(source="diary"))

    with opened(path, piped_facts_model()) as other, opened(path, Deferred(cached)) as memory:
        memory.remember("Anna|lives in|Oslo", at=1)
        assert b"Oslo" in cached_replies(memory)
        receipt = memory.remember("Anna|lives in|zyqqel", at=2, source="diary")
        assert receipt.error == "it was forgotten while it was being learned from"
        assert cached_replies(memory) == b""
        assert b"zyqqel" not in bytes_of(tmp_path)


def cached_replies(memory):
    with memory.store.reading("") as (connection, _):
        return b"".join(row[0] for row in connection.execute("SELECT value FROM cache"))


@pytest.mark.parametrize("slow", [False, True])
@pytest.mark.parametrize("raised", [Extract, Revise])
def test_a_text_on_which_the_model_raises_fails_alone(tmp_path, slow, raised):
    faults = [ValueError("no\nsuch word"), AssertionError("bug")]

    def raises(task):
        said = task.text if isinstance(task, Extract) else str(task)
        if type(task) is raised and "Zyq" in said and faults:
            raise faults[-1]
        return read(task) if isinstance(task, Extract) else revise(task)

    model = piped_facts_model().extended({Extract: raises, Revise: raises})
    texts = ("Anna|lives in|Oslo", "Anna|lives in|Zyq", "Ben|lives in|Rome")
    with opened(tmp_path / "a.clew", Slow(model) if slow else model) as memory:
        receipts = memory.remember_many([Input(text, at) for at, text in enumerate(texts)])
        assert [one.pending for one in receipts] == [False, True, False]
        assert "raised AssertionError: bug" in receipts[1].error
        assert [fact.object_name for fact in memory.facts("Ben")] == ["Rome"]
        del faults[1:]
        (again,) = memory.learn_pending()
        assert again.error.endswith("raised ValueError: no such word")
        faults.pop()
        (again,) = memory.learn_pending()
        assert not again.pending
        assert [fact.object_name for fact in memory.facts("Anna")] == ["Zyq"]


def test_a_model_that_cannot_work_at_all_is_said_to_the_caller(tmp_path):
    def raises(task):
        raise ModelError("no such model")

    model = piped_facts_model().extended({Extract: raises})
    with opened(tmp_path / "a.clew", model) as memory, pytest.raises(ModelError, match="no such"):
        memory.remember("Anna|lives in|Oslo", at=1)


LONG = "".join(f"Anna|met|Person{number} {'x' * 80};\n\n" for number in range(1000))
"""About three shares of what rules read for one commit."""


def interrupted_after(tasks):
    """Return a model whose process is stopped when it reads one text more."""
    left = list(range(tasks))

    def stops(task):
        if not left:
            raise KeyboardInterrupt
        left.pop()
        return read(task)

    return piped_facts_model().extended({Extract: stops})


def test_of_a_long_text_what_was_learned_before_an_interrupt_stays(tmp_path):
    path = tmp_path / "a.clew"
    with opened(path, interrupted_after(40)) as memory, pytest.raises(KeyboardInterrupt):
        memory.remember(LONG, at=1, source="long.txt")
    with opened(path, piped_facts_model()) as memory:
        kept = len(memory.browse("episodes", limit=1000).items)
        waiting = len(memory.store.pending(memory.namespace))
        assert "".join(each.text for each in memory.browse("episodes", limit=1000).items) == LONG
        assert kept - 40 <= waiting < kept
        assert memory.facts("Anna")
        again = memory.remember(LONG, at=1, source="long.txt", once=True)
        assert again.already_known
        assert len(memory.learn_pending()) == waiting
        assert len(memory.facts("Anna")) == 1000
        assert not memory.check()


def test_progress_tells_the_parts_of_a_long_text(tmp_path):
    told: list[float] = []
    with opened(tmp_path / "a.clew", piped_facts_model()) as memory:
        texts = [Input("Ben|lives in|Rome", 1), Input(LONG, 1)]
        receipts = memory.remember_many(texts, progress=told.append)
        assert len(told) > 2
        assert sum(told) == pytest.approx(2)
        assert not any(each.pending for each in receipts)
        assert len(receipts[1].new) > 1000


def test_short_texts_are_one_commit_with_what_is_learned_from_them(tmp_path):
    with opened(tmp_path / "a.clew", piped_facts_model()) as memory:
        memory.remember_many([Input(f"Anna|met|Person{each}", each) for each in range(100)])
        assert memory.revision == 1
