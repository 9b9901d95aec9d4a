"""`RecentValues`: a store for `Cached` that keeps recently used vectors in memory.

For agents, whose rooms and objects recur at every step. Nothing is written to disk.
"""

from collections.abc import Mapping, Sequence
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
        wanted = [(space, key) for key in keys]
        with self._lock:
            known = {key: self._values[key] for key in wanted if key in self._values}
            self._use(known)
        return [known.get(key) for key in wanted]

    def set_many(self, space: str, pairs: Sequence[tuple[str, bytes]]) -> None:
        """Store all pairs, replacing existing values."""
        with self._lock:
            self._use({(space, key): value for key, value in pairs})

    def _use(self, values: Mapping[tuple[str, str], bytes]) -> None:
        """Put values at the end, and drop what is too much at the start: used least recently."""
        for key in values:
            self._values.pop(key, None)
        self._values.update(values)
        for old in list(self._values)[: max(0, len(self._values) - self._most)]:
            del self._values[old]
