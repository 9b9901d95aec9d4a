"""Plain searches to compare with: what they take, and what they find.

The lower bound for a recall: plain FTS5 and one matrix product for each kind, nothing else.

Words and vectors are searched among facts, theses and episodes, both scores are scaled and added,
and the rows of the best are read by id: what a search costs before anything is done to make it
good. There is no graph, no time, no linking and no second look.

And how often a search finds what the floats that the embedder gave would find. A file rounds them
(`clew.graph.stored_vectors`), and a scan looks at less yet; so searches are compared with products
of what was embedded.
"""

import sqlite3
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.embed.base import Embedder, TextKind
from clew.graph.stored_vectors import unpack_vectors
from clew.graph.types import Kind
from clew.graph.view import Float32, View
from clew.projection.rows import each_vector
from clew.text import STOP_WORDS, words

__all__ = ["Agreement", "BareReads", "agreement"]

_KINDS = (Kind.FACT, Kind.THESIS, Kind.EPISODE)
_CANDIDATES = 100
_SOME = 1 << 14
"""Texts embedded at a time."""
_QUERIES = 8
"""Questions asked at a time."""
_SPARE = 44
"""So many more than are wanted are compared exactly: products in float32 are off, too."""


class BareReads:
    """Searches a memory file with sqlite3 and NumPy alone; its first namespace is read."""

    def __init__(self, memory: Path) -> None:
        self._file = sqlite3.connect(memory, isolation_level=None)
        self._file.execute("PRAGMA cache_size = -32768")
        self._ids, self._vectors = dict[Kind, Any](), dict[Kind, Float32]()
        stored = self._file.execute("SELECT id, items, vectors FROM vectors WHERE ns = 1")
        every = ((item, vector) for _, item, vector in each_vector(stored))
        found = dict[int, Float32]()
        while some := list(islice(every, _SOME)):
            packed = np.frombuffer(b"".join(vector for _, vector in some), np.uint8)
            rows = unpack_vectors(packed.reshape(len(some), -1))
            found.update(zip((item for item, _ in some), rows, strict=True))
        for kind in _KINDS:
            table = "edges" if kind is Kind.FACT else "nodes"
            listed = self._file.execute(
                f"SELECT id FROM {table} WHERE ns = 1 AND kind = ? ORDER BY id", (kind.value,)
            )
            held = [item for (item,) in listed if item in found]
            self._ids[kind] = np.array(held, np.int64)
            self._vectors[kind] = np.array([found[item] for item in held], np.float32)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def recall(self, text: str, vector: Float32, k: int) -> list[tuple[Any, ...]]:
        """Return the rows of the best k of all kinds."""
        scores: dict[tuple[Kind, int], float] = {}
        for kind in _KINDS:
            for ids, marks in (self._words(text, kind), self._near(vector, kind)):
                span = (marks.max(initial=0.0) - marks.min(initial=0.0)) or 1.0
                scaled = (marks - marks.min(initial=0.0)) / span
                for item, mark in zip(ids.tolist(), scaled.tolist(), strict=True):
                    scores[kind, item] = scores.get((kind, item), 0.0) + mark
        best = sorted(scores, key=lambda key: (-scores[key], key[1]))[:k]
        return [self._row(kind, item) for kind, item in best]

    def _words(self, text: str, kind: Kind) -> tuple[Any, Any]:
        wanted = [word for word in dict.fromkeys(words(text)) if word not in STOP_WORDS]
        table, asked = f"text_1_{kind.value}", " OR ".join(f'"{word}"' for word in wanted)
        rows = self._file.execute(
            f"SELECT rowid, -bm25({table}) AS score FROM {table} WHERE {table} MATCH ? "
            "ORDER BY score DESC LIMIT ?",
            (asked, _CANDIDATES),
        ).fetchall()
        found = np.array(rows, np.float64).reshape(-1, 2)
        return found[:, 0].astype(np.int64), found[:, 1]

    def _near(self, vector: Float32, kind: Kind) -> tuple[Any, Any]:
        if not len(self._ids[kind]):
            return self._ids[kind], np.zeros(0)
        products = self._vectors[kind] @ vector
        count = min(_CANDIDATES, len(products))
        best = np.argpartition(products, len(products) - count)[len(products) - count :]
        return self._ids[kind][best], products[best]

    def _row(self, kind: Kind, item: int) -> tuple[Any, ...]:
        table = "edges" if kind is Kind.FACT else "nodes"
        sql = f"SELECT * FROM {table} WHERE ns = 1 AND id = ?"
        found: tuple[Any, ...] = self._file.execute(sql, (item,)).fetchone()
        return found


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
