"""Reading and revising English prose: the rules for `Extract` and `Revise`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.learn.revisions import ScopedRule
from clew.learn.tasks import Extract, Revise
from clew.llm.base import Task
from clew.llm.rules import Partial, Rule
from clew.minds.english.reading.prose import read_prose
from clew.minds.english.words.slots import fills, revise_rules

__all__ = ["RULES", "extract"]


def extract(task: Extract) -> Partial:
    """Return what a text says, with what could not be read."""
    reading = read_prose(task.text, task.at, task.source, task.context)
    return Partial(reading.extraction, reading.losses)


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {Extract: extract, Revise: ScopedRule(revise_rules, fills)}
)
