"""The text of every node and fact as it is embedded and indexed, read from the tables."""

from collections.abc import Iterator

from sqlalchemy import Connection

from clew.graph.types import Kind

__all__ = ["texts"]

_NODES = "SELECT kind, id, text FROM nodes WHERE ns = :ns ORDER BY id"
_FACTS = """
    SELECT 'fact', edges.id, source.text || ' ' || edges.relation || ' ' || target.text
    FROM edges
    JOIN nodes AS source ON source.ns = edges.ns AND source.id = edges.source
    JOIN nodes AS target ON target.ns = edges.ns AND target.id = edges.target
    WHERE edges.ns = :ns AND edges.kind = 'fact'
    ORDER BY edges.id
"""
_KINDS = {kind.value: kind for kind in Kind}


def texts(connection: Connection, ns: int) -> Iterator[tuple[Kind, int, str]]:
    """Yield (kind, id, text) of a namespace: nodes by id, then facts by id.

    A fact's text is as in `Projection.text_of`: with its ends' own names, merged or not.
    """
    for query in (_NODES, _FACTS):
        for kind, item, text in connection.exec_driver_sql(query, {"ns": ns}):
            yield _KINDS[kind], item, text
