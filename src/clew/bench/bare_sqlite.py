"""The lower bound for a durable write: plain sqlite3 writing the same rows to a copy of the file.

The copy receives exactly the rows a write added, in one commit, with the same pragmas and no clew
code in between.
"""

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TypeAlias

__all__ = ["Shadow", "Took"]

_TABLES = ("nodes", "edges", "versions", "closures", "merges", "vectors")
Rows: TypeAlias = list[tuple[Any, ...]]
Commit: TypeAlias = list[tuple[str, Rows]]
"""The statements of one commit, each with its rows."""


class Took:
    """Seconds from its making to its end, of this process's work and by the clock."""

    __slots__ = ("processor", "wall")

    def __init__(self) -> None:
        self.wall, self.processor = perf_counter(), process_time()

    def end(self) -> None:
        """Stop both clocks."""
        self.processor = process_time() - self.processor
        self.wall = perf_counter() - self.wall


class Shadow:
    """A copy of a memory file, written by plain sqlite3."""

    def __init__(self, memory: Path, copy: Path) -> None:
        self._memory = sqlite3.connect(memory, isolation_level=None)
        with closing(sqlite3.connect(copy)) as fresh:
            self._memory.backup(fresh)
        self._copy = sqlite3.connect(copy, isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "temp_store = MEMORY"):
            self._copy.execute(f"PRAGMA {pragma}")
        self._copy.execute("PRAGMA cache_size = -32768")
        self._columns = {
            table: len(self._memory.execute(f"PRAGMA table_info({table})").fetchall())
            for table in (*_TABLES, "reports")
        }
        self._last, self._revision = self._state()
        self.writes, self._counting = 0, True
        """Writes whose rows are counted."""
        self.rows: Counter[str] = Counter()
        """Rows written by table, over all writes."""
        self.bytes = 0
        """Size of their content; a number counts as eight bytes."""

    def close(self) -> None:
        """Close both connections."""
        self._memory.close()
        self._copy.close()

    def write(self) -> Took:
        """Write what the memory added since the last call; return the time taken."""
        commit = self._take()
        took = Took()
        self._copy.execute("BEGIN IMMEDIATE")
        for sql, rows in commit:
            self._copy.executemany(sql, rows)
        self._copy.execute("COMMIT")
        took.end()
        if self._counting:
            self.writes += 1
            self._count(commit)
        return took

    def stop_counting(self) -> None:
        """Count no more rows: what follows are other writes."""
        self._counting = False

    def _state(self) -> tuple[int, int]:
        found = self._memory.execute("SELECT next_id - 1, revision FROM namespaces").fetchone()
        return int(found[0]), int(found[1])

    def _take(self) -> Commit:
        """Return the statements that add the new rows of the memory file."""
        last, revision = self._state()
        since = (self._revision,)
        commit: Commit = []
        for table in _TABLES:
            self._insert(commit, table, rows := self._new(table))
            if table == "nodes":
                self._index(commit, rows)
        self._index_facts(commit)
        ended = "SELECT known_to, ns, id FROM versions WHERE known_to > ?"
        rows = self._memory.execute(ended, since).fetchall()
        commit.append(("UPDATE versions SET known_to = ? WHERE ns = ? AND id = ?", rows))
        reports = "SELECT * FROM reports WHERE revision > ?"
        self._insert(commit, "reports", self._memory.execute(reports, since).fetchall())
        held = "UPDATE namespaces SET axis = 'time', revision = ?, next_id = ? WHERE ns = 1"
        commit.append((held, [(revision, last + 1)]))
        self._last, self._revision = last, revision
        return [each for each in commit if each[1]]

    def _new(self, table: str) -> Rows:
        sql = f"SELECT * FROM {table} WHERE ns = 1 AND id > ? ORDER BY id"
        return self._memory.execute(sql, (self._last,)).fetchall()

    def _insert(self, commit: Commit, table: str, rows: Rows) -> None:
        marks = ", ".join("?" * self._columns[table])
        commit.append((f"INSERT INTO {table} VALUES ({marks})", rows))

    def _index(self, commit: Commit, nodes: Rows) -> None:
        for row in nodes:
            sql = f"INSERT INTO text_1_{row[2]}(rowid, body) VALUES (?, ?)"
            commit.append((sql, [(row[1], row[3])]))

    def _index_facts(self, commit: Commit) -> None:
        rows = self._memory.execute(
            "SELECT e.id, s.text || ' ' || e.relation || ' ' || t.text FROM edges e "
            "JOIN nodes s ON s.ns = 1 AND s.id = e.source "
            "JOIN nodes t ON t.ns = 1 AND t.id = e.target "
            "WHERE e.ns = 1 AND e.id > ? AND e.kind = 'fact'",
            (self._last,),
        ).fetchall()
        commit.append(("INSERT INTO text_1_fact(rowid, body) VALUES (?, ?)", rows))

    def _count(self, commit: Commit) -> None:
        for sql, rows in commit:
            if sql.startswith("INSERT"):
                self.rows[sql.split()[2].partition("(")[0]] += len(rows)
                self.bytes += sum(_size(value) for row in rows for value in row)


def _size(value: object) -> int:
    if isinstance(value, bytes):
        return len(value)
    if isinstance(value, str):
        return len(value.encode())
    return 0 if value is None else 8
