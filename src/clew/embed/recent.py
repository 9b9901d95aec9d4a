"""`Recent`: a wrapper that keeps the vectors of recently used texts in memory."""

from collections.abc import Sequence
from threading import Lock

import numpy as np

from clew.embed.base import Embedder, TextKind, Wrapper, refuse_text
from clew.graph.view import Float32

__all__ = ["MOST_TEXTS", "Recent"]

MOST_TEXTS = 4096
"""Vectors kept by default: 6 MB with 384 numbers each."""


class Recent(Wrapper):
    """Looks texts up among recent ones and embeds the others in one call.

    For agents, whose rooms and objects recur at every step. Nothing is written to disk. Threads
    may share one if they may share the embedder.

    Args:
        embedder: embeds new texts.
        most: maximum number of vectors kept; the least recently used are dropped.
    """

    def __init__(self, embedder: Embedder, *, most: int = MOST_TEXTS) -> None:
        super().__init__(embedder)
        self._most = most
        self._rows: dict[tuple[TextKind, str], Float32] = {}
        self._lock = Lock()

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return unit rows, (len(texts), dimension); see `Embedder`."""
        refuse_text(texts)
        distinct = list(dict.fromkeys(texts))
        with self._lock:
            # Move to the end: the first entries are the least recently used.
            known = {text: self._rows.pop((kind, text), None) for text in distinct}
            self._rows.update(((kind, text), row) for text, row in known.items() if row is not None)
        missing = [text for text, row in known.items() if row is None]
        found = self._embedder.embed(missing, kind=kind) if missing else ()
        fresh = dict(zip(missing, found, strict=True))
        with self._lock:
            self._rows.update(((kind, text), row.copy()) for text, row in fresh.items())
            for old in list(self._rows)[: max(0, len(self._rows) - self._most)]:
                del self._rows[old]
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for place, text in enumerate(texts):
            row = known[text]
            rows[place] = fresh[text] if row is None else row
        return rows
