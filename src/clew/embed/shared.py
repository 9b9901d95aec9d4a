"""Embedders that are loaded once for all memories of a process, with the last vectors they gave.

Loading takes a tenth of a second and 60 MB, and a server opens many memories. The vectors are kept
by a hash of their texts, in memory only.
"""

from threading import Lock

from clew.embed.base import Embedder, open_embedder
from clew.embed.cached import Cached, RecentValues

__all__ = ["shared_embedder"]

_LOCAL = frozenset(
    {"minilm", "minilm-l6-v2-int8", "e5", "multilingual-e5-small-q4", "sentence-transformers"}
)
"""Those that run here and are slow to load; others, and those of plug-ins, may hold a state."""
_OPEN: dict[str, Embedder] = {}
_LOCK = Lock()


def shared_embedder(name: str, *, base_url: str | None = None, key: str | None = None) -> Embedder:
    """Return the embedder of a name (`open_embedder`), the same for all who ask if it runs here."""
    with _LOCK:
        if name in _OPEN:
            return _OPEN[name]
        embedder = open_embedder(name, base_url=base_url, key=key)
        if name.partition(":")[0] not in _LOCAL:
            return embedder
        shared = _OPEN.setdefault(embedder.name, Cached(embedder, RecentValues()))
        _OPEN[name] = shared
        return shared
