"""From a question to its answer, in the mode that was chosen: the model is asked without the file.

question --names--> groups --retrieve--> evidence --answer--> Answer        once: `plain`
         --decompose--> searches --retrieve--> evidence --enough?--> ...     `clew.qa.iterative`
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from clew.graph.view import Float32
from clew.llm.base import Model, Usage
from clew.qa.answers import Answer, Step
from clew.qa.evidence import DatedView
from clew.qa.pipeline import FOR_LANGUAGE_MODELS, Asking, QALimits, answered, prepare
from clew.qa.tasks import AnswerQuestion, QuestionEntities

__all__ = ["Source", "ask", "named"]


@dataclass(frozen=True, slots=True)
class Source:
    """What asking needs of a memory."""

    lend: Callable[[], AbstractContextManager[DatedView]]
    """Lends a view for as long as evidence is gathered; no model is asked meanwhile."""
    embed: Callable[[str], Float32 | None]
    """A text's vector, (dim,), as a query; `None` where there are no vectors."""


def ask(source: Source, model: Model, question: str, how: Asking) -> Answer:
    """Answer a question from a memory, abstain, or say how the model failed.

    Args:
        source: the memory, as of the time the question is asked from.
        model: answers the tasks of `clew.qa.tasks`.
        question: any text.
        how: mode, retriever, restrictions and limits.
    """
    if how.limits is None:
        rules = model.sampling(AnswerQuestion) is None
        how = replace(how, limits=QALimits() if rules else FOR_LANGUAGE_MODELS)
    names, steps, spent = named(model, question, how)
    vector = source.embed(question)
    with source.lend() as view:
        found = prepare(view, question, vector=vector, view_at=view.at, how=how, names=names)
    answer = found if isinstance(found, Answer) else answered(model, found)
    return replace(answer, steps=(*steps, *answer.steps), usage=spent + answer.usage)


def named(
    model: Model, question: str, how: Asking
) -> tuple[tuple[str, ...], tuple[Step, ...], Usage]:
    """Return what a model says a question is about, where that is wanted, and how it went."""
    if not how.names_by_model:
        return (), (), Usage()
    (result,) = model.run([QuestionEntities(question)])
    names = () if result.value is None else result.value.entities
    outcome = ", ".join(names) or "nothing named"
    step = Step(what="name", about=question, outcome=outcome, failure=result.failure)
    return names, (step,), result.usage
