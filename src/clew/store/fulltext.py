"""Full text: one FTS5 table per namespace and kind, so that BM25 scores stay independent.

Tables are contentless (the texts are in `nodes` and `edges`) and use the Porter stemmer. Texts
and questions are both reduced to their `words`, because SQLite folds neither compatibility forms
nor "Straße" to "STRASSE". Removing a row requires its exact text; SQLite keeps the words in old
segments until `optimize`.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from clew.errors import NotAMemoryError
from clew.graph.types import TEXT_KINDS, Kind
from clew.graph.view import Hit
from clew.store.sql import Connection, code_of, value
from clew.text import STOP_WORDS, words

__all__ = [
    "add_texts",
    "create_tables",
    "differs",
    "drop_texts",
    "exists",
    "is_damage",
    "match",
    "optimize",
    "size_table",
    "texts_of",
    "verify",
]

Counts: TypeAlias = dict[tuple[str, str], int]
"""How many rows of a table have a word."""
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
_COMMON = 500
"""A word in more rows than this counts as common."""
_MOST_COUNTS = 10_000
_COUNTED = 10_000
"""Counting stops here: words in more rows count as equally common."""


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


def verify(connection: Connection, ns: int, kind: Kind) -> None:
    """Let FTS5 check its own structures; needs a write transaction, though it writes nothing.

    Raises:
        sqlite3.DatabaseError: SQLITE_CORRUPT_VTAB, they are damaged.
    """
    table = _table(ns, kind)
    connection.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")


def differs(connection: Connection, ns: int, kind: Kind, texts: Iterable[tuple[int, str]]) -> bool:
    """Return whether an index is not the one of these texts, built anew beside it.

    FTS5 checks its structures, but not its words: it does not keep the texts.
    """
    run, fresh, kept = connection.execute, "fresh", _table(ns, kind)
    queries = (
        ("SELECT * FROM temp.words_kept", "SELECT * FROM temp.words_fresh"),
        *((f"SELECT * FROM {part(kept)}", f"SELECT * FROM {part(fresh)}") for part in _PARTS),
        (_DEFINED.format("main", kept), _DEFINED.format("temp", fresh)),
    )
    try:
        run(_CREATE.format(f"temp.{fresh}"))
        for item, text in texts:
            run(f"INSERT INTO temp.{fresh}(rowid, body) VALUES (?, ?)", (item, _indexed(text)))
        run(f"CREATE VIRTUAL TABLE temp.words_kept USING fts5vocab(main, '{kept}', 'instance')")
        run(f"CREATE VIRTUAL TABLE temp.words_fresh USING fts5vocab(temp, '{fresh}', 'instance')")
        return not all(_same(connection, *pair) for pair in queries)
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            return True
        raise
    finally:
        for name in ("words_kept", "words_fresh", fresh):
            run(f"DROP TABLE IF EXISTS temp.{name}")


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


def match(
    connection: Connection, ns: int, counts: Counts, text: str, k: int, kind: Kind
) -> list[Hit]:
    """Return the best k rows of a kind by BM25, best first, ties by id; scores are positive.

    Words in more than `_COMMON` rows only add to the scores of rows that a rarer word finds, since
    scoring every row with a common word would take time linear in the memory. (The rarer words
    then count twice.) In `counts` is, and is noted, how many rows have a word, at this revision.

    Raises:
        NotAMemoryError: the index is damaged.
    """
    try:
        query = _narrowed(connection, _table(ns, kind), counts, _query_words(text))
        if not query or k <= 0:
            return []
        rows = connection.execute(
            f"SELECT rowid, -bm25({_table(ns, kind)}) AS score FROM {_table(ns, kind)} "
            f"WHERE {_table(ns, kind)} MATCH ? ORDER BY score DESC, rowid LIMIT ?",
            (query, k),
        )
        return [(item, score) for item, score in rows]
    except sqlite3.DatabaseError as error:
        if is_damage(error):
            raise NotAMemoryError(
                f"the text index of this memory file is damaged ({error}); restore a backup"
            ) from error
        raise


def _any_of(wanted: Sequence[str]) -> str:
    return " OR ".join(f'"{word}"' for word in wanted)


def _narrowed(connection: Connection, table: str, counts: Counts, wanted: Sequence[str]) -> str:
    """Return a query for any of the words; where some are common, a rarer one must match."""
    if len(wanted) < 2:
        return _any_of(wanted)
    count = f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT {_COUNTED})"
    for word in wanted:
        if (table, word) not in counts:
            counts[table, word] = value(connection, count, (_any_of([word]),))
    found = {word: counts[table, word] for word in wanted}
    if len(counts) > _MOST_COUNTS:
        counts.clear()
    if all(count <= _COMMON for count in found.values()):
        return _any_of(wanted)
    rare = [word for word in wanted if 0 < found[word] <= _COMMON]
    if not rare:  # only common words: the rarest must match, the others add to the score
        rare = [min((word for word in wanted if found[word]), key=lambda word: found[word])]
    return f"({_any_of(rare)}) AND ({_any_of(wanted)})"


def _query_words(text: str) -> list[str]:
    found = [word for word in dict.fromkeys(words(text)) if word.strip("_")]
    kept = [word for word in found if word not in STOP_WORDS]
    if len(kept) > _MOST_WORDS:
        longest = set(sorted(kept, key=lambda word: (-len(word), word))[:_MOST_WORDS])
        kept = [word for word in kept if word in longest]
    return kept


def _indexed(text: str) -> str:
    return " ".join(words(text))


def size_table(ns: int, kind: Kind) -> str:
    """Return the name of FTS5's internal table with one row, by `id`, per indexed text."""
    return f"{_table(ns, kind)}_docsize"


def _table(ns: int, kind: Kind) -> str:
    return f"text_{int(ns)}_{kind.value}"
