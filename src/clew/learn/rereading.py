"""`Rereading`: a wrapper that reads no text twice if its words and context are the same."""

from collections.abc import Sequence
from threading import Lock
from typing import Any, TypeAlias

from clew.learn.tasks import Extract, ExtractedFact, ExtractedThesis, Extraction
from clew.llm.base import Model, Origin, Result, Task
from clew.llm.wrapper import Wrapper

__all__ = ["MOST_TEXTS", "Rereading"]

MOST_TEXTS = 1000
"""Readings kept by default: more than a world has different room descriptions."""
_Read: TypeAlias = tuple[str, tuple[str, ...], str, tuple[str, ...]]
"""Text, context, advice, and the known names shown: a reading may use them."""


class Rereading(Wrapper):
    """Answers `Extract` with an earlier answer for the same text and context.

    For texts whose meaning does not depend on their time and source: an agent that enters a room
    again sees the same description, at another step. (The keys of `clew.llm.cached` include time
    and source.) Readings with times of their own are not kept, nor are failures or readings with
    losses. Reused answers have no usage. Nothing outlives the process.

    Args:
        model: reads new texts.
        most: maximum number of readings kept; the oldest are dropped.
    """

    def __init__(self, model: Model, *, most: int = MOST_TEXTS) -> None:
        super().__init__(model)
        self._most = most
        self._readings: dict[_Read, Extraction] = {}
        self._lock = Lock()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        with self._lock:
            known = [
                self._readings.get(_read(task)) if isinstance(task, Extract) else None
                for task in tasks
            ]
        fresh = [task for task, reading in zip(tasks, known, strict=True) if reading is None]
        answers = self._model.run(fresh) if fresh else []
        for task, answer in zip(fresh, answers, strict=True):
            self._keep(task, answer)
        new = iter(answers)
        return [
            next(new) if reading is None else Result(reading, origin=Origin.CACHE)
            for reading in known
        ]

    def _keep(self, task: Task[Any], result: Result[Any]) -> None:
        if not isinstance(task, Extract) or result.value is None or result.losses:
            return
        reading: Extraction = result.value
        said: list[ExtractedFact | ExtractedThesis] = [*reading.facts, *reading.theses]
        if any(one.valid_from or one.valid_to for one in said):
            return
        with self._lock:
            self._readings[_read(task)] = reading
            if len(self._readings) > self._most:
                del self._readings[next(iter(self._readings))]


def _read(task: Extract) -> _Read:
    return task.text, task.context, task.advice, tuple(one.name for one in task.known)
