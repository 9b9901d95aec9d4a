"""The numbered migrations that bring a memory file to this version.

A file's version is SQLite's `user_version`, the number of migrations done.
"""

from collections.abc import Callable, Sequence
from functools import cache

from sqlalchemy import Connection, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, CreateTable, DDLElement

from clew.store.refold import mark_said, refold_mixed_starts
from clew.store.schema import CACHE, CLOSURES_KNOWN_TO, TRUST, TURNS, USAGE, metadata
from clew.store.seals import marked, seal

__all__ = ["MIGRATIONS"]


def _m001_first_tables(connection: Connection) -> None:
    """Create all tables except those added by later migrations."""
    for statement in _first_definitions():
        connection.exec_driver_sql(statement)


@cache
def _first_definitions() -> tuple[str, ...]:
    """Return the statements of the first tables, written once: a process may open many files."""
    first = [table for table in metadata.sorted_tables if table not in {USAGE, TRUST, TURNS}]
    indexes = sorted(
        (one for table in first for one in table.indexes), key=lambda one: str(one.name)
    )
    made: list[DDLElement] = [*map(CreateTable, first), *map(CreateIndex, indexes)]
    return tuple(str(one.compile(dialect=sqlite.dialect())) for one in made)


def _m002_usage(connection: Connection) -> None:
    """Add the table of model costs."""
    USAGE.create(connection)


def _m003_closures_end(connection: Connection) -> None:
    """Let closures end: those made through a merge do when the merge is undone."""
    columns = connection.exec_driver_sql("PRAGMA table_info(closures)")
    if "known_to" not in {row[1] for row in columns}:  # else the first migration made it
        connection.exec_driver_sql("ALTER TABLE closures ADD COLUMN known_to BIGINT")
        CLOSURES_KNOWN_TO.create(connection)


def _m004_known_starts(connection: Connection) -> None:
    """Give back the starts that an unknown start had wiped out."""
    refold_mixed_starts(connection)


def _m005_seals(connection: Connection) -> None:
    """Add checksums of what the file holds; what an older file holds is taken as right."""
    columns = connection.exec_driver_sql("PRAGMA table_info(namespaces)")
    if "seal" not in {row[1] for row in columns}:  # else the first migration made them
        for name in ("content", "seal"):
            connection.exec_driver_sql(
                f"ALTER TABLE namespaces ADD COLUMN {name} BIGINT NOT NULL DEFAULT 0"
            )
        for space, key, value in connection.execute(select(CACHE)).all():
            connection.exec_driver_sql(
                "UPDATE cache SET value = ? WHERE space = ? AND key = ?",
                (marked(value), space, key),
            )
    _m006_trust(connection)  # which the checksums cover
    for ns in connection.exec_driver_sql("SELECT ns FROM namespaces").scalars().all():
        seal(connection, ns)


def _m006_trust(connection: Connection) -> None:
    """Add the table of the levels of sources."""
    TRUST.create(connection, checkfirst=True)


def _m007_precision(connection: Connection) -> None:
    """Keep how exactly times were told, and tell which are only those of their texts."""
    columns = connection.exec_driver_sql("PRAGMA table_info(edges)")
    if "precision" in {row[1] for row in columns}:  # the first migration made it
        return
    connection.exec_driver_sql("ALTER TABLE edges ADD COLUMN precision INTEGER DEFAULT 0 NOT NULL")
    for ns in connection.exec_driver_sql("SELECT ns FROM namespaces").scalars().all():
        mark_said(connection, ns)
        seal(connection, ns)


def _m008_turns(connection: Connection) -> None:
    """Add the table of conversations: which texts are their turns, and who speaks."""
    TURNS.create(connection, checkfirst=True)


MIGRATIONS: Sequence[Callable[[Connection], None]] = (
    _m001_first_tables,
    _m002_usage,
    _m003_closures_end,
    _m004_known_starts,
    _m005_seals,
    _m006_trust,
    _m007_precision,
    _m008_turns,
)
"""Append only. Number n brings a file from version n - 1 to n, in one transaction."""
