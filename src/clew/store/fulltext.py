"""Full text: one FTS5 table per namespace and kind, so that BM25 scores stay independent.

Tables are contentless (the texts are in `nodes` and `edges`) and use the Porter stemmer. Texts
and questions are both reduced to their `words`, because SQLite folds neither compatibility forms
nor "Straße" to "STRASSE". Removing a row requires its exact text; SQLite keeps the words in old
segments until `optimize`.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from threading import Lock
from typing import NamedTuple

import numpy as np

from clew.errors import NotAMemoryError
from clew.graph.types import TEXT_KINDS, Kind
from clew.projection.lookup.bm25 import Float64, Matched, Totals, WordRows
from clew.projection.rows import Int32, Int64
from clew.store.sql import Connection, code_of, value
from clew.text import STOP_WORDS, words

__all__ = [
    "add_texts",
    "create_tables",
    "differing",
    "drop_texts",
    "exists",
    "is_damage",
    "match",
    "optimize",
    "query_words",
    "refuse_rest",
    "size_table",
    "terms_of",
    "texts_of",
    "verify",
]

_MOST_WORDS = 64
"""A longer question is reduced to its longest words: each word costs a scan of its postings."""

_NODE_TEXTS = "SELECT kind, id, text FROM nodes WHERE ns = :ns ORDER BY id"
_FACT_TEXTS = """
    SELECT 'fact', edges.id, source.text || ' ' || edges.relation || ' ' || target.text
    FROM edges
    JOIN nodes AS source ON source.ns = edges.ns AND source.id = edges.source
    JOIN nodes AS target ON target.ns = edges.ns AND target.id = edges.target
    WHERE edges.ns = :ns AND edges.kind = 'fact'
    ORDER BY edges.id
"""
_CREATE = "CREATE VIRTUAL TABLE {} USING fts5(body, content='', tokenize='porter unicode61')"
_WORDS = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.words_of_{1} USING fts5vocab({0}, {1}, 'instance')"
)
_FRESH = "fresh"
"""The name of an index made anew, among a connection's temporary tables."""
_AT_ONCE, _READ = 512, 32
"""Texts whose lengths are read together, at most, and in multiples of so many."""


def texts_of(connection: Connection, ns: int) -> Iterator[tuple[Kind, int, str]]:
    """Yield (kind, id, text) of a namespace: nodes by id, then facts by id.

    A fact's text is as in `Projection.text_of`: with its ends' own names, merged or not.
    """
    for query in (_NODE_TEXTS, _FACT_TEXTS):
        for kind, item, text in connection.execute(query, {"ns": ns}):
            yield Kind(kind), item, text


def create_tables(connection: Connection, ns: int) -> None:
    """Create the text tables of a new namespace."""
    for kind in TEXT_KINDS:
        connection.execute(_CREATE.format(_table(ns, kind)))


def add_texts(connection: Connection, ns: int, texts: Iterable[tuple[Kind, int, str]]) -> None:
    """Index texts under the ids of their items."""
    by_kind: dict[Kind, list[tuple[int, str]]] = {}
    for kind, item, text in texts:
        by_kind.setdefault(kind, []).append((item, _indexed(text)))
    for kind in TEXT_KINDS:
        if rows := by_kind.get(kind):
            connection.executemany(
                f"INSERT INTO {_table(ns, kind)}(rowid, body) VALUES (?, ?)", rows
            )


def drop_texts(connection: Connection, ns: int, texts: Sequence[tuple[Kind, int, str]]) -> None:
    """Remove texts; each must be exactly the one indexed."""
    for kind, item, text in texts:
        table = _table(ns, kind)
        connection.execute(
            f"INSERT INTO {table}({table}, rowid, body) VALUES ('delete', ?, ?)",
            (item, _indexed(text)),
        )


def optimize(connection: Connection, ns: int, kind: Kind) -> None:
    """Merge all segments, which removes the words of dropped texts from the index."""
    table = _table(ns, kind)
    connection.execute(f"INSERT INTO {table}({table}) VALUES ('optimize')")


def refuse_rest(connection: Connection, ns: int, kind: Kind, items: Sequence[int]) -> None:
    """Make sure that an index holds no word of texts that were removed.

    Raises:
        NotAMemoryError: it does, so it is damaged, or a text is not the one that was indexed.
    """
    table = _table(ns, kind)
    connection.execute(_WORDS.format("main", table))
    query = f"SELECT 1 FROM temp.words_of_{table} WHERE doc IN (SELECT value FROM json_each(?))"
    if value(connection, f"{query} LIMIT 1", (json.dumps(list(items)),)):
        raise NotAMemoryError(
            "the text index of this memory file is damaged: it has words of texts that were just "
            "removed from it; restore a backup"
        )


def verify(connection: Connection, ns: int, kind: Kind) -> None:
    """Let FTS5 check its own structures; needs a write transaction, though it writes nothing.

    Raises:
        sqlite3.DatabaseError: SQLITE_CORRUPT_VTAB, they are damaged.
    """
    table = _table(ns, kind)
    connection.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")


def differing(
    connection: Connection, ns: int, texts: Mapping[Kind, Sequence[tuple[int, str]]]
) -> set[Kind]:
    """Return those of the given kinds whose index is not that of their texts, built anew beside it.

    FTS5 checks its structures, but not its words: it does not keep the texts.
    """
    # One for all kinds and checks: to make a table takes longer than to compare a few texts, and
    # SQLite prepares all statements again when one comes or goes.
    connection.execute(_CREATE.format(f"IF NOT EXISTS temp.{_FRESH}"))
    connection.execute(_WORDS.format("temp", _FRESH))
    return {kind for kind, own in texts.items() if _differs(connection, ns, kind, own)}


def _differs(connection: Connection, ns: int, kind: Kind, texts: Sequence[tuple[int, str]]) -> bool:
    run, kept = connection.execute, _table(ns, kind)
    queries = (
        (f"SELECT * FROM temp.words_of_{kept}", f"SELECT * FROM temp.words_of_{_FRESH}"),
        *((f"SELECT * FROM {part(kept)}", f"SELECT * FROM {part(_FRESH)}") for part in _PARTS),
        (_DEFINED.format("main", kept), _DEFINED.format("temp", _FRESH)),
    )
    try:
        run(_WORDS.format("main", kept))
        for item, text in texts:
            run(f"INSERT INTO temp.{_FRESH}(rowid, body) VALUES (?, ?)", (item, _indexed(text)))
        return not all(_same(connection, *pair) for pair in queries)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return True
        raise
    finally:
        if texts:
            run(f"INSERT INTO temp.{_FRESH}({_FRESH}) VALUES ('delete-all')")


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Return whether a query of an index failed because of what the file holds.

    Our queries are right, so one that SQLite does not understand has met a damaged index.
    """
    # Python's own error, for a word that is no UTF-8, has no code.
    return code_of(error, sqlite3.SQLITE_ERROR) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_ERROR)


_PARTS: Sequence[Callable[[str], str]] = (
    "{}_docsize".format,
    "{}_config".format,
    # How many texts and words there are, for BM25; emptied, an index writes zeros there.
    "{0}_data WHERE id = 1 AND EXISTS (SELECT 1 FROM {0}_docsize)".format,
)
_DEFINED = (
    "SELECT replace(sql, '{1}', 'it') FROM {0}.sqlite_master WHERE name GLOB '{1}*' ORDER BY name"
)


def _same(connection: Connection, one: str, other: str) -> bool:
    rows, others = (connection.execute(query) for query in (one, other))
    try:
        return all(a == b for a, b in zip_longest(rows, others))
    finally:
        rows.close()
        others.close()


def exists(connection: Connection, ns: int, kind: Kind) -> bool:
    """Return whether a text table exists."""
    names = (_table(ns, kind), size_table(ns, kind))
    found = value(
        connection,
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN (?, ?)",
        names,
    )
    return bool(found == len(names))


def query_words(text: str) -> list[str]:
    """Return the words of a question that are looked for."""
    found = [word for word in dict.fromkeys(words(text)) if word.strip("_")]
    kept = [word for word in found if word not in STOP_WORDS]
    if len(kept) > _MOST_WORDS:
        longest = set(sorted(kept, key=lambda word: (-len(word), word))[:_MOST_WORDS])
        kept = [word for word in kept if word in longest]
    return kept


def match(
    connection: Connection, ns: int, rows: WordRows, revision: int, text: str, kind: Kind
) -> Matched:
    """Return the texts of a kind that match a question at a revision (`WordRows.match`).

    Raises:
        NotAMemoryError: the index is damaged.
    """
    wanted = query_words(text)
    try:
        return rows.match(kind, wanted, revision, _Index(connection, ns))
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise NotAMemoryError(
                f"the text index of this memory file is damaged ({error}); restore a backup"
            ) from error
        raise


class _Index(NamedTuple):
    """The text index of a namespace, as `WordRows` reads it."""

    connection: Connection
    ns: int

    def totals(self, kind: Kind) -> Totals:
        """Return how much there is of a kind, as FTS5 keeps it; written at the commit."""
        query = f"SELECT block FROM {_table(self.ns, kind)}_data WHERE id = 1"
        texts, *columns = _numbers(value(self.connection, query)) or [0]
        if not (texts and sum(columns)):
            raise sqlite3.DatabaseError("an index of texts that does not know how many")
        return Totals(texts, sum(columns))

    def sizes(self, kind: Kind, ids: Int64) -> Int32:
        """Return how many words each of these texts has."""
        found: dict[int, bytes] = {}
        table, listed = size_table(self.ns, kind), ids.tolist()
        for start in range(0, len(listed), _AT_ONCE):
            some = listed[start : start + _AT_ONCE]
            # Few lengths, so that few statements are prepared; no text has the id 0.
            some += [0] * (-len(some) % _READ)
            query = f"SELECT id, sz FROM {table} WHERE id IN ({', '.join('?' * len(some))})"
            found.update(self.connection.execute(query, some).fetchall())
        if len(found) < len(listed):
            raise sqlite3.DatabaseError("a text without a length")
        return np.array([sum(_numbers(found[item])) for item in listed], np.int32)

    def rows(self, kind: Kind, word: str) -> tuple[Int64, Int32] | None:
        """Return the texts with a word, and how often each has it."""
        terms = terms_of(word)
        if len(terms) != 1:
            return None
        table = _table(self.ns, kind)
        # One text of all numbers: three times as quick as a row for each.
        query = f"SELECT group_concat(doc, ' ') FROM temp.words_of_{table} WHERE term = ?"
        try:
            listed = value(self.connection, query, terms)
        except sqlite3.OperationalError:  # a connection that was not asked before
            self.connection.execute(_WORDS.format("main", table))
            listed = value(self.connection, query, terms)
        places = np.fromstring(listed or "", np.int64, sep=" ")
        places.sort()
        firsts = np.flatnonzero(np.diff(places, prepend=0))  # no text has the id 0
        counts = np.diff(firsts, append=len(places))
        return places[firsts], counts.astype(np.int32)

    def newer(self, kind: Kind, word: str, after: int) -> tuple[Int64, Float64]:
        """Return the texts with a word whose ids are larger, and their BM25 for it."""
        table = _table(self.ns, kind)
        query = f"SELECT rowid, -bm25({table}) FROM {table} WHERE {table} MATCH ? AND rowid > ?"
        found = self.connection.execute(f"{query} ORDER BY rowid", (f'"{word}"', after)).fetchall()
        ids, scores = zip(*found, strict=True) if found else ((), ())
        texts = np.array(ids, np.int64)
        if np.any(np.diff(texts, prepend=after) <= 0):
            raise sqlite3.DatabaseError("a word with a text twice")
        return texts, np.array(scores, np.float64)


def _numbers(packed: object) -> list[int]:
    """Return numbers as FTS5 packs them: seven bits in each byte, the upper ones first.

    >>> _numbers(bytes([5, 0x83, 0x02]))
    [5, 386]

    Raises:
        sqlite3.DatabaseError: it is not packed so.
    """
    if not isinstance(packed, bytes):
        raise sqlite3.DatabaseError(f"numbers of a text index are bytes; got {packed!r}")
    found, number = [], 0
    for byte in packed:
        number = number << 7 | byte & 127
        if byte < 128:
            found.append(number)
            number = 0
    return found


_STEMMING = Lock()


@lru_cache(maxsize=1)
def _stemmer() -> Connection:
    scratch = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    scratch.execute(_CREATE.format("texts"))
    scratch.execute("CREATE VIRTUAL TABLE words USING fts5vocab(texts, 'instance')")
    return scratch


@lru_cache(maxsize=1 << 14)
def terms_of(word: str) -> tuple[str, ...]:
    """Return the terms under which an index has a word.

    >>> terms_of("lives"), terms_of("a_b")
    (('live',), ('a', 'b'))
    """
    with _STEMMING:
        scratch = _stemmer()
        scratch.execute("INSERT INTO texts(rowid, body) VALUES (1, ?)", (word,))
        found = scratch.execute("SELECT term FROM words ORDER BY offset").fetchall()
        scratch.execute("INSERT INTO texts(texts) VALUES ('delete-all')")
    return tuple(term for (term,) in found)


def _indexed(text: str) -> str:
    return " ".join(words(text))


def size_table(ns: int, kind: Kind) -> str:
    """Return the name of FTS5's internal table with one row, by `id`, per indexed text."""
    return f"{_table(ns, kind)}_docsize"


def _table(ns: int, kind: Kind) -> str:
    return f"text_{int(ns)}_{kind.value}"
