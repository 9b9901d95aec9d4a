"""`Asking`: how to ask a question - mode, retriever, restrictions and evidence limits."""

from dataclasses import dataclass, field
from enum import StrEnum

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.recall.base import Limits, Query, Retriever
from clew.recall.selection import DEFAULT_RETRIEVER, Selection, retriever_named

__all__ = ["FOR_LANGUAGE_MODELS", "Asking", "Mode", "QALimits"]


@dataclass(frozen=True, slots=True)
class QALimits:
    """How much evidence to gather for one question."""

    facts: int = 400
    """Facts: retrieved ones and those of linked entities together."""
    passages: int = 30
    """Theses and episodes."""
    recall: Limits = field(default_factory=lambda: Limits(k=40))
    tokens: int | None = None
    """Most tokens of evidence (`recall.pack.count_tokens`), facts and passages in turn; retrieved
    items that do not fit are left out and counted in `Answer.steps`."""

    def __post_init__(self) -> None:
        if min(self.facts, self.passages, 0 if self.tokens is None else self.tokens) < 0:
            raise UsageError(f"limits of evidence are 0 or more; got {self!r}")


FOR_LANGUAGE_MODELS = QALimits(facts=60, passages=12, tokens=8000)
"""Limits that suit a prompt."""


class Mode(StrEnum):
    """How often the memory is searched."""

    PLAIN = "plain"
    """once"""
    ITERATIVE = "iterative"
    """until the evidence suffices (`clew.ask.inquiry`)"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How to ask a question.

    Raises:
        UnknownNameError: an unknown mode or retriever.
        UsageError: too few tasks to answer, or a kind that cannot be skipped.
    """

    mode: Mode | str = Mode.PLAIN
    retriever: Retriever | str = DEFAULT_RETRIEVER
    """Finds facts and passages; a name is one of `clew.plugins.RETRIEVERS`."""
    selection: Selection = field(default_factory=Selection)
    """How its results are reranked and cut."""
    skip: frozenset[Kind] = frozenset()
    """Episodes, theses or entities to leave out of the search (PersonalAI's E, T, O)."""
    linked: bool = True
    """Add facts of the entities that the question names after what the retriever finds. Without
    them, the evidence is only what the retriever finds, as in the paper."""
    limits: QALimits | None = None
    """How much evidence; by default `QALimits()` for rules, `FOR_LANGUAGE_MODELS` for others."""
    names_by_model: bool = False
    """Let the model name the question's entities (`QuestionEntities`), in one more task; by default
    the names in it are looked up."""
    plans_by_model: bool = False
    """Let the model first say whether the answer is computed over all facts, and how
    (`PlanQuestion`): how many, both, most, in common, changed. This is one more task."""
    max_tasks: int = 6
    """Most tasks put to the model for one question in iterative mode, including the answer. A task
    may take several requests (`llm.budget.Budgeted` limits those)."""

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
        Query(skip=self.skip)  # checks the skipped kinds
