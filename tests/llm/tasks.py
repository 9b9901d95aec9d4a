"""The task types that tests of models share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from clew.llm.base import Model, Result, Sampling, Task
from clew.llm.prompts import Prompt


class Pair(BaseModel):
    name: str = Field(min_length=1)
    count: int


class Answer(BaseModel):
    pairs: tuple[Pair, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Count(Task[Answer]):
    """How many letters?"""

    text: str
    output_type: ClassVar[type[BaseModel]] = Answer


@dataclass(frozen=True, slots=True)
class Other(Task[Answer]):
    output_type: ClassVar[type[BaseModel]] = Answer


@dataclass(frozen=True, slots=True)
class Asking(Task[Answer]):
    """A task with a prompt."""

    text: str
    output_type: ClassVar[type[BaseModel]] = Answer
    prompt: ClassVar[Prompt | None] = Prompt("tests.llm", "count")

    def inputs(self) -> str:
        return f"The text: {self.text}"


@dataclass(frozen=True, slots=True)
class Rich(Task[Answer]):
    """A field of every sort."""

    at: datetime | int
    counts: Sequence[Count] = ()
    pair: Pair | None = None
    names: frozenset[str] = frozenset()
    more: Mapping[str, object] | None = None
    weight: float = 0.0
    output_type: ClassVar[type[BaseModel]] = Answer


def count(task: Any) -> Answer:
    return Answer(pairs=(Pair(name=task.text, count=len(task.text)),))


class Named:
    """A model under another name, or with other settings."""

    def __init__(self, model: Model, name: str, sampling: Sampling | None = None) -> None:
        self._model, self.name, self._sampling = model, name, sampling

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        return self._sampling

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        return self._model.run(tasks)
