"""Who answers an agent's questions: the offline rules with those of agents, or a model as it is."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.agents.ariadne.rules import RULES as ARIADNE
from clew.agents.memory_rules import RULES as MEMORY
from clew.learn.tasks import Extract, Extraction
from clew.learn.world import extract_world
from clew.llm.base import Model, Task
from clew.llm.rules import Rule, RuleModel

__all__ = ["RULES", "acting"]


def _read(task: Extract) -> Extraction:
    """Read an observation: "Key 2 unlocks the chest." alone does not show that it is a game's."""
    return extract_world(task.text, task.at)


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType({**ARIADNE, **MEMORY, Extract: _read})
"""For every task that agents and their memories ask. What agents see is read as a text world's,
without asking whether it is one, as the rules that recall texts for the other memories do."""


def acting(model: Model) -> Model:
    """Return a model that can play: rules know nothing of agents, any other model needs no help.

    A graph that an agent learns offline belongs in a memory opened with it.
    """
    return model.extended(RULES) if isinstance(model, RuleModel) else model
