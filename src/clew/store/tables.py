"""Reads the rows added since a revision, and inserts the rows of one write."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from clew.errors import NotAMemoryError
from clew.graph.times import END, START, Axis
from clew.graph.types import Kind
from clew.projection.image import Projection
from clew.projection.rows import (
    EDGE_CODES,
    EDGE_WIDTH,
    PRECISION_BITS,
    REVISION_BITS,
    VERSION_WIDTH,
    Changes,
    ClosureRow,
    Delta,
    EdgeBlock,
    EdgeRow,
    Int64,
    MergeRow,
    MetadataRow,
    NodeRow,
    TrustRow,
    TurnRow,
    UsageRow,
    VectorRow,
    VersionRow,
)
from clew.store import fulltext
from clew.store.schema import (
    CLOSURES,
    EDGES,
    MERGES,
    METADATA,
    NODES,
    PENDING,
    REPORTS,
    TRUST,
    TURNS,
    USAGE,
    VECTORS,
    VERSIONS,
    Table,
    insertion,
    quoted,
)
from clew.store.seals import closed, seal, seal_of, seal_tables, summed, wrapped
from clew.store.sql import Connection, value

__all__ = [
    "Namespace",
    "add_usage",
    "count_forgets",
    "create_namespace",
    "find_namespace",
    "insert_changes",
    "read_delta",
    "read_vectors",
]

_KINDS = {kind.value: kind for kind in Kind}
_AT_ONCE = 256
_READ = 32
"""Rows of vectors are read in multiples of so many."""
_OLD = 6
"""Columns of a namespace's row in a file without seals, which is opened only to be read."""


class Namespace:
    """A namespace's row as read in a transaction.

    Raises:
        NotAMemoryError: the row is not as it was written.
    """

    __slots__ = ("axis", "content", "forgets", "name", "next_id", "ns", "revision")

    def __init__(self, row: Sequence[Any]) -> None:
        *row, given = row if len(row) > _OLD else (*row, 0, seal_of((*row, 0)))
        if given != seal_of(row):
            raise NotAMemoryError(
                f"what this memory file says of its namespace {row[1]!r} is damaged; "
                "restore a backup of the file"
            )
        self.ns: int = row[0]
        self.name: str = row[1]
        self.axis = None if row[2] is None else Axis(row[2])
        self.revision: int = row[3]
        self.next_id: int = row[4]
        self.forgets: int = row[5]
        self.content: int = row[6]


_FIND = "SELECT * FROM namespaces WHERE name = ?"
_COUNT = "SELECT coalesce(sum(forgets), 0) FROM namespaces"
_CREATE = "INSERT INTO namespaces (name, revision, next_id, forgets) VALUES (?, 0, 1, 0)"


def find_namespace(connection: Connection, name: str) -> Namespace | None:
    """Return a namespace, or `None` if nothing was ever written to it."""
    row = connection.execute(_FIND, (name,)).fetchone()
    return None if row is None else Namespace(row)


def count_forgets(connection: Connection) -> int:
    """Return the number of erasures so far, over all namespaces of a file."""
    count: int = value(connection, _COUNT)
    return count


def create_namespace(connection: Connection, name: str) -> Namespace:
    """Create a namespace and its text tables."""
    ns = connection.execute(_CREATE, (name,)).lastrowid
    assert ns is not None
    seal(connection, ns)
    found = find_namespace(connection, name)
    assert found is not None
    fulltext.create_tables(connection, found.ns)
    seal_tables(connection)
    return found


def _since(table: Table, expressions: str, where: str = "") -> str:
    return f"SELECT {expressions} FROM {table.name} WHERE ns = ? AND id > ? {where} ORDER BY id"


def _rows_since(table: Table) -> str:
    return _since(table, quoted(table.own))


def _closed_since(table: Table, names: str = "id, known_to") -> str:
    return f"SELECT {names} FROM {table.name} WHERE ns = ? AND id <= ? AND known_to > ?"


_START, _END = (f"coalesce(valid_from, {START})", f"coalesce(valid_to, {END})")
_NODES = _rows_since(NODES)
# Each column of half a million edges takes 0.04 s to read, so small values share one number.
_KINDS_OF_EDGES = " ".join(f"WHEN '{kind.value}' THEN {code}" for kind, code in EDGE_CODES.items())
_EDGE_CODE = (
    f"known_from * {1 << REVISION_BITS} + precision * {1 << PRECISION_BITS} "
    f"+ CASE kind {_KINDS_OF_EDGES} END + direct"
)
_EDGE_NUMBERS = _since(EDGES, f"id, {_EDGE_CODE}, source, target, {_START}, {_END}")
_EDGE_WORDS = _since(
    EDGES, "id, relation, attributes", "AND (relation IS NOT NULL OR attributes IS NOT NULL)"
)
_VERSION_NUMBERS = _since(
    VERSIONS,
    f"id, item, {_START}, {_END}, coalesce(superseded_by, 0), known_from, "
    f"coalesce(known_to, {END})",
)
_CLOSURE_NUMBERS = _since(
    CLOSURES,
    f'id, item, at, coalesce("by", 0), coalesce(episode, 0), known_from, coalesce(known_to, {END})',
)
_MERGES = _rows_since(MERGES)
_TRUST = _rows_since(TRUST)
_METADATA = _rows_since(METADATA)
_TURNS = _rows_since(TURNS)
_VECTORS = _rows_since(VECTORS)
_CLOSED_VERSIONS = _closed_since(VERSIONS)
_CLOSED_MERGES = _closed_since(MERGES)
_CLOSED_CLOSURES = _closed_since(CLOSURES, "id, item, known_to")


def read_delta(
    connection: Connection, namespace: Namespace, seen: Projection, *, restored: bool = False
) -> Delta:
    """Return everything committed to a namespace since the projection was last refreshed.

    One that was only `restored` lacks all rows but those of nodes, edges and versions.
    """
    after = (namespace.ns, seen.last_id)
    closed = (*after, seen.revision)
    other = (namespace.ns, 0) if restored else after

    def rows(query: str, values: tuple[int, ...] = after) -> Iterator[tuple[Any, ...]]:
        return _stream(connection, query, values)

    return Delta(
        revision=namespace.revision,
        nodes=(NodeRow(item, _KINDS[kind], *rest) for item, kind, *rest in rows(_NODES)),
        edges=EdgeBlock(_read_numbers(rows(_EDGE_NUMBERS), EDGE_WIDTH), rows(_EDGE_WORDS)),
        versions=_read_numbers(rows(_VERSION_NUMBERS), VERSION_WIDTH),
        closures=_read_numbers(rows(_CLOSURE_NUMBERS, other), len(ClosureRow._fields)),
        merges=[MergeRow._make(row) for row in rows(_MERGES, other)],
        trust=[TrustRow._make(row) for row in rows(_TRUST, other)],
        metadata=[MetadataRow._make(row) for row in rows(_METADATA, other)],
        turns=[TurnRow._make(row) for row in rows(_TURNS, other)],
        vectors=rows(_VECTORS, other),
        closed_versions=list(rows(_CLOSED_VERSIONS, closed)),
        closed_merges=list(rows(_CLOSED_MERGES, closed)),
        closed_closures=list(rows(_CLOSED_CLOSURES, closed)),
    )


def read_vectors(connection: Connection, ns: int, rows: Sequence[int]) -> dict[int, bytes]:
    """Return the packed vectors of rows, by the ids of these."""
    found: dict[int, bytes] = {}
    for start in range(0, len(rows), _AT_ONCE):
        some = [*rows[start : start + _AT_ONCE]]
        # Few lengths, so that few statements are prepared; no row has the id 0.
        some += [0] * (-len(some) % _READ)
        marks = ", ".join("?" * len(some))
        sql = f"SELECT id, vectors FROM vectors WHERE ns = ? AND id IN ({marks})"
        found.update(connection.execute(sql, (ns, *some)).fetchall())
    return found


def _stream(
    connection: Connection, query: str, values: tuple[int, ...]
) -> Iterator[tuple[Any, ...]]:
    """Yield rows as the driver fetches them in blocks: 100,000 facts take a million rows."""
    fetch = connection.execute(query, values).fetchmany
    return chain.from_iterable(iter(partial(fetch, _AT_ONCE), []))


def _read_numbers(rows: Iterator[tuple[int, ...]], width: int) -> Int64:
    """Return rows of whole numbers as an array, without keeping Python objects."""
    return np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, width)


_ROWS = (
    (NODES, NodeRow), (EDGES, EdgeRow), (VERSIONS, VersionRow), (CLOSURES, ClosureRow),
    (MERGES, MergeRow), (TRUST, TrustRow), (METADATA, MetadataRow), (TURNS, TurnRow),
    (VECTORS, VectorRow),
)  # fmt: skip
assert all(table.own == [*row_type._fields] for table, row_type in _ROWS)
_INSERTIONS = {table.name: insertion(table) for table, _ in _ROWS}
_PENDING, _REPORT = insertion(PENDING), insertion(REPORTS)
_LEARNED = "DELETE FROM pending WHERE ns = ? AND id = ?"
_FAILED = "UPDATE pending SET attempts = attempts + 1, error = ? WHERE ns = ? AND id = ?"
_ADVANCE = (
    "UPDATE namespaces SET axis = ?, revision = ?, next_id = ?, content = ?, seal = ? WHERE ns = ?"
)


def insert_changes(connection: Connection, namespace: Namespace, changes: Changes) -> None:
    """Insert all changes and advance the namespace to their revision."""
    ns, total = namespace.ns, namespace.content
    for name, sql in _INSERTIONS.items():
        if rows := getattr(changes, name):
            connection.executemany(sql, [(ns, *row) for row in rows])
            total += summed(name, rows)
    for name, ids in (
        (VERSIONS.name, changes.closed_versions),
        (MERGES.name, changes.closed_merges),
        (CLOSURES.name, [row.id for row in changes.closed_closures]),
    ):
        if ids:
            sql = f"UPDATE {name} SET known_to = ? WHERE ns = ? AND id = ?"
            connection.executemany(sql, [(changes.revision, ns, row) for row in ids])
            total += closed(name, ids, changes.revision)
    fulltext.add_texts(connection, ns, changes.texts)
    reports = [(item, changes.revision, report) for item, report in changes.learned]
    _insert_progress(connection, namespace, changes, reports)
    add_usage(connection, ns, changes.usage)
    total = wrapped(total + summed(REPORTS.name, reports))
    state = (changes.axis, changes.revision, changes.next_id)
    sealed = seal_of((ns, namespace.name, *state, namespace.forgets, total))
    connection.execute(_ADVANCE, (*state, total, sealed, ns))


def _insert_progress(
    connection: Connection,
    namespace: Namespace,
    changes: Changes,
    reports: Sequence[tuple[int, int, str]],
) -> None:
    ns = namespace.ns
    if changes.pending:
        connection.executemany(_PENDING, [(ns, item, 0, None) for item in changes.pending])
    if changes.learned:
        # An episode of this very write never waited.
        waited = [(ns, item) for item, _ in changes.learned if item < namespace.next_id]
        connection.executemany(_LEARNED, waited)
        connection.executemany(_REPORT, [(ns, *row) for row in reports])
    if changes.failed:
        connection.executemany(_FAILED, [(why, ns, item) for item, why in changes.failed])


_SUMS = ", ".join(
    f"{name} = usage.{name} + excluded.{name}"
    for name in ("calls", "input_tokens", "output_tokens", "seconds", "cost")
)
_ADD_USAGE = f"{insertion(USAGE)} ON CONFLICT (ns, episode, task, model) DO UPDATE SET {_SUMS}"


def add_usage(connection: Connection, ns: int, rows: Sequence[UsageRow]) -> None:
    """Add model costs to the totals in the file."""
    if rows:
        connection.executemany(_ADD_USAGE, [(ns, *row) for row in rows])
