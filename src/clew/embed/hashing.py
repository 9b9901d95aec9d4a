"""Hashed words and letter triples: a deterministic embedder for tests only.

It compares spelling, not meaning ("feature hashing", Weinberger et al. 2009). It needs no weights
and takes microseconds.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import blake2b

import numpy as np

from clew.embed.base import TextKind, embed_written
from clew.errors import UsageError
from clew.graph.view import Float32

__all__ = ["Hashing"]

_MAX_CHARACTERS = 10_000


class Hashing:
    """The embedder. Passages and queries are embedded alike, from their first 10,000 characters.

    Args:
        dimension: length of the vectors; with short ones unrelated texts look similar.

    Raises:
        UsageError: the dimension is not a positive number.
    """

    def __init__(self, dimension: int = 256) -> None:
        if dimension < 1:
            raise UsageError(f"expected a dimension of at least 1, got {dimension!r}")
        self.dimension = dimension
        self.name = f"hashing:{dimension}"

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:  # noqa: ARG002
        """Return unit rows, (len(texts), dimension); see `Embedder`."""
        return embed_written(texts, self.dimension, self._embed)

    def _embed(self, texts: list[str]) -> Float32:
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for feature in _features(text[:_MAX_CHARACTERS]):
                self._add(row, feature)
            if not row.any():  # the signs cancelled out
                self._add(row, text)
        return rows

    def _add(self, row: Float32, feature: str) -> None:
        digest = blake2b(feature.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        number = int.from_bytes(digest, "big")
        row[(number >> 1) % self.dimension] += 1 if number & 1 else -1


def _features(text: str) -> Iterator[str]:
    """Yield the words of a text and the triples of letters within them."""
    for word in unicodedata.normalize("NFKC", text).casefold().split():
        yield word
        padded = f" {word} "
        for i in range(len(padded) - 2):
            yield padded[i : i + 3]
