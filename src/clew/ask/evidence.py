"""What a question is answered from: the view that questions need, and passages."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from clew.embed.base import Embedder
from clew.graph.types import AsOf, Fact, Kind, Time
from clew.graph.view import View

__all__ = ["DatedView", "Passage", "Source", "TimedView"]


class TimedView(View, Protocol):
    """A view that also tells the past and the future of what it shows."""

    def timeline(self, entity_ids: Sequence[int]) -> list[Fact]:
        """Return every fact known at this revision that touches one of the entities.

        Valid at any time, ascending by id, each once; names and ends of merged entities as in
        `View.items`. `valid_from` and `valid_to` tell when each held.
        """
        ...


class DatedView(TimedView, Protocol):
    """A timed view that gives itself as of another time."""

    def at(self, as_of: AsOf) -> TimedView:
        """Return the same revision's view of another time."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """What asking needs of a memory."""

    lend: Callable[[], AbstractContextManager[DatedView]]
    """Lends a view for as long as evidence is gathered; no model is asked meanwhile."""
    embedder: Embedder | None = None
    """The memory's own; without one, words alone decide."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A thesis or an episode as evidence."""

    kind: Kind
    id: int
    text: str
    valid_from: Time | None = None
    valid_to: Time | None = None
    episodes: tuple[int, ...] = ()
