"""What the model of revision is asked, and replies it has given already.

A language model is shown whatever may matter, within a cap (`clew.learn.revise.candidates_for`).
Rules know beforehand what they compare: facts that answer the same question about the same thing.
So a rule for `Revise` may come with a `Scope`, and the write path then looks nothing else up.

No model is asked while the file is held. A draft is made under the store's lock, and what it asks
depends on the newest state. So a draft that needs a reply nobody has yet ends with `UnaskedError`,
the question is asked with nothing held, and the draft is made again with the reply (`Answers`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from clew.learn.tasks import Replacements, Revise
from clew.llm.base import Failure, Model, Result, Task, rule_of
from clew.llm.wrapper import Wrapper

__all__ = [
    "Answers",
    "Fills",
    "NotRevisedError",
    "Scope",
    "ScopedRule",
    "UnaskedError",
    "anything",
    "scope_of",
]


@dataclass(frozen=True, slots=True)
class Fills:
    """The slots a fact with some relation may fill: of its subject, and of its object.

    "lives in" fills the slot "residence" of its subject, "owns" the slot "owner" of its object.
    """

    subject: frozenset[str] = frozenset()
    object: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.subject or self.object)

    def any_of(self, slots: frozenset[str]) -> bool:
        """Return whether one of these slots may be filled, at either end."""
        return not (slots.isdisjoint(self.subject) and slots.isdisjoint(self.object))


Scope: TypeAlias = Callable[[str], Fills]
"""Relation -> slots. Two facts that exclude each other fill the same slot of one entity."""


_ANY = Fills(frozenset({""}), frozenset({""}))


def anything(relation: str) -> Fills:  # noqa: ARG001
    """The widest scope: any two facts at one entity may exclude each other."""
    return _ANY


@dataclass(frozen=True, slots=True)
class ScopedRule:
    """A rule for `Revise` whose answer depends only on facts in its scope.

    It is not asked about statements that fill no slot.
    """

    answer: Callable[[Revise], Replacements]
    scope: Scope

    def __call__(self, task: Revise) -> Replacements:
        """Answer a task."""
        return self.answer(task)


def scope_of(model: Model) -> Scope:
    """Return the scope of a model's rule for `Revise`; `anything` for a language model."""
    rule = rule_of(model, Revise)
    return rule.scope if isinstance(rule, ScopedRule) else anything


class UnaskedError(Exception):
    """A draft needs replies that have not been fetched yet."""

    def __init__(self, tasks: Sequence[Task[Any]]) -> None:
        super().__init__(f"{len(tasks)} tasks")
        self.tasks = tuple(tasks)


class NotRevisedError(Exception):
    """The model could not say what a text replaces but may later, so its episode must wait."""

    def __init__(self, episode: int, failure: Failure) -> None:
        super().__init__(failure.message)
        self.episode, self.failure = episode, failure


class Answers(Wrapper):
    """A model that returns only replies fetched before with `ask`."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._known: dict[Task[Any], Result[Any]] = {}

    def ask(self, tasks: Sequence[Task[Any]]) -> None:
        """Ask the model, and keep its replies."""
        self._known.update(zip(tasks, self._model.run(tasks), strict=True))

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Return the known replies, in order; raises `UnaskedError` if one is missing."""
        missing = [task for task in tasks if task not in self._known]
        if missing:
            raise UnaskedError(missing)
        return [self._known[task] for task in tasks]
