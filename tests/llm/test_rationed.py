"""The ceiling of a day: for each namespace and for all, kept in the file, whoever asks."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from clew.clock import FixedClock
from clew.errors import ModelError, ReadOnlyError, UsageError
from clew.llm.base import Failure, FailureKind, Origin, Result, Sampling, Usage
from clew.llm.budget import Ceiling
from clew.llm.rationed import Rationed
from clew.memory import Memory
from clew.store.database import Database
from clew.store.stats import DayBook
from clew.store.store import Store
from tests.llm.tasks import Count, count
from tests.store.memories import START

NONE = Ceiling()
EACH = Usage(1, 70, 30, 2.0, 0.5)


class Paid:
    """A language model whose every answer, also a failure, costs half a dollar."""

    name = "openai:m"

    def __init__(self, answer=count, origin=Origin.MODEL):
        self.asked, self._answer, self._origin = 0, answer, origin

    def sampling(self, task):
        return Sampling()

    def run(self, tasks):
        self.asked += len(tasks)
        found = [self._answer(task) for task in tasks]
        return [
            Result(None, one, usage=EACH, origin=self._origin)
            if isinstance(one, Failure)
            else Result(one, usage=EACH, origin=self._origin)
            for one in found
        ]


def failing(task):
    return Failure(FailureKind.BAD_REPLY, "no JSON")


@pytest.fixture
def clock():
    return FixedClock(START)


@pytest.fixture
def book(clock):
    return DayBook(Store(Database(":memory:")), clock)


def tasks(size):
    return [Count(str(i)) for i in range(size)]


def why(results):
    return [None if one.failure is None else one.failure.kind for one in results]


@pytest.mark.parametrize(
    ("ceiling", "said"),
    [({"calls": 3}, "3 calls"), ({"tokens": 300}, "300 tokens"), ({"cost": 1.5}, "1.5 US dollars")],
)
@pytest.mark.parametrize("answer", [count, failing])
def test_a_namespace_is_asked_for_until_its_ceiling_also_where_answers_fail(
    book, ceiling, said, answer
):
    model = Paid(answer)
    rationed = Rationed(model, book, daily=NONE, daily_each=Ceiling(**ceiling), chunk=1)
    results = rationed.of("a").run(tasks(5))
    assert model.asked == 3
    assert why(results)[3:] == [FailureKind.BUDGET] * 2
    failure = results[4].failure
    assert failure is not None
    assert f"today's ceiling for the namespace 'a' of {said} is spent" in failure.message
    assert why(rationed.of("a").run(tasks(1))) == [FailureKind.BUDGET]
    rationed.of("b").run(tasks(1))
    assert model.asked == 4


def test_calls_are_never_overdrawn_and_else_by_less_than_a_chunk(book):
    model = Paid()
    Rationed(model, book, daily=Ceiling(calls=5), daily_each=NONE, chunk=3).of("a").run(tasks(9))
    assert model.asked == 5
    other = Rationed(Paid(), book, daily=Ceiling(cost=3.5), daily_each=NONE, chunk=3)
    assert why(other.of("b").run(tasks(9))).count(None) == 3
    assert book.spent("b")[0][-1] == 4.0


def test_all_namespaces_together_have_a_ceiling_so_that_new_ones_gain_nothing(book):
    model = Paid()
    rationed = Rationed(model, book, daily=Ceiling(cost=2), daily_each=Ceiling(cost=1), chunk=1)
    for name in "abcdef":
        rationed.of(name).run(tasks(3))
    rationed.run(tasks(1))
    assert model.asked == 4


def test_what_is_asked_at_the_same_time_is_counted_before_it_is_answered(book):
    both = Barrier(2, timeout=30)

    class Waiting(Paid):
        def run(self, tasks):
            both.wait()
            return super().run(tasks)

    model = Waiting()
    rationed = Rationed(model, book, daily=Ceiling(calls=2), daily_each=NONE, chunk=1)
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda name: rationed.of(name).run(tasks(1))[0], "abcd"))
    assert model.asked == 2
    assert why(found).count(FailureKind.BUDGET) == 2


def test_a_model_that_breaks_has_used_up_what_it_was_asked(book):
    class Broken(Paid):
        def run(self, tasks):
            raise ModelError("the key is wrong")

    rationed = Rationed(Broken(), book, daily=Ceiling(calls=2), daily_each=NONE, chunk=1)
    for _ in range(2):
        with pytest.raises(ModelError):
            rationed.run(tasks(1))
    assert why(rationed.run(tasks(1))) == [FailureKind.BUDGET]


@pytest.mark.parametrize("origin", [Origin.CACHE, Origin.REPLAY])
def test_what_nobody_pays_for_does_not_count(book, origin):
    model = Paid(origin=origin)
    Rationed(model, book, daily=Ceiling(cost=1), daily_each=NONE).run(tasks(9))
    assert (model.asked, book.spent("")[0]) == (9, (0, 0, 0, 0.0, 0.0))


def test_what_was_taken_yesterday_is_not_given_back_to_today(book, clock):
    def at_midnight(task):
        clock.moment = START + timedelta(days=1)
        return count(task)

    model = Paid(at_midnight, Origin.CACHE)
    rationed = Rationed(model, book, daily=Ceiling(calls=5), daily_each=NONE)
    rationed.run(tasks(5))
    assert book.spent("") == ((0, 0, 0, 0.0, 0.0),) * 2
    paid = Paid()
    Rationed(paid, book, daily=Ceiling(calls=5), daily_each=NONE).run(tasks(30))
    assert paid.asked == 5


def test_processes_share_the_days_page_and_a_new_day_has_an_empty_one(tmp_path, clock):
    books = [DayBook(Store(Database(tmp_path / "m.clew")), clock) for _ in range(2)]
    for book in books:
        book.add("a", (1, 70, 30, 2.0, 0.25))
    assert books[0].spent("a") == books[1].spent("a") == ((2, 140, 60, 4.0, 0.5),) * 2
    assert books[0].spent("b")[1] == (0, 0, 0, 0.0, 0.0)
    clock.moment += timedelta(hours=23, minutes=59)
    assert books[0].spent("a")[0][0] == 2
    clock.moment += timedelta(minutes=1)
    assert books[0].spent("a")[0][0] == 0
    books[1].add("b", (1, 0, 0, 1.0, 0.0))
    assert books[0].spent("a") == ((1, 0, 0, 1.0, 0.0), (0, 0, 0, 0.0, 0.0))


def test_a_file_that_cannot_be_written_to_lets_nothing_be_spent(tmp_path, clock):
    Memory.open(tmp_path / "m.clew", embedder=None).close()
    book = DayBook(Store(Database(tmp_path / "m.clew", read_only=True)), clock)
    model = Paid()
    with pytest.raises(ReadOnlyError, match="no `daily` ceiling"):
        Rationed(model, book, daily=Ceiling(cost=1), daily_each=NONE).run(tasks(1))
    assert model.asked == 0


def test_a_ceiling_is_no_less_than_nothing():
    with pytest.raises(UsageError, match="0 or more US dollars"):
        Ceiling(cost=-1)


def facts(task):
    subject, relation, name = task.text.rstrip(".").split("|")
    reply = {"facts": [{"subject": subject, "relation": relation, "object": name}]}
    return task.output_type.model_validate(reply)


def test_a_memory_stops_at_the_ceiling_and_goes_on_the_next_day(tmp_path, clock):
    def memory_of(namespace):
        store = Store(Database(tmp_path / "m.clew"))
        model = Rationed(
            Paid(facts), DayBook(store, clock), daily=NONE, daily_each=Ceiling(calls=2)
        )
        return Memory(store, namespace=namespace, model=model, embedder=None, clock=clock)

    texts = ["Anna|owns|a cat.", "Ben|owns|a dog.", "Cleo|owns|a boat.", "Dora|owns|a car."]
    with memory_of("a") as memory:
        receipts = memory.remember_many(texts)
        left = [one for one in receipts if one.pending]
        assert len(left) == 2  # of four that are asked at the same time
        assert all("today's ceiling for the namespace 'a'" in str(one.error) for one in left)
        assert not memory.in_namespace("b").remember("Eve|owns|a bike.").pending
    with memory_of("a") as memory:
        assert all(one.pending for one in memory.learn_pending())
        answer = memory.ask("Who owns a car?")
        assert answer.failure is not None
        assert answer.failure.kind is FailureKind.BUDGET
        assert answer.failure.message.startswith("today's ceiling")
        clock.moment += timedelta(days=1)
        assert not any(one.pending for one in memory.learn_pending())
        assert all(memory.facts(name) for name in ("Anna", "Ben", "Cleo", "Dora"))
        assert memory.check() == []
