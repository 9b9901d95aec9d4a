"""`Counting`: the tokens a language model would have received and sent.

Rules cost nothing, so cost comparisons count the prompts a language model would get for the same
tasks, with the estimate used for packing (`clew.recall.pack.count_tokens`).
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from pydantic import BaseModel

from clew.llm.base import Model, Result, Task
from clew.llm.insisting import schema_of
from clew.llm.wrapper import Wrapper
from clew.recall.pack import count_tokens

__all__ = ["Counting", "Tokens", "picture_tokens", "schema_tokens"]


class Tokens(NamedTuple):
    """Tokens in and out."""

    sent: int = 0
    got: int = 0

    @property
    def dollars(self) -> float:
        """The price by `_CENTS`."""
        return (self.sent * _CENTS[0] + self.got * _CENTS[1]) / 100_000


_CENTS = (1.0, 3.0)
"""US cents per 1,000 tokens in and out: GPT-4 Turbo's in AriGraph's logs."""


_PICTURE, _TILE, _SIDE = 85, 170, 512
"""Tokens of a picture, and of each square of so many pixels in it: GPT-4o's."""


def picture_tokens(png: bytes) -> int:
    """Return the tokens of a picture, from the size that its PNG header states."""
    wide, high = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    return _PICTURE + _TILE * -(-wide // _SIDE) * -(-high // _SIDE)


def schema_tokens(task: type[Task[Any]]) -> int:
    """Return the tokens of the schema that is sent with every question of a type."""
    if task.output_type not in _SCHEMAS:
        _SCHEMAS[task.output_type] = count_tokens(json.dumps(schema_of(task)))
    return _SCHEMAS[task.output_type]


_SCHEMAS: dict[type[BaseModel], int] = {}


class Counting(Wrapper):
    """Passes tasks on and counts those that have a prompt.

    With `whole`, the schema of the answer and the pictures count too, as they are paid for.
    """

    def __init__(self, model: Model, *, whole: bool = False) -> None:
        super().__init__(model)
        self._whole = whole
        self._since = Tokens()

    def taken(self) -> Tokens:
        """Return what was counted since the last call."""
        tokens, self._since = self._since, Tokens()
        return tokens

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        results = self._model.run(tasks)
        for task, result in zip(tasks, results, strict=True):
            if task.prompt is None:
                continue
            sent = sum(count_tokens(message.text) for message in task.messages())
            if self._whole:
                pictures = [one for message in task.messages() for one in message.images]
                sent += schema_tokens(type(task)) + sum(map(picture_tokens, pictures))
            value = result.value
            got = 0 if value is None else count_tokens(value.model_dump_json())
            self._since = Tokens(self._since.sent + sent, self._since.got + got)
        return results
