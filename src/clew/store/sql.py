"""Plain sqlite3 with two shorthands: one value, and one column."""

import sqlite3
from collections.abc import Mapping, Sequence
from sqlite3 import Connection
from typing import Any, TypeAlias

__all__ = ["Connection", "Values", "code_of", "column", "value"]

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
