"""`RecentValues`: a store for `Cached` that keeps recently used vectors in memory.

For agents, whose rooms and objects recur at every step. Nothing is written to disk.
"""

from collections.abc import Sequence
from threading import Lock

__all__ = ["RecentValues"]


class RecentValues:
    """A `KeyValue` of the last `most` values; the least recently used are dropped.

    4,096 vectors of 384 numbers take 6 MB.
    """

    def __init__(self, most: int = 4096) -> None:
        self._most = most
        self._values: dict[tuple[str, str], bytes] = {}
        self._lock = Lock()

    def get_many(self, space: str, keys: Sequence[str]) -> list[bytes | None]:
        """Return the values in the order of `keys`; `None` for a missing key."""
        with self._lock:
            known = {(space, key): self._values.pop((space, key), None) for key in keys}
            # Back at the end: the first entries are the least recently used.
            self._values.update((key, value) for key, value in known.items() if value is not None)
        return [known[space, key] for key in keys]

    def set_many(self, space: str, pairs: Sequence[tuple[str, bytes]]) -> None:
        """Store all pairs, replacing existing values."""
        with self._lock:
            self._values.update(((space, key), value) for key, value in pairs)
            for old in list(self._values)[: max(0, len(self._values) - self._most)]:
                del self._values[old]
