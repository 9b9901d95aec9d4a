"""Finds the starts that are only the time of their text, in rows from before that was kept."""

from sqlalchemy import Connection

from clew.graph.precision import Precision, packed
from clew.graph.times import Axis

__all__ = ["mark_said"]

_AT = "(SELECT at FROM nodes WHERE nodes.ns = edges.ns AND nodes.id = edges.source)"
_TOLD_OTHERWISE = f"""
    SELECT target, valid_from FROM edges
    WHERE ns = :ns AND kind = 'episodic' AND valid_from IS NOT NULL AND valid_from <> {_AT}
    UNION ALL
    SELECT id, valid_from FROM edges WHERE ns = :ns AND direct = 1 AND valid_from IS NOT NULL
    UNION ALL
    SELECT id, valid_from FROM nodes WHERE ns = :ns AND direct = 1 AND valid_from IS NOT NULL
"""
_EDGES = f"""
    UPDATE edges SET precision = :said
    WHERE ns = :ns AND kind = 'episodic' AND valid_from = {_AT}
    AND (target, valid_from) NOT IN ({_TOLD_OTHERWISE})
"""
_VERSIONS = """
    UPDATE versions SET precision = :said
    WHERE ns = :ns AND (item, valid_from) IN (
        SELECT target, valid_from FROM edges WHERE ns = :ns AND precision = :said)
"""


def mark_said(connection: Connection, ns: int) -> None:
    """Mark the starts that all who tell them tell at that very time, in a memory of datetimes."""
    values = {"ns": ns, "said": packed(Precision.SAID)}
    axis = connection.exec_driver_sql("SELECT axis FROM namespaces WHERE ns = ?", (ns,)).scalar()
    if axis == Axis.TIME:
        connection.exec_driver_sql(_EDGES, values)
        connection.exec_driver_sql(_VERSIONS, values)
