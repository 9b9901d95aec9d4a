"""What models were paid for, kept in the memory's file."""

from collections.abc import Sequence

from sqlalchemy import func, select

from clew.projection.rows import UsageRow
from clew.store.schema import USAGE
from clew.store.store import Store
from clew.store.tables import add_usage

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


def usage(store: Store, namespace: str, *, by_episode: bool = True) -> list[UsageRow]:
    """Return all costs of a namespace by episode, task and model; else summed over episodes."""
    with store.reading(namespace) as (connection, found):
        if found is None:
            return []
        keys = [USAGE.c.task, USAGE.c.model]
        if by_episode:
            keys.insert(0, USAGE.c.episode)
        sums = [func.sum(USAGE.c[name]) for name in UsageRow._fields[3:]]
        query = select(*keys, *sums).where(USAGE.c.ns == found.ns).group_by(*keys).order_by(*keys)
        first = () if by_episode else (0,)
        return [UsageRow(*first, *row) for row in connection.execute(query)]
