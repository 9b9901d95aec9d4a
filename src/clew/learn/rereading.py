"""`Rereading`: a text that was read before, word for word, is not read again."""

from collections.abc import Sequence
from threading import Lock
from typing import Any, TypeAlias

from clew.learn.tasks import Extract, ExtractedFact, ExtractedThesis, Extraction
from clew.llm.base import Model, Origin, Result, Task
from clew.llm.wrapper import Wrapper

__all__ = ["MOST_TEXTS", "Rereading"]

MOST_TEXTS = 1000
"""Readings that are kept by default: more than the rooms of a world have faces."""
_Read: TypeAlias = tuple[str, tuple[str, ...], str]
"""Text, context, advice."""


class Rereading(Wrapper):
    """Answers `Extract` from its earlier answer about the same words after the same words.

    For texts whose time and source add nothing to what they say: an agent that walks through a
    room again sees the same description, and it says the same, of another step. A reading that
    names a time of its own is not kept, nor is a failure. What is not paid for again has no usage,
    as with `clew.llm.cached`, whose keys hold time and source. Lives as long as the process.

    Args:
        model: who reads what is new.
        most: how many readings are kept; the oldest go.
    """

    def __init__(self, model: Model, *, most: int = MOST_TEXTS) -> None:
        super().__init__(model)
        self._most = most
        self._readings: dict[_Read, Extraction] = {}
        self._lock = Lock()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        with self._lock:
            known = {
                place: self._readings.get((task.text, task.context, task.advice))
                for place, task in enumerate(tasks)
                if isinstance(task, Extract)
            }
        again = {place: reading for place, reading in known.items() if reading is not None}
        fresh = [place for place in range(len(tasks)) if place not in again]
        results: dict[int, Result[Any]] = {
            place: Result(reading, origin=Origin.CACHE) for place, reading in again.items()
        }
        if fresh:
            answers = self._model.run([tasks[place] for place in fresh])
            results.update(zip(fresh, answers, strict=True))
        for place in fresh:
            self._keep(tasks[place], results[place])
        return [results[place] for place in range(len(tasks))]

    def _keep(self, task: Task[Any], result: Result[Any]) -> None:
        if not isinstance(task, Extract) or result.value is None or result.losses:
            return
        reading: Extraction = result.value
        said: list[ExtractedFact | ExtractedThesis] = [*reading.facts, *reading.theses]
        if any(one.valid_from or one.valid_to for one in said):
            return
        with self._lock:
            self._readings[task.text, task.context, task.advice] = reading
            if len(self._readings) > self._most:
                del self._readings[next(iter(self._readings))]
