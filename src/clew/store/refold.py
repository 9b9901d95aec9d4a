"""Fold the validity of stored statements again, for files written under an older rule."""

from sqlalchemy import Connection

from clew.graph.times import Assertion, Closure, begun_by, fold

__all__ = ["refold_mixed_starts"]

_TOLD = """
    SELECT edges.ns, target AS item, edges.valid_from, edges.valid_to, edges.known_from, nodes.at
    FROM edges JOIN nodes ON nodes.ns = edges.ns AND nodes.id = edges.source
    WHERE edges.kind = 'episodic'
    UNION ALL
    SELECT ns, id, valid_from, valid_to, known_from, NULL FROM edges
    WHERE kind = 'fact' AND direct = 1
    UNION ALL
    SELECT ns, id, valid_from, valid_to, known_from, NULL FROM nodes
    WHERE kind NOT IN ('entity', 'episode') AND direct = 1
"""
_MIXED = f"""
    SELECT ns, item FROM ({_TOLD}) GROUP BY ns, item
    HAVING count(valid_from) BETWEEN 1 AND count(*) - 1 ORDER BY ns, item
"""


def refold_mixed_starts(connection: Connection) -> None:
    """Fold the statements again of which some episodes know the start and others do not."""
    for ns, item in connection.exec_driver_sql(_MIXED).all():
        told = connection.exec_driver_sql(
            f"SELECT valid_from, valid_to, known_from, at FROM ({_TOLD}) WHERE ns = ? AND item = ?",
            (ns, item),
        )
        assertions = [
            Assertion(start, end, known, begun_by(end, at)) for start, end, known, at in told
        ]
        closed = connection.exec_driver_sql(
            'SELECT at, "by", known_from, known_to FROM closures'
            " WHERE ns = ? AND item = ? ORDER BY id",
            (ns, item),
        )
        versions = fold(assertions, [Closure(*row) for row in closed])
        connection.exec_driver_sql("DELETE FROM versions WHERE ns = ? AND item = ?", (ns, item))
        next_id = connection.exec_driver_sql(
            "SELECT next_id FROM namespaces WHERE ns = ?", (ns,)
        ).scalar_one()
        connection.exec_driver_sql(
            "INSERT INTO versions"
            " (ns, id, item, valid_from, valid_to, superseded_by, known_from, known_to)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [(ns, id, item, *version[:5]) for id, version in enumerate(versions, next_id)],
        )
        connection.exec_driver_sql(
            "UPDATE namespaces SET next_id = ? WHERE ns = ?", (next_id + len(versions), ns)
        )
