"""How often a search finds what the floats that the embedder gave would find.

A file rounds them (`clew.graph.stored_vectors`), and a scan looks at less yet; so searches are
compared with products of what was embedded.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clew.embed.base import Embedder, TextKind
from clew.graph.types import Kind
from clew.graph.view import Float32, View

__all__ = ["Agreement", "agreement"]

_SOME = 1 << 14
"""Texts embedded at a time."""
_QUERIES = 8
"""Questions asked at a time."""
_SPARE = 44
"""So many more than are wanted are compared exactly: products in float32 are off, too."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of how many searches the best `k` are those of the exact products."""

    queries: int
    k: int
    same: int
    """The same items."""
    in_order: int
    """In the same order; ties by id."""


def agreement(view: View, embedder: Embedder, queries: Float32, k: int = 20) -> Agreement:
    """Search the facts of a view for queries, and compare with what `embedder` gives."""
    ids = view.ids(Kind.FACT)
    near = [_Best(k + _SPARE) for _ in queries]
    for start in range(0, len(ids), _SOME):
        some = ids[start : start + _SOME]
        texts = [item.text for item in view.items(some)]
        rows = embedder.embed(texts, kind=TextKind.PASSAGE)
        for query, products, best in zip(queries, queries @ rows.T, near, strict=True):
            best.add(np.asarray(some), products, rows, query)
    same = in_order = 0
    for start in range(0, len(queries), _QUERIES):
        asked = queries[start : start + _QUERIES]
        found = view.nearest(asked, k, kind=Kind.FACT)
        for hits, best in zip(found, near[start : start + _QUERIES], strict=True):
            wanted, given = best.ids(k), [item for item, _ in hits]
            same += sorted(wanted) == sorted(given)
            in_order += wanted == given
    return Agreement(len(queries), k, same, in_order)


class _Best:
    """The best so far for one query, by exact products."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._ids = np.zeros(0, np.int64)
        self._products = np.zeros(0, np.float64)

    def add(self, ids: NDArray[np.int64], near: Float32, rows: Float32, query: Float32) -> None:
        most = min(self._most, len(near))
        best = np.argpartition(near, len(near) - most)[len(near) - most :]
        exact = np.add.reduce(rows[best].astype(np.float64) * query, axis=1)
        self._ids = np.append(self._ids, ids[best])
        self._products = np.append(self._products, exact)
        order = np.lexsort((self._ids, -self._products))[: self._most]
        self._ids, self._products = self._ids[order], self._products[order]

    def ids(self, k: int) -> list[int]:
        found: list[int] = self._ids[:k].tolist()
        return found
