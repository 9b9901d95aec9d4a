"""What a question is answered from: views, the memory as a source, and passages."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from clew.embed.base import Embedder
from clew.graph.types import EXACT, AsOf, Fact, Kind, Precision, Time
from clew.graph.view import View

__all__ = ["DatedView", "Passage", "Source", "TimedView"]


class TimedView(View, Protocol):
    """A view that also gives the past and future facts of its entities."""

    def timeline(self, entity_ids: Sequence[int]) -> list[Fact]:
        """Return every fact known at this revision that involves one of the entities.

        They may be valid at any time, and come once each, by ascending id; names and ends of merged
        entities are as in `View.items`. `valid_from` and `valid_to` say when each held.
        """
        ...

    def denied(self, entity_ids: Sequence[int]) -> list[Fact]:
        """Return the facts about the entities that texts only deny: "Anna is not a doctor".

        Their `valid_to` is their `valid_from`: when it was denied. By ascending id.
        """
        ...


class DatedView(TimedView, Protocol):
    """A timed view that can be shown as of another time."""

    def at(self, as_of: AsOf) -> TimedView:
        """Return a view of the same revision as of another time."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """What asking needs from a memory."""

    lend: Callable[[], AbstractContextManager[DatedView]]
    """Opens a view while evidence is gathered; no model is called meanwhile."""
    embedder: Embedder | None = None
    """The memory's embedder; without one, retrieval uses words alone."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A thesis or an episode as evidence."""

    kind: Kind
    id: int
    text: str
    valid_from: Time | None = None
    valid_to: Time | None = None
    episodes: tuple[int, ...] = ()
    told: tuple[Precision, Precision] = EXACT
    """Thesis: how exactly its start and its end were told."""
