"""Adds lines to the file of a run, of which each is there whole or not at all."""

import errno
from contextlib import suppress
from pathlib import Path

from clew.errors import ClewError, StorageFullError, UsageError

__all__ = ["FULL", "append_line"]

FULL = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})
"""What a system says when there is no room for a file."""


def append_line(path: Path, line: str) -> None:
    """Add a line to a file, which is created if it does not exist.

    Raises:
        StorageFullError: there is no room for it; the lines before are safe.
        UsageError: the file cannot be written to.
    """
    left = memoryview(f"{line}\n".encode())
    try:
        with path.open("ab", buffering=0) as file:
            before = file.seek(0, 2)
            try:
                while left:
                    left = left[file.write(left) or 0 :]
            except OSError:
                with suppress(OSError):  # what is no plain file cannot be cut
                    file.truncate(before)
                raise
    except OSError as error:
        kind: type[ClewError] = StorageFullError if error.errno in FULL else UsageError
        raise kind(
            f"cannot write to {path}: {error.strerror}; make room for it, or allow it, and repeat "
            "the command: what was written before is safe"
        ) from error
