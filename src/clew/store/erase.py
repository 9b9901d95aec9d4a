"""Permanent erasure: the rows in one transaction, then their bytes from the file.

SQLite keeps deleted text in free pages, in the write-ahead log and, for full text, in old
segments. So the transaction includes FTS5 `optimize` and is followed by `VACUUM` and a truncating
checkpoint. While another process reads, the checkpoint cannot complete: the rows are gone, the
file records that a residue is left, and the next open or `clew check` removes it.

Several processes may erase at once. The record is the number of erasures so far, and whoever has
rewritten the file removes the record only while it is the one read before: an erasure that was
committed meanwhile has left bytes of its own.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from time import monotonic, sleep
from typing import Any

from clew.collector import collector_paused
from clew.errors import BusyError
from clew.projection.erasure import FORGOTTEN, Erasure, remaining
from clew.projection.image import Projection
from clew.projection.rows import each_vector, vector_rows
from clew.store import fulltext, schema
from clew.store.base import Asides, MakePlan
from clew.store.schema import Table, insertion, quoted
from clew.store.seals import put_meta, read_meta, refuse_damage, seal_of, summed, wrapped
from clew.store.sql import Connection, column
from clew.store.tables import Namespace, count_forgets, find_namespace, read_delta
from clew.store.transactions import Transactions

__all__ = ["RESIDUE", "erase", "finish_erasure", "plan_only"]

RESIDUE = "residue"
"""Key in the file's settings, set while erased bytes may still be on the disk."""
_SEARCHED = (
    schema.NODES, schema.EDGES, schema.REPORTS, schema.PENDING, schema.METADATA, schema.TURNS,
    schema.CACHE,
)  # fmt: skip
"""Tables whose texts are searched row by row, or emptied."""
_OUR_WORDS = {("namespaces", "axis"), ("vectors", "items"), ("meta", "key"), ("images", "part")}
"""Columns of texts that are the program's own words, or ids: they name nobody."""
_CHUNK = 500
"""Rows of one statement."""
_SEAL = (
    "UPDATE namespaces SET revision = ?, next_id = ?, forgets = ?, content = ?, seal = ? "
    "WHERE ns = ?"
)
_PATIENCE_S = 0.2
"""Lock time-out of one attempt; attempts repeat until `wait_s` has passed."""


def plan_only(store: Transactions, name: str, make_plan: MakePlan) -> Erasure:
    """Return the plan, and erase nothing."""
    with store.reading(name) as (connection, namespace):
        return make_plan(store.refresh(connection, namespace, name), _asides(connection, namespace))


def erase(
    store: Transactions, name: str, make_plan: MakePlan, *, wait_s: float = 5.0
) -> tuple[Erasure, bool]:
    """Carry out the plan; return it and whether no erased byte is left on the disk.

    `wait_s` bounds the wait for readers.

    Raises:
        NotAMemoryError: the namespace is damaged. What names the erased could be overlooked, and
            the words of a text that has changed would stay in the text index, which gives up only
            the words that it is told.
    """
    _count_rows(store, name)
    with store.writing(name) as connection:
        namespace = find_namespace(connection, name)
        known = store.refresh(connection, namespace, name)
        plan = make_plan(known, _asides(connection, namespace))
        if namespace is None or plan.is_empty():
            return plan, True
        if known not in store.kept.sound:  # read again meanwhile
            refuse_damage(connection, store.database.name, name)
        rows, revision = _SealedRows(connection, namespace), namespace.revision + 1
        _delete(rows, plan)
        _rewrite(rows, plan)
        rows.insert(schema.TOMBSTONES, [(item, revision) for item in plan.items])
        rows.seal(revision=revision, next_id=plan.next_id)
        connection.execute("DELETE FROM cache")
        put_meta(connection, {RESIDUE: str(count_forgets(connection))})
        left = _left(connection, name, known, plan)
    store.kept.put(name, namespace.forgets + 1, left)
    store.kept.sound.add(left)
    return plan, finish_erasure(store, wait_s=wait_s)


def _count_rows(store: Transactions, name: str) -> None:
    """Refuse a damaged namespace; its rows are counted once for each projection, and nobody waits.

    Counting takes as long as all else that an erasure does.
    """
    with store.projection(name) as known:
        if known in store.kept.sound:
            return
    with store.reading("") as (connection, _):
        refuse_damage(connection, store.database.name, name)
    store.kept.sound.add(known)


def _left(connection: Connection, name: str, known: Projection, plan: Erasure) -> Projection:
    """Return the projection of what is left, as the file has it after the plan."""
    namespace = find_namespace(connection, name)
    assert namespace is not None
    left = Projection(namespace.axis)
    with collector_paused():
        left.restore(remaining(known.blocks(), plan))
        left.apply(read_delta(connection, namespace, left, restored=True))
    left.next_id = namespace.next_id
    return left


def finish_erasure(store: Transactions, *, wait_s: float = 0.0) -> bool:
    """Remove erased bytes that are still on the disk; return True when none are left."""
    deadline = monotonic() + wait_s
    while True:
        # Whoever waited for another thread's rewriting finds its own bytes gone too.
        with store.erasing:
            record = store.meta().get(RESIDUE)
            if record is None or (_scrub(store) and _settle(store, record)):
                return True
        if monotonic() >= deadline:
            return False
        sleep(0.05)


def _settle(store: Transactions, record: str) -> bool:
    """Remove the record of a residue, unless something was erased since it was read."""
    try:
        with store.writing() as connection:
            if read_meta(connection).get(RESIDUE) != record:
                return False
            put_meta(connection, {RESIDUE: ""})
            return True
    except BusyError:
        return False


def _asides(connection: Connection, namespace: Namespace | None) -> Asides:
    if namespace is None:
        return Asides()
    ns = namespace.ns

    def by_episode(table: str, text: str) -> list[tuple[int, str]]:
        query = f"SELECT id, {text} FROM {table} WHERE ns = ? AND {text} IS NOT NULL ORDER BY id"
        return connection.execute(query, (ns,)).fetchall()

    labels = list(_labels(connection, ns))
    return Asides(by_episode("reports", "report"), by_episode("pending", "error"), labels)


def _labels(connection: Connection, ns: int) -> Iterator[tuple[str, str]]:
    """Yield (table, text) of every other column with texts, also of tables yet to come."""
    for table in schema.TABLES:
        mine = "AND ns = :ns" if "ns" in table.columns else ""
        for name in table.columns if table not in _SEARCHED else ():
            if table.holds(name, "TEXT") and (table.name, name) not in _OUR_WORDS:
                query = f"SELECT DISTINCT {name} FROM {table.name} WHERE {name} IS NOT NULL {mine}"
                for text in column(connection, query, {"ns": ns}):
                    if table is not schema.META or not text.isdecimal():  # a count or checksum
                        yield table.name, text


def _scrub(store: Transactions) -> bool:
    """Rewrite the file and truncate its log; return False when a reader blocks that."""
    try:
        with store.alone(busy_timeout_s=_PATIENCE_S) as connection:
            connection.execute("VACUUM")
            # Most of the log is copied while others read; for its end this process's readers wait.
            connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
            with store.database.gate.closed(_PATIENCE_S):
                busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    except BusyError:
        return False
    return not busy


class _SealedRows:
    """Changes rows of one namespace, and keeps the sum of their checksums along; `seal` ends it.

    The sum loses what the touched rows had and gains what they have now, so it costs what the
    change costs, and other rows that are damaged still show (`clew.store.seals.damage`). The
    tables are those that are summed: not `pending`.
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


def _delete(rows: _SealedRows, plan: Erasure) -> None:
    connection, ns, items = rows.connection, rows.ns, list(plan.items)
    fulltext.drop_texts(connection, ns, plan.texts)
    for kind in sorted({kind for kind, _, _ in plan.texts}):
        fulltext.optimize(connection, ns, kind)
        fulltext.refuse_rest(
            connection, ns, kind, [item for one, item, _ in plan.texts if one is kind]
        )
    rows.delete(schema.NODES, "id", items)
    rows.delete(schema.EDGES, "id", plan.edges)
    rows.delete(schema.VERSIONS, "item", items + plan.refolded)
    rows.delete(schema.CLOSURES, "id", plan.closures)
    rows.delete(schema.MERGES, "id", plan.merges)
    _delete_vectors(rows, {item for _, item, _ in plan.texts})
    rows.delete(schema.METADATA, "item", items)
    rows.delete(schema.TURNS, "id", items)
    rows.delete(schema.REPORTS, "id", items)
    pending = "DELETE FROM pending WHERE ns = ? AND id = ?"
    connection.executemany(pending, [(ns, item) for item in items])
    connection.execute("DELETE FROM images WHERE ns = ?", (ns,))


def _delete_vectors(rows: _SealedRows, items: Set[int]) -> None:
    """Delete the vectors of items; the others of their rows are written again."""
    read = rows.connection.execute
    all_rows = read("SELECT id, items FROM vectors WHERE ns = ?", (rows.ns,))
    held = [row for row, named in all_rows if not items.isdisjoint(map(int, named.split()))]
    for row in held:
        sql = "SELECT id, items, vectors FROM vectors WHERE ns = ? AND id = ?"
        there = list(each_vector(read(sql, (rows.ns, row))))
        rows.delete(schema.VECTORS, "id", [row])
        rows.insert(schema.VECTORS, list(vector_rows(one for one in there if one[1] not in items)))


def _rewrite(rows: _SealedRows, plan: Erasure) -> None:
    for edge in plan.changed_edges:
        rows.update(schema.EDGES, edge.id, edge._asdict())
    fulltext.add_texts(rows.connection, rows.ns, plan.new_texts)
    for merge in plan.moved_merges:
        moved = {"winner": merge.winner, "known_from": merge.known_from}
        rows.update(schema.MERGES, merge.id, {**moved, "known_to": merge.known_to})
    for node, attributes in plan.attributes:
        rows.update(schema.NODES, node, {"attributes": attributes})
    for episode, report in plan.reports:
        rows.update(schema.REPORTS, episode, {"report": report})
    forgotten = "UPDATE pending SET error = ? WHERE ns = ? AND id = ?"
    rows.connection.executemany(forgotten, [(FORGOTTEN, rows.ns, one) for one in plan.errors])
    rows.insert(schema.EDGES, sorted(plan.new_edges))
    rows.insert(schema.CLOSURES, plan.new_closures)
    rows.insert(schema.VERSIONS, plan.versions)
    rows.insert(schema.VECTORS, plan.vectors)
