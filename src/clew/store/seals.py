"""Checksums that tell whether a file still holds what was written to it.

SQLite notices a damaged page, not a changed letter. So each namespace keeps the sum of the
checksums of all its rows, which a write extends by its own rows alone and `damage` counts anew. A
seal covers the few rows that say what there is: the namespace's own, the file's settings, and,
among these, the definitions of the tables.

Left out: `pending`, whose rows change and are told by rules, and `usage`, which describes no text.
Cached replies carry a checksum each (`marked`).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from zlib import crc32

from clew.errors import NotAMemoryError
from clew.store.schema import NAMESPACED, ONE_VECTOR, PENDING, USAGE, VECTORS, quoted
from clew.store.sql import Connection, value

__all__ = [
    "SINCE",
    "closed",
    "damage",
    "damage_error",
    "marked",
    "put_meta",
    "read_meta",
    "refuse_damage",
    "seal",
    "seal_of",
    "seal_tables",
    "summed",
    "unmarked",
    "wrapped",
]

SINCE = 5
"""The first version of a file that has seals."""
_WHOLE = 8
"""The first version whose tables are summed by their whole definitions."""
_SUMMED = tuple(table for table in NAMESPACED if table is not PENDING)
_CLOSABLE = frozenset(table.name for table in _SUMMED if "known_to" in table.columns)
"""Tables whose rows end with `known_to`, which a later write sets: it is summed by itself."""
_SEAL, _TABLES = "seal", "tables"
"""Keys among the file's settings."""
_LIMIT = (1 << 63) - 1
_MARK = 4
"""Bytes of a checksum before a cached reply."""
_META = "SELECT key, value FROM meta"
_SET = "INSERT INTO meta (key, value) VALUES (?, ?)"
_UNSET = "DELETE FROM meta WHERE key = ?"
_NAMESPACE = "ns, name, axis, revision, next_id, forgets, content"


def summed(table: str, rows: Iterable[tuple[Any, ...]]) -> int:
    """Return the sum of the checksums of rows, given without their namespace."""
    if table == VECTORS.name:
        return sum(crc32(kept, crc32(f"{row} {items}".encode())) for row, items, kept in rows)
    total, form, is_closable = 0, "", table in _CLOSABLE
    for row in rows:
        kept = row[:-1] if is_closable else row
        # Formatting a tuple takes half the time of joining its values.
        form = form or table + "\x1f%s" * len(kept)
        total += crc32((form % kept).encode())
        if is_closable and row[-1] is not None:
            total += closed(table, (row[0],), row[-1])
    return total


def closed(table: str, ids: Iterable[int], revision: int) -> int:
    """Return what is added to a namespace's sum when a revision closes rows."""
    return sum(crc32(b"%s %d %d" % (table.encode(), row, revision)) for row in ids)


def _content(connection: Connection, ns: int) -> int:
    """Return the sum over all rows of a namespace, read from the file."""
    total = 0
    for table in _SUMMED:
        held = connection.execute(f"PRAGMA main.table_info({table.name})")
        known = {row[1] for row in held}  # an older file, which is only read, lacks some
        own = ONE_VECTOR.own if table is VECTORS and "item" in known else table.own
        names = quoted(name for name in own if name in known)
        query = f"SELECT {names} FROM main.{table.name} WHERE ns = ?"
        rows = connection.execute(query, (ns,)) if names else ()
        total += summed(table.name, rows)
    return wrapped(total)


def wrapped(total: int) -> int:
    """Return a sum as the file can hold it."""
    return total & _LIMIT


def seal_of(row: Sequence[Any]) -> int:
    """Return the seal of a namespace's row: (ns, name, axis, revision, next_id, forgets, content).

    >>> seal_of((1, "default", None, 0, 1, 0, 0))
    365720701
    """
    return crc32("\x1f".join(map(str, row)).encode())


def seal(connection: Connection, ns: int) -> None:
    """Sum the rows of a namespace anew, and seal its own row."""
    values = (_content(connection, ns), ns)
    connection.execute("UPDATE namespaces SET content = ? WHERE ns = ?", values)
    query = f"SELECT {_NAMESPACE} FROM namespaces WHERE ns = ?"
    row = connection.execute(query, (ns,)).fetchone()
    statement = "UPDATE namespaces SET seal = ? WHERE ns = ?"
    connection.execute(statement, (seal_of(row), ns))


def read_meta(connection: Connection) -> dict[str, str]:
    """Return the file's settings.

    Raises:
        NotAMemoryError: they are not as they were written.
    """
    found = dict(connection.execute(_META))
    given = found.pop(_SEAL, None)
    if given != _seal_of_meta(found) and (given is not None or _is_sealed(connection)):
        raise NotAMemoryError(
            "the settings of this memory file are damaged; restore a backup of the file"
        )
    found.pop(_TABLES, None)
    return found


def put_meta(connection: Connection, values: Mapping[str, str]) -> None:
    """Set settings inside a transaction; an empty value removes one.

    Raises:
        NotAMemoryError: they are not as they were written, and a new seal would hide that.
    """
    read_meta(connection)
    _put(connection, values)


def _put(connection: Connection, values: Mapping[str, str]) -> None:
    for key, given in values.items():
        connection.execute(_UNSET, (key,))
        if given:
            connection.execute(_SET, (key, given))
    connection.execute(_UNSET, (_SEAL,))
    found = dict(connection.execute(_META))
    connection.execute(_SET, (_SEAL, _seal_of_meta(found)))


def seal_tables(connection: Connection) -> None:
    """Keep a checksum of the definitions of all tables, and of these settings."""
    _put(connection, {_TABLES: _tables(connection)})


def _tables(connection: Connection) -> str:
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    shown = _shortened if value(connection, "PRAGMA user_version") < _WHOLE else str
    return str(crc32("\x1f".join(map(shown, rows)).encode()))


def _shortened(row: tuple[object, ...]) -> str:
    """Return a row as older versions summed it: of what is long, the first and last 150 signs."""
    words = [repr(each) for each in row]
    middle = " ... ({} characters truncated) ... "
    cut = [
        word if len(word) <= 300 else f"{word[:150]}{middle.format(len(word) - 300)}{word[-150:]}"
        for word in words
    ]
    return f"({', '.join(cut)})"


def _seal_of_meta(found: Mapping[str, str]) -> str:
    return str(crc32("\x1f".join(map(str, sorted(found.items()))).encode()))


def _is_sealed(connection: Connection) -> bool:
    version: int = value(connection, "PRAGMA user_version")
    return version >= SINCE


def damage(connection: Connection, name: str | None = None) -> list[str]:
    """Return what is not as it was written, one sentence each; empty for a sound file.

    With a name, the rows of that namespace alone are counted. What cannot even be read raises.
    """
    if not _is_sealed(connection):
        return []
    read_meta(connection)
    for table in (PENDING, USAGE):  # without a checksum, but readable
        connection.execute(f"SELECT * FROM {table.name}").fetchall()
    stored = "SELECT value FROM meta WHERE key = ?"
    found = []
    if value(connection, stored, (_TABLES,)) != _tables(connection):
        found.append("the definitions of the tables are not as they were written")
    query = f"SELECT {_NAMESPACE}, seal FROM namespaces ORDER BY ns"
    for *row, given in connection.execute(query).fetchall():
        if seal_of(row) != given:
            found.append(f"the row of the namespace {row[1]!r} is not as it was written")
        elif name in (None, row[1]) and _content(connection, row[0]) != row[-1]:
            found.append(f"{row[1]}: texts, vectors or their links are not as they were written")
    return found


def refuse_damage(connection: Connection, file: str, name: str | None = None) -> None:
    """Refuse a damaged file whose checksums would be counted anew, or whose rows copied.

    Raises:
        NotAMemoryError: it is not as it was written (`damage`).
    """
    if found := damage(connection, name):
        raise damage_error(file, found)


def damage_error(file: str, found: Iterable[str]) -> NotAMemoryError:
    """Return the error that tells what is damaged in a file."""
    return NotAMemoryError(f"{file} is damaged: {'; '.join(found)}; restore a backup")


def marked(reply: bytes) -> bytes:
    """Return a value with its checksum before it, as it is kept."""
    return crc32(reply).to_bytes(_MARK) + reply


def unmarked(kept: bytes | None) -> bytes | None:
    """Return the value; `None`, as for one never kept, if it is not as it was written."""
    if not isinstance(kept, bytes) or kept[:_MARK] != crc32(kept[_MARK:]).to_bytes(_MARK):
        return None
    return kept[_MARK:]
