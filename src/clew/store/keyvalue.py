"""A memory's file as a `KeyValue`: caches that belong to a memory live in its file."""

from collections.abc import Sequence
from threading import local

from sqlalchemy import bindparam, select
from sqlalchemy.dialects.sqlite import insert

from clew.store.schema import CACHE
from clew.store.staleness import count_forgets, still_kept
from clew.store.store import Store

__all__ = ["StoreKeyValue"]

_MOST_VARIABLES = 500
"""Keys in one query; older builds of SQLite take at most 999 variables."""

_GET = select(CACHE.c.key, CACHE.c.value).where(
    CACHE.c.space == bindparam("space"), CACHE.c.key.in_(bindparam("keys", expanding=True))
)
_INSERT = insert(CACHE)
_SET = _INSERT.on_conflict_do_update(
    index_elements=[CACHE.c.space, CACHE.c.key], set_={"value": _INSERT.excluded.value}
)


class StoreKeyValue:
    """The cache table of a store; forgetting anything empties it (clew.store.erase).

    What was looked for, or made of texts that were read (`clew.store.staleness.watching`), before
    something was forgotten, in this process or another, and comes to be stored after it, may be
    made of what was forgotten: it is not stored. Threads may share one.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._looked = local()
        """How often something had been forgotten when this thread last looked."""

    def get_many(self, space: str, keys: Sequence[str]) -> list[bytes | None]:
        """Return the values in the order asked; `None` where a key is not there."""
        if not keys:
            return []
        distinct = list(dict.fromkeys(keys))
        found: dict[str, bytes] = {}
        # All of them in one transaction: one state of the cache.
        with self._store.reading("") as (connection, _):
            self._looked.forgotten = count_forgets(connection)
            for start in range(0, len(distinct), _MOST_VARIABLES):
                chunk = distinct[start : start + _MOST_VARIABLES]
                rows = connection.execute(_GET, {"space": space, "keys": chunk})
                found.update((row[0], row[1]) for row in rows)
        return [found.get(key) for key in keys]

    def set_many(self, space: str, pairs: Sequence[tuple[str, bytes]]) -> None:
        """Store all pairs in one transaction, replacing what was there; the last of a key stays.

        Raises:
            ReadOnlyError: the memory was opened read-only.
        """
        if not pairs:
            return
        rows = [{"space": space, "key": key, "value": value} for key, value in pairs]
        looked = getattr(self._looked, "forgotten", None)
        with self._store.writing() as connection:
            stands = looked is None or looked == count_forgets(connection)
            if stands and still_kept(self._store, connection):
                connection.execute(_SET, rows)
