"""The projections that a process keeps of a file: as many as fit, the last used ones."""

from collections import OrderedDict
from contextlib import suppress
from ctypes import CDLL
from threading import Lock
from weakref import WeakSet

from clew.projection.image import Projection

__all__ = ["MOST_BYTES", "Kept", "give_back"]

MOST_BYTES = 1 << 30
"""Of all projections of one open file together, but for the one in use."""
_NODE, _EDGE, _ITEM, _EMPTY = 700, 150, 450, 20_000
"""Bytes of a node with its text, an edge, an item with its vector, an empty projection."""


_LARGE = 20_000
"""Rows of a projection."""


class Kept:
    """Projections by namespace, each with the number of erasures it has seen."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._rows: OrderedDict[str, tuple[int, Projection]] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self._lock = Lock()
        self.sound = WeakSet[Projection]()
        """Those that were read from rows whose checksums were then counted, and were right."""

    def get(self, name: str) -> tuple[int, Projection | None]:
        """Return what is kept of a namespace, with -1 and `None` for nothing."""
        return self._rows.get(name, (-1, None))

    def take(self, name: str) -> tuple[int, Projection | None]:
        """Return what is kept of a namespace, and keep it no more."""
        with self._lock:
            self._sizes.pop(name, None)
            return self._rows.pop(name, (-1, None))

    def put(self, name: str, forgets: int, projection: Projection) -> None:
        """Keep a projection; those used longest ago go when there are too many bytes."""
        with self._lock:
            self._rows[name] = (forgets, projection)
            self._rows.move_to_end(name)
            self._sizes[name] = _bytes_of(projection)
            while len(self._rows) > 1 and sum(self._sizes.values()) > self._most:
                gone, _ = self._rows.popitem(last=False)
                del self._sizes[gone]

    def names(self) -> list[str]:
        """Return the namespaces that are kept, the one used longest ago first."""
        return [*self._rows]


def give_back(made: Projection) -> None:
    """Give freed memory back to the system, which glibc keeps, if a projection was a large one.

    Making it needs for a moment a third more than it then holds.
    """
    if made.last_id < _LARGE:
        return
    with suppress(AttributeError, OSError, TypeError):  # of another C library, or of Windows
        CDLL(None).malloc_trim(0)


def _bytes_of(projection: Projection) -> int:
    """Return about how many bytes a projection takes; counting them exactly takes too long."""
    return (
        _NODE * len(projection.nodes)
        + _EDGE * len(projection.edges)
        + _ITEM * projection.items.ids.size
        + _EMPTY
    )
