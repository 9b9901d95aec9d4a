"""Transactions of one open file, and the projections that they keep up to date.

An open file keeps one projection per namespace and refreshes it, inside the transaction that reads
it, with the rows committed since (`clew.store.tables.read_delta`). Several processes may open the
file. Threads may share it: one at a time holds a namespace, for as long as the view, projection or
transaction it was given is in use, so nothing changes meanwhile. Threads of different namespaces
read at the same time, and while another one writes.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock, RLock

from clew.collector import collector_paused
from clew.errors import ClewError, NotAMemoryError, StoreError, UsageError, WrongEmbedderError
from clew.projection.image import Projection
from clew.store.database import Database, whole
from clew.store.gate import Turns
from clew.store.kept import MOST_BYTES, Kept, give_back
from clew.store.opening_images import is_due, read_image, write_image
from clew.store.seals import damage, damage_error, put_meta, read_meta
from clew.store.sql import Connection, few_pages
from clew.store.tables import Namespace, find_namespace, read_delta

__all__ = ["Transactions"]

_SMALL = 20_000
"""A namespace of so many rows opens quickly without an image."""
_PATIENCE_S = 0.2
"""How long closing waits to keep an image."""


class Transactions:
    """Lends transactions on the namespaces of one `Database`, and their projections."""

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


_BRIEFLY_S = 0.05
"""Longest wait of a writer for readers of its namespace, in which no other writer goes on."""
_SIGNS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
    sqlite3.Error,
)  # fmt: skip
"""What reading a damaged file may raise. Not every exception: one that ends a draft to ask a model,
or that tells of a lost race, is no sign, and counting the checksums reads the whole file."""
