"""Has anything been forgotten since a text was read? Then what is made of it is not to be kept.

A text is read from the file, a model is asked about it for seconds, and the reply would be cached:
meanwhile this process or another may have forgotten the text. Whoever reads texts for a model does
so inside `watching`; the caches of the file (`clew.store.keyvalue`) then refuse what comes late.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from sqlalchemy import Connection, func, select

from clew.store.schema import NAMESPACES
from clew.store.store import Store

__all__ = ["count_forgets", "forgotten_meanwhile", "still_kept", "watching"]

_COUNT = select(func.coalesce(func.sum(NAMESPACES.c.forgets), 0))
_WATCHED: ContextVar[tuple[Store, int] | None] = ContextVar("_WATCHED", default=None)
"""The store that texts are read from, and how often it had forgotten before."""


def count_forgets(connection: Connection) -> int:
    """Return how often anything was forgotten, in all namespaces of a file."""
    count: int = connection.execute(_COUNT).scalar_one()
    return count


@contextmanager
def watching(store: Store) -> Iterator[None]:
    """Remember how often the file has forgotten, for the calls and threads inside the block.

    Read the texts inside it, not before. Blocks on one store may nest: each starts anew.
    """
    with store.reading("") as (connection, _):
        token = _WATCHED.set((store, count_forgets(connection)))
    try:
        yield
    finally:
        _WATCHED.reset(token)


def forgotten_meanwhile(store: Store) -> bool:
    """Tell whether the file has forgotten anything since `watching` began; False outside it."""
    with store.reading("") as (connection, _):
        return not still_kept(store, connection)


def still_kept(store: Store, connection: Connection) -> bool:
    """Tell, in a transaction, whether nothing was forgotten since `watching` began."""
    watched = _WATCHED.get()
    return watched is None or watched[0] is not store or watched[1] == count_forgets(connection)
