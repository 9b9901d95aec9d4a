"""`Cached`: a wrapper that keeps vectors in a `KeyValue` store and embeds no text twice.

`RecentValues` is such a store, in memory; `clew.store.keyvalue` is one in a file.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from threading import Lock

import numpy as np

from clew.embed.base import Embedder, TextKind, embed_soundly, refuse_text
from clew.graph.view import Float32, KeyValue

__all__ = ["CACHE_SPACE", "Cached", "RecentValues", "cache_key"]

CACHE_SPACE = "embedding"
"""The store's space for vectors: little-endian float32, one value per text."""


def cache_key(name: str, kind: TextKind, text: str) -> str:
    """Return the key of a text's vector; code that erases the text must erase this key too."""
    # JSON is unambiguous, and can escape a lone surrogate.
    return sha256(json.dumps([name, str(kind), text]).encode()).hexdigest()


class Cached:
    """Looks texts up by a hash of model, kind and content, and embeds the others in one call.

    A text that occurs several times in a batch is embedded once. A stored value of the wrong
    length counts as missing and is replaced. Threads may share one if they may share the store;
    two that miss the same text at the same time both embed it.

    Args:
        embedder: embeds texts that are not in the store.
        store: holds the vectors, under `CACHE_SPACE`.
    """

    def __init__(self, embedder: Embedder, store: KeyValue) -> None:
        self._embedder, self._store = embedder, store

    @property
    def name(self) -> str:
        """The wrapped embedder's name."""
        return self._embedder.name

    @property
    def dimension(self) -> int:
        """The wrapped embedder's dimension."""
        return self._embedder.dimension

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return unit rows, (len(texts), dimension); see `Embedder`."""
        refuse_text(texts)
        distinct = list(dict.fromkeys(texts))
        keys = [cache_key(self.name, kind, text) for text in distinct]
        stored = self._store.get_many(CACHE_SPACE, keys) if keys else []
        size = 4 * self.dimension
        rows = np.zeros((len(distinct), self.dimension), dtype=np.float32)
        missing = []
        for i, value in enumerate(stored):
            if value is not None and len(value) == size:
                rows[i] = np.frombuffer(value, dtype="<f4")
            else:
                missing.append(i)
        if missing:
            rows[missing] = embed_soundly(self._embedder, [distinct[i] for i in missing], kind=kind)
            pairs = [(keys[i], rows[i].astype("<f4").tobytes()) for i in missing]
            self._store.set_many(CACHE_SPACE, pairs)
        row_of = {text: i for i, text in enumerate(distinct)}
        return rows[np.array([row_of[text] for text in texts], dtype=np.intp)]


class RecentValues:
    """A `KeyValue` of the last `most` values in memory; the least recently used are dropped.

    For agents, whose rooms and objects recur at every step. 4,096 vectors of 384 numbers take 6 MB.
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
