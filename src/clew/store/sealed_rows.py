"""Rows of a namespace that are removed or changed, with the sum of the checksums kept along.

The sum loses what the touched rows had and gains what they have now. So it costs what the change
costs, and other rows that are damaged still show (`clew.store.seals.damage`).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clew.store.schema import Table, insertion, quoted
from clew.store.seals import seal_of, summed, wrapped
from clew.store.sql import Connection
from clew.store.tables import Namespace

__all__ = ["SealedRows"]

_CHUNK = 500
"""Rows of one statement."""
_SEAL = (
    "UPDATE namespaces SET revision = ?, next_id = ?, forgets = ?, content = ?, seal = ? "
    "WHERE ns = ?"
)


class SealedRows:
    """Changes rows of one namespace inside a transaction; `seal` ends the work.

    The tables are those that are summed: not `pending`.
    """

    def __init__(self, connection: Connection, namespace: Namespace) -> None:
        self.connection = connection
        self.ns = namespace.ns
        self._was = namespace
        self._total = namespace.content

    def delete(self, table: Table, key: str, values: Sequence[int]) -> None:
        """Delete the rows whose `key` has one of the values."""
        for where, given in self._chosen(key, values):
            self._total -= self._sum(table, where, given)
            self.connection.execute(f"DELETE FROM {table.name} WHERE {where}", given)

    def update(self, table: Table, row: int, values: Mapping[str, object]) -> None:
        """Set columns of a row."""
        marks = ", ".join(f'"{name}" = ?' for name in values)
        where, given = "ns = ? AND id = ?", (self.ns, row)
        self._total -= self._sum(table, where, given)
        statement = f"UPDATE {table.name} SET {marks} WHERE {where}"
        self.connection.execute(statement, (*values.values(), *given))
        self._total += self._sum(table, where, given)

    def insert(self, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows, given without their namespace."""
        if rows:
            self.connection.executemany(insertion(table), [(self.ns, *row) for row in rows])
            self._total += summed(table.name, rows)

    def seal(self, *, revision: int, next_id: int) -> None:
        """Count one more erasure of the namespace, and keep the sum."""
        was, total = self._was, wrapped(self._total)
        state = (revision, next_id, was.forgets + 1, total)
        sealed = seal_of((self.ns, was.name, was.axis, *state))
        self.connection.execute(_SEAL, (*state, sealed, self.ns))

    def _chosen(self, key: str, values: Sequence[int]) -> Iterator[tuple[str, tuple[int, ...]]]:
        for start in range(0, len(values), _CHUNK):
            chosen = values[start : start + _CHUNK]
            marks = ", ".join("?" * len(chosen))
            yield f"ns = ? AND {key} IN ({marks})", (self.ns, *chosen)

    def _sum(self, table: Table, where: str, given: Sequence[int]) -> int:
        query = f"SELECT {quoted(table.own)} FROM {table.name} WHERE {where}"
        return summed(table.name, self.connection.execute(query, given))
