"""JSON records whose errors say which field is missing, and where."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from clew.errors import UsageError

__all__ = ["Record", "read_json", "read_records", "read_text"]

T = TypeVar("T")


class Record:
    """One record of a file, or of a list inside a record."""

    def __init__(self, raw: object, where: str) -> None:
        self._raw, self._where = raw, where

    def get(self, name: str, kind: type[T]) -> T:
        """Return a field.

        Raises:
            UsageError: it is missing, or of another type.
        """
        came = "none"
        if self.has(name):
            value = self._raw[name]  # type: ignore[index]
            if isinstance(value, kind):
                return value
            came = f"{type(value).__name__}"
        raise self.error(f"field {name!r} ({kind.__name__})", came)

    def has(self, name: str) -> bool:
        """Tell whether there is such a field, whatever its value."""
        return isinstance(self._raw, dict) and name in self._raw

    def text(self, name: str) -> str:
        """Return a field that is a text or a number, as text.

        Raises:
            UsageError: it is missing, blank or something else.
        """
        value = self.get(name, object)
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            if said := str(value).strip():
                return said
            raise self.error(f"field {name!r} to say something", "a blank text")
        raise self.error(f"field {name!r} (a text or a number)", type(value).__name__)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return a field that is a list of texts; empty if there is no such field."""
        if not self.has(name):
            return ()
        values = self.get(name, list)
        if all(isinstance(one, str) for one in values):
            return tuple(values)
        raise self.error(f"field {name!r} to be a list of texts", "something else in it")

    def inner(self, name: str) -> "Record":
        """Return a field that is a record itself."""
        return Record(self.get(name, dict), f"{self._where}, {name}")

    def each(self, name: str) -> Iterator["Record"]:
        """Yield the records of a field that is a list."""
        for number, raw in enumerate(self.get(name, list)):
            yield Record(raw, f"{self._where}, {name}[{number}]")

    def pair(self, first: type[T], second: type[Any]) -> tuple[T, Any]:
        """Return both parts of a record that is a pair."""
        if isinstance(self._raw, list) and len(self._raw) == 2:
            one, other = self._raw
            if isinstance(one, first) and isinstance(other, second):
                return one, other
        raise self.error(f"[{first.__name__}, {second.__name__}]", f"{str(self._raw)[:60]!r}")

    def error(self, expected: str, came: str) -> UsageError:
        """Return the error to raise."""
        return UsageError(f"{self._where}: expected {expected}, got {came}; check file and format")


def read_text(path: Path) -> str:
    """Return a file's text.

    Raises:
        UsageError: there is no such file, or it is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")  # some tools write a byte order mark
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"expected a readable UTF-8 file at {path}, got: {error}") from error


def read_json(path: Path) -> Record:
    """Return a file that is one JSON object.

    Raises:
        UsageError: as `read_text`, or it is not JSON.
    """
    return Record(_json(read_text(path), str(path)), str(path))


def read_records(path: Path) -> list[Record]:
    """Return the records of a file: a JSON array, or JSON lines.

    Raises:
        UsageError: as `read_json`; the message names the line.
    """
    text = read_text(path)
    if text.lstrip().startswith("["):
        raw: Sequence[Any] = _json(text, str(path))
        return [Record(one, f"{path}, record {n}") for n, one in enumerate(raw)]
    lines = [(n, line) for n, line in enumerate(text.split("\n")) if line.strip()]
    return [
        Record(_json(line, f"{path}, line {n + 1}"), f"{path}, record {at}")
        for at, (n, line) in enumerate(lines)
    ]


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # also for huge numbers and deep nesting
        raise UsageError(f"{where}: expected JSON, got: {error}") from error
