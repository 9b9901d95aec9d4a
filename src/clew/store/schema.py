"""Tables of a memory file.

Every row has a namespace, so one file can hold several memories; all rows of a namespace share
one id counter. Full text is in clew.store.fulltext, the migrations are in clew.store.migrations.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

__all__ = [
    "APPLICATION_ID",
    "CACHE",
    "CLOSURES",
    "CLOSURES_KNOWN_TO",
    "EDGES",
    "IMAGES",
    "INDEXES",
    "MERGES",
    "META",
    "METADATA",
    "NAMESPACED",
    "NAMESPACES",
    "NODES",
    "ONE_VECTOR",
    "PENDING",
    "REPORTS",
    "TABLES",
    "TOMBSTONES",
    "TRUST",
    "TURNS",
    "USAGE",
    "VECTORS",
    "VERSIONS",
    "Table",
    "insertion",
    "quoted",
]

APPLICATION_ID = 0x434C4557
"""`CLEW` in the file's header, which marks an SQLite file as a memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table: its columns with their types and constraints, in order."""

    name: str
    columns: Mapping[str, str]
    key: str
    """The primary key, as in SQL."""
    rowid: bool = False

    @property
    def definition(self) -> str:
        """The statement that creates it."""
        parts = [f'"{name}" {kind}' for name, kind in self.columns.items()]
        tail = "" if self.rowid else " WITHOUT ROWID"
        return f"CREATE TABLE {self.name} ({', '.join(parts)}, PRIMARY KEY ({self.key})){tail}"

    @property
    def own(self) -> list[str]:
        """The names of the columns but the namespace."""
        return [name for name in self.columns if name != "ns"]

    def holds(self, column: str, kind: str) -> bool:
        """Return whether a column is of a kind: `TEXT`, `BLOB`, `INTEGER` or `REAL`."""
        return self.columns[column].startswith(kind)

    def optional(self, column: str) -> bool:
        """Return whether a column may be empty."""
        return "NOT NULL" not in self.columns[column]


def quoted(names: Iterable[str]) -> str:
    """Return names of columns as SQL wants them; `by` is a word of its own there."""
    return ", ".join(f'"{name}"' for name in names)


def insertion(table: Table) -> str:
    """Return SQL that inserts rows given as tuples; an older file may order columns otherwise."""
    marks = ", ".join("?" * len(table.columns))
    return f"INSERT INTO {table.name} ({quoted(table.columns)}) VALUES ({marks})"


_SET, _NUMBER, _TEXT = "INTEGER NOT NULL", "INTEGER", "TEXT"
_SET_TEXT = "TEXT NOT NULL"


def _table(name: str, *, rowid: bool = False, **columns: str) -> Table:
    return Table(name, {"ns": _SET, "id": _SET, **columns}, "ns, id", rowid)


NAMESPACES = Table(
    "namespaces",
    {
        "ns": _SET,
        "name": "TEXT NOT NULL UNIQUE",
        "axis": _TEXT,
        "revision": _SET,
        "next_id": _SET,
        "forgets": _SET,
        "content": "INTEGER NOT NULL DEFAULT 0",
        "seal": "INTEGER NOT NULL DEFAULT 0",
    },
    "ns",
    rowid=True,
)
"""`content` and `seal` are checksums (clew.store.seals).

`forgets` counts erasures: after one, projections are rebuilt instead of refreshed."""

NODES = _table(
    "nodes",
    kind=_SET_TEXT,
    text=_SET_TEXT,
    at=_NUMBER,
    source=_TEXT,
    attributes=_TEXT,
    direct=_SET,
    valid_from=_NUMBER,
    valid_to=_NUMBER,
    known_from=_SET,
)
EDGES = _table(
    "edges",
    kind=_SET_TEXT,
    source=_SET,
    target=_SET,
    relation=_TEXT,
    attributes=_TEXT,
    direct=_SET,
    valid_from=_NUMBER,
    valid_to=_NUMBER,
    precision="INTEGER NOT NULL DEFAULT 0",
    known_from=_SET,
)
VERSIONS = _table(
    "versions",
    item=_SET,
    valid_from=_NUMBER,
    valid_to=_NUMBER,
    superseded_by=_NUMBER,
    known_from=_SET,
    known_to=_NUMBER,
)
CLOSURES = _table(
    "closures", item=_SET, at=_SET, by=_NUMBER, episode=_NUMBER, known_from=_SET, known_to=_NUMBER
)
MERGES = _table(
    "merges", loser=_SET, winner=_SET, episode=_NUMBER, known_from=_SET, known_to=_NUMBER
)
TRUST = _table("trust", pattern=_SET_TEXT, level=_NUMBER, known_from=_SET)
"""How far sources are trusted, by name or pattern; the newest row of a pattern counts."""
METADATA = _table("metadata", item=_SET, document=_SET_TEXT, known_from=_SET)
"""What users note about episodes, as JSON objects; the newest row of an episode counts."""
TURNS = _table("turns", conversation=_SET_TEXT, role=_SET_TEXT, speaker=_SET_TEXT)
"""Of an episode (by id) that is a turn of a conversation: which one, and who speaks in what role;
each may be empty."""
VECTORS = _table("vectors", rowid=True, items=_SET_TEXT, vectors="BLOB NOT NULL")
"""A few vectors in each row, and whose they are (`clew.projection.rows.VectorRow`). A rowid table,
which suits rows of a kilobyte or more. A vector may be added after its item."""
ONE_VECTOR = _table("vectors", rowid=True, item=_SET, vector="BLOB NOT NULL")
"""The same one by one, as exports have them, and files before version 11."""
PENDING = _table("pending", attempts=_SET, error=_TEXT)
"""Episodes (by id) that are stored but not learned from yet."""
REPORTS = _table("reports", revision=_SET, report=_SET_TEXT)
"""Result of learning from an episode (by id): counts and losses, as JSON."""
TOMBSTONES = _table("tombstones", revision=_SET)
"""Ids of forgotten items, without content."""

USAGE = Table(
    "usage",
    {
        "ns": _SET,
        "episode": _SET,
        "task": _SET_TEXT,
        "model": _SET_TEXT,
        "calls": _SET,
        "input_tokens": _SET,
        "output_tokens": _SET,
        "seconds": "REAL NOT NULL",
        "cost": "REAL NOT NULL",
    },
    "ns, episode, task, model",
)
"""Summed cost of model calls; episode 0 means work for no episode, such as an answer.

It describes this file, not the world: it is neither exported nor part of any revision.
"""

META = Table("meta", {"key": _SET_TEXT, "value": _SET_TEXT}, "key")
CACHE = Table(
    "cache", {"space": _SET_TEXT, "key": _SET_TEXT, "value": "BLOB NOT NULL"}, "space, key", True
)
IMAGES = Table(
    "images", {"ns": _SET, "part": _SET_TEXT, "data": "BLOB NOT NULL"}, "ns, part", rowid=True
)
"""Images of projections (clew.store.opening_images), which are derived from the other rows."""

NAMESPACED = (
    NODES,
    EDGES,
    VERSIONS,
    CLOSURES,
    MERGES,
    TRUST,
    METADATA,
    TURNS,
    VECTORS,
    PENDING,
    REPORTS,
    TOMBSTONES,
)
"""Every table whose rows belong to a namespace, in export order."""
TABLES = (NAMESPACES, *NAMESPACED, USAGE, META, CACHE, IMAGES)


def _known_to(table: Table) -> str:
    """Return an index that finds the rows closed since a revision without reading all rows."""
    name = table.name
    return f"CREATE INDEX {name}_known_to ON {name} (ns, known_to) WHERE known_to > 0"


CLOSURES_KNOWN_TO = _known_to(CLOSURES)
INDEXES = (_known_to(VERSIONS), CLOSURES_KNOWN_TO, _known_to(MERGES))
