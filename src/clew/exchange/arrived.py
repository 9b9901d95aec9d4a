"""What a file of another program holds, as a memory keeps it, and what of it has no place."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile, ZipFile, is_zipfile

from clew.errors import UsageError
from clew.graph.times import parse_time
from clew.learn.observe import Input

__all__ = [
    "Arrived",
    "Loader",
    "Read",
    "ReadFact",
    "as_list",
    "as_object",
    "as_texts",
    "entries",
    "json_in",
    "moment",
    "text_in",
]


@dataclass(frozen=True, slots=True)
class ReadFact:
    """A fact that another program has read in a text."""

    subject: str
    relation: str
    object: str
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    """Exclusive."""

    def __str__(self) -> str:
        return f"{self.subject} {self.relation} {self.object}"


@dataclass(frozen=True, slots=True)
class Read:
    """A text that another program has read already, with what it made of it."""

    text: str
    at: datetime
    source: str
    facts: tuple[ReadFact, ...] = ()
    statements: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Sentences, each with the names that it is about."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """The contents of a file."""

    texts: list[Input] = field(default_factory=list)
    """To be learned from."""
    read: list[Read] = field(default_factory=list)
    """To be kept with what is known of them already."""
    dropped: Counter[str] = field(default_factory=Counter)
    """What has no place in a memory, and what lacks something, by reason."""


Loader: TypeAlias = Callable[[Path, datetime], Arrived]
"""Reads a file or folder; the time is that of what has none."""


def text_in(path: Path) -> str:
    """Return the text of a file, without a byte order mark.

    Raises:
        UsageError: it cannot be read, or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {str(path)!r}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{str(path)!r} is not UTF-8 text: {error.reason}") from error


def json_in(path: Path, name: str = "") -> Any:
    """Return the JSON of a file; of the file `name` if `path` is a folder or a ZIP archive.

    Raises:
        UsageError: there is none.
    """
    if name and path.is_dir():
        return json_in(path / name)
    if name and path.is_file() and is_zipfile(path):
        try:
            with ZipFile(path) as archive:
                inside = next(one for one in archive.namelist() if Path(one).name == name)
                text = archive.read(inside).decode("utf-8-sig")
        except (StopIteration, BadZipFile, UnicodeDecodeError) as error:
            raise UsageError(f"expected {name} in {str(path)!r}: {error}") from error
    else:
        text = text_in(path)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"expected JSON in {str(path)!r}: {error}") from error


def moment(given: object) -> datetime | None:
    """Return a time told in seconds since 1970 or in ISO 8601, else `None`.

    >>> moment(1700000000.5).isoformat(), moment("2024-03-02").isoformat(), moment("soon")
    ('2023-11-14T22:13:20.500000+00:00', '2024-03-02T00:00:00+00:00', None)
    """
    try:
        if isinstance(given, int | float) and not isinstance(given, bool):
            return datetime.fromtimestamp(given, UTC)
        at = parse_time(given) if isinstance(given, str) and given.strip() else None
    except (ValueError, OverflowError, OSError, UsageError):
        return None
    return at if isinstance(at, datetime) else None


def entries(found: object, what: str) -> list[Mapping[str, Any]]:
    """Return a list of JSON objects.

    Raises:
        UsageError: it is none.
    """
    if not isinstance(found, list) or not all(isinstance(one, Mapping) for one in found):
        raise UsageError(f"expected {what} as a list of JSON objects")
    return found


def as_object(found: object) -> Mapping[str, Any]:
    """Return a JSON object; an empty one for what is none, since formats change without a word."""
    return found if isinstance(found, Mapping) else {}


def as_list(found: object) -> list[Any]:
    """Return a JSON list; an empty one for what is none."""
    return found if isinstance(found, list) else []


def as_texts(found: object) -> list[str]:
    """Return the texts in a JSON list, such as names or ids."""
    return [one for one in as_list(found) if isinstance(one, str)]
