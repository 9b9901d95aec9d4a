"""Find and read texts on disk, and read the dates in their names."""

import json
import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import clew
from clew.errors import UsageError

__all__ = [
    "CHAT",
    "STDIN",
    "TextFile",
    "date_in",
    "find_texts",
    "messages_in",
    "read_text",
    "wrong_date_in",
]

STDIN = "-"
CHAT = ".jsonl"
"""Ending of a file of messages, one JSON object a line."""
_TIES = ("conversation", "conversation_id", "session", "session_id", "thread_id")
_SUFFIXES = (".md", ".txt")
_BOM = b"\xef\xbb\xbf"
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?!\d)", re.ASCII)


@dataclass(frozen=True, slots=True)
class TextFile:
    """One text to read; `path` is `None` for stdin."""

    path: Path | None
    source: str
    """The file's name; in a given folder, its path relative to that folder."""
    size: int


def find_texts(given: Sequence[str]) -> tuple[list[TextFile], list[tuple[str, str]], int]:
    """Return the texts of files, folders and `-`, in the order given; folders sorted by path.

    Returns:
        The texts, what is refused and why, and how many other files the folders hold.
        Names that begin with a dot are skipped without being counted, as `ls` does.
    """
    texts: list[TextFile] = []
    refused: list[tuple[str, str]] = []
    others = 0
    for name in given:
        path = Path(name)
        try:
            if name == STDIN:
                texts.append(TextFile(None, "stdin", 0))
            elif path.is_dir():
                before = len(refused)
                inside = _inside(path, refused)
                found = [each for each in inside if each.suffix.lower() in _SUFFIXES]
                others += len(inside) - len(found)
                texts += [_text(each, each.relative_to(path).as_posix()) for each in found]
                if not found and len(refused) == before:
                    refused.append((name, "no *.txt or *.md file in this folder"))
            elif path.exists():
                texts.append(_text(path, path.name))
            else:
                refused.append((name, _missing(name)))
        except OSError as error:  # such as a folder on the way that nobody may enter
            refused.append((name, _unreadable(error)))
    return texts, refused, others


def _inside(folder: Path, refused: list[tuple[str, str]]) -> list[Path]:
    """Return the files in a folder, sorted; folders that cannot be read are noted as refused."""

    def failed(error: OSError) -> None:
        refused.append((str(error.filename), _unreadable(error)))

    found = []
    for parent, folders, files in os.walk(folder, onerror=failed):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (Path(parent, name) for name in files if not name.startswith("."))
        found += [path for path in paths if path.is_file()]
    return sorted(found)


def _missing(name: str) -> str:
    """Say that there is no such file; what has three words was meant to be the text itself."""
    hint = "; a text itself is piped: echo TEXT | clew remember -"
    return f"no such file or folder{hint if len(name.split()) > 2 else ''}"


def _unreadable(error: OSError) -> str:
    return f"cannot be read: {error.strerror or error}"


def _text(path: Path, name: str) -> TextFile:
    # A name that is not UTF-8 cannot be stored; its odd bytes show as U+FFFD.
    return TextFile(path, os.fsencode(name).decode("utf-8", "replace"), path.stat().st_size)


def read_text(file: TextFile) -> str:
    """Return the text of a file, unchanged except for a UTF-8 byte order mark.

    Raises:
        UsageError: it cannot be read, is empty, or is not UTF-8 text; the message gives the byte.
    """
    try:
        data = sys.stdin.buffer.read() if file.path is None else file.path.read_bytes()
    except OSError as error:
        raise UsageError(_unreadable(error)) from error
    start = len(_BOM) if data.startswith(_BOM) else 0
    try:
        text = data[start:].decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"not UTF-8 text: byte {error.start + start} is 0x{data[error.start + start]:02x}; "
            "convert it to UTF-8 first"
        ) from None
    if (at := data.find(b"\0")) >= 0:
        raise UsageError(f"not a text: byte {at} is NUL; only plain text can be remembered")
    if not text.strip():
        raise UsageError("empty: there is nothing to remember")
    return text


def messages_in(text: str) -> list[tuple["clew.ChatMessage", str]]:
    """Return the messages of a chat, each with the id of its conversation, if its line has one.

    Messages without a text, such as calls of tools, are left out.

    Raises:
        UsageError: a line is no message, which is named, or there is none.
    """
    found = []
    # Only "\n" ends a line of JSON: U+2028 and its like stand in texts as they are.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            said = json.loads(line)
            if isinstance(said, dict) and said.get("content", said.get("text")) in (None, "", []):
                continue
            tie = next((said[name] for name in _TIES if isinstance(said.get(name), str)), "")
            found.append((clew.ChatMessage.of(said), tie))
        except (ValueError, AttributeError, UsageError) as error:
            raise UsageError(
                f"line {number}: expected a message as a JSON object with `content`: {error}"
            ) from None
    if not found:
        raise UsageError("no message with a text: there is nothing to remember")
    return found


def wrong_date_in(source: str) -> str | None:
    """Return what a file's name begins with if it looks like a date and is none.

    >>> wrong_date_in("2024-02-30-lighthouse.txt"), wrong_date_in("2024-02-29.txt")
    ('2024-02-30', None)
    """
    found = _DATE.match(source.rpartition("/")[2])
    return found[0] if found and date_in(source) is None else None


def date_in(source: str) -> datetime | None:
    """Return the date a file's name begins with (UTC), if it is a valid one.

    >>> date_in("2024-03-02-lighthouse.txt").isoformat(), date_in("2024-02-31.txt")
    ('2024-03-02T00:00:00+00:00', None)
    """
    found = _DATE.match(source.rpartition("/")[2])
    try:
        return datetime.fromisoformat(found[0]).replace(tzinfo=UTC) if found else None
    except ValueError:
        return None
