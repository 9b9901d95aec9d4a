"""Scopes: which stored facts matter for what a new statement replaces.

A language model sees any fact that may matter, up to a cap (`clew.learn.revise.candidates_for`).
Rules know in advance what they compare: facts that answer the same question about the same thing.
So a rule for `Revise` may have a `Scope`, and then only facts in its scope are looked up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from clew.learn.tasks import Replacements, Revise
from clew.llm.base import Model
from clew.llm.behind import rule_of

__all__ = ["Fills", "Scope", "ScopedRule", "anything", "scope_of"]


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
