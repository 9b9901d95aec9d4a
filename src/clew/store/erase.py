"""Permanent erasure: the rows in one transaction, then their bytes from the file.

SQLite keeps deleted text in free pages, in the write-ahead log and, for full text, in old
segments. So the transaction includes FTS5 `optimize` and is followed by `VACUUM` and a truncating
checkpoint. While another process reads, the checkpoint cannot complete: the rows are gone, the
file records that a residue is left, and the next open or `clew check` removes it.
"""

from collections.abc import Callable, Sequence
from time import monotonic, sleep

from sqlalchemy import Connection, Table, delete, insert, update

from clew.errors import BusyError
from clew.graph.types import Kind
from clew.projection.erasing import Erasure
from clew.projection.image import Projection
from clew.projection.rows import ClosureRow, MergeRow, VersionRow
from clew.store import fulltext
from clew.store.schema import (
    CACHE,
    CLOSURES,
    EDGES,
    MERGES,
    NAMESPACES,
    NODES,
    PENDING,
    REPORTS,
    TOMBSTONES,
    VECTORS,
    VERSIONS,
)
from clew.store.seals import content, put_meta, seal
from clew.store.store import Store
from clew.store.tables import find_namespace

__all__ = ["RESIDUE", "erase", "finish_erasure"]

RESIDUE = "residue"
"""Key in the file's settings, set while erased bytes may still be on the disk."""
_CHUNK = 500
_PATIENCE_S = 0.2
"""Lock time-out of one attempt; attempts repeat until `wait_s` has passed."""


def erase(
    store: Store,
    name: str,
    make_plan: Callable[[Projection], Erasure],
    *,
    wait_s: float = 5.0,
) -> tuple[Erasure, bool]:
    """Carry out the plan; return it and whether no erased byte is left on the disk.

    `wait_s` bounds the wait for readers.
    """
    with store.writing() as connection:
        namespace = find_namespace(connection, name)
        if namespace is None:
            return Erasure(1), True
        plan = make_plan(store.refresh(connection, name))
        if not plan.items:
            return plan, True
        _delete(connection, namespace.ns, plan)
        _rewrite(connection, namespace.ns, plan)
        revision = namespace.revision + 1
        _mark(connection, namespace.ns, plan, revision)
        connection.execute(delete(CACHE))
        put_meta(connection, {RESIDUE: "1"})
    return plan, finish_erasure(store, wait_s=wait_s)


def finish_erasure(store: Store, *, wait_s: float = 0.0) -> bool:
    """Remove erased bytes that are still on the disk; return True when none are left."""
    if store.meta().get(RESIDUE) is None:
        return True
    deadline = monotonic() + wait_s
    while True:
        if _scrub(store):
            store.set_meta({RESIDUE: ""})
            return True
        if monotonic() >= deadline:
            return False
        sleep(0.05)


def _scrub(store: Store) -> bool:
    """Rewrite the file and truncate its log; return False when a reader blocks that."""
    try:
        with store.alone(busy_timeout_s=_PATIENCE_S) as connection:
            connection.exec_driver_sql("VACUUM")
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
    except BusyError:
        return False
    return not busy


def _delete(connection: Connection, ns: int, plan: Erasure) -> None:
    items = list(plan.items)
    fulltext.drop_texts(connection, ns, plan.texts)
    for kind in Kind:
        if any(each is kind for each in plan.items.values()):
            fulltext.optimize(connection, ns, kind)
    _delete_where(connection, NODES, ns, "id", items)
    _delete_where(connection, EDGES, ns, "id", plan.edges)
    _delete_where(connection, VERSIONS, ns, "item", items + plan.refolded)
    _delete_where(connection, CLOSURES, ns, "id", plan.closures)
    _delete_where(connection, MERGES, ns, "id", plan.merges)
    _delete_where(connection, VECTORS, ns, "item", items)
    _delete_where(connection, PENDING, ns, "id", items)
    _delete_where(connection, REPORTS, ns, "id", items)


def _delete_where(
    connection: Connection, table: Table, ns: int, column: str, values: Sequence[int]
) -> None:
    for start in range(0, len(values), _CHUNK):
        chosen = table.c[column].in_(values[start : start + _CHUNK])
        connection.execute(delete(table).where(table.c.ns == ns, chosen))


def _rewrite(connection: Connection, ns: int, plan: Erasure) -> None:
    for edge in plan.moved_edges:
        _set(connection, EDGES, ns, edge.id, target=edge.target)
    for merge in plan.moved_merges:
        _set(connection, MERGES, ns, merge.id, winner=merge.winner)
    for thesis, attributes in plan.attributes:
        _set(connection, NODES, ns, thesis, attributes=attributes)
    rows: Sequence[ClosureRow | MergeRow | VersionRow]
    for table, rows in ((CLOSURES, plan.new_closures), (VERSIONS, plan.versions)):
        if rows:
            connection.execute(insert(table), [{"ns": ns, **row._asdict()} for row in rows])


def _set(connection: Connection, table: Table, ns: int, row: int, **values: object) -> None:
    connection.execute(update(table).where(table.c.ns == ns, table.c.id == row).values(**values))


def _mark(connection: Connection, ns: int, plan: Erasure, revision: int) -> None:
    connection.execute(
        insert(TOMBSTONES), [{"ns": ns, "id": item, "revision": revision} for item in plan.items]
    )
    connection.execute(
        update(NAMESPACES)
        .where(NAMESPACES.c.ns == ns)
        .values(revision=revision, next_id=plan.next_id, forgets=NAMESPACES.c.forgets + 1)
    )
    seal(connection, ns, content(connection, ns))
