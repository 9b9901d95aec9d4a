"""What the parts above need of a store: learning, asking, agents, exchange and operations.

`clew.store.store.Store` is one, over an SQLite file. `tests/store/test_store_contract.py` states
the promises below for each implementation, among them one of plain lists.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from clew.graph.filters import EVERYTHING, Filter
from clew.graph.types import AsOf
from clew.projection.erasure import Erasure
from clew.projection.image import Projection
from clew.projection.rows import Changes, UsageRow
from clew.projection.view_of import ProjectionView

__all__ = ["Asides", "MakePlan", "Storage", "VectorsOf"]


@dataclass(frozen=True, slots=True)
class Asides:
    """The texts of a namespace that are not in its graph."""

    reports: Sequence[tuple[int, str]] = ()
    """(episode, report on learning from it)."""
    errors: Sequence[tuple[int, str]] = ()
    """(episode, why it could not be learned from)."""
    labels: Sequence[tuple[str, str]] = ()
    """(table, text): names and settings, which belong to the store and are not erased."""


MakePlan: TypeAlias = Callable[[Projection, Asides], Erasure]
VectorsOf: TypeAlias = Callable[[Collection[str]], Mapping[str, bytes]]
"""Takes texts, each once; returns their packed vectors (`clew.graph.stored_vectors`) by text."""


class Storage(Protocol):
    """Keeps namespaces, each a graph with its texts and vectors; several may be used at one time.

    A namespace has revisions: 0 before the first write, and one more with each write, erasure or
    change of its vectors. Rows take their ids from one counter; none is used twice, not even after
    an erasure. No namespace sees another. Threads of one namespace take turns: what is lent in a
    `with` block does not change until the block ends.

    Any call may raise `StoreError`: busy, full, closed, damaged.
    """

    @property
    def cached(self) -> bool:
        """Whether a cache keeps what models make of the texts, which must notice an erasure."""
        ...

    def view(
        self,
        name: str,
        as_of: AsOf,
        *,
        now: int,
        any_time: bool = False,
        settled: bool = False,
        where: Filter = EVERYTHING,
    ) -> AbstractContextManager[ProjectionView]:
        """Lend a view of one revision of a namespace; it is valid inside the `with` block only.

        Args:
            name: the namespace; one that was never written to is empty.
            as_of: which past to read.
            now: the present in ticks, where `as_of` names no time.
            any_time: show statements of any valid time.
            settled: leave out what lost a conflict.
            where: show only texts that fit, and what they tell.

        Raises:
            UsageError: `as_of` names a revision that there is not.
        """
        ...

    def refuse_within_view(self) -> None:
        """Prevent a deadlock: threads that call a model would wait for this thread's view.

        Raises:
            UsageError: this thread is inside the `with` block of a view.
        """
        ...

    def projection(self, name: str, known: int | None = None) -> AbstractContextManager[Projection]:
        """Lend the projection as of the last commit; do not change it.

        With `known`, it may be of that revision or any later one, which can be had sooner.
        """
        ...

    def write(self, name: str, make: Callable[[Projection], Changes]) -> Changes:
        """Commit what `make` builds from the newest state, whole or not at all; return it.

        `make` runs while nobody else writes and must be quick. Nothing is committed when it raises
        or returns empty changes.
        """
        ...

    def names(self) -> list[str]:
        """Return the namespaces that were ever written to, sorted."""
        ...

    def pending(self, name: str) -> list[tuple[int, int, str | None]]:
        """Return (episode, attempts, last error) of every episode not learned from yet, by id."""
        ...

    def reports(self, name: str, episodes: Sequence[int] | None = None) -> dict[int, str]:
        """Return the learning reports (JSON) of these episodes, or of all, by episode, ascending.

        One that is pending, forgotten or unknown has none.
        """
        ...

    def erase(
        self, name: str, make_plan: MakePlan, *, dry_run: bool = False
    ) -> tuple[Erasure, bool]:
        """Carry out a plan made from the newest state; return it, and whether no byte is left.

        What the plan does not name stays, in every revision. Nothing is erased when `make_plan`
        raises or returns an empty plan, nor in a `dry_run`, which returns True.
        """
        ...

    def erasures(self) -> int:
        """Return how often anything was erased, or all vectors replaced, in any namespace.

        It only grows, and is the same for all who share the store (`clew.store.watching`).
        """
        ...

    def record_usage(self, name: str, rows: Sequence[UsageRow]) -> None:
        """Add the cost of work that changed nothing, such as an answer; creates no revision.

        Does nothing for a namespace that was never written to, or in a store that is only read.
        """
        ...

    def usage(self, name: str, *, by_episode: bool = True) -> list[UsageRow]:
        """Return the costs by episode, task and model, ascending, or summed over all episodes.

        Those of changes and of `record_usage` are added up; episode 0 means none, or all.
        """
        ...

    def embedded_texts(self) -> list[str]:
        """Return the texts that have a vector, or should, of all namespaces, each once.

        They are the texts of all items but pending episodes.
        """
        ...

    def replace_vectors(self, embedder: str, dimension: int, vectors_of: VectorsOf) -> int:
        """Replace all vectors of all namespaces in one commit; return their number.

        Each namespace with vectors gets one more revision. Whoever uses the store with another
        embedder gets `WrongEmbedderError` from then on.

        Args:
            embedder: the name of the one that makes these vectors.
            dimension: how many numbers each has.
            vectors_of: is called once, while nobody else writes, with the `embedded_texts`.
        """
        ...
