"""The read path's tasks for a model: a question's entities, its answer, the mark of an answer.

Each task has its own prompt (`prompts/NAME.md`) with the papers' rules. Evidence, questions and
answers are fenced as data wherever a model must not follow them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from clew.ask.evidence import Passage
from clew.ask.mending import (
    mended_answer,
    mended_answer_or_searches,
    mended_depths,
    mended_names,
    mended_verdict,
)
from clew.graph.times import shown_period, shown_time
from clew.graph.types import Fact, Kind, Period, Precision, Time
from clew.llm.base import Failure, Model, Reply, Task, Usage
from clew.llm.prompts import Prompt, fenced, one_line

__all__ = [
    "MAX_ANSWER",
    "MAX_ITEM",
    "MAX_REASONING",
    "MAX_SEARCH",
    "MAX_SEARCHES",
    "AnswerOrSearch",
    "AnswerOrSearches",
    "AnswerQuestion",
    "AnswerReply",
    "EntityDepth",
    "EntityDepths",
    "EntityNames",
    "Judge",
    "Judged",
    "QueryEntities",
    "QuestionEntities",
    "Style",
    "Verdict",
    "evidence_line",
    "judge",
    "told_at",
]


class Style(StrEnum):
    """How much an answer says; it never says less than what was asked for."""

    SHORT = "short"
    """the name, date, number, yes or no that was asked for, or the list of them"""
    SENTENCE = "sentence"
    """one sentence, to be understood without the question"""
    FULL = "full"
    """some sentences, with what the answer rests on"""


_STYLES = MappingProxyType(
    {
        Style.SENTENCE: "one full sentence, to be understood without the question.",
        Style.FULL: "a few full sentences: the answer, and who, what and when it rests on.",
    }
)
"""What the model is told; the prompt itself asks for short answers."""

MAX_REASONING, MAX_ANSWER, MAX_ITEM = 4000, 4000, 1000
"""Most characters of a reply's parts; a longer reply is invalid."""


class AnswerReply(Reply):
    """An answer with its grounds, or an abstention; exactly one of the two."""

    reasoning: str = Field(default="", max_length=MAX_REASONING)
    """How the evidence leads to the answer, or what is missing."""
    abstain: bool = False
    """True when the evidence does not answer the question; `answer` is then ignored."""
    answer: str | None = Field(default=None, max_length=MAX_ANSWER)
    items: tuple[Annotated[str, Field(max_length=MAX_ITEM)], ...] = ()
    """The items an answer lists; empty if it is not a list."""
    citations: tuple[int, ...] = ()
    """Numbers of the evidence it rests on (`AnswerQuestion.facts`, then `passages`, from 1)."""
    confidence: float = Field(default=0.5, ge=0.0, le=1.0)

    @model_validator(mode="after")
    def _answers_or_abstains(self) -> "AnswerReply":
        """Refuse a reply that was cut off before it said either."""
        if not self.abstain and not self.answer:
            raise ValueError("give an answer, or abstain")
        return self


@dataclass(frozen=True, slots=True)
class AnswerQuestion(Task[AnswerReply]):
    """Answer from the evidence, or abstain.

    Evidence is numbered from 1 through `facts`, then `passages`. Facts, including past ones, carry
    the times they held; the question is asked at `now`. Chain of thought and abstaining are from
    PersonalAI (table 14), which abstains with a magic word.
    """

    question: str
    now: Time | None
    facts: tuple[Fact, ...] = ()
    passages: tuple[Passage, ...] = ()
    links: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Names in the question or in a nested part of it, with the ids of the entities they may
    mean."""
    left_out: int = 0
    """How many lines were found and had no room."""
    style: Style = Style.SHORT
    output_type: ClassVar[type[BaseModel]] = AnswerReply
    prompt: ClassVar[Prompt | None] = Prompt("clew.ask", "answer")
    mended = staticmethod(mended_answer)

    @property
    def evidence(self) -> tuple[Fact | Passage, ...]:
        """The evidence in the order of its numbers."""
        return (*self.facts, *self.passages)

    def inputs(self) -> str:
        """Return the evidence as fenced numbered lines, the style, the question with its time."""
        return "\n".join([_shown(self.evidence, self.now), *self._asked()])

    def _asked(self) -> list[str]:
        """Return how the answer is to be worded, unless it is short, and the question."""
        style = _STYLES.get(self.style)
        at = "" if self.now is None else f", asked at {shown_time(self.now)}"
        question = f"Question{at}: {one_line(self.question)}"
        return [question] if style is None else [f"Style: {style}", question]


MAX_SEARCHES = 3
"""Searches that one reply may ask for; more are left out."""
MAX_SEARCH = 500
"""Most characters of one."""


class AnswerOrSearches(AnswerReply):
    """An answer, an abstention, or what is to be looked up before there is one."""

    searches: tuple[Annotated[str, Field(min_length=1, max_length=MAX_SEARCH)], ...] = ()
    """What to look up next, with the names that were found; ignored beside an answer."""
    compute: bool = False
    """True when the answer is to be computed over all facts (`PlanQuestion`); ignored beside an
    answer."""

    @property
    def final(self) -> bool:
        """Whether there is nothing to do before it."""
        given = bool(self.answer) and not self.abstain
        return given or not (self.searches or self.compute)

    @model_validator(mode="after")
    def _answers_or_abstains(self) -> "AnswerOrSearches":
        """Refuse a reply that was cut off before it said any of them."""
        if not (self.abstain or self.answer or self.searches or self.compute):
            raise ValueError("give an answer, or searches, or abstain")
        return self


@dataclass(frozen=True, slots=True)
class AnswerOrSearch(AnswerQuestion):
    """Answer from the evidence, or say what to search for, or abstain.

    PersonalAI 2.0 (arXiv 2605.13481) judges the evidence and rewrites its plan in tasks of their
    own; here the reply that cannot answer yet says what it lacks. The lines it cites are kept.
    """

    searched: tuple[str, ...] = ()
    """What was searched for so far, after the question itself."""
    output_type: ClassVar[type[BaseModel]] = AnswerOrSearches
    prompt: ClassVar[Prompt | None] = Prompt("clew.ask", "answer_or_search")
    mended = staticmethod(mended_answer_or_searches)

    def inputs(self) -> str:
        """Return the numbered evidence, past searches, the style, the question with its time."""
        parts = [_shown(self.evidence, self.now)]
        if self.searched:
            parts += ["Searched so far:", fenced("\n".join(map(one_line, self.searched)))]
        return "\n".join([*parts, *self._asked()])


def _shown(evidence: Sequence[Fact | Passage], now: Time | None) -> str:
    """Return numbered lines, those that were told at one time below that time."""
    told: dict[Time | None, list[str]] = {None: []}
    for number, one in enumerate(evidence, 1):
        line = f"{number} | {evidence_line(one, now, told=False)}"
        told.setdefault(told_at(one), []).append(line)
    lines = [
        line
        for at, group in told.items()
        for line in (*([] if at is None else [f"told {shown_time(at)}"]), *group)
    ]
    return fenced("\n".join(lines)) if lines else "There is no evidence."


def told_at(one: Fact | Passage) -> Time | None:
    """Return when a line was told, if that is the only time that it has."""
    if isinstance(one, Passage) and one.kind is Kind.EPISODE:
        return one.valid_from
    only = one.told[0] is Precision.SAID and one.valid_to is None
    planned = isinstance(one, Fact) and one.planned_for
    return one.valid_from if only and not planned else None


def evidence_line(one: Fact | Passage, now: Time | None = None, *, told: bool = True) -> str:
    """Return a fact, a thesis or an episode as one line of evidence, as it is seen at a time.

    Without `told`, a line that has no time but that when it was told shows none.
    """
    if isinstance(one, Fact):
        said = " | ".join(map(one_line, (one.subject_name, one.relation, one.object_name)))
    else:
        said = one_line(one.text)
        if one.kind is Kind.EPISODE:
            at = one.valid_from if told else None
            return said if at is None else f"told {shown_time(at)} | {said}"
    if not told and told_at(one) is not None:
        return said
    planned = one.planned_for if isinstance(one, Fact) else ""
    period = Period(one.valid_from, one.valid_to, one.told, planned)
    return f"{said} | {shown_period(period, now)}"


class EntityDepth(Reply):
    """Where a search starts, and how many edges it goes from there."""

    name: str = Field(min_length=1, max_length=300)
    depth: int = Field(default=1, ge=1, le=3)


class EntityDepths(Reply):
    """The things a text is about, the most important first."""

    entities: tuple[EntityDepth, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryEntities(Task[EntityDepths]):
    """Where should a search for this text start, and how far should it go?

    AriGraph asks for entities with a relevance to its plan and its questions; here the number is
    the depth of the semantic search (its algorithm 1).
    """

    text: str
    """A question, a goal or a plan."""
    output_type: ClassVar[type[BaseModel]] = EntityDepths
    prompt: ClassVar[Prompt | None] = Prompt("clew.ask", "query_entities")
    mended = staticmethod(mended_depths)

    def inputs(self) -> str:
        """Return the text, fenced."""
        return fenced(self.text)


class EntityNames(Reply):
    """The things a question is about, in its order."""

    entities: tuple[Annotated[str, Field(min_length=1, max_length=300)], ...] = ()


@dataclass(frozen=True, slots=True)
class QuestionEntities(Task[EntityNames]):
    """What is this question about? (PersonalAI, section "QA pipeline" and table 13)."""

    question: str
    output_type: ClassVar[type[BaseModel]] = EntityNames
    prompt: ClassVar[Prompt | None] = Prompt("clew.ask", "question_entities")
    mended = staticmethod(mended_names)

    def inputs(self) -> str:
        """Return the question, fenced."""
        return fenced(self.question)


class Verdict(Reply):
    """The mark of an answer."""

    # llama.cpp writes required fields first; without this, the mark would precede its reason.
    model_config = ConfigDict(json_schema_extra={"required": ["reason", "score"]})

    reason: str = Field(default="", max_length=1000)
    score: Literal[0, 1]


@dataclass(frozen=True, slots=True)
class Judge(Task[Verdict]):
    """Does this answer say what the right answer says? (PersonalAI, appendix D.)."""

    question: str
    gold: str
    answer: str
    also: tuple[str, ...] = ()
    """Other wordings of the right answer."""
    output_type: ClassVar[type[BaseModel]] = Verdict
    prompt: ClassVar[Prompt | None] = Prompt("clew.ask", "judge")
    mended = staticmethod(mended_verdict)

    def inputs(self) -> str:
        """Return the question, every wording of the right answer, and the answer, each fenced."""
        parts = ["The question:", fenced(self.question), "The right answer:", fenced(self.gold)]
        for wording in self.also:
            parts += ["or:", fenced(wording)]
        return "\n".join([*parts, "The answer to be marked:", fenced(self.answer)])


@dataclass(frozen=True, slots=True)
class Judged:
    """The mark of one answer: 1 for right, 0 for wrong, not given or not marked."""

    score: int
    reason: str
    failure: Failure | None = None
    """Why the model gave no mark."""


def judge(model: Model, item: Judge) -> tuple[Judged, Usage]:
    """Judge an answer; return its mark, and what that cost. A blank one is wrong without asking.

    PersonalAI (appendix D) asks a model for 0 or 1; its code leaves unparseable replies out of the
    mean, which inflates scores. Here a failure counts as 0 and is reported.

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
