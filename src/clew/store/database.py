"""Opens the file: connections, pragmas, transactions, and translation of SQLite's errors."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from time import monotonic, sleep
from typing import NoReturn

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
from clew.store.gate import Gate
from clew.store.migrations import MIGRATIONS, before, copy_blank, migrate
from clew.store.schema import APPLICATION_ID
from clew.store.sql import PAGES, Connection, code_of, value
from clew.store.upgrade_copy import copy_before_upgrade

__all__ = ["MEMORY", "Database", "translated", "whole"]

MEMORY = ":memory:"
_STATEMENTS = 512
"""Statements that a connection keeps prepared."""
_SETTINGS = ("foreign_keys = ON", "synchronous = FULL", "temp_store = MEMORY", PAGES)
_IDLE = 8
"""Connections kept open while nobody uses them."""


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
        self._target = self._address()
        self._idle: list[Connection] = []
        """The one used last is used next, since it has the newest pages and its statements."""
        self._alone = RLock()
        """Held while a thread uses the one connection of ':memory:', or one for maintenance."""
        self.gate = Gate()
        """Every transaction of a file passes it."""
        self._shared: Connection | None = None
        """Of ':memory:': the open transaction, for reads within it."""
        try:
            with translated(self.path):
                self._prepare()
        except (sqlite3.Error, UnicodeError) as error:
            # Opening asks for nothing that a sound file does not have.
            self.close()
            raise NotAMemoryError(
                f"{self.name} is not a clew memory, or is damaged ({error}); restore a backup"
            ) from error
        except BaseException:  # an interrupt, too, must leave no open connection
            self.close()
            raise
        self._identity = self._file_identity()

    def close(self) -> None:
        """Close every connection for good; the file stays unchanged. Closing twice is harmless."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()

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
        with self._alone, translated(self.path), self._connected() as connection:
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
        if self.path is None:
            with self._alone, self._in_memory(begin) as connection:
                yield connection
            return
        with (
            self.gate.passing(),
            translated(self.path),
            self._connected() as connection,
            whole(connection, begin),
        ):
            yield connection

    @contextmanager
    def _in_memory(self, begin: str) -> Iterator[Connection]:
        """Run a transaction of ':memory:', or read within the one that is open."""
        if self._shared is not None:
            if begin != "BEGIN":
                raise UsageError(
                    "':memory:' cannot be written inside `with memory.view()`; leave it"
                )
            yield self._shared
            return
        with translated(None), self._connected() as connection, whole(connection, begin):
            self._shared = connection
            try:
                yield connection
            finally:
                self._shared = None

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Lend a connection: the one used last, or a new one."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = self._connect()
        try:
            yield connection
        finally:
            # One that could not even be rolled back must not be lent again.
            if self._closed or len(self._idle) >= _IDLE or connection.in_transaction:
                connection.close()
            else:
                self._idle.append(connection)

    def _address(self) -> str:
        if self.path is None:
            if self.read_only:
                raise UsageError("':memory:' cannot be opened read-only: it would stay empty")
            return MEMORY
        if not self.path.parent.is_dir():
            raise UsageError(f"no folder {str(self.path.parent)!r} to keep a memory in")
        if self.path.is_dir():
            raise UsageError(f"{str(self.path)!r} is a folder; give the path of a file")
        if self.path.exists() and not self.path.is_file():
            raise UsageError(f"{str(self.path)!r} is a device or a pipe; give the path of a file")
        if self.read_only and not self.path.exists():
            raise UsageError(f"no memory at {str(self.path)!r} to read")
        target = self.path.as_uri() + ("?mode=ro" if self.read_only else "?mode=rwc")
        return target + ("&immutable=1" if self._immutable else "")

    def _connect(self) -> Connection:
        connection = sqlite3.connect(
            self._target,
            uri=self.path is not None,
            timeout=self._busy_timeout_s,
            isolation_level=None,  # we say BEGIN ourselves
            check_same_thread=False,
            cached_statements=_STATEMENTS,
        )
        try:
            for setting in _SETTINGS:
                connection.execute(f"PRAGMA {setting}")
            if self._max_pages is not None:
                connection.execute(f"PRAGMA max_page_count = {int(self._max_pages)}")
            if self.read_only:
                _stand_in(connection)
                _pack(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self) -> None:
        with self._connected() as connection:
            if self.path is None:
                copy_blank(connection)
                return
            version = self._version(connection)
            if self.read_only:
                return
            self._log_ahead(connection)
            if version < len(MIGRATIONS):
                if version:
                    copy_before_upgrade(connection, self.path, version)
                with whole(connection, "BEGIN IMMEDIATE"):
                    migrate(connection, self.name)

    def _version(self, connection: Connection) -> int:
        """Return the file's version; refuse a file that is no memory or of a later version."""
        # One transaction, because another process may be creating the file at this moment.
        with whole(connection, "BEGIN"):
            tables = value(connection, "SELECT count(*) FROM sqlite_master")
            application = value(connection, "PRAGMA application_id")
            version: int = value(connection, "PRAGMA user_version")
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
                connection.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if code_of(error) != sqlite3.SQLITE_BUSY or monotonic() >= deadline:
                    raise
                sleep(0.005)
            else:
                return

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


def _is_immutable(path: Path) -> bool:
    """Return whether no log exists beside a file and none can be created there."""
    log = path.with_name(path.name + "-wal")
    return not os.access(path.parent, os.W_OK) and not log.exists()


def _set_patience(connection: Connection, seconds: float) -> None:
    connection.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")


@contextmanager
def whole(connection: Connection, begin: str) -> Iterator[None]:
    """Run statements as one transaction: committed at the end, rolled back on any error."""
    connection.execute(begin)
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After an interrupt, or a commit that a full disk failed, it must not linger. After some
        # errors, such as a full disk, SQLite has already rolled back.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Turn SQLite's errors into clew's."""
    try:
        yield
    except sqlite3.Error as error:
        _raise(error, path)


def _raise(error: sqlite3.Error, path: Path | None) -> NoReturn:
    name = MEMORY if path is None else path.name
    text = str(error)
    code = code_of(error)
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

    Before version 2 that is what models cost, before version 3 when closures ended, before version
    6 the table of levels, before version 7 how exactly times were told, before version 8 the
    metadata of texts, before version 9 the turns of conversations.
    """
    held = {row[0] for row in connection.execute("SELECT name FROM main.sqlite_master")}
    for table, columns in _LATER.items():
        if "nodes" in held and table not in held:
            connection.execute(f"CREATE TEMP TABLE {table} ({columns})")
    for table, (column, value_then) in _LATER_COLUMNS.items():
        names = [row[1] for row in connection.execute(f"PRAGMA main.table_info({table})")]
        if names and column not in names:
            connection.execute(
                f"CREATE TEMP VIEW {table} AS SELECT *, {value_then} AS {column} FROM main.{table}"
            )


_LATER_COLUMNS = {"closures": ("known_to", "NULL"), "edges": ("precision", "0")}
"""By table a column that an older file lacks, and what it was then."""
_LATER = {
    "usage": "ns, id, episode, task, model, calls, input_tokens, output_tokens, seconds, cost",
    "trust": "ns, id, pattern, level, known_from",
    "metadata": "ns, id, item, document, known_from",
    "turns": "ns, id, conversation, role, speaker",
    "images": "ns, part, data",
}
"""Tables that an older file lacks, with their columns."""


def _pack(connection: Connection) -> None:
    """Let an older file, which is only read, have packed vectors, each in a row of its own."""
    columns = {row[1] for row in connection.execute("PRAGMA main.table_info(vectors)")}
    if "item" in columns:
        pack, size = before(connection, value(connection, "PRAGMA user_version"))
        connection.create_function("packed", 1, lambda one: pack(one, 1), deterministic=True)
        packed = f"CASE length(vector) WHEN {size} THEN packed(vector) ELSE vector END AS vectors"
        connection.execute(
            "CREATE TEMP VIEW vectors AS SELECT ns, id, CAST(item AS TEXT) AS items, "
            f"{packed} FROM main.vectors"
        )
