"""Reads the rows added since a revision, and inserts the rows of one write."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
from sqlalchemy import (
    ClauseElement,
    Column,
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    case,
    func,
    insert,
    or_,
    select,
)
from sqlalchemy.dialects import sqlite

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
    NAMESPACES,
    NODES,
    PENDING,
    REPORTS,
    TRUST,
    TURNS,
    USAGE,
    VECTORS,
    VERSIONS,
)
from clew.store.seals import closed, seal, seal_of, seal_tables, summed, wrapped

__all__ = [
    "Namespace",
    "add_usage",
    "create_namespace",
    "find_namespace",
    "insert_changes",
    "read_delta",
]

_KINDS = {kind.value: kind for kind in Kind}
_AT_ONCE = 256
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


def _text(statement: ClauseElement) -> str:
    """Return a statement as SQL with positional parameters, in the order of writing.

    Binding by name through Core takes several times as long as the driver needs for one row.
    """
    return str(statement.compile(dialect=sqlite.dialect()))


_FIND = "SELECT * FROM namespaces WHERE name = ?"


def find_namespace(connection: Connection, name: str) -> Namespace | None:
    """Return a namespace, or `None` if nothing was ever written to it."""
    row = connection.exec_driver_sql(_FIND, (name,)).first()
    return None if row is None else Namespace(row)


def create_namespace(connection: Connection, name: str) -> Namespace:
    """Create a namespace and its text tables."""
    values = {"name": name, "axis": None, "revision": 0, "next_id": 1, "forgets": 0}
    seal(connection, connection.execute(insert(NAMESPACES), values).lastrowid)
    found = find_namespace(connection, name)
    assert found is not None
    fulltext.create_tables(connection, found.ns)
    seal_tables(connection)
    return found


def _fields(table: Table, row_type: type) -> list[Column[Any]]:
    return [table.c[name] for name in row_type._fields]  # type: ignore[attr-defined]


def _since(table: Table, *columns: ColumnElement[Any]) -> Select[Any]:
    return (
        select(*columns)
        .where(table.c.ns == bindparam("ns"), table.c.id > bindparam("last"))
        .order_by(table.c.id)
    )


def _closed_since(table: Table) -> Select[Any]:
    return select(table.c.id, table.c.known_to).where(
        table.c.ns == bindparam("ns"),
        table.c.known_to > bindparam("revision"),
        table.c.id <= bindparam("last"),
    )


def _or(column: Column[Any], missing: int) -> ColumnElement[int]:
    return func.coalesce(column, missing)


_NODES = _since(NODES, *_fields(NODES, NodeRow))
# Each column of half a million edges takes 0.04 s to read, so small values share one number.
_EDGE_CODE = (
    EDGES.c.known_from * (1 << REVISION_BITS)
    + EDGES.c.precision * (1 << PRECISION_BITS)
    + case({kind.value: code for kind, code in EDGE_CODES.items()}, value=EDGES.c.kind)
    + EDGES.c.direct
)
_EDGE_NUMBERS = _since(
    EDGES,
    EDGES.c.id,
    _EDGE_CODE,
    EDGES.c.source,
    EDGES.c.target,
    _or(EDGES.c.valid_from, START),
    _or(EDGES.c.valid_to, END),
)
_EDGE_WORDS = _since(EDGES, EDGES.c.id, EDGES.c.relation, EDGES.c.attributes).where(
    or_(EDGES.c.relation.is_not(None), EDGES.c.attributes.is_not(None))
)
_VERSION_NUMBERS = _since(
    VERSIONS,
    VERSIONS.c.id,
    VERSIONS.c.item,
    _or(VERSIONS.c.valid_from, START),
    _or(VERSIONS.c.valid_to, END),
    _or(VERSIONS.c.superseded_by, 0),
    VERSIONS.c.known_from,
    _or(VERSIONS.c.known_to, END),
)
_CLOSURES = _since(CLOSURES, *_fields(CLOSURES, ClosureRow))
_MERGES = _since(MERGES, *_fields(MERGES, MergeRow))
_TRUST = _since(TRUST, *_fields(TRUST, TrustRow))
_TURNS = _since(TURNS, *_fields(TURNS, TurnRow))
_VECTORS = _since(VECTORS, *_fields(VECTORS, VectorRow))
_CLOSED_VERSIONS = _closed_since(VERSIONS)
_CLOSED_MERGES = _closed_since(MERGES)
_CLOSED_CLOSURES = _closed_since(CLOSURES).with_only_columns(
    CLOSURES.c.id, CLOSURES.c.item, CLOSURES.c.known_to
)


def read_delta(connection: Connection, namespace: Namespace, seen: Projection) -> Delta:
    """Return everything committed to a namespace since the projection was last refreshed."""
    after = {"ns": namespace.ns, "last": seen.last_id}
    closed = {**after, "revision": seen.revision}

    def rows(query: Select[Any], values: Mapping[str, int] = after) -> Iterator[tuple[Any, ...]]:
        return _stream(connection, query, values)

    return Delta(
        revision=namespace.revision,
        nodes=[NodeRow(item, _KINDS[kind], *rest) for item, kind, *rest in rows(_NODES)],
        edges=EdgeBlock(_read_numbers(rows(_EDGE_NUMBERS), EDGE_WIDTH), rows(_EDGE_WORDS)),
        versions=_read_numbers(rows(_VERSION_NUMBERS), VERSION_WIDTH),
        closures=[ClosureRow._make(row) for row in rows(_CLOSURES)],
        merges=[MergeRow._make(row) for row in rows(_MERGES)],
        trust=[TrustRow._make(row) for row in rows(_TRUST)],
        turns=[TurnRow._make(row) for row in rows(_TURNS)],
        vectors=rows(_VECTORS),
        closed_versions=list(rows(_CLOSED_VERSIONS, closed)),
        closed_merges=list(rows(_CLOSED_MERGES, closed)),
        closed_closures=list(rows(_CLOSED_CLOSURES, closed)),
    )


def _stream(
    connection: Connection, query: Select[Any], values: Mapping[str, int]
) -> Iterator[tuple[Any, ...]]:
    """Yield rows directly from the driver, for speed: 100,000 facts take a million rows."""
    fetch = connection.execute(query, values).cursor.fetchmany
    return chain.from_iterable(iter(partial(fetch, _AT_ONCE), []))


def _read_numbers(rows: Iterator[tuple[int, ...]], width: int) -> Int64:
    """Return rows of whole numbers as an array, without keeping Python objects."""
    return np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, width)


def _insertion(table: Table, row_type: type) -> str:
    """Return SQL that inserts rows given as tuples, five times as fast as Core's dictionaries."""
    columns = [column.name for column in table.columns]
    assert columns == ["ns", *row_type._fields]  # type: ignore[attr-defined]
    return _text(insert(table))


_ROWS = (
    (NODES, NodeRow), (EDGES, EdgeRow), (VERSIONS, VersionRow), (CLOSURES, ClosureRow),
    (MERGES, MergeRow), (TRUST, TrustRow), (TURNS, TurnRow),
    (VECTORS, VectorRow),
)  # fmt: skip
_INSERTIONS = {table.name: _insertion(table, row_type) for table, row_type in _ROWS}


_PENDING, _REPORT = _text(insert(PENDING)), _text(insert(REPORTS))
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
            connection.exec_driver_sql(sql, [(ns, *row) for row in rows])
            total += summed(name, rows)
    for name, ids in (
        (VERSIONS.name, changes.closed_versions),
        (MERGES.name, changes.closed_merges),
        (CLOSURES.name, [row.id for row in changes.closed_closures]),
    ):
        if ids:
            sql = f"UPDATE {name} SET known_to = ? WHERE ns = ? AND id = ?"
            connection.exec_driver_sql(sql, [(changes.revision, ns, row) for row in ids])
            total += closed(name, ids, changes.revision)
    fulltext.add_texts(connection, ns, changes.texts)
    reports = [(item, changes.revision, report) for item, report in changes.learned]
    _insert_progress(connection, ns, changes, reports)
    add_usage(connection, ns, changes.usage)
    total = wrapped(total + summed(REPORTS.name, reports))
    state = (changes.axis, changes.revision, changes.next_id)
    sealed = seal_of((ns, namespace.name, *state, namespace.forgets, total))
    connection.exec_driver_sql(_ADVANCE, (*state, total, sealed, ns))


def _insert_progress(
    connection: Connection, ns: int, changes: Changes, reports: Sequence[tuple[int, int, str]]
) -> None:
    if changes.pending:
        connection.exec_driver_sql(_PENDING, [(ns, item, 0, None) for item in changes.pending])
    if changes.learned:
        connection.exec_driver_sql(_LEARNED, [(ns, item) for item, _ in changes.learned])
        connection.exec_driver_sql(_REPORT, [(ns, *row) for row in reports])
    if changes.failed:
        connection.exec_driver_sql(_FAILED, [(why, ns, item) for item, why in changes.failed])


_USAGE = sqlite.insert(USAGE)
_ADD_USAGE = _USAGE.on_conflict_do_update(
    index_elements=[USAGE.c.ns, USAGE.c.episode, USAGE.c.task, USAGE.c.model],
    set_={
        name: USAGE.c[name] + _USAGE.excluded[name]
        for name in ("calls", "input_tokens", "output_tokens", "seconds", "cost")
    },
)


def add_usage(connection: Connection, ns: int, rows: Sequence[UsageRow]) -> None:
    """Add model costs to the totals in the file."""
    if rows:
        connection.execute(_ADD_USAGE, [{"ns": ns, **row._asdict()} for row in rows])
