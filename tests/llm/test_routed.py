"""`Routed` and `Metered`: who answers what, and what it cost."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from pydantic import BaseModel

from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, Origin, Result, Sampling, Task, Usage
from clew.llm.routed import Routed
from clew.llm.scripted import ScriptedModel
from clew.llm.wrapper import Metered


class Word(BaseModel):
    text: str


@dataclass(frozen=True, slots=True)
class Say(Task[Word]):
    text: str
    output_type: ClassVar[type[BaseModel]] = Word


@dataclass(frozen=True, slots=True)
class Learn(Task[Word]):
    text: str
    output_type: ClassVar[type[BaseModel]] = Word


class Priced:
    """Answers with its name, for a price."""

    def __init__(self, name: str, origin: Origin = Origin.MODEL) -> None:
        self.name = name
        self.batches: list[int] = []
        self._origin = origin

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        return Sampling(seed=len(self.name))

    def run(self, tasks):
        self.batches.append(len(tasks))
        usage = Usage(1, 10, 2, 0.5, 0.01)
        return [
            Result(
                Word(text=f"{self.name} {task.text}"),
                usage=usage,
                origin=self._origin,
                model=self.name,
            )
            for task in tasks
        ]


def test_each_task_goes_to_its_model_in_one_batch_and_comes_back_in_order():
    big, small = Priced("big"), Priced("small")
    model = Routed(big, {Learn: small})
    results = model.run([Learn("a"), Say("b"), Learn("c"), Say("d")])
    said = [result.value for result in results]
    assert said == [Word(text=text) for text in ("small a", "big b", "small c", "big d")]
    assert (big.batches, small.batches) == ([2], [2])


class Down(Priced):
    """Cannot be reached."""

    def run(self, tasks):
        raise ModelError(f"{self.name} is down")


def test_what_was_answered_before_another_model_broke_down_is_returned():
    model = Routed(Priced("big"), {Learn: Down("small")})
    first, second, third = model.run([Learn("a"), Say("b"), Learn("c")])
    assert second.value == Word(text="big b")
    down = Failure(FailureKind.UNAVAILABLE, "small is down", retry=True)
    assert (first.failure, third.failure) == (down, down)
    with pytest.raises(ModelError, match="small is down"):
        model.run([Learn("a")])


def test_settings_and_name_are_those_of_the_models():
    model = Routed(Priced("big"), {Learn: Priced("small")})
    assert model.name == "big + small"
    assert model.sampling(Learn) == Sampling(seed=5)
    assert model.sampling(Say) == Sampling(seed=3)


def test_a_model_without_tasks_is_not_asked():
    big = Priced("big")
    assert Routed(big, {Learn: Priced("small")}).run([]) == []
    assert big.batches == []


def test_a_meter_sums_by_task_and_model():
    model = Metered(Routed(Priced("big"), {Learn: Priced("small")}))
    model.run([Learn("a"), Say("b"), Learn("c")])
    one = Usage(1, 10, 2, 0.5, 0.01)
    assert model.spent == {("Learn", "small"): one + one, ("Say", "big"): one}


def test_what_was_paid_for_before_is_not_counted():
    model = Metered(Priced("big", Origin.CACHE))
    model.run([Say("a")])
    assert model.spent == {}


def test_a_replayed_run_reports_what_its_recording_did_and_says_that_it_is_replayed():
    recorded, replayed = Metered(Priced("big")), Metered(Priced("big", Origin.REPLAY))
    for model in (recorded, replayed):
        model.run([Say("a"), Say("b")])
    assert [*recorded.spent.values()] == [*replayed.spent.values()]
    assert [*replayed.spent] == [("Say", "big (replayed)")]


def test_a_failure_costs_too():
    failure = Failure(FailureKind.BAD_REPLY, "no")
    model = Metered(ScriptedModel([failure]))
    model.run([Say("a")])
    assert model.spent == {("Say", "script"): Usage(calls=1)}
