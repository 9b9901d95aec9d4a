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
from clew.ask.tasks import AnswerQuestion, Judge, judge
from clew.bench.configurations import Configuration
from clew.bench.question_set import Question
from clew.graph.types import AsOf, Kind
from clew.graph.view import View
from clew.llm.base import Model, Result, Task, Usage
from clew.llm.batch import each_in_order
from clew.llm.wrapper import Metered, Reachable, Wrapper
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
    shown_first: tuple[int, ...] = ()
    """Passages whose text stood in the first prompt, ascending."""
    shown: tuple[int, ...] = ()
    """Passages whose text stood in any prompt, ascending."""
    tasks: int = 0
    """Tasks put to the model, including those answered from a cache."""
    calls: int = 0
    """Requests that it took; tokens and cost are theirs too. What comes from a cache counts as it
    was paid for, so that two ways of answering that share replies can be compared."""
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
        meter = Metered(self._reached)
        noting, counting = _Noting(configuration.retriever), _Counting(meter, self.where)
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
            shown_first=tuple(sorted(counting.shown[0])) if counting.shown else (),
            shown=tuple(sorted({passage for one in counting.shown for passage in one})),
            tasks=counting.tasks,
            calls=counting.usage.calls,
            input_tokens=counting.usage.input_tokens,
            output_tokens=counting.usage.output_tokens,
            cost=counting.usage.cost,
            seconds=round(seconds, 4),
        )
        marked = self._marked(question, reply, meter)
        self.memory.store.record_usage(self.memory.namespace, meter.rows())
        return marked

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

    def _marked(self, question: Question, reply: Reply, model: Model) -> Reply:
        if reply.answer is None or not question.answers:
            return reply
        gold, *also = question.answers
        counting = _Counting(model, self.where)
        mark, _ = judge(counting, Judge(question.text, gold, reply.answer, tuple(also)))
        usage = counting.usage
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
    """A model that notes the tasks put to it: how many, what they showed, what they cost."""

    def __init__(self, model: Model, where: Mapping[int, int]) -> None:
        super().__init__(model)
        self._where = where
        self.tasks = 0
        self.usage = Usage()
        self.shown: list[set[int]] = []
        """The passages in each prompt with evidence."""

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        self.tasks += len(tasks)
        for task in tasks:
            if isinstance(task, AnswerQuestion):
                texts = (one.id for one in task.passages if one.kind is Kind.EPISODE)
                self.shown.append({self._where[id] for id in texts if id in self._where})
        results = self._model.run(tasks)
        self.usage = sum((one.usage + one.saved for one in results), self.usage)
        return results
