"""Detects that something was forgotten after a text was read, so that stale replies are dropped.

A model call takes seconds, and its reply is cached in the file. Meanwhile this process or another
may forget the text the reply was made from. Code that reads texts for a model does so inside
`watching`; the caches in the file (`clew.store.keyvalue`) then reject a stale reply.
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
"""The store that texts are read from, and its number of erasures at the start."""


def count_forgets(connection: Connection) -> int:
    """Return the number of erasures so far, over all namespaces of a file."""
    count: int = connection.execute(_COUNT).scalar_one()
    return count


@contextmanager
def watching(store: Store) -> Iterator[None]:
    """Remember the file's number of erasures, for the calls and threads inside the block.

    Read texts inside the block, not before it. Blocks on one store may nest: each counts anew.
    """
    with store.reading("") as (connection, _):
        token = _WATCHED.set((store, count_forgets(connection)))
    try:
        yield
    finally:
        _WATCHED.reset(token)


def forgotten_meanwhile(store: Store) -> bool:
    """Return whether anything was forgotten since `watching` began; False outside it."""
    with store.reading("") as (connection, _):
        return not still_kept(store, connection)


def still_kept(store: Store, connection: Connection) -> bool:
    """Return, in a transaction, whether nothing was forgotten since `watching` began."""
    watched = _WATCHED.get()
    return watched is None or watched[0] is not store or watched[1] == count_forgets(connection)
