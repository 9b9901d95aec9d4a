"""The cost of model calls, kept in the memory file."""

from collections.abc import Sequence

from sqlalchemy import func, select

from clew.projection.rows import UsageRow
from clew.store.schema import USAGE
from clew.store.store import Store
from clew.store.tables import add_usage

__all__ = ["record_usage", "usage"]


def record_usage(store: Store, namespace: str, rows: Sequence[UsageRow]) -> None:
    """Record the cost of work that changed nothing, such as an answer; creates no revision.

    Does nothing for a namespace that was never written to, or in a file opened read-only.
    """
    if not rows or store.database.read_only:
        return
    with store.reading(namespace) as (_, found):
        if found is None:
            return
    with store.writing() as connection:
        add_usage(connection, found.ns, rows)


def usage(store: Store, namespace: str, *, by_episode: bool = True) -> list[UsageRow]:
    """Return a namespace's costs by episode, task and model, or summed over all episodes."""
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
