"""A mind that reads English prose and answers English questions; no model, no download.

Careful rather than clever: what it cannot read stays in the episode, and writes no fact.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.ask.gather import RuleWithEvidence
from clew.ask.tasks import AnswerQuestion, Judge, QueryEntities, QuestionEntities
from clew.learn.revisions import ScopedRule
from clew.learn.tasks import Extract, Revise
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.english.asking.answer_rules import answer_question
from clew.minds.english.asking.judge_rules import judge, query_entities, question_entities
from clew.minds.english.asking.needed_facts import gather
from clew.minds.english.reading.prose import read_prose
from clew.minds.english.words.slots import fills, revise_rules

__all__ = ["RULES"]

RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {
        Extract: read_prose,
        Revise: ScopedRule(revise_rules, fills),
        AnswerQuestion: RuleWithEvidence(answer_question, gather),
        Judge: judge,
        QueryEntities: query_entities,
        QuestionEntities: question_entities,
    }
)
"""For every task of learning and asking."""
