"""A mind for ScienceWorld: reads what it prints, and plays it by cases it remembers.

It knows how the world's commands and lines are built; no task, no substance, no animal, no place.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.learn.tasks import Extract
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds import textworld
from clew.minds.scienceworld.reading import extract

__all__ = ["RULES"]

RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType({**textworld.RULES, Extract: extract})
"""Those of text worlds, but for how a text is read."""
