from concurrent.futures import ThreadPoolExecutor

import pytest

from clew.errors import ModelError, UsageError
from clew.graph.types import Kind
from clew.learn.observe import Input
from clew.learn.tasks import Revise
from clew.llm.base import FailureKind, Origin, Result, Sampling, Usage
from clew.llm.budget import Budgeted
from clew.llm.cached import Cached
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from tests.embed.embedders import DictStore
from tests.llm.tasks import Count, Named, count


class Costly:
    """A model whose every answer costs the same; it keeps the sizes of its batches."""

    name = "openai:m"

    def __init__(self, usage=None, breaks_after=None):
        self.sizes = []
        self._usage = usage or Usage(1, 70, 30, 2.0, 0.5)
        self._breaks_after = breaks_after

    def sampling(self, task):
        return Sampling()

    def run(self, tasks):
        if len(self.sizes) == self._breaks_after:
            raise ModelError("the key is wrong")
        self.sizes.append(len(tasks))
        return [Result(count(task), usage=self._usage, origin=Origin.MODEL) for task in tasks]


def tasks(size):
    return [Count(str(i)) for i in range(size)]


def answered(results):
    return [result.value is not None for result in results]


def test_calls_are_never_overdrawn_and_what_was_answered_is_returned():
    model = Costly()
    budgeted = Budgeted(model, calls=5, chunk=3)
    results = budgeted.run(tasks(8))
    assert answered(results) == [True] * 5 + [False] * 3
    assert [r.value for r in results[:5]] == [count(task) for task in tasks(5)]
    assert model.sizes == [3, 2]
    assert budgeted.spent == Usage(5, 350, 150, 10.0, 2.5)


@pytest.mark.parametrize(
    ("budget", "unit"), [({"tokens": 301}, "tokens"), ({"cost": 1.6}, "US dollars")]
)
def test_the_excess_is_less_than_one_chunk(budget, unit):
    model = Costly()
    results = Budgeted(model, **budget, chunk=2).run(tasks(9))
    assert answered(results) == [True] * 4 + [False] * 5
    assert model.sizes == [2, 2]
    assert f"the budget of {next(iter(budget.values()))} {unit} is spent" in str(results[-1])


def test_a_spent_budget_says_what_was_spent_and_how_to_go_on():
    budgeted = Budgeted(Costly(), calls=2)
    failure = budgeted.run(tasks(3))[2].failure
    assert failure is not None
    assert failure.kind is FailureKind.BUDGET
    assert not failure.retry
    assert failure.message == (
        "the budget of 2 calls is spent (2 calls, 200 tokens, 1 US dollars); raise it "
        "and go on: what was not answered is still to do, nothing is lost"
    )
    assert [r.failure for r in budgeted.run(tasks(1))] == [failure]


def test_a_line_that_is_reached_exactly_is_spent():
    model = Costly()
    assert answered(Budgeted(model, tokens=200, chunk=1).run(tasks(3))) == [True, True, False]


def test_nothing_is_asked_on_a_budget_of_nothing():
    model = Costly()
    for budget in ({"calls": 0}, {"tokens": 0}, {"cost": 0.0}):
        assert answered(Budgeted(model, **budget).run(tasks(2))) == [False, False]
    assert model.sizes == []


def test_what_reports_no_use_is_never_spent():
    budgeted = Budgeted(Costly(Usage()), calls=1, tokens=1, cost=0.1)
    assert all(answered(budgeted.run(tasks(40))))
    assert budgeted.spent == Usage()


def test_without_a_budget_it_only_counts():
    model = Costly()
    budgeted = Budgeted(model)
    assert all(answered(budgeted.run(tasks(20))))
    assert model.sizes == [16, 4]
    assert budgeted.spent.calls == 20


def test_retries_count_as_calls():
    budgeted = Budgeted(Costly(Usage(3)), calls=4, chunk=1)
    assert answered(budgeted.run(tasks(4))) == [True, True, False, False]
    assert budgeted.spent.calls == 6


def test_what_a_cache_gives_costs_nothing():
    store = DictStore()
    Cached(Costly(), store).run(tasks(3))
    budgeted = Budgeted(Cached(Costly(), store), calls=1, chunk=1)
    assert answered(budgeted.run(tasks(5))) == [True] * 4 + [False]


def test_a_model_that_breaks_down_takes_no_answers_with_it():
    budgeted = Budgeted(Costly(breaks_after=2), chunk=2)
    results = budgeted.run(tasks(6))
    assert answered(results) == [True] * 4 + [False] * 2
    failure = results[-1].failure
    assert failure is not None
    assert (failure.kind, failure.retry) == (FailureKind.UNAVAILABLE, True)
    assert failure.message == "the key is wrong"
    with pytest.raises(ModelError, match="the key is wrong"):
        budgeted.run(tasks(1))


def test_threads_overdraw_by_at_most_one_chunk_each_and_lose_no_count():
    budgeted = Budgeted(Costly(), calls=100, chunk=2)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: budgeted.run(tasks(10)), range(20)))
    given = sum(sum(answered(each)) for each in results)
    assert given == budgeted.spent.calls
    assert 100 <= given <= 100 + 4 * 2


@pytest.mark.parametrize("wrong", [{"calls": -1}, {"cost": float("nan")}, {"chunk": 0}])
def test_a_budget_that_is_none_is_refused(wrong):
    with pytest.raises(UsageError, match="expected"):
        Budgeted(Costly(), **wrong)


def reading(task):
    """Read `A B` as "A knows B"; nothing replaces anything."""
    if isinstance(task, Revise):
        return {"pairs": []}
    subject, object_ = task.text.split()
    return {"facts": [{"subject": subject, "relation": "knows", "object": object_}]}


def known(memory):
    """Return the facts and how many texts wait."""
    with memory.view() as view:
        facts = [item.text for item in view.items(view.ids(Kind.FACT))]
    return sorted(facts), memory.stats().pending


@pytest.mark.parametrize("calls", range(8))
def test_wherever_a_budget_ends_nothing_is_lost(tmp_path, calls):
    inputs = [Input(text, at) for at, text in enumerate(["Anna Ben", "Ben Cleo", "Cleo Dan"], 1)]
    model = Named(ScriptedModel(reading), "openai:m", Sampling())
    path = tmp_path / "m.clew"
    with Memory.open(path, model=Budgeted(model, calls=calls), embedder=None) as memory:
        receipts = memory.remember_many(inputs)
        facts, pending = known(memory)
        assert [each.pending for each in receipts] == [each.error is not None for each in receipts]
        assert len(facts) + pending == 3
        assert calls or pending == 3
    with Memory.open(path, model=model, embedder=None) as memory:
        memory.learn_pending()
        assert known(memory) == (["Anna knows Ben", "Ben knows Cleo", "Cleo knows Dan"], 0)
