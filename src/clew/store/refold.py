"""Fold the validity of statements again: to check a file, or to mend one folded by older rules."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from clew.graph.times import Assertion, Axis, Closure, Version, begun_by, fold
from clew.graph.types import PRECISIONS, STATEMENT_KINDS, Precision
from clew.store.sql import Connection

__all__ = ["History", "folded", "histories", "mark_said", "refold_mixed_starts"]

_STATEMENTS = ", ".join(f"'{kind.value}'" for kind in STATEMENT_KINDS)
_EVENTS = f"""
    SELECT target AS item, 0 AS part, valid_from, valid_to, NULL, known_from, NULL, id, CASE
        WHEN valid_from IS NULL THEN (SELECT told.at FROM nodes AS told
            WHERE told.ns = :ns AND told.id = edges.source) END
    FROM edges WHERE ns = :ns AND kind = 'episodic' AND NOT EXISTS (
        SELECT 1 FROM nodes WHERE ns = :ns AND nodes.id = edges.target AND nodes.kind = 'entity')
    UNION ALL
    SELECT id, 0, valid_from, valid_to, NULL, known_from, NULL, id, NULL
    FROM edges WHERE ns = :ns AND kind = 'fact' AND direct = 1
    UNION ALL
    SELECT id, 0, valid_from, valid_to, NULL, known_from, NULL, id, NULL
    FROM nodes WHERE ns = :ns AND kind IN ({_STATEMENTS}) AND direct = 1
    UNION ALL
    SELECT item, 1, at, "by", NULL, known_from, known_to, id, NULL FROM closures WHERE ns = :ns
    UNION ALL
    SELECT item, 2, valid_from, valid_to, superseded_by, known_from, known_to, id, NULL
    FROM versions WHERE ns = :ns
    ORDER BY 1, 2, 8
"""
"""For each item its assertions (0), closures (1) and stored versions (2), in order of id.

The last column is when an assertion without a start was told.
"""

History: TypeAlias = tuple[list[Sequence[Any]], list[Sequence[Any]], list[Sequence[Any]]]
"""Rows of a statement's assertions, closures and stored versions."""


def histories(connection: Connection, ns: int) -> Iterator[tuple[int, History]]:
    """Yield every statement of a namespace by id, and what the tables hold of its validity."""
    rows = connection.execute(_EVENTS, {"ns": ns})
    for item, group in groupby(rows, key=itemgetter(0)):
        parts: History = ([], [], [])
        for row in group:
            parts[row[1]].append(row)
        yield item, parts


def folded(asserted: Sequence[Sequence[Any]], closed: Sequence[Sequence[Any]]) -> list[Version]:
    """Return the versions that a statement should have."""
    assertions = [Assertion(row[2], row[3], row[5], begun_by(row[3], row[8])) for row in asserted]
    return fold(assertions, [Closure(row[2], row[3], row[5], row[6]) for row in closed])


def refold_mixed_starts(connection: Connection) -> None:
    """Fold the statements again of which some episodes know the start and others do not."""
    run, each = connection.execute, connection.executemany
    for ns, next_id in run("SELECT ns, next_id FROM namespaces").fetchall():
        rows: list[tuple[Any, ...]] = []
        for item, (asserted, closed, _) in histories(connection, ns):
            if 0 < sum(row[2] is None for row in asserted) < len(asserted):
                rows += [(item, *version) for version in folded(asserted, closed)]
        if rows:
            items = sorted({row[0] for row in rows})
            each("DELETE FROM versions WHERE ns = ? AND item = ?", [(ns, item) for item in items])
            each(
                "INSERT INTO versions"
                " (ns, id, item, valid_from, valid_to, superseded_by, known_from, known_to)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(ns, number, *row) for number, row in enumerate(rows, next_id)],
            )
            run("UPDATE namespaces SET next_id = ? WHERE ns = ?", (next_id + len(rows), ns))


def mark_said(connection: Connection, ns: int) -> None:
    """Mark the starts that a text tells at its very time as only said, in a memory of datetimes."""
    connection.execute(
        "UPDATE edges SET precision = ? WHERE ns = ? AND kind = 'episodic' AND valid_from ="
        " (SELECT at FROM nodes WHERE nodes.ns = edges.ns AND nodes.id = edges.source)"
        " AND (SELECT axis FROM namespaces WHERE namespaces.ns = edges.ns) = ?",
        (PRECISIONS.index((Precision.SAID, Precision.MOMENT)), ns, Axis.TIME),
    )
