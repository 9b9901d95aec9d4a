"""Brings a file to this version, and keeps an empty one to copy for each memory in `:memory:`."""

import sqlite3
from functools import lru_cache
from threading import Lock

from clew.store.migrations import MIGRATIONS
from clew.store.schema import APPLICATION_ID
from clew.store.seals import SINCE, refuse_damage, seal_tables
from clew.store.sql import Connection, value

__all__ = ["copy_blank", "migrate"]

_COPYING = Lock()


def migrate(connection: Connection, name: str) -> None:
    """Bring an empty or older file to this version, inside a transaction; `name` is the file's.

    Raises:
        NotAMemoryError: it is damaged, which new checksums would hide.
    """
    # Another process may have migrated while this one waited for the lock.
    version = value(connection, "PRAGMA user_version")
    if version >= SINCE:
        refuse_damage(connection, name)
    for number, migration in enumerate(MIGRATIONS[version:], start=version + 1):
        migration(connection)
        connection.execute(f"PRAGMA user_version = {number}")
    connection.execute("DELETE FROM images")  # they are of the rows before
    seal_tables(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")


def copy_blank(connection: Connection) -> None:
    """Make a new database an empty memory; to copy one takes a tenth of the time of making it."""
    with _COPYING:
        _blank().backup(connection)


@lru_cache(maxsize=1)
def _blank() -> Connection:
    made = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    migrate(made, ":memory:")
    return made
