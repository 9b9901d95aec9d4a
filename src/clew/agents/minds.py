"""Who answers an agent's questions: the offline rules with those of agents, or a model as it is."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.agents.ariadne.rules import RULES as ARIADNE
from clew.agents.memory_rules import RULES as MEMORY
from clew.llm.base import Model, Task
from clew.llm.rules import Rule, RuleModel

__all__ = ["RULES", "acting"]

RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType({**ARIADNE, **MEMORY})
"""For every task that agents and their memories ask."""


def acting(model: Model) -> Model:
    """Return a model that can play: rules know nothing of agents, any other model needs no help."""
    return model.extended(RULES) if isinstance(model, RuleModel) else model
