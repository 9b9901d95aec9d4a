"""A mind that reads English prose and answers English questions; no model, no download.

Careful rather than clever: what it cannot read stays in the episode, and writes no fact.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.english.asking.answer_rules import RULES as ANSWERING
from clew.minds.english.asking.judge_rules import RULES as JUDGING
from clew.minds.english.asking.search_rules import RULES as SEARCHING
from clew.minds.english.learning import RULES as LEARNING

__all__ = ["RULES"]

RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {**LEARNING, **ANSWERING, **SEARCHING, **JUDGING}
)
"""For every task of learning and asking."""
