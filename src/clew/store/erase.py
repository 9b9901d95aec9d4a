"""Permanent erasure: the rows in one transaction, then their bytes from the file.

SQLite keeps deleted text in free pages, in the write-ahead log and, for full text, in old
segments. So the transaction includes FTS5 `optimize` and is followed by `VACUUM` and a truncating
checkpoint. While another process reads, the checkpoint cannot complete: the rows are gone, the
file records that a residue is left, and the next open or `clew check` removes it.

Several processes may erase at once. The record is the number of erasures so far, and whoever has
rewritten the file removes the record only while it is the one read before: an erasure that was
committed meanwhile has left bytes of its own.
"""

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from time import monotonic, sleep

from clew.errors import BusyError
from clew.projection.erasure import FORGOTTEN, Erasure
from clew.projection.image import Projection
from clew.projection.rows import (
    ClosureRow,
    EdgeRow,
    VectorRow,
    VersionRow,
    each_vector,
    vector_rows,
)
from clew.store import fulltext, schema
from clew.store.schema import Table, insertion
from clew.store.seals import put_meta, read_meta, refuse_damage, seal
from clew.store.sql import Connection, column
from clew.store.store import Store, count_forgets
from clew.store.tables import Namespace, find_namespace

__all__ = ["RESIDUE", "Asides", "erase", "finish_erasure", "plan_only"]

RESIDUE = "residue"
"""Key in the file's settings, set while erased bytes may still be on the disk."""
_SEARCHED = (
    schema.NODES, schema.EDGES, schema.REPORTS, schema.PENDING, schema.METADATA, schema.TURNS,
    schema.CACHE,
)  # fmt: skip
"""Tables whose texts are searched row by row, or emptied."""
_CHUNK = 500
_PATIENCE_S = 0.2
"""Lock time-out of one attempt; attempts repeat until `wait_s` has passed."""


@dataclass(frozen=True, slots=True)
class Asides:
    """The texts of a namespace that are not in its graph."""

    reports: Sequence[tuple[int, str]] = ()
    """(episode, report on learning from it)."""
    errors: Sequence[tuple[int, str]] = ()
    """(episode, why it could not be learned from)."""
    labels: Sequence[tuple[str, str]] = ()
    """(table, text): names and settings, which belong to the file and are not erased."""


MakePlan = Callable[[Projection, Asides], Erasure]


def plan_only(store: Store, name: str, make_plan: MakePlan) -> Erasure:
    """Return the plan, and erase nothing."""
    with store.reading(name) as (connection, namespace):
        return make_plan(store.refresh(connection, namespace, name), _asides(connection, namespace))


def erase(
    store: Store, name: str, make_plan: MakePlan, *, wait_s: float = 5.0
) -> tuple[Erasure, bool]:
    """Carry out the plan; return it and whether no erased byte is left on the disk.

    `wait_s` bounds the wait for readers.

    Raises:
        NotAMemoryError: the namespace is damaged. Erasing counts its checksums anew, so damage of
            before would be taken for sound ever after.
    """
    with store.writing(name) as connection:
        namespace = find_namespace(connection, name)
        plan = make_plan(store.refresh(connection, namespace, name), _asides(connection, namespace))
        if namespace is None or plan.is_empty():
            return plan, True
        refuse_damage(connection, store.database.name, name)
        _delete(connection, namespace.ns, plan)
        _rewrite(connection, namespace.ns, plan)
        revision = namespace.revision + 1
        _mark(connection, namespace.ns, plan, revision)
        connection.execute("DELETE FROM cache")
        put_meta(connection, {RESIDUE: str(count_forgets(connection))})
    return plan, finish_erasure(store, wait_s=wait_s)


def finish_erasure(store: Store, *, wait_s: float = 0.0) -> bool:
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


def _settle(store: Store, record: str) -> bool:
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
            if table.holds(name, "TEXT"):
                query = f"SELECT DISTINCT {name} FROM {table.name} WHERE {name} IS NOT NULL {mine}"
                yield from ((table.name, text) for text in column(connection, query, {"ns": ns}))


def _scrub(store: Store) -> bool:
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


def _delete(connection: Connection, ns: int, plan: Erasure) -> None:
    items = list(plan.items)
    fulltext.drop_texts(connection, ns, plan.texts)
    for kind in sorted({kind for kind, _, _ in plan.texts}):
        fulltext.optimize(connection, ns, kind)
    _delete_where(connection, schema.NODES, ns, "id", items)
    _delete_where(connection, schema.EDGES, ns, "id", plan.edges)
    _delete_where(connection, schema.VERSIONS, ns, "item", items + plan.refolded)
    _delete_where(connection, schema.CLOSURES, ns, "id", plan.closures)
    _delete_where(connection, schema.MERGES, ns, "id", plan.merges)
    _delete_vectors(connection, ns, {item for _, item, _ in plan.texts})
    _delete_where(connection, schema.METADATA, ns, "item", items)
    _delete_where(connection, schema.TURNS, ns, "id", items)
    _delete_where(connection, schema.PENDING, ns, "id", items)
    _delete_where(connection, schema.REPORTS, ns, "id", items)
    connection.execute("DELETE FROM images WHERE ns = ?", (ns,))


def _delete_where(
    connection: Connection, table: Table, ns: int, key: str, values: Sequence[int]
) -> None:
    for start in range(0, len(values), _CHUNK):
        chosen = values[start : start + _CHUNK]
        marks = ", ".join("?" * len(chosen))
        statement = f"DELETE FROM {table.name} WHERE ns = ? AND {key} IN ({marks})"
        connection.execute(statement, (ns, *chosen))


def _delete_vectors(connection: Connection, ns: int, items: Set[int]) -> None:
    """Delete the vectors of items; the others of their rows are written again."""
    rows = connection.execute("SELECT id, items FROM vectors WHERE ns = ?", (ns,))
    held = [row for row, named in rows if not items.isdisjoint(map(int, named.split()))]
    for row in held:
        sql = "SELECT id, items, vectors FROM vectors WHERE ns = ? AND id = ?"
        there = list(each_vector(connection.execute(sql, (ns, row))))
        kept = vector_rows(one for one in there if one[1] not in items)
        connection.execute("DELETE FROM vectors WHERE ns = ? AND id = ?", (ns, row))
        connection.executemany(insertion(schema.VECTORS), ((ns, *each) for each in kept))


def _rewrite(connection: Connection, ns: int, plan: Erasure) -> None:
    for edge in plan.changed_edges:
        _set(connection, schema.EDGES, ns, edge.id, **edge._asdict())
    fulltext.add_texts(connection, ns, plan.new_texts)
    for merge in plan.moved_merges:
        known = {"known_from": merge.known_from, "known_to": merge.known_to}
        _set(connection, schema.MERGES, ns, merge.id, winner=merge.winner, **known)
    for node, attributes in plan.attributes:
        _set(connection, schema.NODES, ns, node, attributes=attributes)
    for episode, report in plan.reports:
        _set(connection, schema.REPORTS, ns, episode, report=report)
    for episode in plan.errors:
        _set(connection, schema.PENDING, ns, episode, error=FORGOTTEN)
    rows: Sequence[ClosureRow | EdgeRow | VectorRow | VersionRow]
    for table, rows in (
        (schema.EDGES, sorted(plan.new_edges)),
        (schema.CLOSURES, plan.new_closures),
        (schema.VERSIONS, plan.versions),
        (schema.VECTORS, plan.vectors),
    ):
        if rows:
            connection.executemany(insertion(table), [(ns, *row) for row in rows])


def _set(connection: Connection, table: Table, ns: int, row: int, **values: object) -> None:
    marks = ", ".join(f'"{name}" = ?' for name in values)
    statement = f"UPDATE {table.name} SET {marks} WHERE ns = ? AND id = ?"
    connection.execute(statement, (*values.values(), ns, row))


def _mark(connection: Connection, ns: int, plan: Erasure, revision: int) -> None:
    if plan.items:
        rows = [(ns, item, revision) for item in plan.items]
        connection.executemany(insertion(schema.TOMBSTONES), rows)
    connection.execute(
        "UPDATE namespaces SET revision = ?, next_id = ?, forgets = forgets + 1 WHERE ns = ?",
        (revision, plan.next_id, ns),
    )
    seal(connection, ns)
