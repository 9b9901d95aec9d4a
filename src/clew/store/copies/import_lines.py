"""Reads an export line by line; checks each row before it is stored, errors by line number."""

import json
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NoReturn, TypeGuard

import numpy as np

from clew.errors import NewerFileError, UsageError
from clew.graph.stored_vectors import packed_floats
from clew.graph.times import Axis
from clew.store.schema import EDGES, METADATA, NAMESPACED, TRUST, TURNS, Table

__all__ = ["FORMAT", "FORMAT_VERSION", "Header", "Reader", "read_rows"]

FORMAT = "clew"
FORMAT_VERSION = 5
"""2: with the levels of sources; 3: with how exactly times were told; 4: with metadata; 5: with
the turns of conversations. Older ones lack these."""
_SINCE = {TRUST.name: 2, METADATA.name: 4, TURNS.name: 5}
"""The version with which a table came."""
_LARGEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Header:
    """The contents of the first line."""

    version: int
    axis: Axis | None
    revision: int
    next_id: int
    embedder: str | None
    dimension: int | None
    counts: Mapping[str, int]


class Reader:
    """Reads the lines one by one, counting and hashing them."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._digest = sha256()
        self.number = 0
        """Number of the line read last, from 1."""

    def fail(self, why: str) -> NoReturn:
        """Raise a `UsageError` about the line read last."""
        raise UsageError(
            f"line {self.number} of the export: {why}; nothing was imported. "
            "Export again, or use another copy"
        )

    def header(self) -> Header:
        """Read the first line.

        Raises:
            UsageError: the line is not the first of an export.
            NewerFileError: a later version of clew wrote it.
        """
        found = self._next("the first line of an export")
        if found.get("format") != FORMAT:
            self.fail(f"expected the first line of a clew export, got {_short(found)}")
        version = found.get("version")
        if _is_count(version) and version > FORMAT_VERSION:
            raise NewerFileError(
                f"the export was written by a later clew (version {version}, this one knows "
                f"{FORMAT_VERSION}); upgrade clew"
            )
        if not _is_count(version) or version < 1:
            self.fail(f"expected a version from 1 to {FORMAT_VERSION}, got {version!r}")
        return self._header(found)

    def _header(self, found: Mapping[str, Any]) -> Header:
        axis, embedder, dimension = (found.get(key) for key in ("axis", "embedder", "dimension"))
        if axis is not None and axis not in list(Axis):
            self.fail(f"expected the axis 'time' or 'step', or null, got {axis!r}")
        if not (embedder is None and dimension is None):
            if not isinstance(embedder, str) or not embedder:
                self.fail(f"expected the name of an embedder, got {embedder!r}")
            if not _is_count(dimension) or dimension < 1:
                self.fail(f"expected the dimension of the vectors, got {dimension!r}")
        for key in ("revision", "next_id"):
            if not _is_count(found.get(key)):
                self.fail(f"expected a number as {key}, got {found.get(key)!r}")
        counts = _with_later(found.get("counts"), found["version"])
        names = [table.name for table in NAMESPACED]
        if not isinstance(counts, dict) or sorted(counts) != sorted(names):
            self.fail(f"expected a count of each of {', '.join(names)}, got {_short(counts)}")
        if not all(map(_is_count, counts.values())):
            self.fail(f"expected counts, got {_short(counts)}")
        return Header(
            found["version"],
            None if axis is None else Axis(axis),
            found["revision"],
            found["next_id"],
            embedder,
            dimension,
            {name: counts[name] for name in names},
        )

    def row(self, table: str) -> dict[str, Any]:
        """Read a line that must be a row of `table`."""
        found = self._next(f"a row of {table}")
        if found.pop("table", None) != table:
            self.fail(f"expected a row of {table}, got {_short(found)}")
        return found

    def end(self) -> None:
        """Read the last line; check that nothing follows it and that the hash is right."""
        digest = self._digest.hexdigest()
        found = self._next("the last line of an export, its hash")
        if found.get("end") != FORMAT:
            self.fail(f"expected the end of the export, got {_short(found)}")
        if found.get("sha256") != digest:
            self.fail("the lines before it were changed since the export: the hash differs")
        for line in self._lines:
            self.number += 1
            if line.strip():
                self.fail(f"expected nothing after the end of the export, got {_short(line)}")

    def _next(self, expected: str) -> dict[str, Any]:
        self.number += 1
        try:
            line = next(self._lines).rstrip("\r\n")
        except StopIteration:
            self.fail(f"expected {expected}, but the export ends here: it was cut off")
        except UnicodeDecodeError as error:
            self.fail(f"not a text ({error})")
        self._digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError) as error:
            self.fail(f"expected {expected} as JSON, got {_short(line)} ({error})")
        if not isinstance(found, dict):
            self.fail(f"expected {expected} as a JSON object, got {_short(line)}")
        return found


def read_rows(reader: Reader, table: Table, header: Header) -> Iterator[dict[str, Any]]:
    """Read the rows of a table one by one, with vectors as they are stored.

    Raises:
        UsageError: a column is missing, unknown or of the wrong type, or the id out of order.
    """
    names = table.own
    last: int | None = None
    for _ in range(header.counts[table.name]):
        row = reader.row(table.name)
        if header.version < 3 and table is EDGES:
            row.setdefault("precision", 0)
        if sorted(row) != sorted(names):
            reader.fail(f"expected the columns {', '.join(names)}, got {', '.join(sorted(row))}")
        for name in names:
            row[name] = _value(reader, table, name, row[name], header)
        if last is not None and row["id"] <= last:
            reader.fail(f"expected an id above {last}, got {row['id']}")
        last = row["id"]
        yield row


def _value(reader: Reader, table: Table, name: str, value: object, header: Header) -> object:
    if value is None:
        if not table.optional(name):
            reader.fail(f"expected a value as {name}, got null")
        return None
    if table.holds(name, "BLOB"):
        return _vector(reader, value, header)
    if table.holds(name, "INTEGER"):
        if not isinstance(value, int) or isinstance(value, bool) or abs(value) > _LARGEST:
            reader.fail(f"expected a whole number as {name}, got {_short(value)}")
        return value
    if not isinstance(value, str):
        reader.fail(f"expected a text as {name}, got {_short(value)}")
    try:
        value.encode()
    except UnicodeEncodeError:
        reader.fail(f"the text in {name} has a lone surrogate, which UTF-8 cannot encode")
    return value


def _vector(reader: Reader, value: object, header: Header) -> bytes:
    try:
        vector = b64decode(value, validate=True) if isinstance(value, str) else b""
    except (Base64Error, ValueError):
        reader.fail(f"expected a vector in base64, got {_short(value)}")
    if header.dimension is None or len(vector) != 4 * header.dimension:
        reader.fail(
            f"expected a vector of {header.dimension or 0} numbers, got {len(vector)} bytes"
        )
    if not np.isfinite(np.frombuffer(vector, "<f4")).all():
        reader.fail("expected a vector of finite numbers")
    return packed_floats(vector)


def _with_later(counts: Any, version: int) -> Any:
    """Return the counts of an export with those of tables that its version lacks."""
    later = {table: 0 for table, since in _SINCE.items() if version < since}
    return later | counts if isinstance(counts, dict) else counts


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else shown[:77] + "..."
