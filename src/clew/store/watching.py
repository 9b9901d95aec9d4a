"""The watch for what is forgotten while a model thinks.

A model call takes seconds. Meanwhile this process or another may forget the text that the reply is
made from. Code that reads texts for a model does so inside `watching`; the caches in the file
(`clew.store.keyvalue`) then reject a stale reply.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from clew.store.base import Storage

__all__ = ["forgotten_meanwhile", "still_kept", "watching"]

_WATCHED: ContextVar[tuple[Storage, int] | None] = ContextVar("_WATCHED", default=None)
"""The store that texts are read from, and its number of erasures at the start."""


@contextmanager
def watching(store: Storage) -> Iterator[None]:
    """Remember the store's number of erasures, for the calls and threads inside the block.

    Read texts inside the block, not before it. Blocks on one store may nest: each counts anew.
    """
    token = _WATCHED.set((store, store.erasures()))
    try:
        yield
    finally:
        _WATCHED.reset(token)


def forgotten_meanwhile(store: Storage) -> bool:
    """Return whether anything was forgotten since `watching` began; False outside it."""
    return not still_kept(store, store.erasures())


def still_kept(store: Storage, erasures: int) -> bool:
    """Return whether nothing was forgotten since `watching` began, by the number of erasures."""
    watched = _WATCHED.get()
    return watched is None or watched[0] is not store or watched[1] == erasures
