"""The numbered migrations that bring a memory file to this version.

A file's version is SQLite's `user_version`, the number of migrations done. One empty memory is
kept, which each in `:memory:` begins as a copy of.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import TypeAlias

from clew.graph.stored_vectors import packed_floats, packed_halves
from clew.projection.rows import OneVector, vector_rows
from clew.store.refold import mark_said, refold_mixed_starts
from clew.store.schema import (
    APPLICATION_ID,
    CLOSURES_KNOWN_TO,
    IMAGES,
    INDEXES,
    METADATA,
    TABLES,
    TRUST,
    TURNS,
    USAGE,
    VECTORS,
    Table,
    insertion,
)
from clew.store.seals import SINCE, marked, refuse_damage, seal, seal_tables
from clew.store.sql import Connection, column, value

__all__ = ["MIGRATIONS", "Pack", "before", "copy_blank", "migrate"]

_AT_ONCE = 1800
_COPYING = Lock()
Pack: TypeAlias = Callable[[bytes, int], bytes]
"""Packs so many vectors."""
_HALVES = 10
"""The version of a file whose vectors had two bytes for each number."""


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
    """Add the table of images, and pack vectors of floats (as version 11 has them)."""
    _add(connection, IMAGES)
    _pack_vectors(connection, 9)


def _m011_packed_vectors(connection: Connection) -> None:
    """Keep twenty bits of a vector's number, instead of sixteen, and a few vectors in a row."""
    _pack_vectors(connection, 10)


def _pack_vectors(connection: Connection, version: int) -> None:
    columns = {row[1] for row in connection.execute("PRAGMA table_info(vectors)")}
    if "items" in columns:  # an earlier migration made it
        return
    connection.execute("ALTER TABLE vectors RENAME TO vectors_before")
    connection.execute(VECTORS.definition)
    pack, size = before(connection, version)
    query = "SELECT id, item, vector FROM vectors_before WHERE ns = ? ORDER BY id LIMIT ?"
    for ns in column(connection, "SELECT ns FROM namespaces"):
        # Rows are deleted as they are read, so that their pages are used again.
        while rows := connection.execute(query, (ns, _AT_ONCE)).fetchall():
            packed = vector_rows(_packed(rows, pack, size))
            connection.executemany(insertion(VECTORS), ((ns, *row) for row in packed))
            done = "DELETE FROM vectors_before WHERE ns = ? AND id <= ?"
            connection.execute(done, (ns, rows[-1][0]))
        seal(connection, ns)
    connection.execute("DROP TABLE vectors_before")


def _packed(rows: Sequence[OneVector], pack: Pack, size: int) -> Iterator[OneVector]:
    """Yield vectors packed; those of a wrong length stay as they are."""
    right = [vector for _, _, vector in rows if len(vector) == size]
    whole = pack(b"".join(right), len(right)) if right else b""
    each, place = len(whole) // max(1, len(right)), 0
    for row, item, vector in rows:
        if len(vector) == size:
            yield row, item, whole[place : place + each]
            place += each
        else:
            yield row, item, vector


def before(connection: Connection, version: int) -> tuple[Pack, int]:
    """Return what packs the vectors of a file of before version 11, and how many bytes one has."""
    found = column(connection, "SELECT value FROM meta WHERE key = 'dimension'")
    dimension = int(found[0]) if found else 0
    if version < _HALVES:
        return packed_floats, 4 * dimension
    return packed_halves, 4 + 2 * dimension


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
    _m011_packed_vectors,
)
"""Append only. Number n brings a file from version n - 1 to n, in one transaction."""


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
