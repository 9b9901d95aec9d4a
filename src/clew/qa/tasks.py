"""The question the read path asks a model: what does the evidence answer?"""

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from clew.graph.types import Fact, Time
from clew.llm.base import Task
from clew.qa.evidence import Passage

__all__ = ["AnswerQuestion", "AnswerReply"]


class AnswerReply(BaseModel):
    """An answer with its grounds, or an abstention; exactly one of the two."""

    model_config = ConfigDict(extra="ignore", frozen=True, str_strip_whitespace=True)

    reasoning: str = Field(default="", max_length=4000)
    """How the evidence leads to the answer, or what is missing."""
    abstain: bool = False
    """True when the evidence does not answer the question; `answer` is then ignored."""
    answer: str | None = Field(default=None, max_length=4000)
    items: tuple[str, ...] = ()
    """The single things an answer lists; empty for one that is not a list."""
    citations: tuple[int, ...] = ()
    """Numbers of the evidence it rests on (`AnswerQuestion.facts`, then `passages`, from 1)."""
    confidence: float = Field(default=0.5, ge=0.0, le=1.0)


@dataclass(frozen=True, slots=True)
class AnswerQuestion(Task[AnswerReply]):
    """Answer from the evidence, or abstain.

    Evidence is numbered from 1 through `facts` and on through `passages`. Facts carry the times
    they held, past ones among them; the question is asked at `now`.
    """

    question: str
    now: Time | None
    facts: tuple[Fact, ...] = ()
    passages: tuple[Passage, ...] = ()
    links: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Texts of the question that name something, with the ids of what they may mean."""
    output_type: ClassVar[type[BaseModel]] = AnswerReply
