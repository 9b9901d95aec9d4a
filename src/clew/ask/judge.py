"""Judge an answer: a model compares it with the right one; an answer without a mark is wrong.

PersonalAI (appendix D) asks a model for 0 or 1; its code leaves unparseable replies out of the
mean, which inflates scores. Here a failure counts as 0 and is reported.
"""

from dataclasses import dataclass

from clew.ask.tasks import Judge
from clew.llm.base import Failure, Model, Usage

__all__ = ["Judged", "judge"]


@dataclass(frozen=True, slots=True)
class Judged:
    """The mark of one answer: 1 for right, 0 for wrong, not given or not marked."""

    score: int
    reason: str
    failure: Failure | None = None
    """Why the model gave no mark."""


def judge(model: Model, item: Judge) -> tuple[Judged, Usage]:
    """Judge an answer; return its mark, and what that cost. A blank one is wrong without asking.

    Raises:
        ModelError: the model cannot work at all.
    """
    if not item.answer.strip():
        return Judged(0, "no answer"), Usage()
    (result,) = model.run([item])
    if result.value is None:
        assert result.failure is not None
        return Judged(0, str(result.failure.kind), result.failure), result.usage
    return Judged(result.value.score, result.value.reason), result.usage
