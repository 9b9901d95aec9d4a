"""Task types for tests of language models; results that a type checker does not worry about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel, Field

from clew.llm.base import Message, Model, Task

__all__ = ["INSTRUCTIONS", "Animal", "Animals", "Find", "Rate", "Rating", "answers"]

INSTRUCTIONS = 'List the animals in the text as JSON: {"animals": [{"name": ..., "legs": ...}]}.'


class Animal(BaseModel):
    name: str = Field(min_length=1, max_length=40)
    legs: int = Field(ge=0, le=1000)


class Animals(BaseModel):
    animals: tuple[Animal, ...] = Field(default=(), max_length=8)
    note: str = ""


class Rating(BaseModel):
    good: bool


@dataclass(frozen=True, slots=True)
class Find(Task[Animals]):
    """Has messages of its own, for a prompt is a file of a package."""

    text: str
    output_type: ClassVar[type[BaseModel]] = Animals

    def messages(self) -> tuple[Message, ...]:
        return (Message("system", INSTRUCTIONS), Message("user", self.text))


@dataclass(frozen=True, slots=True)
class Rate(Task[Rating]):
    text: str
    output_type: ClassVar[type[BaseModel]] = Rating

    def messages(self) -> tuple[Message, ...]:
        return (Message("system", "Is this text good?"), Message("user", self.text))


def answers(model: Model, tasks: Sequence[Task[Any]]) -> list[Any]:
    """Run a batch; the results are `Any`, for tests know which have a value."""
    return list(model.run(tasks))
