"""Ask a model what texts say with the papers' two prompts, instead of one of ours.

text --ExtractTriplets--> facts, aliases --\
text --ExtractTheses----> theses ----------> merged
"""

from collections.abc import Sequence
from typing import Any

from clew.learn.tasks import (
    Extract,
    ExtractedFact,
    ExtractedTriplet,
    Extraction,
    ExtractTheses,
    ExtractTriplets,
    Theses,
    Triplets,
)
from clew.llm.base import OUT_OF_REACH, Failure, Loss, Result, Task, Usage
from clew.llm.wrapper import Wrapper
from clew.text import normalise_name

__all__ = ["Separate"]

_SHOWN = 200


class Separate(Wrapper):
    """Reads every text with two prompts instead of one; other tasks pass through.

    So AriGraph (appendix D) and PersonalAI (tables 9 and 10) read. If one half of a text fails, the
    other half is kept, with the failure as a `Loss`. If the model could not be asked (unreachable,
    budget spent), the whole text fails, so that asking later gives all of it. Losses and usage are
    those of both halves.
    """

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; the two prompts of all texts are one batch."""
        texts = [task for task in tasks if isinstance(task, Extract)]
        others = [task for task in tasks if not isinstance(task, Extract)]
        read = iter(self._read(texts) if texts else ())
        answered = iter(self._model.run(others) if others else ())
        return [next(read if isinstance(task, Extract) else answered) for task in tasks]

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
    """Join both halves; a fact belongs to a thesis if only that one names both its ends."""
    named = [{normalise_name(name) for name in thesis.entities} for thesis in theses.theses]
    return Extraction(
        theses=theses.theses,
        facts=tuple(_linked(fact, named) for fact in triplets.facts),
        aliases=triplets.aliases,
        people=triplets.people,
    )


def _linked(fact: ExtractedTriplet, named: Sequence[set[str]]) -> ExtractedFact:
    ends = {normalise_name(fact.subject), normalise_name(fact.object)}
    places = [place for place, names in enumerate(named) if ends <= names]
    return ExtractedFact(**fact.model_dump(), thesis=places[0] if len(places) == 1 else None)
