"""Judge answers: a model compares each with the right one; an answer without a mark is wrong.

PersonalAI (appendix D) asks a model for 0 or 1; its code leaves unparseable replies out of the
mean, which inflates scores. Here a failure counts as 0 and is reported.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.ask.tasks import Judge
from clew.llm.base import Failure, Loss, Model, Usage

__all__ = ["Judged", "Judgement", "judge"]


@dataclass(frozen=True, slots=True)
class Judged:
    """The mark of one answer: 1 for right, 0 for wrong, not given or not marked."""

    score: int
    reason: str
    failure: Failure | None = None
    """Why the model gave no mark."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The marks of several answers, in input order."""

    marks: tuple[Judged, ...]
    usage: Usage = field(default_factory=Usage)
    losses: tuple[Loss, ...] = ()
    """What was dropped from the model's replies."""

    @property
    def right(self) -> int:
        """How many answers are right."""
        return sum(one.score for one in self.marks)

    @property
    def failed(self) -> int:
        """How many answers the model could not mark; they count as wrong."""
        return sum(one.failure is not None for one in self.marks)

    @property
    def share(self) -> float:
        """The share of all answers that are right; 0 if there are none."""
        return self.right / len(self.marks) if self.marks else 0.0


def judge(model: Model, items: Sequence[Judge]) -> Judgement:
    """Judge answers in one batch. A blank answer is wrong without asking.

    Raises:
        ModelError: the model cannot work at all.
    """
    asked = [number for number, item in enumerate(items) if item.answer.strip()]
    results = model.run([items[number] for number in asked])
    marks = [Judged(0, "no answer")] * len(items)
    usage, losses = Usage(), list[Loss]()
    for number, result in zip(asked, results, strict=True):
        usage += result.usage
        losses += result.losses
        if result.value is None:
            assert result.failure is not None
            marks[number] = Judged(0, str(result.failure.kind), result.failure)
        else:
            marks[number] = Judged(result.value.score, result.value.reason)
    return Judgement(tuple(marks), usage, tuple(losses))
