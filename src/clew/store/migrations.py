"""The numbered migrations that bring a memory file to this version.

A file's version is SQLite's `user_version`, the number of migrations done.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from clew.store.schema import USAGE, metadata
from clew.store.seals import content, marked, seal

__all__ = ["MIGRATIONS"]


def _m001_first_tables(connection: Connection) -> None:
    """Create all tables except those added by later migrations."""
    first = [table for table in metadata.sorted_tables if table is not USAGE]
    metadata.create_all(connection, tables=first)


def _m002_usage(connection: Connection) -> None:
    """Add the table of model costs."""
    USAGE.create(connection)


def _m003_seals(connection: Connection) -> None:
    """Add checksums of what the file holds; what an older file holds is taken as right."""
    columns = connection.exec_driver_sql("PRAGMA table_info(namespaces)")
    if "seal" in {row[1] for row in columns}:  # a new file
        return
    for name in ("content", "seal"):
        connection.exec_driver_sql(
            f"ALTER TABLE namespaces ADD COLUMN {name} BIGINT NOT NULL DEFAULT 0"
        )
    for ns in connection.exec_driver_sql("SELECT ns FROM namespaces").scalars().all():
        seal(connection, ns, content(connection, ns))
    cached = connection.exec_driver_sql("SELECT space, key, value FROM cache").all()
    for space, key, value in cached:
        connection.exec_driver_sql(
            "UPDATE cache SET value = ? WHERE space = ? AND key = ?", (marked(value), space, key)
        )


MIGRATIONS: Sequence[Callable[[Connection], None]] = (
    _m001_first_tables,
    _m002_usage,
    _m003_seals,
)
"""Append only. Number n brings a file from version n - 1 to n, in one transaction."""
