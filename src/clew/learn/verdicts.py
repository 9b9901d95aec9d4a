"""Whether two stored facts exclude each other, asked when they meet only now.

Two facts are compared when the later one is told. If one was over by then, or somebody else's, and
a text is forgotten that made it so, nobody has compared them yet.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from clew.graph.times import to_time
from clew.learn.draft import Draft
from clew.learn.revisions import (
    candidate,
    candidates_for,
    could_replace,
    pairs_of,
    scope_of,
    statements_for_model,
)
from clew.learn.tasks import Replacements, Revise
from clew.learn.timelines.spans import Statement
from clew.llm.base import Model, Result, rule_of

__all__ = ["Asked", "Judge", "Linked", "Pair"]

Pair: TypeAlias = tuple[int, int]
"""Two stored facts, the one that was told first in front."""


class Judge(Protocol):
    """Says which stored facts exclude each other."""

    def met_by(self, draft: Draft, new: Statement) -> list[int]:
        """Return the facts that might exclude a statement, though nothing ties them to it."""
        ...

    def excluding(self, draft: Draft, pairs: Sequence[Pair], tied: Set[Pair]) -> Set[Pair]:
        """Return the pairs that exclude each other; what stood between those `tied` did so."""
        ...


class Linked:
    """Nobody is asked: facts exclude each other that what once stood between them excluded."""

    def met_by(self, draft: Draft, new: Statement) -> list[int]:  # noqa: ARG002
        """Return nothing."""
        return []

    def excluding(
        self,
        draft: Draft,  # noqa: ARG002
        pairs: Sequence[Pair],  # noqa: ARG002
        tied: Set[Pair],
    ) -> Set[Pair]:
        """Return the tied pairs."""
        return tied


@dataclass(frozen=True, slots=True)
class Asked:
    """A model, or the rules, are asked as when a text is learned."""

    model: Model
    protected: tuple[str, ...]
    """Relations whose facts are never superseded."""

    def met_by(self, draft: Draft, new: Statement) -> list[int]:
        """Return what a model would be shown of a new statement."""
        scope = scope_of(self.model)
        if not scope(new.relation):
            return []
        found = candidates_for(draft, [new], protected=self.protected, scope=scope)
        if rule_of(self.model, Revise) is None and not could_replace(draft, [new], found):
            return []
        return [one.id for one in found]

    def excluding(self, draft: Draft, pairs: Sequence[Pair], tied: Set[Pair]) -> Set[Pair]:
        """Ask once about all pairs; without an answer the tied ones exclude each other."""
        scope = scope_of(self.model)
        later = [
            one for one in dict.fromkeys(new for _, new in pairs) if scope(_relation(draft, one))
        ]
        if not later:
            return set()
        shown = statements_for_model(draft, [_statement(draft, one) for one in later])
        stored = [candidate(draft, one) for one in sorted({old for old, _ in pairs})]
        now = max(draft.projection.latest or 0, 0)
        asking = Revise(tuple(shown), tuple(stored), to_time(now, draft.axis))
        result: Result[Replacements] = self.model.run([asking])[0]
        if result.value is None:
            return tied
        named, _ = pairs_of(result.value.pairs, range(len(later)), stored)
        told = {(old, later[new]) for new, olds in named.items() for old in olds}
        return told & set(pairs)


def _relation(draft: Draft, fact: int) -> str:
    return draft.fact(fact).relation or ""


def _statement(draft: Draft, fact: int) -> Statement:
    row, version = draft.fact(fact), draft.version(fact)
    times = version.valid_from, version.valid_to
    return Statement(row.source, row.relation or "", row.target, *times)
