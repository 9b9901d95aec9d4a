"""Integrity checks of a memory file.

Nothing is repaired, except that an erasure a reader had delayed is completed and that a damaged
image, which is derived, is removed.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from clew.errors import NotAMemoryError
from clew.graph.times import Version
from clew.graph.types import TEXT_KINDS, Kind
from clew.store import fulltext
from clew.store.constraints import COMPLETENESS, EMBEDDED, broken, gathered, structure, told
from clew.store.copies.backup import abandoned
from clew.store.erase import finish_erasure
from clew.store.opening_images import drop_images, unsound_images
from clew.store.refold import folded, histories
from clew.store.schema import NAMESPACED
from clew.store.seals import damage
from clew.store.sql import Connection, column, value
from clew.store.store import Store
from clew.store.tables import Namespace
from clew.store.values import Problem

__all__ = ["check"]


def check(store: Store) -> list[Problem]:
    """Return all problems of the file and of each of its namespaces.

    The check stops when SQLite finds damaged pages, since rows then mean nothing. Full-text
    indexes are checked only in a file that is open for writing.

    Raises:
        BusyError: another process held the write lock, which the full-text check needs.
    """
    try:
        return _check(store)
    except NotAMemoryError as error:
        return [Problem("damaged", str(error))]


def _check(store: Store) -> list[Problem]:
    problems = _file(store)
    if problems:
        return problems
    if not store.database.read_only and not finish_erasure(store):
        problems.append(
            Problem(
                "residue",
                "forgotten bytes are still in the file because another process is reading it; "
                "check again when that process has closed it",
            )
        )
    path = store.database.path
    for partial in abandoned(path.parent) if path is not None else ():
        message = f"{partial.name}: left by a backup that was killed; remove it, or back up again"
        problems.append(Problem("partial-backup", message))
    with store.reading("") as (connection, _):
        found = damage(connection)
    problems += [Problem("content", f"{each}; restore a backup") for each in found]
    problems += _images(store)
    problems += _strays(store)
    for name in store.names():
        problems += _namespace(store, name)
    return problems


def _file(store: Store) -> list[Problem]:
    with store.reading("") as (connection, _):
        found = column(connection, "PRAGMA integrity_check(20)")
    return [Problem("damaged", f"SQLite: {line}") for line in found if line != "ok"]


def _images(store: Store) -> list[Problem]:
    """Tell of damaged images, and remove them: the rows say the same."""
    with store.reading("") as (connection, _):
        found = unsound_images(connection)
    if found and not store.database.read_only:
        with store.writing() as connection:
            drop_images(connection, found)
    what = "its image, from which it is opened quickly, was damaged; it is made anew in time"
    return [Problem("image", f"{name}: {what}") for name in found]


def _strays(store: Store) -> list[Problem]:
    problems = []
    with store.reading("") as (connection, _):
        for table in NAMESPACED:
            strays = value(
                connection,
                f"SELECT count(*) FROM {table.name} WHERE ns NOT IN (SELECT ns FROM namespaces)",
            )
            if strays:
                message = f"rows in {table.name} that belong to no namespace: {strays}"
                problems.append(Problem("stray", message))
    return problems


def _namespace(store: Store, name: str) -> list[Problem]:
    meta = store.meta()
    dimension = int(meta["dimension"]) if meta.get("embedder") else None
    with store.reading(name) as (connection, namespace):
        assert namespace is not None  # no namespace is ever removed
        with gathered(connection, namespace):
            problems = structure(connection, namespace, dimension)
            problems += broken(connection, namespace, COMPLETENESS)
            problems += _validity(connection, namespace)
            problems += _texts(connection, namespace, sound=not problems)
            if dimension is not None:
                problems += broken(connection, namespace, EMBEDDED)
        ns = namespace.ns
    if not store.database.read_only:
        problems += _full_text(store, ns, name)
    return problems


def _validity(connection: Connection, namespace: Namespace) -> list[Problem]:
    """Fold every statement's history again and compare it with the stored one."""
    orphans, wrong = [], []
    for item, (asserted, closed, stored) in histories(connection, namespace.ns):
        if stored and not asserted:
            orphans.append(item)
        elif stored and not _agrees(asserted, closed, stored):
            wrong.append(item)
    unstated = "learned facts, theses or goals that no episode states"
    differ = "statements whose stored validity is not what their episodes assert"
    problems = told("orphan", namespace, unstated, orphans)
    return problems + told("validity", namespace, differ, wrong)


def _agrees(
    asserted: Sequence[Sequence[Any]], closed: Sequence[Sequence[Any]], stored: Sequence[Any]
) -> bool:
    if len(asserted) == len(stored) == 1 and not closed:  # a short cut for nearly all statements
        return tuple(asserted[0][2:7]) == tuple(stored[0][2:7])
    return folded(asserted, closed) == [Version(*row[2:7]) for row in stored]


def _texts(connection: Connection, namespace: Namespace, *, sound: bool) -> list[Problem]:
    """Compare what is indexed with all rows that have a text; its words if these are sound."""
    found = {kind: _items_indexed(connection, namespace, kind) for kind in TEXT_KINDS}
    if sound:
        rows: dict[Kind, list[tuple[int, str]]] = {k: [] for k in TEXT_KINDS if not found[k]}
        for kind, item, text in fulltext.texts_of(connection, namespace.ns):
            if kind in rows:
                rows[kind].append((item, text))
        for kind in fulltext.differing(connection, namespace.ns, rows):
            message = f"{namespace.name}: the text index does not hold the words ({kind})"
            found[kind] = [Problem("text-words", message)]
    return [problem for kind in TEXT_KINDS for problem in found[kind]]


def _items_indexed(connection: Connection, namespace: Namespace, kind: Kind) -> list[Problem]:
    """Compare which items of a kind are indexed with the rows; of what differs, tell one thing."""
    if not fulltext.exists(connection, namespace.ns, kind):
        return [Problem("text-table", f"{namespace.name}: the text index is missing ({kind})")]
    table = "edges" if kind is Kind.FACT else "nodes"
    wanted = f"SELECT id FROM {table} WHERE ns = {namespace.ns} AND kind = '{kind.value}'"
    indexed = f"SELECT id FROM {fulltext.size_table(namespace.ns, kind)}"
    for code, what, query in (
        ("text-missing", f"texts ({kind}) not in the index", f"{wanted} EXCEPT {indexed}"),
        ("text-stray", f"indexed texts ({kind}) without a row", f"{indexed} EXCEPT {wanted}"),
    ):
        found = column(connection, f"SELECT * FROM ({query}) ORDER BY 1")
        if strange := told(code, namespace, what, found):
            return strange
    return []


def _full_text(store: Store, ns: int, name: str) -> list[Problem]:
    """Let FTS5 check its own structures, which needs a write transaction."""
    problems = []
    for kind in TEXT_KINDS:
        with store.writing() as connection:
            if not fulltext.exists(connection, ns, kind):
                continue  # `_texts` has reported it
            try:
                fulltext.verify(connection, ns, kind)
            except sqlite3.DatabaseError as error:
                if not fulltext.is_damage(error):
                    raise
                problems.append(Problem("text-damaged", f"{name}: index of {kind}: {error}"))
    return problems
