"""From a question to its answer, in the mode that was chosen; no model is asked under a view."""

from clew.ask.answers import Answer
from clew.ask.asking import Asking, Mode
from clew.ask.evidence import Source
from clew.ask.inquiry import Inquiry
from clew.ask.iterative import look_further
from clew.llm.base import Model

__all__ = ["ask"]


def ask(source: Source, model: Model, question: str, how: Asking) -> Answer:
    """Answer a question from a memory, abstain, or say how the model failed.

    Each search lends a view of its own: what is learned meanwhile may show in the later ones.

    Args:
        source: the memory, as of the time the question is asked from.
        model: answers the tasks of `clew.ask.tasks`.
        question: any text.
        how: mode, retriever, restrictions and limits.

    Raises:
        ModelError: the model cannot work at all.
    """
    inquiry = Inquiry(source, model, question, how)
    if how.names_by_model:
        inquiry.name()
    settled = inquiry.open()
    if settled is not None:
        return settled
    if how.mode == Mode.ITERATIVE:
        look_further(inquiry)
    return inquiry.answer()
