"""The offline answerer: set operations over the facts, else one well-covered sentence, else none.

It is extractive: every word of an answer is a name, a date or a count found in the evidence.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.graph.types import Fact, Kind
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.qa.parse import parse
from clew.qa.questions import Form, Question
from clew.qa.sentences import best_sentence
from clew.qa.solve import Solution, Solver
from clew.qa.tasks import AnswerQuestion, AnswerReply

__all__ = ["RULES", "answer_question"]


def answer_question(task: AnswerQuestion) -> AnswerReply:
    """Answer one `AnswerQuestion` from its own evidence."""
    links = dict(task.links)

    def facts_of(ids: tuple[int, ...]) -> list[Fact]:
        wanted = frozenset(ids)
        return [fact for fact in task.facts if {fact.subject, fact.object} & wanted]

    sources = {one.id: one.text for one in task.passages if one.kind is Kind.EPISODE}
    solver = Solver(facts_of, task.now, task.facts, sources)
    plain = (Question("", Form.UNKNOWN, None), Solution())
    for compound in (False, True):
        question = parse(
            task.question, lambda name: links.get(name, ()), task.now, compound=compound
        )
        solution = solver.solve(question)
        if solution.items:
            return _from_facts(task, solution)
        if not compound:
            plain = (question, solution)
    question, solution = plain
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
