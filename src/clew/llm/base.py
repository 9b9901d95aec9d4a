"""Typed questions and who answers them: `Task`, `Model`, `Result`, `Usage`.

A `Task[T]` is a frozen value: the inputs of one question and the pydantic type of its answer. A
`Model` answers a batch of them. It never raises because of what a task contained or of what came
back: each task gets a `Result` with a value, or a typed `Failure`. Task types live beside the
stage that asks them (`clew.learn.tasks`, `clew.qa.tasks`); this package knows none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import BaseModel

__all__ = ["Failure", "FailureKind", "Loss", "Model", "Origin", "Result", "Task", "Usage"]

T_co = TypeVar("T_co", bound=BaseModel, covariant=True)


class Task(Generic[T_co]):
    """One typed question; subclasses are frozen, slotted dataclasses holding its inputs."""

    __slots__ = ()
    output_type: ClassVar[type[BaseModel]]


class Origin(StrEnum):
    """How a result was obtained."""

    RULES = "rules"
    SCRIPT = "script"
    MODEL = "model"
    CACHE = "cache"
    REPLAY = "replay"
    PERSON = "person"


class FailureKind(StrEnum):
    """Why there is no value."""

    NO_RULE = "no rule for this task"
    BAD_REPLY = "the reply does not fit the output type"
    REFUSED = "the model refused"
    UNAVAILABLE = "the model could not be reached"
    BUDGET = "a budget is spent"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a task has no answer; `retry` says whether asking again may help."""

    kind: FailureKind
    message: str
    retry: bool = False


@dataclass(frozen=True, slots=True)
class Loss:
    """One item that was dropped, why, and (shortened) what it was. Losses are always shown."""

    reason: str
    item: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost; sums with `+`."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    cost: float = 0.0
    """US dollars."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.seconds + other.seconds,
            self.cost + other.cost,
        )


@dataclass(frozen=True, slots=True)
class Result(Generic[T_co]):
    """The answer to one task: exactly one of `value` and `failure` is set."""

    value: T_co | None
    failure: Failure | None = None
    losses: tuple[Loss, ...] = ()
    usage: Usage = field(default_factory=Usage)
    origin: Origin = Origin.RULES

    def __post_init__(self) -> None:
        assert (self.value is None) != (self.failure is None)


class Model(Protocol):
    """Answers tasks. Safe to call from several threads; keeps no state that changes replies."""

    @property
    def name(self) -> str:
        """What to show and record, e.g. `rules` or `openai:gpt-4o`."""
        ...

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, results in the order of the tasks; an empty batch gives `[]`.

        Raises:
            ModelError: the model cannot work at all (a wrong key, a missing file).
        """
        ...
