"""`Store`: what the parts above need of a store (`clew.store.base`), over one SQLite file.

Everything of one write is one transaction. Texts of each namespace and kind have an index of their
own; vectors are read from the file when they are compared.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import local

from clew.collector import collector_paused
from clew.errors import UsageError
from clew.graph.filters import EVERYTHING, Filter
from clew.graph.types import AsOf, Kind
from clew.projection.erasure import Erasure
from clew.projection.image import Projection
from clew.projection.lookup.bm25 import NO_MATCH, Matched
from clew.projection.rows import Changes, UsageRow
from clew.projection.view_of import Lookups, Match, ProjectionView
from clew.store import fulltext
from clew.store.base import MakePlan, VectorsOf
from clew.store.database import Database
from clew.store.erase import erase, plan_only
from clew.store.kept import MOST_BYTES
from clew.store.new_vectors import replace_all, texts_to_embed
from clew.store.seals import put_meta, refuse_damage
from clew.store.sql import column
from clew.store.tables import (
    add_usage,
    count_forgets,
    create_namespace,
    find_namespace,
    insert_changes,
    read_vectors,
)
from clew.store.transactions import Transactions

__all__ = ["Store"]


class Store(Transactions):
    """Reads and writes the namespaces of one `Database`."""

    def __init__(self, database: Database, *, cache_bytes: int = MOST_BYTES) -> None:
        super().__init__(database, cache_bytes=cache_bytes)
        self._viewing = local()
        self.cached = False
        """Whether a cache in the file may keep what is made of its texts."""

    @contextmanager
    def view(
        self,
        name: str,
        as_of: AsOf,
        *,
        now: int,
        any_time: bool = False,
        settled: bool = False,
        where: Filter = EVERYTHING,
    ) -> Iterator[ProjectionView]:
        """Provide a view: projection and full text of one revision, in one read transaction.

        It is valid inside the `with` block only, during which this thread alone uses the namespace.
        """
        with self._turns.of(name), self._sound(), self.database.read() as connection:
            namespace = find_namespace(connection, name)
            projection = self.refresh(connection, namespace, name)
            match: Match = _no_hits
            ns = 0
            if namespace:
                ns, known = namespace.ns, projection.revision
                match = partial(fulltext.match, connection, ns, projection.words, known)
            view = ProjectionView(
                projection,
                namespace=name,
                as_of=as_of,
                now=now,
                file=Lookups(match, partial(read_vectors, connection, ns)),
                any_time=any_time,
                settled=settled,
            )
            view = view if where.is_everything else view.only(where)
            before = getattr(self._viewing, "views", 0)
            self._viewing.views = before + 1
            try:
                yield view
            finally:
                self._viewing.views = before

    def refuse_within_view(self) -> None:
        """Prevent a deadlock: threads that call a model would wait for this thread's view.

        Raises:
            UsageError: this thread is inside the `with` block of a view.
        """
        if getattr(self._viewing, "views", 0):
            raise UsageError(
                "expected a call outside `with memory.view()`, got one inside it; leave the "
                "block first: the threads that call a language model wait for its end"
            )

    def write(self, name: str, make: Callable[[Projection], Changes]) -> Changes:
        """Commit what `make` builds from the newest state, in one transaction.

        `make` runs with the write lock held and must be quick. Nothing is committed when it raises
        or returns empty changes.
        """
        with self._to_write(name), self._sound(), collector_paused():
            with self.database.write() as connection:
                namespace = find_namespace(connection, name)
                projection = self.refresh(connection, namespace, name)
                changes = make(projection)
                if changes.is_empty():
                    return changes
                namespace = namespace or create_namespace(connection, name)
                assert changes.revision == namespace.revision + 1
                insert_changes(connection, namespace, changes)
                self.kept.take(name)  # kept again once the changes are applied to it
            # Committed: apply the rows that a refresh would read back from the file.
            projection.axis = changes.axis
            projection.apply(changes.delta())
            projection.next_id = changes.next_id
            self.kept.put(name, namespace.forgets, projection)
        return changes

    def names(self) -> list[str]:
        """Return the namespaces of the file, sorted."""
        with self._turns.of(""), self._sound(), self.database.read() as connection:
            return sorted(column(connection, "SELECT name FROM namespaces"))

    def pending(self, name: str) -> list[tuple[int, int, str | None]]:
        """Return (episode, attempts, last error) of every episode not learned from yet, by id."""
        with self.reading(name) as (connection, namespace):
            if namespace is None:
                return []
            query = "SELECT id, attempts, error FROM pending WHERE ns = ? ORDER BY id"
            return connection.execute(query, (namespace.ns,)).fetchall()

    def reports(self, name: str, episodes: Sequence[int] | None = None) -> dict[int, str]:
        """Return the learning reports (JSON) of these episodes, or of all, by episode."""
        with self.reading(name) as (connection, namespace):
            if namespace is None:
                return {}
            query = "SELECT id, report FROM reports WHERE ns = ?"
            if episodes is None:
                return dict(connection.execute(f"{query} ORDER BY id", (namespace.ns,)))
            listed = f"{query} AND id IN (SELECT value FROM json_each(?)) ORDER BY id"
            return dict(connection.execute(listed, (namespace.ns, json.dumps(list(episodes)))))

    def erase(
        self, name: str, make_plan: MakePlan, *, dry_run: bool = False
    ) -> tuple[Erasure, bool]:
        """Carry out a plan (`clew.store.erase`), or only make it.

        Raises:
            NotAMemoryError: the namespace is damaged, and the plan could overlook something.
        """
        if dry_run:
            return plan_only(self, name, make_plan), True
        return erase(self, name, make_plan)

    def erasures(self) -> int:
        """Return the number of erasures so far, over all namespaces."""
        with self.reading("") as (connection, _):
            return count_forgets(connection)

    def record_usage(self, name: str, rows: Sequence[UsageRow]) -> None:
        """Record the cost of work that changed nothing, such as an answer; creates no revision.

        Does nothing for a namespace that was never written to, or in a file opened read-only.
        """
        if not rows or self.database.read_only:
            return
        with self.reading(name) as (_, found):
            if found is None:
                return
        with self.writing() as connection:
            add_usage(connection, found.ns, rows)

    def usage(self, name: str, *, by_episode: bool = True) -> list[UsageRow]:
        """Return a namespace's costs by episode, task and model, or summed over all episodes."""
        with self.reading(name) as (connection, found):
            if found is None:
                return []
            keys = "episode, task, model" if by_episode else "task, model"
            sums = ", ".join(f"sum({name})" for name in UsageRow._fields[3:])
            query = f"SELECT {keys}, {sums} FROM usage WHERE ns = ? GROUP BY {keys} ORDER BY {keys}"
            first = () if by_episode else (0,)
            return [UsageRow(*first, *row) for row in connection.execute(query, (found.ns,))]

    def embedded_texts(self) -> list[str]:
        """Return the texts of all items but pending episodes, of all namespaces, each once."""
        with self.reading("") as (connection, _):
            return list(dict.fromkeys(texts_to_embed(connection).values()))

    def replace_vectors(self, embedder: str, dimension: int, vectors_of: VectorsOf) -> int:
        """Replace all vectors of the file in one commit; return their number.

        Raises:
            NotAMemoryError: the file is damaged, which new checksums would hide.
        """
        with self.writing() as connection:
            refuse_damage(connection, self.database.name)
            wanted = texts_to_embed(connection)
            vectors = vectors_of(dict.fromkeys(wanted.values()))
            replace_all(connection, {item: vectors[text] for item, text in wanted.items()})
            put_meta(connection, {"embedder": embedder, "dimension": str(dimension)})
        self.claim_embedder(embedder, dimension)
        return len(wanted)


def _no_hits(_text: str, _kind: Kind) -> Matched:
    """Find nothing: nothing was ever written to the namespace."""
    return NO_MATCH
