"""How a question is asked: in which mode, with which retriever, over how much evidence."""

from dataclasses import dataclass, field
from enum import StrEnum

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.recall.base import Limits, Query, Retriever
from clew.recall.selection import DEFAULT_RETRIEVER, Selection, retriever_named

__all__ = ["FOR_LANGUAGE_MODELS", "Asking", "Mode", "QALimits"]


@dataclass(frozen=True, slots=True)
class QALimits:
    """How much evidence is gathered for one question."""

    facts: int = 400
    """Facts, found ones and those of linked entities together."""
    passages: int = 30
    """Theses and episodes."""
    recall: Limits = field(default_factory=lambda: Limits(k=40))
    tokens: int | None = None
    """Most tokens of evidence (`recall.pack.count_tokens`), facts and passages in turn; what was
    found and does not fit is left out and counted in `Answer.steps`."""

    def __post_init__(self) -> None:
        if min(self.facts, self.passages, 0 if self.tokens is None else self.tokens) < 0:
            raise UsageError(f"limits of evidence are 0 or more; got {self!r}")


FOR_LANGUAGE_MODELS = QALimits(facts=60, passages=12, tokens=8000)
"""What a prompt has room for."""


class Mode(StrEnum):
    """How often the memory is searched."""

    PLAIN = "plain"
    """once"""
    ITERATIVE = "iterative"
    """until what was found suffices (`clew.ask.inquiry`)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How a question is asked.

    Raises:
        UnknownNameError: another mode, or no retriever of that name.
        UsageError: too few tasks to answer, or a kind that cannot be skipped.
    """

    mode: Mode | str = Mode.PLAIN
    retriever: Retriever | str = DEFAULT_RETRIEVER
    """Finds facts and passages; a name is one of `clew.plugins.RETRIEVERS`."""
    selection: Selection = field(default_factory=Selection)
    """How what it finds is reranked and cut."""
    skip: frozenset[Kind] = frozenset()
    """Episodes, theses or entities: neither searched through nor found (PersonalAI's E, T, O)."""
    linked: bool = True
    """Let facts of the entities that the question names follow what the retriever finds. Without
    them the evidence is what the retriever finds alone, as in the paper."""
    limits: QALimits | None = None
    """How much evidence; by default `QALimits()` for rules, `FOR_LANGUAGE_MODELS` for others."""
    names_by_model: bool = False
    """Have the model say what a question is about (`QuestionEntities`), one task more; by default
    the names in it are looked up."""
    plans_by_model: bool = False
    """Have the model say first whether the answer is computed over all facts, and how
    (`PlanQuestion`): how many, both, most, in common, changed. One task more."""
    max_tasks: int = 6
    """Most tasks put to the model for one question in iterative mode, the answer included. How
    many requests that takes is the model's affair (`llm.budget.Budgeted` bounds them)."""

    def __post_init__(self) -> None:
        if self.mode not in set(Mode):
            raise UnknownNameError("mode", self.mode, [mode.value for mode in Mode])
        if isinstance(self.retriever, str):
            retriever_named(self.retriever)
        more = self.names_by_model + self.plans_by_model
        least = 1 + more if self.mode == Mode.ITERATIVE else 1
        if self.max_tasks < least:
            raise UsageError(
                f"an answer takes {least} tasks or more; got max_tasks={self.max_tasks!r}"
            )
        Query(skip=self.skip)  # says which kinds can be skipped
