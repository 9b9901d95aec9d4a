"""How a question is asked (`Asking`), and what comes back (`Answer`): an answer, or why not."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from clew.ask.evidence import Passage
from clew.ask.tasks import AnswerQuestion, AnswerReply, Style
from clew.errors import UnknownNameError, UsageError
from clew.graph.filters import EVERYTHING, Filter, refuse_other
from clew.graph.types import Episode, Fact, Kind, Thesis
from clew.llm.base import Failure, Loss, Result, Usage
from clew.recall.base import Limits, Query, Retriever
from clew.recall.selection import DEFAULT_RETRIEVER, Selection, retriever_named

__all__ = [
    "CLOSEST",
    "FOR_LANGUAGE_MODELS",
    "NOTHING_REMEMBERED",
    "Answer",
    "Asking",
    "Mode",
    "QALimits",
    "Step",
    "answer_from",
]


@dataclass(frozen=True, slots=True)
class QALimits:
    """How much evidence to gather for one question."""

    facts: int = 400
    """Facts: retrieved ones and those of linked entities together."""
    passages: int = 30
    """Theses and episodes."""
    recall: Limits = field(default_factory=lambda: Limits(k=40))
    tokens: int | None = None
    """Most tokens of evidence (`recall.pack.count_tokens`), shared by facts and passages in the
    retriever's order; retrieved items that do not fit are left out and counted in
    `Answer.steps`."""

    def __post_init__(self) -> None:
        if min(self.facts, self.passages, 0 if self.tokens is None else self.tokens) < 0:
            raise UsageError(f"limits of evidence are 0 or more; got {self!r}")


FOR_LANGUAGE_MODELS = QALimits(passages=400, recall=Limits(k=200), tokens=3500)
"""Limits that suit a prompt: only its tokens count."""


class Mode(StrEnum):
    """How often the memory is searched."""

    ADAPTIVE = "adaptive"
    """until the model answers: it says what to look up (`clew.ask.inquiry`)"""
    PLAIN = "plain"
    """once"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How to ask a question.

    Raises:
        UnknownNameError: an unknown mode, style or retriever.
        UsageError: too few tasks to answer, or a kind that cannot be skipped.
    """

    mode: Mode | str = Mode.ADAPTIVE
    style: Style | str = Style.SHORT
    """How much the answer says; computed answers (`clew.ask.sets`) keep their own form."""
    retriever: Retriever | str = DEFAULT_RETRIEVER
    """Finds facts and passages; a name is one of `clew.plugins.RETRIEVERS`."""
    selection: Selection = field(default_factory=Selection)
    """How its results are reranked and cut."""
    skip: frozenset[Kind] = frozenset()
    """Episodes, theses or entities to leave out of the search (PersonalAI's E, T, O)."""
    where: Filter = EVERYTHING
    """Answer only from texts that fit and from what they tell, and only with items of its kinds."""
    linked: bool = True
    """Add passages that share a rare name with the question or with the best passages, and, after
    what the retriever finds, facts of the entities that the question names. Without them, the
    evidence is only what the retriever finds, as in the paper."""
    limits: QALimits | None = None
    """How much evidence; by default `QALimits()` for rules, `FOR_LANGUAGE_MODELS` for others."""
    budget: int | None = None
    """Most tokens of evidence in one prompt, in place of the limits' `tokens`."""
    names_by_model: bool = False
    """Let the model name the question's entities (`QuestionEntities`), in one more task; by default
    the names in it are looked up."""
    plans_by_model: bool = False
    """Let the model first say whether the answer is computed over all facts, and how
    (`PlanQuestion`): how many, both, most, in common, changed. This is one more task; in adaptive
    mode, a model that answers may ask for it."""
    max_tasks: int = 4
    """Most tasks put to the model for one question in adaptive mode. The last one does not offer to
    search. A task may take several requests (`llm.budget.Budgeted` limits those)."""

    def __post_init__(self) -> None:
        if self.mode not in set(Mode):
            raise UnknownNameError("mode", self.mode, [mode.value for mode in Mode])
        if self.style not in set(Style):
            raise UnknownNameError("style", self.style, [style.value for style in Style])
        if isinstance(self.retriever, str):
            retriever_named(self.retriever)
        more = self.names_by_model + self.plans_by_model
        least = 1 + more if self.mode == Mode.ADAPTIVE else 1
        if self.max_tasks < least:
            raise UsageError(
                f"an answer takes {least} tasks or more; got max_tasks={self.max_tasks!r}"
            )
        if self.budget is not None and self.budget < 0:
            raise UsageError(f"a token budget is 0 or more; got {self.budget!r}")
        Query(skip=self.skip)  # checks the skipped kinds
        refuse_other(self.where)

    def only(self, where: Filter) -> "Asking":
        """Return this with a filter that is given beside it.

        Raises:
            UsageError: it has another one.
        """
        if where in (EVERYTHING, self.where):
            return self
        if self.where != EVERYTHING:
            raise UsageError(f"expected one filter, got {self.where!r} and {where!r}")
        return replace(self, where=where)

    @property
    def kinds(self) -> tuple[Kind, ...] | None:
        """The kinds of items to answer from; `None`: facts, theses and episodes."""
        return self.where.kinds or None

    @property
    def facts_beside(self) -> bool:
        """Whether facts of the linked entities are evidence, too."""
        return self.linked and (not self.kinds or Kind.FACT in self.kinds)


CLOSEST = 3
"""Lines that an abstention shows."""
NOTHING_REMEMBERED = "nothing is remembered yet"
"""The reason for an abstention from an empty memory."""

_UNGROUNDED = 0.25
"""Highest confidence of an answer without valid citations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step on the way to an answer."""

    what: str
    """`name`, `retrieve`, `plan`, `search` (what the model wants looked up) or `answer`."""
    about: str
    """The question or search it was for."""
    outcome: str
    failure: Failure | None = None
    """Why the model failed at this step; the next one continues without it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer and what it rests on (`text`), an abstention (`abstained`), or a failure.

    It is exactly one of the three: a model that could not be reached, or whose reply could not be
    parsed, has not said that the answer is missing.
    """

    text: str | None
    abstained: bool
    items: tuple[str, ...] = ()
    """The items the answer lists; a single answer is one item."""
    closest: tuple[Fact | Thesis | Episode, ...] = ()
    """For an abstention, the items nearest to the question, best first."""
    facts: tuple[int, ...] = ()
    theses: tuple[int, ...] = ()
    episodes: tuple[int, ...] = ()
    reason: str = ""
    """How the answer was found, or why there is none."""
    confidence: float = 0.0
    failure: Failure | None = None
    losses: tuple[Loss, ...] = ()
    """What was dropped: unparseable parts of a reply, citations of missing evidence."""
    steps: tuple[Step, ...] = ()
    """What was done, in order."""
    usage: Usage = field(default_factory=Usage, compare=False)
    """The model cost of all steps."""

    def __post_init__(self) -> None:
        assert [self.text is not None, self.abstained, self.failure is not None].count(True) == 1

    @property
    def grounded(self) -> bool:
        """Whether it rests on evidence in the memory."""
        return bool(self.facts or self.theses or self.episodes)


def answer_from(task: AnswerQuestion, result: Result[AnswerReply]) -> Answer:
    """Turn a model's reply into an answer.

    A citation of missing evidence is dropped and listed among the losses. An answer without valid
    citations is kept; its reason says so, and its confidence is at most 0.25.
    """
    reply, failure = result.value, result.failure
    if reply is not None and not reply.abstain and reply.answer:
        return _grounded(task, reply, result)
    if failure is not None:
        reason = f"{failure.kind}: {failure.message}"
    else:
        reason = (reply and reply.reasoning) or "not in memory"
    return Answer(
        text=None,
        abstained=failure is None,
        reason=reason,
        failure=failure,
        losses=result.losses,
        usage=result.usage,
    )


def _grounded(task: AnswerQuestion, reply: AnswerReply, result: Result[AnswerReply]) -> Answer:
    evidence = dict(enumerate(task.evidence, 1))
    cited = sorted(set(reply.citations))
    grounds = [evidence[number] for number in cited if number in evidence]
    facts = [one.id for one in grounds if isinstance(one, Fact)]
    passages = [one for one in grounds if isinstance(one, Passage)]
    episodes = {id for source in grounds for id in source.episodes}
    reason = reply.reasoning
    if not grounds:
        reason = f"{reason} (cites no evidence)".strip()
    why = f"cites evidence that is not there (there are {len(evidence)})"
    lost = [Loss(why, str(number)) for number in cited if number not in evidence]
    return Answer(
        text=reply.answer,
        abstained=False,
        items=reply.items or (reply.answer or "",),
        facts=tuple(facts),
        theses=tuple(sorted(one.id for one in passages if one.kind is Kind.THESIS)),
        episodes=tuple(sorted(episodes)),
        reason=reason,
        confidence=reply.confidence if grounds else min(reply.confidence, _UNGROUNDED),
        losses=(*result.losses, *lost),
        usage=result.usage,
    )
