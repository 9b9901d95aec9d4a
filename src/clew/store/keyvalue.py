"""A memory file as a `KeyValue`, for the caches that belong to the memory."""

from collections.abc import Sequence
from threading import local

from clew.store.seals import marked, unmarked
from clew.store.store import Store
from clew.store.tables import count_forgets
from clew.store.watching import still_kept

__all__ = ["StoreKeyValue"]

_MOST_VARIABLES = 500
"""Keys per query; older builds of SQLite allow at most 999 variables."""

# Cast, since damage can make a text of a value.
_GET = "SELECT key, CAST(value AS BLOB) FROM cache WHERE space = ? AND key IN ({})"
_SET = (
    "INSERT INTO cache (space, key, value) VALUES (?, ?, ?) "
    "ON CONFLICT (space, key) DO UPDATE SET value = excluded.value"
)


class StoreKeyValue:
    """The cache table of a store; forgetting anything empties it (clew.store.erase).

    A value may derive from forgotten text. So it is not stored if anything was forgotten, in this
    process or another, since this thread last looked up keys or since its texts were read
    (`clew.store.watching`). Threads may share one.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        store.cached = True
        self._looked = local()
        """Number of erasures when this thread last looked up keys."""

    def get_many(self, space: str, keys: Sequence[str]) -> list[bytes | None]:
        """Return the values in the order of `keys`; `None` for a missing key."""
        if not keys:
            return []
        distinct = list(dict.fromkeys(keys))
        found: dict[str, bytes] = {}
        # One transaction, so that all values are of one state of the cache.
        with self._store.reading("") as (connection, _):
            self._looked.forgotten = count_forgets(connection)
            for start in range(0, len(distinct), _MOST_VARIABLES):
                chunk = distinct[start : start + _MOST_VARIABLES]
                query = _GET.format(", ".join("?" * len(chunk)))
                found.update(connection.execute(query, (space, *chunk)))
        return [unmarked(found.get(key)) for key in keys]

    def set_many(self, space: str, pairs: Sequence[tuple[str, bytes]]) -> None:
        """Store all pairs in one transaction, replacing existing values; the last of a key wins.

        Raises:
            ReadOnlyError: the memory was opened read-only.
        """
        if not pairs:
            return
        rows = [(space, key, marked(value)) for key, value in pairs]
        looked = getattr(self._looked, "forgotten", None)
        with self._store.writing() as connection:
            now = count_forgets(connection)
            if (looked is None or looked == now) and still_kept(self._store, now):
                connection.executemany(_SET, rows)
