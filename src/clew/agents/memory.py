"""An agent's memory: the protocol, and the memories that need no model.

AriGraph compares its graph with the full history, a summary and retrieval of observations
(section 4.2). Each is one class that implements `AgentMemory`, used by the same agent.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias, runtime_checkable

from clew.llm.base import Usage
from clew.recall.pack import count_tokens

__all__ = [
    "BUDGET",
    "AgentMemory",
    "Brought",
    "History",
    "KeepsOutcomes",
    "KeepsReplies",
    "KeepsScenes",
    "KeepsWays",
    "KnowsNames",
    "Nothing",
    "Outcome",
    "Statement",
    "Way",
    "with_action",
]

BUDGET = 2000
"""Most tokens that a memory returns for one step."""
Statement: TypeAlias = tuple[str, str, str]
"""Subject, relation, object."""
Way: TypeAlias = tuple[str, str, str]
"""A room, a direction, and the room that it leads to."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What a memory recalls for one step."""

    facts: tuple[Statement, ...] = ()
    """Facts that hold now, as far as the memory knows."""
    texts: tuple[str, ...] = ()
    """Texts, oldest first."""
    since: tuple[int | None, ...] = ()
    """The step of this run since which each fact holds; `None` for one of an earlier run. Empty for
    a memory that does not know."""


class AgentMemory(Protocol):
    """Stores what the agent saw and did, and recalls what is relevant now."""

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Store a text and the action that led to it; steps never decrease, but may repeat."""
        ...

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return what is relevant now.

        Args:
            focus: names, each with the depth of the search from it.
            plan: the plan in words.
            recent: texts in the agent's working memory, which are not returned again.
        """
        ...

    def spent(self) -> Usage:
        """Return the usage of the memory's own models since the last call."""
        ...


@runtime_checkable
class KeepsWays(Protocol):
    """A memory that also stores connections between rooms, passed as data."""

    def learn_way(self, step: int, room: str, direction: str, other: str) -> None:
        """Store a connection just walked: from a room, in a direction, to the other room."""
        ...

    def known_ways(self) -> tuple[Way, ...]:
        """Return the connections walked in earlier runs of this world that still lead there."""
        ...


@runtime_checkable
class KeepsScenes(Protocol):
    """A memory that knows which text told of coming to a place."""

    def known_scenes(self) -> tuple[tuple[str, str], ...]:
        """Return places and the text on first coming there in earlier runs of this world."""
        ...


@runtime_checkable
class KnowsNames(Protocol):
    """A memory that finds the names of what it knows in a text, without a model."""

    def names_in(self, text: str) -> tuple[str, ...]:
        """Return the names in a text of things that are known, in order, each once."""
        ...


class Outcome(StrEnum):
    """What came of a command at a place; its value is the relation that stores it."""

    POINTS = "gives points for"
    DEATH = "kills whoever does"
    DONE = "allows"
    REFUSED = "refuses"


@runtime_checkable
class KeepsOutcomes(Protocol):
    """A memory that also stores what came of commands, passed as data."""

    def learn_outcome(self, step: int, place: str, command: str, outcome: Outcome) -> None:
        """Store what came of a command that was just given at a place."""
        ...

    def known_outcomes(self) -> tuple[tuple[str, str, Outcome], ...]:
        """Return place, command and outcome, of earlier runs of this world, oldest first."""
        ...


@runtime_checkable
class KeepsReplies(Protocol):
    """A memory that knows which text showed what came of a command."""

    def known_replies(self) -> tuple[tuple[str, str, str], ...]:
        """Return place, command and text, of earlier runs of this world, oldest first."""
        ...


def with_action(text: str, action: str) -> str:
    r"""Return a text preceded by the action that led to it, as text worlds print them.

    >>> with_action("You take the key.", "take key")
    '> take key\nYou take the key.'
    """
    return f"> {action}\n{text}" if action else text


@dataclass(slots=True)
class Nothing:
    """Remembers nothing."""

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Do nothing."""

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return nothing."""
        del focus, plan, recent
        return Brought()

    def spent(self) -> Usage:
        """Return nothing: no model is asked."""
        return Usage()


@dataclass(slots=True)
class History:
    """Stores all texts and actions in order; recalls the newest that fit."""

    budget: int | None = BUDGET
    """`None` for no limit, at a cost that grows with every step."""
    _texts: list[tuple[str, str]] = field(default_factory=list)
    """(text, action)."""

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Store the text."""
        del step
        self._texts.append((text, action))

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return the newest texts that are not in `recent`."""
        del focus, plan
        known = set(recent)
        kept: list[str] = []
        used = 0
        for text, action in reversed(self._texts):
            if text in known:
                continue
            line = with_action(text, action)
            used += count_tokens(line + "\n")
            if self.budget is not None and used > self.budget:
                break
            kept.append(line)
        return Brought(texts=tuple(reversed(kept)))

    def spent(self) -> Usage:
        """Return nothing: no model is asked."""
        return Usage()
