"""The store: one file, several namespaces, one transaction per write.

An open store keeps one projection per namespace and refreshes it, inside the transaction that
reads it, with the rows committed since (`clew.store.tables.read_delta`). Several processes may
open the file. Threads may share a store: one at a time holds a namespace, for as long as the view,
projection or transaction it was given is in use, so nothing changes meanwhile. Threads of different
namespaces read at the same time, and while another one writes.

A model call takes seconds. Meanwhile this process or another may forget the text that the reply is
made from. Code that reads texts for a model does so inside `watching`; the caches in the file
(`clew.store.keyvalue`) then reject a stale reply.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from threading import Lock, RLock, local

from clew.collector import collector_paused
from clew.errors import ClewError, NotAMemoryError, StoreError, UsageError, WrongEmbedderError
from clew.graph.filters import EVERYTHING, Filter
from clew.graph.types import AsOf, Kind
from clew.projection.image import Projection
from clew.projection.lookup.bm25 import NO_MATCH, Matched
from clew.projection.rows import Changes
from clew.projection.view_of import Lookups, Match, ProjectionView
from clew.store import fulltext
from clew.store.database import Database, whole
from clew.store.gate import Turns
from clew.store.kept import MOST_BYTES, Kept, give_back
from clew.store.opening_images import is_due, read_image, write_image
from clew.store.seals import damage, damage_error, put_meta, read_meta
from clew.store.sql import Connection, column, few_pages, value
from clew.store.tables import (
    Namespace,
    create_namespace,
    find_namespace,
    insert_changes,
    read_delta,
    read_vectors,
)

__all__ = ["Store", "count_forgets", "forgotten_meanwhile", "still_kept", "watching"]

_SMALL = 20_000
"""A namespace of so many rows opens quickly without an image."""
_PATIENCE_S = 0.2
"""How long closing waits to keep an image."""


class Store:
    """Reads and writes the namespaces of one `Database`."""

    def __init__(self, database: Database, *, cache_bytes: int = MOST_BYTES) -> None:
        self.database = database
        self.kept = Kept(cache_bytes)
        self._claimed: tuple[str, str] | None = None
        """Name and dimension of the embedder used with this store."""
        self._turns = Turns(together=database.path is None)
        self._writing = RLock()
        """Held by the one thread that writes, or rewrites, the file; taken before a turn."""
        self.erasing = Lock()
        """Held while erased bytes are removed, so that erasures at one time share the work."""
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

    @contextmanager
    def projection(self, name: str, known: int | None = None) -> Iterator[Projection]:
        """Provide the projection as of the last commit; do not change it.

        With `known`, a kept projection of that revision or a later one is used without asking the
        file for newer rows. That is enough for a draft, since its commit checks the revision.
        """
        with self._turns.of(name), self._sound():
            _, kept = self.kept.get(name)
            if kept is not None and known is not None and known <= kept.revision:
                yield kept
                return
            with self.database.read() as connection:
                yield self.refresh(connection, find_namespace(connection, name), name)

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

    @contextmanager
    def reading(self, name: str) -> Iterator[tuple[Connection, Namespace | None]]:
        """Provide a read transaction and the namespace's row."""
        with self._turns.of(name), self._sound(), self.database.read() as connection:
            yield connection, find_namespace(connection, name)

    @contextmanager
    def writing(self, name: str = "") -> Iterator[Connection]:
        """Provide a write transaction, for maintenance that `write` cannot express.

        Name the namespace whose projection is used in it.
        """
        with self._to_write(name), self._sound(), self.database.write() as connection:
            yield connection

    @contextmanager
    def _to_write(self, name: str) -> Iterator[None]:
        """Wait for other writers, and for an erasure, without holding a namespace meanwhile.

        Else its readers would wait for them, too.
        """
        while True:
            with self._writing, self._turns.of(name, _BRIEFLY_S) as held:
                if held:
                    yield
                    return

    def refresh(self, connection: Connection, namespace: Namespace | None, name: str) -> Projection:
        """Return the projection as seen by a transaction of this store."""
        if namespace is None:
            self._refuse_other_embedder(connection)
            return Projection(None)
        forgets, projection = self.kept.take(name)
        if projection is None or forgets != namespace.forgets:
            self._refuse_other_embedder(connection)
            projection = self._from_file(connection, namespace)
            give_back(projection)
        elif projection.revision < namespace.revision:
            projection.axis = namespace.axis
            with collector_paused():
                projection.apply(read_delta(connection, namespace, projection))
        projection.next_id = namespace.next_id
        # Only a completely refreshed projection is kept.
        self.kept.put(name, namespace.forgets, projection)
        return projection

    def _from_file(self, connection: Connection, namespace: Namespace) -> Projection:
        """Return a namespace's projection made anew: from its image and the rows since, or all."""
        projection = Projection(namespace.axis)
        with collector_paused(), few_pages(connection):
            image = read_image(connection, namespace)
            if image is not None:
                projection.restore(image)
            delta = read_delta(connection, namespace, projection, restored=image is not None)
            projection.apply(delta)
        return projection

    def close(self) -> None:
        """Keep images of what has grown, then close the file for good (`Database.close`)."""
        if not self.database.read_only and self.database.path is not None:
            with suppress(StoreError):  # busy, full or replaced: the next opening takes longer
                self.keep_images()
        self.database.close()

    def keep_images(self, least: int = _SMALL) -> None:
        """Write images of kept projections that are due and have more rows than `least`.

        Raises:
            BusyError: another process writes.
        """
        for name in self.kept.names():
            _, kept = self.kept.get(name)
            if kept is not None and kept.last_id > least:
                with self._turns.of(name, _PATIENCE_S) as mine:
                    if mine:
                        self._keep_image(name, least)

    def _keep_image(self, name: str, least: int) -> None:
        with self.alone(busy_timeout_s=_PATIENCE_S) as file, whole(file, "BEGIN IMMEDIATE"):
            namespace = find_namespace(file, name)
            forgets, kept = self.kept.get(name)
            if namespace is None or kept is None:
                return
            if is_due(file, namespace, forgets, kept, least):
                write_image(file, namespace, kept)

    @contextmanager
    def alone(self, *, busy_timeout_s: float | None = None) -> Iterator[Connection]:
        """Provide a connection outside any transaction, while no thread of this process writes."""
        with (
            self._turns.of(""),
            self._sound(),
            self._writing,
            self.database.plain(busy_timeout_s) as connection,
        ):
            yield connection

    def meta(self) -> dict[str, str]:
        """Return the file's settings: embedder, dimension, residue."""
        with self._turns.of(""), self._sound(), self.database.read() as connection:
            return read_meta(connection)

    def claim_embedder(self, name: str, dimension: int) -> None:
        """Record the file's embedder, or check that it is this one, now and from now on.

        If another process changes the file's embedder, the next read or write raises too.

        Raises:
            WrongEmbedderError: the file holds another model's vectors.
        """
        if not self.meta().get("embedder") and not self.database.read_only:
            with self.writing() as connection:
                # Another process may have been faster.
                if not read_meta(connection).get("embedder"):
                    put_meta(connection, {"embedder": name, "dimension": str(dimension)})
        with self.reading("") as (connection, _):
            self._claimed = (name, str(dimension))
            self._refuse_other_embedder(connection)

    @contextmanager
    def _sound(self) -> Iterator[None]:
        """Tell damage from a mistake of ours when anything unexpected is raised.

        Rows of a damaged file may raise whatever the code that reads them does. The checksums are
        counted only then: reading stays as fast as it was.

        Raises:
            NotAMemoryError: the file is not as it was written.
        """
        try:
            yield
        except ClewError:
            raise
        except _SIGNS as error:
            if self.database.path is not None and (found := self._damage()):
                raise damage_error(self.database.name, found) from error
            if isinstance(error, UnicodeEncodeError):
                raise UsageError(
                    f"{error.object[:40]!r} has a lone surrogate at character {error.start}: it "
                    "was wrongly decoded; read it as UTF-8, or with errors='replace'"
                ) from error
            raise

    def _damage(self) -> list[str]:
        try:
            with self.database.read() as connection:
                return damage(connection)
        except Exception as error:  # noqa: BLE001 - whatever damage makes the reader raise
            if isinstance(error, ClewError) and not isinstance(error, NotAMemoryError):
                return []  # closed, replaced or busy: nothing is known about its rows
            return [" ".join(f"{error}".split())]

    def _refuse_other_embedder(self, connection: Connection) -> None:
        meta = read_meta(connection)
        found = (meta.get("embedder"), meta.get("dimension"))
        if self._claimed is None or found[0] is None or found == self._claimed:
            return
        raise WrongEmbedderError(
            f"{self.database.name} holds vectors of {found[0]} ({found[1]} numbers), "
            f"not of {self._claimed[0]} ({self._claimed[1]}); "
            f"open it with that embedder, or change the file with: clew reembed"
        )


def _no_hits(_text: str, _kind: Kind) -> Matched:
    """Find nothing: nothing was ever written to the namespace."""
    return NO_MATCH


_BRIEFLY_S = 0.05
"""Longest wait of a writer for readers of its namespace, in which no other writer goes on."""
_SIGNS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
    sqlite3.Error,
)  # fmt: skip
"""What reading a damaged file may raise. Not every exception: one that ends a draft to ask a model,
or that tells of a lost race, is no sign, and counting the checksums reads the whole file."""
_COUNT = "SELECT coalesce(sum(forgets), 0) FROM namespaces"
_WATCHED: ContextVar[tuple[Store, int] | None] = ContextVar("_WATCHED", default=None)
"""The store that texts are read from, and its number of erasures at the start."""


def count_forgets(connection: Connection) -> int:
    """Return the number of erasures so far, over all namespaces of a file."""
    count: int = value(connection, _COUNT)
    return count


@contextmanager
def watching(store: Store) -> Iterator[None]:
    """Remember the file's number of erasures, for the calls and threads inside the block.

    Read texts inside the block, not before it. Blocks on one store may nest: each counts anew.
    """
    with store.reading("") as (connection, _):
        token = _WATCHED.set((store, count_forgets(connection)))
    try:
        yield
    finally:
        _WATCHED.reset(token)


def forgotten_meanwhile(store: Store) -> bool:
    """Return whether anything was forgotten since `watching` began; False outside it."""
    with store.reading("") as (connection, _):
        return not still_kept(store, connection)


def still_kept(store: Store, connection: Connection) -> bool:
    """Return, in a transaction, whether nothing was forgotten since `watching` began."""
    watched = _WATCHED.get()
    return watched is None or watched[0] is not store or watched[1] == count_forgets(connection)
