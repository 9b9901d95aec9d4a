"""A mind that reads second-person text worlds and plays in them; no model, no download.

It knows kinds of world (exits, containers, locks, recipes, where things usually belong), never a
particular game.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.textworld.deciding import RULES as DECIDING
from clew.minds.textworld.remembering import RULES as REMEMBERING
from clew.minds.textworld.world_learning import RULES as LEARNING

__all__ = ["RULES"]

RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType({**LEARNING, **DECIDING, **REMEMBERING})
"""For every task of agents in text worlds and of their memories."""
