"""A mind that reads second-person text worlds and plays in them; no model, no download.

It knows kinds of world (exits, containers, locks, recipes, where things usually belong), never a
particular game.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.agents.ariadne.tasks import Choose, Decide, Explore, MakePlan
from clew.agents.fiction.tasks import Recollect
from clew.agents.memory_tasks import Importance, Summarise
from clew.ask.tasks import QueryEntities
from clew.learn.revisions import ScopedRule
from clew.learn.tasks import Extract, Revise
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.textworld.deciding import choose, decide, explore, focus, plan
from clew.minds.textworld.remembering import importance, recollect, summarise
from clew.minds.textworld.world_learning import extract, fills, revise

__all__ = ["RULES"]

RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {
        Extract: extract,
        Revise: ScopedRule(revise, fills),
        QueryEntities: focus,
        Explore: explore,
        MakePlan: plan,
        Choose: choose,
        Decide: decide,
        Importance: importance,
        Summarise: summarise,
        Recollect: recollect,
    }
)
"""For every task of agents in text worlds and of their memories."""
