"""Full text: one FTS5 table per namespace and kind, so that no score depends on a neighbour.

Tables are contentless (the text itself is in `nodes` and `edges`), stemmed with porter. A text is
indexed as its `words`, so that it and a question are folded alike: SQLite alone knows neither
compatibility forms nor that "Straße" is "STRASSE". Removing a row takes its exact text; SQLite
keeps the words in old segments until `optimize`.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy import Connection

from clew.graph.types import TEXT_KINDS, Kind
from clew.graph.view import Hit
from clew.text import STOP_WORDS, words

__all__ = [
    "add_texts",
    "create_tables",
    "drop_texts",
    "exists",
    "match",
    "optimize",
    "query_of",
    "row_count",
    "size_table",
    "verify",
]

_MOST_WORDS = 64
"""A longer question is cut to its longest words: each word costs a scan of its postings."""

_COMMON = 500
"""Rows that may hold a word before it counts as common."""
_COUNTED = 10_000
"""Counting stops here: beyond it words are equally common."""


def create_tables(connection: Connection, ns: int) -> None:
    """Create the text tables of a new namespace."""
    for kind in TEXT_KINDS:
        connection.exec_driver_sql(
            f"CREATE VIRTUAL TABLE {_table(ns, kind)} "
            "USING fts5(body, content='', tokenize='porter unicode61')"
        )


def add_texts(connection: Connection, ns: int, texts: Iterable[tuple[Kind, int, str]]) -> None:
    """Index texts under their item's id."""
    by_kind: dict[Kind, list[tuple[int, str]]] = {}
    for kind, item, text in texts:
        by_kind.setdefault(kind, []).append((item, _indexed(text)))
    for kind in TEXT_KINDS:
        if rows := by_kind.get(kind):
            connection.exec_driver_sql(
                f"INSERT INTO {_table(ns, kind)}(rowid, body) VALUES (?, ?)", rows
            )


def drop_texts(connection: Connection, ns: int, texts: Sequence[tuple[Kind, int, str]]) -> None:
    """Take texts out; each must be exactly what was indexed."""
    for kind, item, text in texts:
        table = _table(ns, kind)
        connection.exec_driver_sql(
            f"INSERT INTO {table}({table}, rowid, body) VALUES ('delete', ?, ?)",
            (item, _indexed(text)),
        )


def optimize(connection: Connection, ns: int, kind: Kind) -> None:
    """Merge all segments, so that words of removed texts leave the index."""
    table = _table(ns, kind)
    connection.exec_driver_sql(f"INSERT INTO {table}({table}) VALUES ('optimize')")


def verify(connection: Connection, ns: int, kind: Kind) -> None:
    """Let FTS5 check its own structures; in a write transaction, though nothing is written.

    Raises:
        sqlalchemy.exc.DatabaseError: SQLITE_CORRUPT_VTAB, they are damaged.
    """
    table = _table(ns, kind)
    connection.exec_driver_sql(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")


def exists(connection: Connection, ns: int, kind: Kind) -> bool:
    """Tell whether a text table is there."""
    names = (_table(ns, kind), size_table(ns, kind))
    found = connection.exec_driver_sql(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN (?, ?)", names
    )
    return bool(found.scalar_one() == len(names))


def match(connection: Connection, ns: int, text: str, k: int, kind: Kind) -> list[Hit]:
    """Return the best k rows of a kind by BM25, best first, ties by id; scores are positive.

    Words in more than `_COMMON` rows only add to the score of rows that a rarer word finds:
    scoring every row with a common word would take time in proportion to the
    memory. (The rarer words then count twice.)
    """
    query = _narrowed(connection, _table(ns, kind), _query_words(text))
    if not query or k <= 0:
        return []
    rows = connection.exec_driver_sql(
        f"SELECT rowid, -bm25({_table(ns, kind)}) AS score FROM {_table(ns, kind)} "
        f"WHERE {_table(ns, kind)} MATCH ? ORDER BY score DESC, rowid LIMIT ?",
        (query, k),
    )
    return [(item, score) for item, score in rows]


def query_of(text: str) -> str:
    """Return an FTS5 query that any text can be turned into: its words, any of which may match.

    >>> query_of('Where is the "golden" key?')
    '"golden" OR "key"'
    """
    return _any_of(_query_words(text))


def _any_of(wanted: Sequence[str]) -> str:
    return " OR ".join(f'"{word}"' for word in wanted)


def _narrowed(connection: Connection, table: str, wanted: Sequence[str]) -> str:
    """Return a query for any of the words, through the rarer ones where some are common."""
    if len(wanted) < 2:
        return _any_of(wanted)
    count = f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT {_COUNTED})"
    found = {
        word: connection.exec_driver_sql(count, (_any_of([word]),)).scalar_one() for word in wanted
    }
    if all(count <= _COMMON for count in found.values()):
        return _any_of(wanted)
    rare = [word for word in wanted if 0 < found[word] <= _COMMON]
    if not rare:  # only common words: the rarest of them finds, the others score
        rare = [min((word for word in wanted if found[word]), key=lambda word: found[word])]
    return f"({_any_of(rare)}) AND ({_any_of(wanted)})"


def _query_words(text: str) -> list[str]:
    found = [word for word in dict.fromkeys(words(text)) if word.strip("_")]
    kept = [word for word in found if word not in STOP_WORDS]
    if len(kept) > _MOST_WORDS:
        longest = set(sorted(kept, key=lambda word: (-len(word), word))[:_MOST_WORDS])
        kept = [word for word in kept if word in longest]
    return kept


def row_count(connection: Connection, ns: int, kind: Kind) -> int:
    """Return how many texts of a kind are indexed."""
    count: int = connection.exec_driver_sql(
        f"SELECT count(*) FROM {size_table(ns, kind)}"
    ).scalar_one()
    return count


def _indexed(text: str) -> str:
    return " ".join(words(text))


def size_table(ns: int, kind: Kind) -> str:
    """Return FTS5's own table with one row, under `id`, for each indexed text."""
    return f"{_table(ns, kind)}_docsize"


def _table(ns: int, kind: Kind) -> str:
    return f"text_{int(ns)}_{kind.value}"
