"""The stages from a question to an answer, each a function over values.

    named      question -> what it is about           a model (`QuestionEntities`), or nobody
    retrieved  question, its entities -> what was found   any retriever, with its restrictions
    packed     evidence -> what a prompt has room for
    answered   question, evidence -> answer, abstention or failure

They are PersonalAI's (section "QA pipeline"): there the answer is conditional on a magic word, here
an abstention is a field. `clew.ask.inquiry` composes them.
"""

from dataclasses import replace
from itertools import zip_longest

from clew.ask.answers import Answer, answer_from
from clew.ask.asking import Asking, QALimits
from clew.ask.evidence import Passage
from clew.ask.tasks import AnswerQuestion, EntityNames, QuestionEntities, fact_line, passage_line
from clew.graph.types import Fact
from clew.graph.view import View
from clew.llm.base import Model, Result
from clew.recall.base import Query, Scored
from clew.recall.named import retriever_named
from clew.recall.pack import count_tokens
from clew.recall.selection import selected

__all__ = ["answered", "named", "packed", "retrieved"]


def named(model: Model, question: str) -> Result[EntityNames]:
    """Have a model say what a question is about."""
    (result,) = model.run([QuestionEntities(question)])
    return result


def retrieved(view: View, query: Query, how: Asking) -> list[Scored]:
    """Return what the retriever finds, looked at again, best first."""
    limits = how.limits or QALimits()
    finds = retriever_named(how.retriever) if isinstance(how.retriever, str) else how.retriever
    return selected(view, query, finds, limits.recall.k, how.selection)


def packed(task: AnswerQuestion, tokens: int | None) -> tuple[AnswerQuestion, int]:
    """Return the question with the evidence that fits, in its order, and how much was left out.

    Facts and passages are taken in turn, the first of each first, while they fit into `tokens`
    (with their numbers, estimated); one that does not is left out, and shorter ones may still
    come. `None` is no limit.
    """
    if tokens is None:
        return task, 0
    facts: list[Fact] = []
    passages: list[Passage] = []
    used = 0
    for fact, passage in zip_longest(task.facts, task.passages):
        if fact is not None and used + (cost := _cost(fact_line(fact))) <= tokens:
            facts.append(fact)
            used += cost
        if passage is not None and used + (cost := _cost(passage_line(passage))) <= tokens:
            passages.append(passage)
            used += cost
    out = len(task.facts) + len(task.passages) - len(facts) - len(passages)
    return replace(task, facts=tuple(facts), passages=tuple(passages)), out


def _cost(line: str) -> int:
    return count_tokens(f"999 | {line}\n")


def answered(model: Model, task: AnswerQuestion) -> Answer:
    """Return what a model answers to a question with its evidence."""
    (result,) = model.run([task])
    return answer_from(task, result)
