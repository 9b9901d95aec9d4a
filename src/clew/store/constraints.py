"""Constraints on the rows of a namespace, as SQL queries that find the violations.

Reading relies on the `structure`: a file that violates one of its rules may not even load. A file
that violates `COMPLETENESS` can be read, but something is missing. The rules read the temporary
tables `item` and `vector_of`, which are much smaller than their sources: most of a file is
vectors, and scanning those for every rule would be slow.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from clew.graph.stored_vectors import packed_size
from clew.graph.types import EDGE_KINDS, ENDS, NODE_KINDS, PRECISIONS, STATEMENT_KINDS, Kind
from clew.store.sql import Connection, column
from clew.store.tables import Namespace
from clew.store.values import Problem

__all__ = ["COMPLETENESS", "EMBEDDED", "Rule", "broken", "gathered", "structure", "told"]

_SHOWN = 5
"""Maximum number of ids in a message."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A query for the ids that violate a rule; it may use :ns, :revision and :next_id."""

    code: str
    what: str
    sql: str


_ITEM = """
    CREATE TEMP TABLE IF NOT EXISTS item (
        id INTEGER PRIMARY KEY, kind TEXT, known_from INTEGER, direct INTEGER
    );
    INSERT OR IGNORE INTO item SELECT id, kind, known_from, direct FROM nodes WHERE ns = :ns;
    INSERT OR IGNORE INTO item
    SELECT id, kind, known_from, direct FROM edges WHERE ns = :ns AND kind = 'fact';
    CREATE TEMP TABLE IF NOT EXISTS vector_of (ns INTEGER, id INTEGER, item INTEGER, size REAL);
    CREATE INDEX IF NOT EXISTS temp.vector_of_item ON vector_of (item)
"""


@contextmanager
def gathered(connection: Connection, namespace: Namespace) -> Iterator[None]:
    """Fill the temporary tables that the rules read while a namespace is checked.

    They stay, empty, since SQLite prepares all statements again when a table comes or goes.
    """
    for statement in _ITEM.split(";"):
        values = {"ns": namespace.ns} if ":ns" in statement else {}
        connection.execute(statement, values)
    rows = connection.execute(
        "SELECT id, items, length(vectors) FROM vectors WHERE ns = ?", (namespace.ns,)
    )
    connection.executemany(
        "INSERT INTO vector_of VALUES (?, ?, ?, ?)",
        ((namespace.ns, *each) for row in rows for each in _vectors_of(*row)),
    )
    yield
    # After an error the caller's rollback empties these tables.
    connection.execute("DELETE FROM temp.item")
    connection.execute("DELETE FROM temp.vector_of")


def _vectors_of(row: int, items: str, size: int) -> Iterator[tuple[int, int, float]]:
    """Yield (id, item, bytes) of each vector of a row."""
    named = items.split()
    for place, item in enumerate(named):
        yield row + place, int(item) if item.isdecimal() else 0, size / len(named)


def told(code: str, namespace: Namespace, what: str, ids: Sequence[int]) -> list[Problem]:
    """Return a problem with the number of violating ids and the first few of them, if any."""
    shown = ", ".join(map(str, ids[:_SHOWN])) + (", ..." if len(ids) > _SHOWN else "")
    return [Problem(code, f"{namespace.name}: {what}: {len(ids)} ({shown})")] if ids else []


def broken(connection: Connection, namespace: Namespace, rules: Iterable[Rule]) -> list[Problem]:
    """Return a problem for each rule that rows of the namespace violate, in order."""
    values = {"ns": namespace.ns, "revision": namespace.revision, "next_id": namespace.next_id}
    problems: list[Problem] = []
    for rule in rules:
        found = column(connection, f"SELECT DISTINCT * FROM ({rule.sql}) ORDER BY 1", values)
        problems += told(rule.code, namespace, rule.what, found)
    return problems


def structure(connection: Connection, namespace: Namespace, dimension: int | None) -> list[Problem]:
    """Return the problems that would keep a namespace from being read correctly.

    Call it within `gathered`. `dimension` is the length of the file's vectors, or `None`.
    """
    problems = broken(connection, namespace, _STRUCTURE)
    problems += _merge_cycles(connection, namespace)
    wrong = column(
        connection,
        "SELECT item FROM vector_of WHERE size IS NOT ?",
        (None if dimension is None else packed_size(dimension),),
    )
    what = f"vectors without the {dimension or 0} dimensions of the file's embedder"
    return problems + told("vector-length", namespace, what, wrong)


def _merge_cycles(connection: Connection, namespace: Namespace) -> list[Problem]:
    """Return a problem when merges form a cycle at any revision.

    The last merge of a cycle closes it, so it is enough to follow each merge through those known
    at its own revision.
    """
    rows = connection.execute(
        "SELECT id, loser, winner, known_from, known_to FROM merges WHERE ns = ? ORDER BY id",
        (namespace.ns,),
    ).fetchall()
    by_loser: dict[int, list[tuple[int, int, int | None]]] = {}
    for _, loser, winner, known_from, known_to in rows:
        by_loser.setdefault(loser, []).append((winner, known_from, known_to))
    circular = []
    for merge, loser, winner, known, _ in rows:
        at: int | None = winner
        seen = set()
        while at is not None and at != loser and at not in seen:
            seen.add(at)
            at = _winner(by_loser.get(at, []), known)
        if at == loser:
            circular.append(merge)
    return told("merge-circle", namespace, "merges lead in a circle", circular)


def _winner(merges: Iterable[tuple[int, int, int | None]], known: int) -> int | None:
    for winner, known_from, known_to in merges:
        if known_from <= known and (known_to is None or known < known_to):
            return winner
    return None


def _in(kinds: Iterable[Kind]) -> str:
    return "(" + ", ".join(f"'{kind.value}'" for kind in kinds) + ")"


_NUMBERED = ("nodes", "edges", "versions", "closures", "merges", "trust", "metadata", "vector_of")
"""Tables whose ids come from the namespace's counter; rows of the others use an item's id."""


def _of_each(tables: Iterable[str], where: str) -> str:
    return " UNION ALL ".join(
        f"SELECT id FROM {table} WHERE ns = :ns AND ({where})" for table in tables
    )


_RIGHT_ENDS = " ".join(
    f"WHEN '{kind.value}' THEN one.kind IN {_in(sources)} AND other.kind IN {_in(targets)}"
    for kind, (sources, targets) in ENDS.items()
)


def _nowhere(table: str, column: str, kinds: Iterable[Kind]) -> str:
    """Return a query for the rows whose `column` is set but is no item of these kinds."""
    return (
        f"SELECT id FROM {table} WHERE ns = :ns AND {column} IS NOT NULL AND {column} NOT IN "
        f"(SELECT id FROM item WHERE kind IN {_in(kinds)})"
    )


def _dangling() -> str:
    entity, episode = (Kind.ENTITY,), (Kind.EPISODE,)
    references = (
        ("versions", "item", STATEMENT_KINDS),
        ("versions", "superseded_by", STATEMENT_KINDS),
        ("closures", "item", STATEMENT_KINDS),
        ("closures", '"by"', STATEMENT_KINDS),
        ("closures", "episode", episode),
        ("merges", "loser", entity),
        ("merges", "winner", entity),
        ("merges", "episode", episode),
        ("metadata", "item", episode),
        ("turns", "id", episode),
        ("pending", "id", episode),
        ("reports", "id", episode),
    )
    vectors = "SELECT item FROM vector_of WHERE item NOT IN (SELECT id FROM item)"
    return " UNION ALL ".join([*(_nowhere(*reference) for reference in references), vectors])


_OUT_OF_ORDER = " UNION ALL ".join(
    "SELECT low FROM (SELECT min(id) AS low, lag(max(id)) OVER (ORDER BY known_from) AS before "
    f"FROM {table} WHERE ns = :ns GROUP BY known_from) WHERE low < before"
    for table in ("nodes", "edges", "merges")
)
"""Only these three keep their order: erasing rewrites versions and closures under new ids."""

_STRUCTURE: Sequence[Rule] = (
    Rule(
        "id-twice",
        "ids used by more than one row",
        f"SELECT id FROM ({_of_each(_NUMBERED, 'TRUE')}) GROUP BY id HAVING count(*) > 1",
    ),
    Rule(
        "id-range",
        "ids that the namespace has not given out",
        _of_each(_NUMBERED, "id < 1 OR id >= :next_id"),
    ),
    Rule(
        "revision-range",
        "rows of a revision that is not there",
        " UNION ALL ".join(
            [
                _of_each(
                    ("nodes", "edges", "versions", "closures", "merges", "trust", "metadata"),
                    "known_from < 1 OR known_from > :revision",
                ),
                _of_each(("versions",), "known_to <= known_from OR known_to > :revision"),
                # A closure that never counted, for lack of trust, ends with its own revision; a
                # merge that was never known says that two are told apart.
                _of_each(("closures", "merges"), "known_to < known_from OR known_to > :revision"),
                _of_each(("reports", "tombstones"), "revision < 1 OR revision > :revision"),
            ]
        ),
    ),
    Rule(
        "precision",
        "rows that tell times in no known way",
        _of_each(("edges",), f"precision NOT BETWEEN 0 AND {len(PRECISIONS) - 1}"),
    ),
    Rule("revision-order", "rows older than the row before them", _OUT_OF_ORDER),
    Rule(
        "kind",
        "rows of an unknown kind, episodes without a time, facts without a relation",
        f"SELECT id FROM nodes WHERE ns = :ns AND (kind NOT IN {_in(NODE_KINDS)} "
        "OR (kind = 'episode' AND at IS NULL)) UNION ALL "
        f"SELECT id FROM edges WHERE ns = :ns AND (kind NOT IN {_in(EDGE_KINDS)} "
        "OR (kind = 'fact' AND relation IS NULL))",
    ),
    Rule(
        "attributes",
        "attributes, metadata or reports that are not a JSON object",
        " UNION ALL ".join(
            f"SELECT id FROM {table} WHERE ns = :ns AND {column} IS NOT NULL AND "
            f"CASE WHEN json_valid({column}) THEN json_type({column}) <> 'object' ELSE TRUE END"
            for table, column in (
                ("nodes", "attributes"),
                ("edges", "attributes"),
                ("reports", "report"),
                ("metadata", "document"),
            )
        ),
    ),
    Rule(
        "edge-ends",
        "edges with an end that is missing, of the wrong kind, or newer than the edge",
        "SELECT edges.id FROM edges "
        "LEFT JOIN item AS one ON one.id = edges.source "
        "LEFT JOIN item AS other ON other.id = edges.target "
        f"WHERE edges.ns = :ns AND NOT coalesce(CASE edges.kind {_RIGHT_ENDS} END "
        "AND max(one.known_from, other.known_from) <= edges.known_from, FALSE)",
    ),
    Rule("dangling", "rows that refer to something that is not there", _dangling()),
    Rule(
        "tombstone",
        "rows of something that was forgotten",
        "SELECT id FROM tombstones WHERE ns = :ns AND id IN (SELECT id FROM item)",
    ),
    Rule(
        "unversioned",
        "statements without a validity",
        f"SELECT id FROM item WHERE kind IN {_in(STATEMENT_KINDS)} "
        "AND id NOT IN (SELECT item FROM versions WHERE ns = :ns)",
    ),
    Rule(
        "version-gap",
        "statements whose versions overlap, leave a gap, or do not reach to now",
        "SELECT item FROM (SELECT item, known_from, known_to, lag(known_to) OVER w AS earlier, "
        "row_number() OVER w AS number, lead(id) OVER w AS later FROM versions WHERE ns = :ns "
        "WINDOW w AS (PARTITION BY item ORDER BY id)) WHERE (later IS NULL) <> (known_to IS NULL) "
        "OR (number > 1 AND earlier IS NOT known_from)",
    ),
    Rule(
        "merge-twice",
        "entities merged into two others at once",
        "SELECT loser FROM merges WHERE ns = :ns AND known_to IS NULL "
        "GROUP BY loser HAVING count(*) > 1",
    ),
    Rule(
        "vector-twice",
        "items with more than one vector",
        "SELECT item FROM vector_of GROUP BY item HAVING count(*) > 1",
    ),
)

COMPLETENESS: Sequence[Rule] = (
    Rule(
        "orphan",
        "learned entities without any edge",
        # Nearly all have an episode, so SQLite rarely evaluates the second, larger list.
        "SELECT id FROM item WHERE direct = 0 AND kind = 'entity' "
        "AND id NOT IN (SELECT target FROM edges WHERE ns = :ns AND kind = 'episodic') "
        "AND id NOT IN (SELECT source FROM edges WHERE ns = :ns "
        "UNION ALL SELECT target FROM edges WHERE ns = :ns)",
    ),
    Rule(
        "pending",
        "episodes that are pending though they were learned from",
        "SELECT id FROM pending WHERE ns = :ns AND id IN (SELECT id FROM reports WHERE ns = :ns)",
    ),
    Rule(
        "unlearned",
        "remembered episodes that are neither pending nor learned from",
        "SELECT id FROM nodes WHERE ns = :ns AND kind = 'episode' AND direct = 0 "
        "AND id NOT IN (SELECT id FROM pending WHERE ns = :ns UNION ALL "
        "SELECT id FROM reports WHERE ns = :ns)",
    ),
)

EMBEDDED: Sequence[Rule] = (
    Rule(
        "vector-missing",
        "learned texts without a vector (written without the embedder; run clew reembed)",
        "SELECT id FROM item WHERE id NOT IN (SELECT item FROM vector_of) "
        "AND id NOT IN (SELECT id FROM pending WHERE ns = :ns)",
    ),
)
"""Of a file with an embedder."""
