"""What drawings share: text that is safe in XML, and a file that must be new."""

import re
from html import escape
from pathlib import Path

from clew.errors import UsageError

__all__ = ["safe", "write_new"]

_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def safe(text: str) -> str:
    """Return a text escaped for XML; characters that XML forbids are replaced."""
    return escape(_UNWRITABLE.sub("\ufffd", text))


def write_new(path: Path, text: str) -> None:
    """Write a new file, UTF-8.

    Raises:
        UsageError: the file exists or cannot be written.
    """
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise UsageError(f"cannot write {str(path)!r}: {error.strerror}") from error
