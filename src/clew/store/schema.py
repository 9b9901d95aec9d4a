"""Tables of a memory file.

Every row has a namespace, so one file can hold several memories; all rows of a namespace share
one id counter. Tables are portable SQLAlchemy Core; only full text is specific to SQLite
(clew.store.fulltext). The migrations are in clew.store.migrations.
"""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

__all__ = [
    "APPLICATION_ID",
    "CACHE",
    "CLOSURES",
    "CLOSURES_KNOWN_TO",
    "EDGES",
    "MERGES",
    "META",
    "NAMESPACED",
    "NAMESPACES",
    "NODES",
    "PENDING",
    "REPORTS",
    "TOMBSTONES",
    "TRUST",
    "TURNS",
    "USAGE",
    "VECTORS",
    "VERSIONS",
    "metadata",
]

APPLICATION_ID = 0x434C4557
"""`CLEW` in the file's header, which marks an SQLite file as a memory."""

metadata = MetaData()


def _table(name: str, *columns: Column[object], rowid: bool = False) -> Table:
    keys = [
        Column("ns", Integer, primary_key=True, autoincrement=False),
        Column("id", BigInteger, primary_key=True, autoincrement=False),
    ]
    return Table(name, metadata, *keys, *columns, sqlite_with_rowid=rowid)


def _number(name: str) -> Column[object]:
    return Column(name, BigInteger)


NAMESPACES = Table(
    "namespaces",
    metadata,
    Column("ns", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("axis", String),
    Column("revision", BigInteger, nullable=False),
    Column("next_id", BigInteger, nullable=False),
    Column("forgets", BigInteger, nullable=False),
    Column("content", BigInteger, nullable=False, server_default="0"),
    Column("seal", BigInteger, nullable=False, server_default="0"),
)
"""`content` and `seal` are checksums (clew.store.seals).

`forgets` counts erasures: after one, projections are rebuilt instead of refreshed."""

NODES = _table(
    "nodes",
    Column("kind", String, nullable=False),
    Column("text", Text, nullable=False),
    _number("at"),
    Column("source", Text),
    Column("attributes", Text),
    Column("direct", Integer, nullable=False),
    _number("valid_from"),
    _number("valid_to"),
    Column("known_from", BigInteger, nullable=False),
)
EDGES = _table(
    "edges",
    Column("kind", String, nullable=False),
    Column("source", BigInteger, nullable=False),
    Column("target", BigInteger, nullable=False),
    Column("relation", Text),
    Column("attributes", Text),
    Column("direct", Integer, nullable=False),
    _number("valid_from"),
    _number("valid_to"),
    Column("precision", Integer, nullable=False, server_default="0"),
    Column("known_from", BigInteger, nullable=False),
)
VERSIONS = _table(
    "versions",
    Column("item", BigInteger, nullable=False),
    _number("valid_from"),
    _number("valid_to"),
    _number("superseded_by"),
    Column("known_from", BigInteger, nullable=False),
    _number("known_to"),
)
CLOSURES = _table(
    "closures",
    Column("item", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    _number("by"),
    _number("episode"),
    Column("known_from", BigInteger, nullable=False),
    _number("known_to"),
)
MERGES = _table(
    "merges",
    Column("loser", BigInteger, nullable=False),
    Column("winner", BigInteger, nullable=False),
    _number("episode"),
    Column("known_from", BigInteger, nullable=False),
    _number("known_to"),
)
TRUST = _table(
    "trust",
    Column("pattern", Text, nullable=False),
    _number("level"),
    Column("known_from", BigInteger, nullable=False),
)
"""How far sources are trusted, by name or pattern; the newest row of a pattern counts."""
TURNS = _table(
    "turns",
    Column("conversation", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("speaker", Text, nullable=False),
)
"""Of an episode (by id) that is a turn of a conversation: which one, and who speaks in what role;
each may be empty."""
VECTORS = _table(
    "vectors",
    Column("item", BigInteger, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    rowid=True,
)
"""A rowid table, which suits rows of a kilobyte or more. A vector may be added after its item."""
PENDING = _table("pending", Column("attempts", Integer, nullable=False), Column("error", Text))
"""Episodes (by id) that are stored but not learned from yet."""
REPORTS = _table(
    "reports",
    Column("revision", BigInteger, nullable=False),
    Column("report", Text, nullable=False),
)
"""Result of learning from an episode (by id): counts and losses, as JSON."""
TOMBSTONES = _table("tombstones", Column("revision", BigInteger, nullable=False))
"""Ids of forgotten items, without content."""

USAGE = Table(
    "usage",
    metadata,
    Column("ns", Integer, primary_key=True),
    Column("episode", BigInteger, primary_key=True),
    Column("task", String, primary_key=True),
    Column("model", String, primary_key=True),
    Column("calls", BigInteger, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("cost", Float, nullable=False),
    sqlite_with_rowid=False,
)
"""Summed cost of model calls; episode 0 means work for no episode, such as an answer.

It describes this file, not the world: it is neither exported nor part of any revision.
"""

META = Table(
    "meta",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
CACHE = Table(
    "cache",
    metadata,
    Column("space", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

# For finding the rows closed since a revision without reading all rows.
Index("versions_known_to", VERSIONS.c.ns, VERSIONS.c.known_to, sqlite_where=VERSIONS.c.known_to > 0)
CLOSURES_KNOWN_TO = Index(
    "closures_known_to", CLOSURES.c.ns, CLOSURES.c.known_to, sqlite_where=CLOSURES.c.known_to > 0
)
Index("merges_known_to", MERGES.c.ns, MERGES.c.known_to, sqlite_where=MERGES.c.known_to > 0)

NAMESPACED = (
    NODES,
    EDGES,
    VERSIONS,
    CLOSURES,
    MERGES,
    TRUST,
    TURNS,
    VECTORS,
    PENDING,
    REPORTS,
    TOMBSTONES,
)
"""Every table whose rows belong to a namespace, in export order."""
