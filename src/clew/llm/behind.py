"""The rule behind a model: what a mind declares of its rules, seen through wrappers."""

from typing import Any

from clew.llm.base import Model, Task
from clew.llm.deferred import Deferred
from clew.llm.routed import Routed
from clew.llm.rules import Rule, RuleModel
from clew.llm.wrapper import Wrapper

__all__ = ["rule_of"]


def rule_of(model: Model, task: type[Task[Any]]) -> Rule | None:
    """Return the rule that answers a type of task; `None` where a language model or nobody does."""
    if isinstance(model, RuleModel):
        return model.rule(task)
    if isinstance(model, Deferred):
        return rule_of(model.opened, task)
    if isinstance(model, Routed):
        return rule_of(model.model_for(task), task)
    if isinstance(model, Wrapper) and model.shows_rules:
        return rule_of(model.inner, task)
    return None
