"""`Desk`: where the questions about one remembered world are answered and marked."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace

from clew.ask.answering import ask
from clew.ask.answers import Answer, answer_from
from clew.ask.asking import Asking
from clew.ask.evidence import Source
from clew.ask.judge import judge
from clew.ask.tasks import AnswerQuestion, AnswerReply, Judge
from clew.bench.arms import ASKING, RESTRICTIONS, Arm, gathered
from clew.bench.told import Question
from clew.errors import ModelError
from clew.graph.types import AsOf
from clew.graph.view import View
from clew.llm.base import OUT_OF_REACH, Failure, Model, Result
from clew.llm.batch import each_in_order
from clew.memory import Memory
from clew.projection.view_of import ProjectionView
from clew.recall.base import Limits, Query, Retriever, Scored, episodes_of
from clew.recall.query import Asked
from clew.recall.search.hybrid import Hybrid

__all__ = ["Desk", "Reply"]

_FOUND = 10
"""Passages noted of a search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came of one question: a line of the log."""

    arm: str
    question: int
    answer: str | None
    """`None`: none was given."""
    failure: str = ""
    """Why the model gave nothing that could be read; this is no abstention."""
    reason: str = ""
    found: tuple[int, ...] | None = None
    """Passages behind what was recalled, best first; `None`: not looked at."""
    cited: tuple[int, ...] = ()
    """Passages behind what the answer cites, ascending."""
    mark: int | None = None
    """The judge's; `None` where there was nothing to mark."""
    unmarked: str = ""
    """Why the judge gave no mark; it counts as 0."""
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    """From the question to the answer; marking is not counted."""
    judge_tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A filled memory, and who answers and marks."""

    memory: Memory
    where: Mapping[int, int]
    """The passage of each episode."""
    model: Model
    k: int
    """Rows recalled for a question."""
    workers: int
    """Most questions put to the model at one time."""

    def replies(
        self, arm: Arm, questions: Mapping[int, Question], read: Mapping[int, Asked]
    ) -> Iterator[Reply]:
        """Yield what comes of each question, in order, as soon as it is there.

        Args:
            arm: how to answer.
            questions: by number.
            read: the same as read, for arms that search themselves.

        Raises:
            ModelError: the model cannot work, is out of reach, or its budget is spent.
        """
        if arm.method in ASKING:
            for number, question in questions.items():
                yield self._asked(arm, number, question)
            return
        # Read in this thread, asked in others; no view is lent while a model works.
        waiting = (
            self._gathered(arm, number, question, read[number])
            for number, question in questions.items()
        )
        if self.workers == 1:
            yield from map(self._finished, waiting)
        else:
            yield from each_in_order(self._finished, waiting, self.workers)

    def _view(self, question: Question) -> AbstractContextManager[ProjectionView]:
        return self.memory.view(AsOf(valid=question.at) if question.at is not None else None)

    def _asked(self, arm: Arm, number: int, question: Question) -> Reply:
        begun = time.perf_counter()
        source = Source(lambda: self._view(question), self.memory.embedder)
        watched = _Watched(Hybrid())
        how = Asking(mode=ASKING[arm.method], skip=RESTRICTIONS[arm.restriction], retriever=watched)
        answer = ask(source, self.model, question.text, how)
        seconds = time.perf_counter() - begun
        ranked = [place for rows in watched.found for place in self._passages(rows)]
        # Nothing is recalled where a set operation answers.
        found = tuple(dict.fromkeys(ranked))[:_FOUND] if watched.found else None
        return self._marked(arm, number, question, answer, found, seconds)

    def _gathered(self, arm: Arm, number: int, question: Question, read: Asked) -> "_Waiting":
        begun = time.perf_counter()
        with self._view(question) as view:
            task, rows = gathered(view, question.text, read, arm, self.k)
        found = self._passages(rows)
        return _Waiting(arm, number, question, task, found, time.perf_counter() - begun)

    def _finished(self, one: "_Waiting") -> Reply:
        begun = time.perf_counter()
        result: Result[AnswerReply]
        (result,) = self.model.run([one.task])
        seconds = one.seconds + time.perf_counter() - begun
        answer = answer_from(one.task, result)
        return self._marked(one.arm, one.number, one.question, answer, one.found, seconds)

    def _passages(self, rows: Sequence[Scored]) -> tuple[int, ...]:
        ranked = [self.where[id] for id, _ in episodes_of(rows) if id in self.where]
        return tuple(dict.fromkeys(ranked))[:_FOUND]

    def _marked(
        self,
        arm: Arm,
        number: int,
        question: Question,
        answer: Answer,
        found: tuple[int, ...] | None,
        seconds: float,
    ) -> Reply:
        for failure in (answer.failure, *(step.failure for step in answer.steps)):
            _in_reach(failure)
        cited = {self.where[id] for id in answer.episodes if id in self.where}
        reply = Reply(
            arm=arm.name,
            question=number,
            answer=answer.text,
            failure="" if answer.failure is None else answer.reason,
            reason=answer.reason,
            found=found,
            cited=tuple(sorted(cited)),
            calls=answer.usage.calls,
            input_tokens=answer.usage.input_tokens,
            output_tokens=answer.usage.output_tokens,
            cost=answer.usage.cost,
            seconds=round(seconds, 4),
        )
        if answer.text is None or not question.answers:
            return reply
        gold, *also = question.answers
        marked = judge(self.model, [Judge(question.text, gold, answer.text, tuple(also))])
        (mark,) = marked.marks
        _in_reach(mark.failure)
        return replace(
            reply,
            mark=mark.score,
            unmarked="" if mark.failure is None else mark.reason,
            judge_tokens=marked.usage.input_tokens + marked.usage.output_tokens,
        )


def _in_reach(failure: Failure | None) -> None:
    """Refuse to count what says nothing of the question: it can be asked again as it is."""
    if failure is not None and failure.kind in OUT_OF_REACH:
        raise ModelError(
            f"{failure.kind}: {failure.message}; run the same again to go on from what is kept"
        )


@dataclass(frozen=True, slots=True)
class _Watched:
    """A retriever that notes what it found, one list a search."""

    retriever: Retriever
    found: list[list[Scored]] = field(default_factory=list)

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return what the retriever finds."""
        rows = self.retriever.retrieve(view, query, limits)
        self.found.append(rows)
        return rows


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A question with its evidence, not answered yet."""

    arm: Arm
    number: int
    question: Question
    task: AnswerQuestion
    found: tuple[int, ...]
    seconds: float
