"""Wrappers of the model that reads: with the papers' two prompts; no text twice.

text --ExtractTriplets--> facts, aliases --\
text --ExtractTheses----> theses ----------> merged
"""

from collections.abc import Sequence
from threading import Lock
from typing import Any, TypeAlias

from clew.learn.conversation.turn_replies import ExtractFacts
from clew.learn.tasks import (
    Extract,
    ExtractedFact,
    Extraction,
    ExtractTheses,
    ExtractTriplets,
    Theses,
    Triplets,
)
from clew.llm.base import OUT_OF_REACH, Failure, Loss, Model, Origin, Result, Task, Usage
from clew.llm.wrapper import Wrapper

__all__ = ["MOST_TEXTS", "Rereading", "Separate"]

_SHOWN = 200


class Separate(Wrapper):
    """Reads every text with two prompts instead of one; other tasks pass through.

    So AriGraph (appendix D) and PersonalAI (tables 9 and 10) read. Where no theses are wanted there
    is one prompt; turns of a conversation, and theses about the rest, are read in one call. If one
    half of a text fails, the other half is kept, with the failure as a `Loss`. If the model could
    not be asked (unreachable, budget spent), the whole text fails, so that asking later gives all
    of it. Losses and usage are those of both halves.
    """

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; the two prompts of all texts are one batch."""
        texts = [task for task in tasks if type(task) is Extract]
        others = [_as_papers(task) for task in tasks if type(task) is not Extract]
        read = iter(self._read(texts) if texts else ())
        answered = iter(self._model.run(others) if others else ())
        return [next(read if type(task) is Extract else answered) for task in tasks]

    def _read(self, tasks: Sequence[Extract]) -> list[Result[Extraction]]:
        parts = [
            (task.text, task.at, task.source, task.context, task.advice, task.known)
            for task in tasks
        ]
        triplets = [ExtractTriplets(*part) for part in parts]
        theses = [ExtractTheses(*part) for part in parts]
        results = self._model.run([*triplets, *theses])
        halves = zip(tasks, results[: len(tasks)], results[len(tasks) :], strict=True)
        return [_merged(*half) for half in halves]


def _as_papers(task: Task[Any]) -> Task[Any]:
    """Return the paper's task for facts alone; every other task unchanged."""
    if not isinstance(task, ExtractFacts):
        return task
    return ExtractTriplets(task.text, task.at, task.source, task.context, task.advice, task.known)


def _merged(
    task: Extract, triplets: Result[Triplets], theses: Result[Theses]
) -> Result[Extraction]:
    losses = (*triplets.losses, *theses.losses)
    failure = _whole([one.failure for one in (triplets, theses) if one.failure is not None])
    value: Extraction | None = None
    if failure is None:
        value = _joined(triplets.value or Triplets(), theses.value or Theses())
        for name, half in (("triplets", triplets), ("theses", theses)):
            if half.failure is not None:
                why = f"no {name}: {half.failure.kind}: {half.failure.message}"
                losses = (*losses, Loss(why, task.text[:_SHOWN]))
    paid = theses if triplets.usage == Usage() else triplets  # the other half may come from a cache
    return Result(
        value,
        failure,
        losses=losses,
        usage=triplets.usage + theses.usage,
        origin=paid.origin,
        model=triplets.model or theses.model,
        how=" + ".join(dict.fromkeys(filter(None, (triplets.how, theses.how)))),
        sampling=triplets.sampling,
    )


def _whole(failures: Sequence[Failure]) -> Failure | None:
    """Return why the whole text fails: both halves failed, or one can be asked again later."""
    later = [each for each in failures if each.kind in OUT_OF_REACH]
    if later:
        return later[0]
    return failures[0] if len(failures) == 2 else None


def _joined(triplets: Triplets, theses: Theses) -> Extraction:
    """Join both halves."""
    return Extraction(
        theses=theses.theses,
        facts=tuple(ExtractedFact(**fact.model_dump()) for fact in triplets.facts),
        aliases=triplets.aliases,
        people=triplets.people,
        things=triplets.things,
    )


MOST_TEXTS = 1000
"""Readings kept by default: more than a world has different room descriptions."""
_Read: TypeAlias = tuple[str, str, tuple[str, ...], str, tuple[str, ...]]
"""Task, text, context, advice, and the known names shown: a reading may use them."""


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
        self._readings: dict[_Read | None, Extraction] = {}
        self._lock = Lock()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        with self._lock:
            known = [self._readings.get(_key(task)) for task in tasks]
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
        said: list[Any] = [*reading.facts, *getattr(reading, "theses", ())]
        dated = any(one.valid_from or one.valid_to for one in said)
        if dated or any(fact.planned_for for fact in reading.facts):
            return
        with self._lock:
            self._readings[_key(task)] = reading
            if len(self._readings) > self._most:
                del self._readings[next(iter(self._readings))]


def _key(task: Task[Any]) -> _Read | None:
    if not isinstance(task, Extract):
        return None
    names = tuple(one.name for one in task.known)
    return type(task).__name__, task.text, task.context, task.advice, names
