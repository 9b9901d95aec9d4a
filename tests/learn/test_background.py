"""Learning that nobody waits for: durable at once, in order, told by its job."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from clew.bench.piped_facts import read as piped_facts
from clew.embed.hashing import Hashing
from clew.errors import UnknownNameError
from clew.learn.observe import Input
from clew.learn.pipeline import learn_from
from clew.learn.remembering.background import Background
from clew.learn.remembering.drafting import LEARNED
from clew.learn.remembering.learning_jobs import JobStatus
from clew.learn.tasks import Extract
from clew.llm.base import Failure, FailureKind, Sampling
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.minds.offline import RULES
from tests.learn.readers import other_object, reader

SECONDS = 30


def fact(text):
    subject, relation, name = text.rstrip(".").split("|")
    return {"facts": [{"subject": subject, "relation": relation, "object": name}]}


class Slow(ScriptedModel):
    """A language model that answers once it may."""

    def __init__(self, read=fact):
        super().__init__(reader(read, other_object))
        self.may, self.begun = Event(), Event()

    def sampling(self, task):
        return Sampling()

    def run(self, tasks):
        self.begun.set()
        assert self.may.wait(SECONDS)
        return super().run(tasks)


def opened(model, path=":memory:"):
    return Memory.open(path, embedder=None, model=model)


def test_a_text_is_on_disk_while_the_model_still_reads(tmp_path):
    path, model = tmp_path / "a.clew", Slow()
    with opened(model, path) as memory:
        receipt = memory.remember("Anna|lives in|Oslo.", at=1, wait=False)
        assert receipt.pending
        assert model.begun.wait(SECONDS)
        (job,) = memory.jobs(receipt.episodes)
        assert (job.status, job.said) == (JobStatus.PENDING, "waits to be learned from")
        with Memory.open(path, embedder=None, read_only=True) as other:
            assert other.episode(receipt.episode).text == "Anna|lives in|Oslo."
        model.may.set()
        (job,) = memory.jobs(receipt.episodes, wait_s=SECONDS)
        assert (job.status, job.new) == (JobStatus.LEARNED, 1)
        assert job.said == "1 new, 0 confirmed, 0 superseded"
        assert memory.jobs() == []
        assert [each.text for each in memory.facts("Anna")] == ["Anna lives in Oslo"]


def test_texts_are_learned_from_in_their_order():
    model = Slow()
    with opened(model) as memory:
        told = [
            memory.remember(f"Anna|lives in|{place}.", at=day, wait=False).episode
            for day, place in enumerate(["Oslo", "Rome", "Lima", "Bergen"])
        ]
        model.may.set()
        jobs = memory.jobs(told, wait_s=SECONDS)
        assert [job.episode for job in jobs] == told
        assert [each.object_name for each in memory.history("Anna")] == [
            "Oslo", "Rome", "Lima", "Bergen",
        ]  # fmt: skip
        assert [each.object_name for each in memory.facts("Anna")] == ["Bergen"]


def test_a_failure_is_told_and_may_be_tried_again():
    failing = Failure(FailureKind.UNAVAILABLE, "no such server")
    replies = [failing, {"facts": []}]
    model = Slow(lambda text: replies.pop(0))
    model.may.set()
    with opened(model) as memory:
        one = memory.remember("Anna|lives in|Oslo.", at=1, wait=False).episode
        (job,) = memory.jobs([one], wait_s=SECONDS)
        assert (job.status, job.attempts) == (JobStatus.FAILED, 1)
        assert job.error is not None
        assert "no such server" in job.error
        assert memory.jobs() == [job]
        memory.learn_pending()
        (job,) = memory.jobs([one])
        assert (job.status, job.new, job.said) == (
            JobStatus.LEARNED, 0, "0 facts: script found none",
        )  # fmt: skip


class Fragile(Hashing):
    """An embedder of somebody's that raises errors of its own, as long as it is broken."""

    broken = False

    def embed(self, texts, *, kind):
        if self.broken:
            raise RuntimeError("out of memory")
        return super().embed(texts, kind=kind)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_error_that_nobody_expected_is_told_and_stops_no_other_text():
    model, embedder = Slow(), Fragile(16)
    with Memory.open(":memory:", embedder=embedder, model=model) as memory:
        memory, other = memory.in_namespace("a"), memory.in_namespace("b")
        told = [memory.remember("Anna|lives in|Oslo.", at=1, wait=False).episode]
        assert model.begun.wait(SECONDS)
        told.append(memory.remember("Ben|lives in|Rome.", at=2, wait=False).episode)
        embedder.broken = True
        model.may.set()
        for job in memory.jobs(told, wait_s=SECONDS):
            assert (job.status, job.error) == (JobStatus.FAILED, "RuntimeError: out of memory")
            assert job.said == "failed: RuntimeError: out of memory"
        embedder.broken = False
        one = other.remember("Cleo|lives in|Lima.", at=1, wait=False).episode
        assert other.jobs([one], wait_s=SECONDS)[0].status is JobStatus.LEARNED
        memory.learn_pending()
        for job in memory.jobs(told):
            assert (job.status, job.error) == (JobStatus.LEARNED, None)


def test_what_was_dropped_is_told():
    model = Slow(lambda text: {"facts": [{"subject": "Anna"}], "people": ["Anna"]})
    model.may.set()
    with opened(model) as memory:
        one = memory.remember("Anna is well.", at=1, wait=False).episode
        (job,) = memory.jobs([one], wait_s=SECONDS)
        assert job.said == "0 facts: all that was found was dropped"
        assert len(job.losses) == 1


def test_a_memory_that_is_closed_leaves_the_rest_pending(tmp_path):
    path, model = tmp_path / "a.clew", Slow()
    memory = opened(model, path)
    first = memory.remember("Anna|lives in|Oslo.", at=1, wait=False).episode
    assert model.begun.wait(SECONDS)
    later = [memory.remember(f"Ben|has|{n}.", at=2 + n, wait=False).episode for n in range(3)]
    model.may.set()
    memory.close()
    with opened(model, path) as memory:
        left = [job.episode for job in memory.jobs()]
        assert left in (later, [first, *later])
        memory.learn_pending()
        assert [job.status for job in memory.jobs([first, *later])] == [JobStatus.LEARNED] * 4


def test_namespaces_do_not_wait_for_each_other():
    both = Barrier(2)

    def read(text):
        both.wait(SECONDS)
        return fact(text)

    model = Slow(read)
    model.may.set()
    with opened(model) as memory:
        memories = [memory.in_namespace(name) for name in ("a", "b")]
        told = [each.remember("Anna|has|a cat.", at=1, wait=False).episode for each in memories]
        for each, episode in zip(memories, told, strict=True):
            (job,) = each.jobs([episode], wait_s=SECONDS)
            assert job.status is JobStatus.LEARNED


def test_rules_learn_so_too_and_a_text_known_already_is_not_learned_twice():
    with Memory.open(":memory:", embedder=None) as memory:
        told = memory.remember("Anna lives in Oslo.", source="x", wait=False)
        (job,) = memory.jobs(told.episodes, wait_s=SECONDS)
        assert job.new == 2
        again = memory.remember("Anna lives in Oslo.", source="x", once=True, wait=False)
        assert again.already_known
        assert memory.jobs() == []


def rules(slow):
    """Rules that read as slowly as a language model."""

    def read(task):
        slow.begun.set()
        assert slow.may.wait(SECONDS)
        return piped_facts(task)

    return RuleModel({**RULES, Extract: read})


@pytest.mark.parametrize("reads", [lambda slow: slow, rules])
def test_what_somebody_else_has_learned_from_meanwhile_is_learned_once(tmp_path, reads):
    path, slow, quick = tmp_path / "a.clew", Slow(), Slow()
    quick.may.set()
    texts = [Input(f"Anna|lives in|{place}", day) for day, place in enumerate(["Oslo", "Rome"])]
    with opened(reads(slow), path) as memory, opened(quick, path) as other:
        memory.remember_many(texts, learn=False)
        with ThreadPoolExecutor(1) as threads:
            learning = threads.submit(memory.learn_pending)
            assert slow.begun.wait(SECONDS)
            assert all(each.new for each in other.learn_pending())
            slow.may.set()
            receipts = learning.result(SECONDS)
        assert [(each.pending, each.error) for each in receipts] == [(False, LEARNED)] * 2
        assert [job.status for job in memory.jobs([1, 2])] == [JobStatus.LEARNED] * 2
        assert [fact.episodes for fact in memory.history("Anna")] == [(1,), (2,)]
        assert memory.check() == []


def test_of_turns_that_are_read_together_and_learned_in_part_the_rest_waits(tmp_path):
    path, slow, quick = tmp_path / "a.clew", Slow(), Slow()
    quick.may.set()
    said = [{"role": "user", "name": "Anna", "content": f"I|like|{one}"} for one in ("tea", "ham")]
    with opened(slow, path) as memory, opened(quick, path) as other:
        told = memory.remember_many(said, at=1, conversation="chat", learn=False)
        with ThreadPoolExecutor(1) as threads:
            learning = threads.submit(memory.learn_pending)
            assert slow.begun.wait(SECONDS)
            list(learn_from(other._writer(), told[0].episodes))
            slow.may.set()
            first, second = learning.result(SECONDS)
        assert (first.pending, first.error) == (False, LEARNED)
        assert second.pending
        assert all(not each.pending for each in memory.learn_pending())
        assert memory.jobs() == memory.check() == []


def test_what_was_never_told_or_is_forgotten_has_no_job():
    with Memory.open(":memory:", embedder=None) as memory:
        with pytest.raises(UnknownNameError, match="no episode with a job named '7'"):
            memory.jobs([7])
        told = memory.remember("Anna lives in Oslo.")
        memory.forget(episode=told.episode)
        with pytest.raises(UnknownNameError):
            memory.jobs([told.episode])


def test_nothing_is_begun_after_the_end():
    with Memory.open(":memory:", embedder=None) as memory:
        told = memory.remember_many(["Anna lives in Oslo."], learn=False)
        background = Background()
        background.close()
        background.learn(memory._writer(), [told[0].episode])
        background.wait("default", None, SECONDS)
        assert [job.status for job in memory.jobs()] == [JobStatus.PENDING]
