"""`RuleModel`: tasks answered by plain functions; offline, deterministic, no download."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from pydantic import BaseModel

from clew.llm.base import Failure, FailureKind, Loss, Origin, Result, Sampling, Task, of_kind

__all__ = ["Partial", "Rule", "RuleModel", "Rules"]


@dataclass(frozen=True, slots=True)
class Partial:
    """A rule's answer with the items it had to drop."""

    value: BaseModel
    losses: tuple[Loss, ...] = ()


Rule = Callable[[Any], BaseModel | Partial]
"""Takes a task of one type; returns a value of its `output_type`, optionally with losses."""
Rules: TypeAlias = Mapping[type[Task[Any]], Rule]


class RuleModel:
    """Answers each task with the rule for its type; there is no global registry.

    A task type without a rule gives a failed result, not an exception. An exception in a rule is a
    bug and propagates. `rules` may be a function that loads the rules with the first task.
    """

    def __init__(self, rules: Rules | Callable[[], Rules], *, name: str = "rules") -> None:
        self._load = rules if callable(rules) else lambda: rules
        self._name = name
        self._found: dict[type[Task[Any]], Rule | None] = {}
        """The rules for the types of tasks so far."""

    @cached_property
    def _rules(self) -> Rules:
        return self._load()

    @property
    def name(self) -> str:
        """The name to show and record."""
        return self._name

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return `None`: nothing is sampled."""
        return None

    def extended(self, rules: Rules | Callable[[], Rules]) -> "RuleModel":
        """Return a model with more rules, which override existing ones."""
        more = rules if callable(rules) else lambda: rules
        return RuleModel(lambda: {**self._rules, **more()}, name=self._name)

    def rule(self, task: type[Task[Any]]) -> Rule | None:
        """Return the rule for a type of task or else for its nearest base type."""
        if task not in self._found:
            self._found[task] = of_kind(self._rules, task)
        return self._found[task]

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        return [self._answer(task) for task in tasks]

    def _answer(self, task: Task[Any]) -> Result[Any]:
        rule = self.rule(type(task))
        if rule is None:
            message = f"{self._name} has no rule for {type(task).__name__}"
            return Result(None, Failure(FailureKind.NO_RULE, message))
        answer = rule(task)
        if isinstance(answer, Partial):
            return Result(answer.value, losses=answer.losses, origin=Origin.RULES)
        return Result(answer, origin=Origin.RULES)
