"""`Examiner`: asks questions about one filled memory and judges the answers."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from clew.ask.asking import Answer, answer_from
from clew.ask.evidence import Source
from clew.ask.gather import gather
from clew.ask.inquiry import ask
from clew.ask.tasks import Judge, judge
from clew.bench.configurations import Configuration
from clew.bench.question_set import Question
from clew.graph.types import AsOf
from clew.graph.view import View
from clew.llm.base import Model, Result, Task
from clew.llm.batch import each_in_order
from clew.llm.wrapper import Reachable, Wrapper
from clew.memory import Memory
from clew.projection.view_of import ProjectionView
from clew.recall.base import Limits, Query, Retriever, Scored, episodes_of
from clew.recall.query import read_question

__all__ = ["Examiner", "Reply"]

_FOUND = 10
"""Passages recorded for each question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The result of one question: one line of the log."""

    configuration: str
    question: int
    answer: str | None
    """`None`: no answer was given."""
    failure: str = ""
    """Why the reply could not be parsed; a failure is not an abstention."""
    reason: str = ""
    found: tuple[int, ...] | None = None
    """Passages behind what was retrieved, best first; `None`: nothing was searched."""
    cited: tuple[int, ...] = ()
    """Passages behind what the answer cites, ascending."""
    mark: int | None = None
    """The judge's mark; `None` if there was nothing to mark."""
    unmarked: str = ""
    """Why the judge gave no mark; this counts as 0."""
    tasks: int = 0
    """Tasks put to the model, including those answered from a cache."""
    calls: int = 0
    """Requests paid for in this run; tokens and cost are theirs too."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    """From question to answer, without judging."""
    judge_tokens: int = 0

    @property
    def key(self) -> tuple[str, int]:
        """What the log finds it by."""
        return self.configuration, self.question


@dataclass(frozen=True, slots=True, kw_only=True)
class Examiner:
    """A filled memory, and the model that answers and judges."""

    memory: Memory
    where: Mapping[int, int]
    """The passage of each episode."""
    model: Model
    k: int
    """Rows of evidence for methods that answer from a retriever's rows alone."""
    workers: int
    """How many questions are asked at the same time."""

    @property
    def _reached(self) -> Model:
        """The model; what it cannot be asked is not logged, but asked again by the next run."""
        return Reachable(self.model, "run the same command again to resume from here")

    def replies(
        self, configuration: Configuration, questions: Mapping[int, Question]
    ) -> Iterator[Reply]:
        """Yield the result of each question, in order, as soon as it is available.

        Args:
            configuration: how to answer.
            questions: by number.

        Raises:
            ModelError: the model cannot work, is out of reach, or its budget is spent.
        """

        def reply(one: tuple[int, Question]) -> Reply:
            return self._reply(configuration, *one)

        if self.workers == 1:
            yield from map(reply, questions.items())
        else:
            yield from each_in_order(reply, questions.items(), self.workers)

    def _reply(self, configuration: Configuration, number: int, question: Question) -> Reply:
        begun = time.perf_counter()
        noting, counting = _Noting(configuration.retriever), _Counting(self._reached)
        answer = self._answer(configuration, question, noting, counting)
        seconds = time.perf_counter() - begun
        reply = Reply(
            configuration=configuration.name,
            question=number,
            answer=answer.text,
            failure="" if answer.failure is None else answer.reason,
            reason=answer.reason,
            found=self._found(noting.searches),
            cited=tuple(sorted({self.where[id] for id in answer.episodes if id in self.where})),
            tasks=counting.tasks,
            calls=answer.usage.calls,
            input_tokens=answer.usage.input_tokens,
            output_tokens=answer.usage.output_tokens,
            cost=answer.usage.cost,
            seconds=round(seconds, 4),
        )
        return self._marked(question, reply)

    def _answer(
        self, configuration: Configuration, question: Question, retriever: Retriever, model: Model
    ) -> Answer:
        how = configuration.asking(retriever, self.k)
        if configuration.mode is not None:
            source = Source(lambda: self._view(question), self.memory.embedder)
            return ask(source, model, question.text, how)
        asked = read_question(question.text, self.memory.embedder)
        with self._view(question) as view:
            task = gather(view, asked, how)
        (result,) = model.run([task])
        return answer_from(task, result)

    def _view(self, question: Question) -> AbstractContextManager[ProjectionView]:
        return self.memory.view(AsOf(valid=question.at) if question.at is not None else None)

    def _found(self, searches: Sequence[Sequence[Scored]]) -> tuple[int, ...] | None:
        """Return the top passages of all searches: the best of each, then the second of each ..."""
        if not searches:
            return None
        ranked = [
            [self.where[id] for id, _ in episodes_of(rows) if id in self.where] for rows in searches
        ]
        rounds = zip_longest(*(dict.fromkeys(places) for places in ranked))
        places = [place for one in rounds for place in one if place is not None]
        return tuple(dict.fromkeys(places))[:_FOUND]

    def _marked(self, question: Question, reply: Reply) -> Reply:
        if reply.answer is None or not question.answers:
            return reply
        gold, *also = question.answers
        mark, usage = judge(self._reached, Judge(question.text, gold, reply.answer, tuple(also)))
        return replace(
            reply,
            mark=mark.score,
            unmarked="" if mark.failure is None else mark.reason,
            judge_tokens=usage.input_tokens + usage.output_tokens,
        )


@dataclass(frozen=True, slots=True)
class _Noting:
    """A retriever that records what each search found."""

    retriever: Retriever
    searches: list[list[Scored]] = field(default_factory=list)

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return what the retriever finds."""
        rows = self.retriever.retrieve(view, query, limits)
        self.searches.append(rows)
        return rows


class _Counting(Wrapper):
    """A model that counts the tasks put to it."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.tasks = 0

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        self.tasks += len(tasks)
        return self._model.run(tasks)
