"""The lower bound for a recall: plain FTS5 and one matrix product for each kind, nothing else.

Words and vectors are searched among facts, theses and episodes, both scores are scaled and added,
and the rows of the best are read by id: what a search costs before anything is done to make it
good. There is no graph, no time, no linking and no second look.
"""

import sqlite3
from pathlib import Path
from typing import Any

import numpy as np

from clew.graph.stored_vectors import unpack_vectors
from clew.graph.types import Kind
from clew.graph.view import Float32
from clew.projection.rows import each_vector
from clew.text import STOP_WORDS, words

__all__ = ["BareReads"]

_KINDS = (Kind.FACT, Kind.THESIS, Kind.EPISODE)
_CANDIDATES = 100


class BareReads:
    """Searches a memory file with sqlite3 and NumPy alone; its first namespace is read."""

    def __init__(self, memory: Path) -> None:
        self._file = sqlite3.connect(memory, isolation_level=None)
        self._file.execute("PRAGMA cache_size = -32768")
        self._ids, self._vectors = dict[Kind, Any](), dict[Kind, Float32]()
        stored = self._file.execute("SELECT id, items, vectors FROM vectors WHERE ns = 1")
        vectors = {item: vector for _, item, vector in each_vector(stored)}
        for kind in _KINDS:
            table = "edges" if kind is Kind.FACT else "nodes"
            found = self._file.execute(
                f"SELECT id FROM {table} WHERE ns = 1 AND kind = ? ORDER BY id", (kind.value,)
            )
            held = [(row[0], vectors[row[0]]) for row in found if row[0] in vectors]
            self._ids[kind] = np.array([item for item, _ in held], np.int64)
            blobs = b"".join(vector for _, vector in held)
            packed = np.frombuffer(blobs, np.uint8).reshape(len(held), -1)
            self._vectors[kind] = unpack_vectors(packed)

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
