"""Plain sqlite3 with a few shorthands."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from sqlite3 import Connection
from typing import Any, TypeAlias

__all__ = ["PAGES", "Connection", "Values", "code_of", "column", "few_pages", "value"]

PAGES, _FEW_PAGES = "cache_size = -32768", "cache_size = -2048"
"""How many pages a connection keeps, as a pragma."""

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""Values of a statement, by position or by name."""


def value(connection: Connection, statement: str, values: Values = ()) -> Any:
    """Return the first value of the first row, `None` without a row."""
    row = connection.execute(statement, values).fetchone()
    return None if row is None else row[0]


def column(connection: Connection, statement: str, values: Values = ()) -> list[Any]:
    """Return the first value of every row."""
    return [row[0] for row in connection.execute(statement, values)]


def code_of(error: BaseException | None, default: int = 0) -> int:
    """Return SQLite's primary code of an error; `default` for one of Python's own."""
    code: int = getattr(error, "sqlite_errorcode", default)
    return code & 0xFF if isinstance(error, sqlite3.Error) else default


@contextmanager
def few_pages(connection: Connection) -> Iterator[None]:
    """Keep few pages while much is read once: they would fill the memory for nobody."""
    connection.execute(f"PRAGMA {_FEW_PAGES}")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA {PAGES}")
