"""What models cost, summed by episode, task and model in the file."""

from collections.abc import Sequence

from clew.projection.rows import UsageRow
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
        keys = "episode, task, model" if by_episode else "task, model"
        sums = ", ".join(f"sum({name})" for name in UsageRow._fields[3:])
        query = f"SELECT {keys}, {sums} FROM usage WHERE ns = ? GROUP BY {keys} ORDER BY {keys}"
        first = () if by_episode else (0,)
        return [UsageRow(*first, *row) for row in connection.execute(query, (found.ns,))]
