"""Opens the file: connections, pragmas, transactions, and translation of SQLite's errors."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NoReturn

from sqlalchemy import (
    Connection,
    Dialect,
    Engine,
    ExceptionContext,
    create_engine,
    event,
    exc,
    make_url,
)
from sqlalchemy.pool import QueuePool, StaticPool

from clew.errors import (
    BusyError,
    ClosedError,
    FileReplacedError,
    NewerFileError,
    NotAMemoryError,
    ReadOnlyError,
    StorageFullError,
    StoreError,
    UsageError,
)
from clew.store.migrations import MIGRATIONS
from clew.store.schema import APPLICATION_ID
from clew.store.seals import SINCE, refuse_damage, seal_tables

__all__ = ["MEMORY", "Database"]

MEMORY = ":memory:"
_COMPILED: dict[str, dict[object, object]] = {"compiled_cache": {}}
"""Statements are compiled once for all open files, which share this and the dialect."""


class Database:
    """One open memory file, or `:memory:`; provides read and write transactions.

    Writers begin with `BEGIN IMMEDIATE`, so two of them never deadlock: the second waits up to
    `busy_timeout_s`, then gets `BusyError`. Readers see the last commit as of their first read.
    With `synchronous=FULL` a commit that has returned is on the disk.

    A file opened read-only in a folder where this process cannot create SQLite's log is treated
    as immutable; if another process changes it anyway, reading raises `FileReplacedError`.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        read_only: bool = False,
        busy_timeout_s: float = 10.0,
        max_pages: int | None = None,
    ) -> None:
        self.path = None if str(path) == MEMORY else Path(path).absolute()
        self.read_only = read_only
        self._busy_timeout_s = busy_timeout_s
        self._max_pages = max_pages
        self._closed = False
        self._immutable = self.read_only and self.path is not None and _is_immutable(self.path)
        self._shared: Connection | None = None
        """Of ':memory:', which has one connection: the open transaction, for reads within it."""
        self._engine = self._make_engine()
        try:
            with translated(self.path):
                self._prepare()
        except (sqlite3.Error, exc.DBAPIError, UnicodeError) as error:
            # Opening asks for nothing that a sound file does not have.
            self._engine.dispose()
            raise NotAMemoryError(
                f"{self.name} is not a clew memory, or is damaged ({error}); restore a backup"
            ) from error
        except BaseException:  # an interrupt, too, must leave no open connection
            self._engine.dispose()
            raise
        self._identity = self._file_identity()

    def close(self) -> None:
        """Close every connection for good; the file stays unchanged. Closing twice is harmless."""
        self._closed = True
        self._engine.dispose()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Run a read transaction."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Run a write transaction: committed at the end, rolled back on any error."""
        if self.read_only:
            raise ReadOnlyError(f"{self.name} was opened read-only; open it without read_only=True")
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def plain(self, busy_timeout_s: float | None = None) -> Iterator[Connection]:
        """Provide a connection outside a transaction, for `VACUUM` and checkpoints."""
        self._check_usable()
        with translated(self.path), self._engine.connect() as connection:
            patience = self._busy_timeout_s if busy_timeout_s is None else busy_timeout_s
            _set_patience(connection, patience)
            try:
                yield connection
            finally:
                _set_patience(connection, self._busy_timeout_s)

    @property
    def name(self) -> str:
        """The file's name, for messages."""
        return MEMORY if self.path is None else self.path.name

    def size_bytes(self) -> int:
        """Return the size of the file and its write-ahead log; 0 in memory."""
        if self.path is None:
            return 0
        names = [self.path, self.path.with_name(self.path.name + "-wal")]
        return sum(name.stat().st_size for name in names if name.exists())

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[Connection]:
        self._check_usable()
        if self._shared is not None:
            if begin != "BEGIN":
                raise UsageError(
                    "':memory:' cannot be written inside `with memory.view()`; leave it"
                )
            yield self._shared
            return
        with translated(self.path), self._engine.connect() as connection, _whole(connection, begin):
            self._shared = connection if self.path is None else None
            try:
                yield connection
            finally:
                self._shared = None

    def _make_engine(self) -> Engine:
        if self.path is None:
            if self.read_only:
                raise UsageError("':memory:' cannot be opened read-only: it would stay empty")
            target = MEMORY
        else:
            if not self.path.parent.is_dir():
                raise UsageError(f"no folder {str(self.path.parent)!r} to keep a memory in")
            if self.path.is_dir():
                raise UsageError(f"{str(self.path)!r} is a folder; give the path of a file")
            if self.read_only and not self.path.exists():
                raise UsageError(f"no memory at {str(self.path)!r} to read")
            target = self.path.as_uri() + ("?mode=ro" if self.read_only else "?mode=rwc")
            target += "&immutable=1" if self._immutable else ""
        connect: Callable[[], Any] = partial(self._connect, target)
        pool = QueuePool(connect, 4, max_overflow=64) if self.path else StaticPool(connect)
        engine = Engine(pool, _dialect(), make_url("sqlite://"), execution_options=_COMPILED)
        event.listen(engine, "handle_error", _keep_connection)
        return engine

    def _connect(self, target: str) -> sqlite3.Connection:
        connection = sqlite3.connect(
            target,
            uri=self.path is not None,
            timeout=self._busy_timeout_s,
            isolation_level=None,  # we say BEGIN ourselves
            check_same_thread=False,
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute("PRAGMA cache_size = -32768")
        if self._max_pages is not None:
            connection.execute(f"PRAGMA max_page_count = {int(self._max_pages)}")
        if self.read_only:
            _stand_in(connection)
        return connection

    def _prepare(self) -> None:
        with self._engine.connect() as connection:
            version = self._version(connection)
            if self.read_only:
                return
            if self.path is not None:
                self._log_ahead(connection)
            if version < len(MIGRATIONS):
                self._migrate(connection)

    def _version(self, connection: Connection) -> int:
        """Return the file's version; refuse a file that is no memory or of a later version."""
        # One transaction, because another process may be creating the file at this moment.
        with _whole(connection, "BEGIN"):
            tables = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one()
            application = connection.exec_driver_sql("PRAGMA application_id").scalar_one()
            version: int = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
        if application != APPLICATION_ID and (application or tables):
            raise NotAMemoryError(
                f"{self.name} is an SQLite file, but not a clew memory; give another path"
            )
        if version > len(MIGRATIONS):
            raise NewerFileError(
                f"{self.name} was written by a later clew (file version {version}, this one "
                f"knows {len(MIGRATIONS)}); upgrade clew"
            )
        if self.read_only and not tables:
            raise NotAMemoryError(f"{self.name} is empty; there is no memory in it to read")
        return version

    def _log_ahead(self, connection: Connection) -> None:
        """Switch to the write-ahead log; SQLite does not wait for others doing the same."""
        deadline = monotonic() + self._busy_timeout_s
        while True:
            try:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            except exc.OperationalError as error:
                if _code(error.orig) != sqlite3.SQLITE_BUSY or monotonic() >= deadline:
                    raise
                sleep(0.005)
            else:
                return

    def _migrate(self, connection: Connection) -> None:
        with _whole(connection, "BEGIN IMMEDIATE"):
            # Another process may have migrated while this one waited for the lock.
            version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
            if version >= SINCE:
                refuse_damage(connection, self.name)  # which new checksums would hide
            for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
                migration(connection)
                connection.exec_driver_sql(f"PRAGMA user_version = {number}")
            seal_tables(connection)
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")

    def _file_identity(self) -> tuple[int, ...] | None:
        if self.path is None:
            return None
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return (-1, -1)
        if self._immutable:
            return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
        return (status.st_dev, status.st_ino)

    def _check_usable(self) -> None:
        """Refuse a closed database, and a file that is not the one opened."""
        if self._closed:
            raise ClosedError(f"{self.name} was closed; open the memory again")
        if self._file_identity() != self._identity:
            raise FileReplacedError(
                f"{self.name} was replaced or removed after it was opened; "
                "nothing more is written to the old file. Open the memory again"
            )


@cache
def _dialect() -> Dialect:
    engine = create_engine("sqlite://")
    with engine.connect():  # the first connection tells it what this SQLite can do
        pass
    engine.dispose()
    return engine.dialect


def _is_immutable(path: Path) -> bool:
    """Return whether no log exists beside a file and none can be created there."""
    log = path.with_name(path.name + "-wal")
    return not os.access(path.parent, os.W_OK) and not log.exists()


def _set_patience(connection: Connection, seconds: float) -> None:
    connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * seconds)}")


def _keep_connection(context: ExceptionContext) -> None:
    """Keep the connection after an interrupt.

    SQLAlchemy would drop it, as if a server might still be sending. Then nothing could be rolled
    back, and a memory in ':memory:' would be lost.
    """
    if not isinstance(context.original_exception, Exception):
        context.is_disconnect = False


@contextmanager
def _whole(connection: Connection, begin: str) -> Iterator[None]:
    """Run statements as one transaction: committed at the end, rolled back on any error."""
    connection.exec_driver_sql(begin)
    try:
        yield
        connection.exec_driver_sql("COMMIT")
    except BaseException:
        # After an interrupt, or a commit that a full disk failed, it must not linger.
        _roll_back(connection)
        raise


def _roll_back(connection: Connection) -> None:
    # After some errors, such as a full disk, SQLite has already rolled back.
    driver = connection.connection.driver_connection
    if driver is not None and driver.in_transaction:
        connection.exec_driver_sql("ROLLBACK")


@contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Turn SQLite's errors into clew's."""
    try:
        yield
    except (exc.DBAPIError, sqlite3.Error) as error:
        found = error.orig if isinstance(error, exc.DBAPIError) else error
        if isinstance(found, sqlite3.Error):
            _raise(found, path)
        raise


def _raise(error: sqlite3.Error, path: Path | None) -> NoReturn:
    name = MEMORY if path is None else path.name
    text = str(error)
    code = _code(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise BusyError(
            f"{name} is locked by another process that is writing; try again when it is done"
        ) from error
    if code == sqlite3.SQLITE_READONLY:
        raise ReadOnlyError(f"{name} is read-only; nothing was written ({text})") from error
    if code == sqlite3.SQLITE_FULL or getattr(error, "sqlite_errorcode", 0) in _CANNOT_GROW:
        raise StorageFullError(
            f"no room to write {name}: the disk, a quota or a size limit is full ({text}); "
            "earlier writes are safe"
        ) from error
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT):
        raise NotAMemoryError(
            f"{name} is not a clew memory, or is damaged ({text}); restore a backup"
        ) from error
    if code == sqlite3.SQLITE_CANTOPEN:
        raise StoreError(
            f"cannot open {name} ({text}); check the path and the permissions"
        ) from error
    if code == sqlite3.SQLITE_IOERR:
        raise StoreError(
            f"the disk failed while reading or writing {name} ({text}); check the disk, then run "
            "clew check"
        ) from error
    raise error


def _code(error: BaseException | None) -> int:
    """Return SQLite's primary error code; 0 when the error has none."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


# SQLite reports SQLITE_FULL for ENOSPC only. A quota (EDQUOT), a size limit (EFBIG), or a full
# disk while the log's shared memory grows is reported as one of these.
_CANNOT_GROW = (
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
)


def _stand_in(connection: sqlite3.Connection) -> None:
    """Give an older file, which is only read, what it lacks.

    Before version 6 that is the table of levels, before version 7 how exactly times were told,
    before version 8 the turns of conversations.
    """
    held = {row[0] for row in connection.execute("SELECT name FROM main.sqlite_master")}
    if "nodes" in held and "trust" not in held:
        connection.execute("CREATE TEMP TABLE trust (ns, id, pattern, level, known_from)")
    if "nodes" in held and "turns" not in held:
        connection.execute("CREATE TEMP TABLE turns (ns, id, conversation, role, speaker)")
    names = [row[1] for row in connection.execute("PRAGMA main.table_info(edges)")]
    if names and "precision" not in names:
        connection.execute("CREATE TEMP VIEW edges AS SELECT *, 0 AS precision FROM main.edges")
