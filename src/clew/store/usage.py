"""What models were paid for, kept in the memory's file."""

from collections.abc import Sequence

from sqlalchemy import select

from clew.graph.rows import UsageRow
from clew.store.rows import add_usage
from clew.store.schema import USAGE
from clew.store.store import Store

__all__ = ["record_usage", "usage"]


def record_usage(store: Store, namespace: str, rows: Sequence[UsageRow]) -> None:
    """Add costs of work that changed nothing, such as an answer; no revision is made.

    Nothing is kept for a namespace that was never written to, or in a file opened read-only.
    """
    if not rows or store.database.read_only:
        return
    with store.reading(namespace) as (_, found):
        if found is None:
            return
    with store.writing() as connection:
        add_usage(connection, found.ns, rows)


def usage(store: Store, namespace: str) -> list[UsageRow]:
    """Return all costs of a namespace by episode, task and model."""
    with store.reading(namespace) as (connection, found):
        if found is None:
            return []
        columns = [USAGE.c[name] for name in UsageRow._fields]
        query = select(*columns).where(USAGE.c.ns == found.ns).order_by(*columns[:3])
        return [UsageRow(*row) for row in connection.execute(query)]
