"""Integrity checks of a memory file.

Nothing is repaired, except that an erasure a reader had delayed is completed.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import Connection, exc

from clew.errors import NotAMemoryError, UnknownNameError
from clew.graph.times import Assertion, Closure, Version, begun_by, fold
from clew.graph.types import STATEMENT_KINDS, TEXT_KINDS, Kind
from clew.store import fulltext
from clew.store.backup import abandoned
from clew.store.constraints import (
    COMPLETENESS,
    EMBEDDED,
    STRUCTURE,
    Problem,
    broken,
    gathered,
    merge_cycles,
    told,
)
from clew.store.erase import finish_erasure
from clew.store.schema import NAMESPACED
from clew.store.seals import damage
from clew.store.store import Store
from clew.store.tables import Namespace
from clew.store.text_of import texts

__all__ = ["Problem", "check", "structure"]


def check(store: Store, name: str | None = None) -> list[Problem]:
    """Return all problems of one namespace, or of all, and of the file itself.

    The check stops when SQLite finds damaged pages, since rows then mean nothing. Full-text
    indexes are checked only in a file that is open for writing.

    Raises:
        UnknownNameError: there is no such namespace.
        BusyError: another process held the write lock, which the full-text check needs.
    """
    try:
        return _check(store, name)
    except NotAMemoryError as error:
        return [Problem("damaged", str(error))]


def _check(store: Store, name: str | None) -> list[Problem]:
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
        found = damage(connection, name)
    problems += [Problem("content", f"{each}; restore a backup") for each in found]
    names = store.names()
    if name is not None and name not in names:
        raise UnknownNameError("namespace", name, names)
    problems += _strays(store)
    for each in names if name is None else [name]:
        problems += _namespace(store, each)
    return problems


def structure(connection: Connection, namespace: Namespace, dimension: int | None) -> list[Problem]:
    """Return the problems that would keep a namespace from being read correctly.

    Call it within `gathered`. `dimension` is the length of the file's vectors, or `None`.
    """
    problems = broken(connection, namespace, STRUCTURE)
    problems += merge_cycles(connection, namespace)
    wrong = connection.exec_driver_sql(
        "SELECT item FROM vector_of WHERE size IS NOT ?",
        (None if dimension is None else 4 * dimension,),
    )
    if ids := list(wrong.scalars()):
        what = f"vectors without the {dimension or 0} dimensions of the file's embedder"
        problems.append(told("vector-length", namespace.name, what, ids))
    return problems


def _file(store: Store) -> list[Problem]:
    with store.reading("") as (connection, _):
        found = connection.exec_driver_sql("PRAGMA integrity_check(20)").scalars().all()
    return [Problem("damaged", f"SQLite: {line}") for line in found if line != "ok"]


def _strays(store: Store) -> list[Problem]:
    problems = []
    with store.reading("") as (connection, _):
        for table in NAMESPACED:
            strays = connection.exec_driver_sql(
                f"SELECT count(*) FROM {table.name} WHERE ns NOT IN (SELECT ns FROM namespaces)"
            ).scalar_one()
            if strays:
                message = f"rows in {table.name} that belong to no namespace: {strays}"
                problems.append(Problem("stray", message))
    return problems


def _namespace(store: Store, name: str) -> list[Problem]:
    meta = store.meta()
    dimension = int(meta["dimension"]) if meta.get("embedder") else None
    with store.reading(name) as (connection, namespace):
        if namespace is None:  # forgotten between two transactions
            return []
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


_STATEMENTS = ", ".join(f"'{kind.value}'" for kind in STATEMENT_KINDS)
_EVENTS = f"""
    SELECT target AS item, 0 AS part, valid_from, valid_to, NULL, precision, known_from, NULL, id,
        CASE
        WHEN valid_from IS NULL THEN (SELECT told.at FROM nodes AS told
            WHERE told.ns = :ns AND told.id = edges.source) END
    FROM edges WHERE ns = :ns AND kind = 'episodic' AND EXISTS (
        SELECT 1 FROM item WHERE item.id = edges.target AND item.kind <> 'entity')
    UNION ALL
    SELECT id, 0, valid_from, valid_to, NULL, precision, known_from, NULL, id, NULL
    FROM edges WHERE ns = :ns AND kind = 'fact' AND direct = 1
    UNION ALL
    SELECT id, 0, valid_from, valid_to, NULL, 0, known_from, NULL, id, NULL
    FROM nodes WHERE ns = :ns AND kind IN ({_STATEMENTS}) AND direct = 1
    UNION ALL
    SELECT item, 1, at, "by", NULL, precision, known_from, known_to, id, NULL
    FROM closures WHERE ns = :ns
    UNION ALL
    SELECT item, 2, valid_from, valid_to, superseded_by, precision, known_from, known_to, id, NULL
    FROM versions WHERE ns = :ns
    ORDER BY 1, 2, 9
"""
"""For each item its assertions (0), closures (1) and stored versions (2), in order of id.

The last column is when an assertion without a start was told.
"""


def _validity(connection: Connection, namespace: Namespace) -> list[Problem]:
    """Fold every statement's history again and compare it with the stored one."""
    orphans, wrong = [], []
    rows = connection.exec_driver_sql(_EVENTS, {"ns": namespace.ns})
    for item, group in groupby(rows, key=itemgetter(0)):
        parts: _Parts = ([], [], [])
        for row in group:
            parts[row[1]].append(row)
        if parts[2] and not parts[0]:
            orphans.append(item)
        elif parts[2] and not _folds(parts):
            wrong.append(item)
    problems = []
    for code, what, ids in (
        ("orphan", "learned facts, theses or goals that no episode states", orphans),
        ("validity", "statements whose stored validity is not what their episodes assert", wrong),
    ):
        if ids:
            problems.append(told(code, namespace.name, what, ids))
    return problems


_Parts: TypeAlias = tuple[list[Sequence[Any]], list[Sequence[Any]], list[Sequence[Any]]]


def _folds(parts: _Parts) -> bool:
    asserted, closed, stored = parts
    if len(asserted) == len(stored) == 1 and not closed:  # a short cut for nearly all statements
        return tuple(asserted[0][2:8]) == tuple(stored[0][2:8])
    assertions = [
        Assertion(start, end, known, begun_by(end, told), exact)
        for _, _, start, end, _, exact, known, _, _, told in asserted
    ]
    closures = [Closure(row[2], row[3], row[6], row[7], row[5]) for row in closed]
    versions = [Version._make((*row[2:5], *row[6:8], row[5])) for row in stored]
    return fold(assertions, closures) == versions


def _texts(connection: Connection, namespace: Namespace, *, sound: bool) -> list[Problem]:
    """Compare what is indexed with all rows that have a text; its words if these are sound."""
    problems = []
    rows: dict[Kind, list[tuple[int, str]]] = {kind: [] for kind in TEXT_KINDS}
    for kind, item, text in texts(connection, namespace.ns) if sound else ():
        rows[kind].append((item, text))
    for kind in TEXT_KINDS:
        if not fulltext.exists(connection, namespace.ns, kind):
            message = f"{namespace.name}: the text index is missing ({kind})"
            problems.append(Problem("text-table", message))
            continue
        table = "edges" if kind is Kind.FACT else "nodes"
        wanted = f"SELECT id FROM {table} WHERE ns = {namespace.ns} AND kind = '{kind.value}'"
        indexed = f"SELECT id FROM {fulltext.size_table(namespace.ns, kind)}"
        for code, what, query in (
            ("text-missing", f"texts ({kind}) not in the index", f"{wanted} EXCEPT {indexed}"),
            ("text-stray", f"indexed texts ({kind}) without a row", f"{indexed} EXCEPT {wanted}"),
        ):
            found = connection.exec_driver_sql(f"SELECT * FROM ({query}) ORDER BY 1")
            if ids := list(found.scalars()):
                problems.append(told(code, namespace.name, what, ids))
                break
        else:
            if sound and fulltext.differs(connection, namespace.ns, kind, rows[kind]):
                message = f"{namespace.name}: the text index does not hold the words ({kind})"
                problems.append(Problem("text-words", message))
    return problems


def _full_text(store: Store, ns: int, name: str) -> list[Problem]:
    """Let FTS5 check its own structures, which needs a write transaction."""
    problems = []
    for kind in TEXT_KINDS:
        with store.writing() as connection:
            if not fulltext.exists(connection, ns, kind):
                continue  # `_texts` has reported it
            try:
                fulltext.verify(connection, ns, kind)
            except exc.DatabaseError as error:
                if not fulltext.is_damage(error):
                    raise
                problems.append(Problem("text-damaged", f"{name}: index of {kind}: {error.orig}"))
    return problems
