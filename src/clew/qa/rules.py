"""The offline answerer: set operations over the facts, else one well-covered sentence, else none.

It is extractive: every word of an answer is a name, a date or a count found in the evidence.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from pydantic import BaseModel

from clew.llm.base import Task
from clew.qa.parse import parse
from clew.qa.questions import Question
from clew.qa.sentences import best_sentence
from clew.qa.solve import Solution, Solver
from clew.qa.tasks import AnswerQuestion, AnswerReply

__all__ = ["RULES", "Rule", "answer_question"]

Rule: TypeAlias = Callable[[Task[Any]], BaseModel]


def answer_question(task: Task[Any]) -> AnswerReply:
    """Answer one `AnswerQuestion` from its own evidence."""
    assert isinstance(task, AnswerQuestion)
    links = dict(task.links)

    def facts_of(ids: tuple[int, ...]) -> list[Any]:
        wanted = frozenset(ids)
        return [fact for fact in task.facts if {fact.subject, fact.object} & wanted]

    solver = Solver(facts_of, task.now)
    first: tuple[Question, Solution] | None = None
    for compound in (True, False):
        question = parse(
            task.question, lambda name: links.get(name, ()), task.now, compound=compound
        )
        solution = solver.solve(question)
        if solution.items:
            return _from_facts(task, solution)
        first = first or (question, solution)
    assert first is not None
    question, solution = first
    sentence = best_sentence(question, task.passages, task.now)
    if sentence is None:
        return AnswerReply(abstain=True, reasoning=solution.reason or "not in memory")
    number = len(task.facts) + 1 + sentence.passage
    return AnswerReply(
        answer=sentence.answer,
        items=(sentence.answer,),
        citations=(number,),
        reasoning=f"sentence: {sentence.text}",
        confidence=sentence.confidence,
    )


def _from_facts(task: AnswerQuestion, solution: Solution) -> AnswerReply:
    numbers = {fact.id: number for number, fact in enumerate(task.facts, 1)}
    return AnswerReply(
        answer=", ".join(solution.items),
        items=solution.items,
        citations=tuple(numbers[id] for id in solution.facts if id in numbers),
        reasoning=solution.reason,
        confidence=solution.confidence,
    )


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType({AnswerQuestion: answer_question})
