"""The numbered migrations that bring a memory file to this version.

A file's version is SQLite's `user_version`, the number of migrations done.
"""

from collections.abc import Callable, Sequence

from clew.graph.stored_vectors import packed_floats
from clew.store.refold import mark_said, refold_mixed_starts
from clew.store.schema import (
    CLOSURES_KNOWN_TO,
    IMAGES,
    INDEXES,
    METADATA,
    TABLES,
    TRUST,
    TURNS,
    USAGE,
    Table,
)
from clew.store.seals import marked, seal
from clew.store.sql import Connection, column

__all__ = ["FLOATS", "MIGRATIONS", "PACKED"]

PACKED = 10
"""The first version of a file whose vectors are packed."""
FLOATS = "4 * (SELECT value FROM meta WHERE key = 'dimension')"
"""The bytes of a vector before that version, as SQL."""


def _m001_first_tables(connection: Connection) -> None:
    """Create all tables except those added by later migrations."""
    for table in TABLES:
        if table not in {USAGE, TRUST, METADATA, TURNS, IMAGES}:
            connection.execute(table.definition)
    for index in INDEXES:
        connection.execute(index)


def _m002_usage(connection: Connection) -> None:
    """Add the table of model costs."""
    connection.execute(USAGE.definition)


def _m003_closures_end(connection: Connection) -> None:
    """Let closures end: those made through a merge do when the merge is undone."""
    columns = connection.execute("PRAGMA table_info(closures)")
    if "known_to" not in {row[1] for row in columns}:  # else the first migration made it
        connection.execute("ALTER TABLE closures ADD COLUMN known_to BIGINT")
        connection.execute(CLOSURES_KNOWN_TO)


def _m004_known_starts(connection: Connection) -> None:
    """Give back the starts that an unknown start had wiped out."""
    refold_mixed_starts(connection)


def _m005_seals(connection: Connection) -> None:
    """Add checksums of what the file holds; what an older file holds is taken as right."""
    columns = connection.execute("PRAGMA table_info(namespaces)")
    if "seal" not in {row[1] for row in columns}:  # else the first migration made them
        for name in ("content", "seal"):
            connection.execute(
                f"ALTER TABLE namespaces ADD COLUMN {name} BIGINT NOT NULL DEFAULT 0"
            )
        for space, key, value in connection.execute(
            "SELECT space, key, value FROM cache"
        ).fetchall():
            connection.execute(
                "UPDATE cache SET value = ? WHERE space = ? AND key = ?",
                (marked(value), space, key),
            )
    _m006_trust(connection)  # which the checksums cover
    _m008_metadata(connection)
    for ns in column(connection, "SELECT ns FROM namespaces"):
        seal(connection, ns)


def _m006_trust(connection: Connection) -> None:
    """Add the table of the levels of sources."""
    _add(connection, TRUST)


def _m007_precision(connection: Connection) -> None:
    """Keep how exactly times were told, and tell which are only those of their texts."""
    columns = connection.execute("PRAGMA table_info(edges)")
    if "precision" in {row[1] for row in columns}:  # the first migration made it
        return
    connection.execute("ALTER TABLE edges ADD COLUMN precision INTEGER DEFAULT 0 NOT NULL")
    for ns in column(connection, "SELECT ns FROM namespaces"):
        mark_said(connection, ns)
        seal(connection, ns)


def _m008_metadata(connection: Connection) -> None:
    """Add the table of what users note about texts."""
    _add(connection, METADATA)


def _m009_turns(connection: Connection) -> None:
    """Add the table of conversations: which texts are their turns, and who speaks."""
    _add(connection, TURNS)


def _m010_quick_opening(connection: Connection) -> None:
    """Keep two bytes of a vector's number instead of four, and add the table of images."""
    _add(connection, IMAGES)
    connection.create_function("packed", 1, packed_floats, deterministic=True)
    floats = f"length(vector) = {FLOATS}"
    connection.execute(f"UPDATE vectors SET vector = packed(vector) WHERE {floats}")
    for ns in column(connection, "SELECT ns FROM namespaces"):
        seal(connection, ns)


def _add(connection: Connection, table: Table) -> None:
    """Create a table, unless an earlier migration needed it."""
    query = "SELECT name FROM sqlite_master WHERE name = ?"
    if not column(connection, query, (table.name,)):
        connection.execute(table.definition)


MIGRATIONS: Sequence[Callable[[Connection], None]] = (
    _m001_first_tables,
    _m002_usage,
    _m003_closures_end,
    _m004_known_starts,
    _m005_seals,
    _m006_trust,
    _m007_precision,
    _m008_metadata,
    _m009_turns,
    _m010_quick_opening,
)
"""Append only. Number n brings a file from version n - 1 to n, in one transaction."""
