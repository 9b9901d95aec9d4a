"""Replaces every vector of a file at once: a file never holds vectors of two models."""

from collections.abc import Mapping

from clew.projection.rows import OneVector, vector_rows
from clew.store.fulltext import texts_of
from clew.store.schema import VECTORS, insertion
from clew.store.seals import seal
from clew.store.sql import Connection, column

__all__ = ["replace_all", "texts_to_embed"]

_Item = tuple[int, int]
"""(namespace number, item id)."""


def texts_to_embed(connection: Connection) -> dict[_Item, str]:
    """Return the text of every item that needs a vector, by namespace and id."""
    found: dict[_Item, str] = {}
    for ns in column(connection, "SELECT ns FROM namespaces ORDER BY ns"):
        pending = set(column(connection, "SELECT id FROM pending WHERE ns = ?", (ns,)))
        found.update(
            ((ns, item), text) for _, item, text in texts_of(connection, ns) if item not in pending
        )
    return found


def replace_all(connection: Connection, vectors: Mapping[_Item, bytes]) -> None:
    """Replace all vectors by these, under new ids."""
    connection.execute("DELETE FROM vectors")
    rows_of: dict[int, list[OneVector]] = {}
    next_ids: dict[int, int] = dict(connection.execute("SELECT ns, next_id FROM namespaces"))
    for (ns, item), vector in sorted(vectors.items()):
        rows = rows_of.setdefault(ns, [])
        rows.append((next_ids[ns], item, vector))
        next_ids[ns] += 1
    for ns, rows in rows_of.items():
        connection.executemany(insertion(VECTORS), ((ns, *row) for row in vector_rows(rows)))
        connection.execute(
            "UPDATE namespaces SET next_id = ?, revision = revision + 1 WHERE ns = ?",
            (next_ids[ns], ns),
        )
    # This rebuilds projections, which is also when a process notices the new embedder.
    connection.execute("UPDATE namespaces SET forgets = forgets + 1")
    for ns in next_ids:
        seal(connection, ns)
