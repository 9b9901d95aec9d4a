"""Writes files that must be new: there whole, or not at all."""

from collections.abc import Iterable
from pathlib import Path

from clew.errors import UsageError

__all__ = ["write_new"]


def write_new(path: Path, parts: Iterable[str]) -> int:
    """Write a new file, UTF-8, and return of how many parts it is.

    Raises:
        UsageError: the file exists or cannot be written. What was begun is removed, as it is when
            a part cannot be made.
    """
    count = 0
    made = False
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            made = True
            for part in parts:
                file.write(part)
                count += 1
    except BaseException as error:  # an interrupt, too, must leave no half of a file
        if made:
            path.unlink()
        if isinstance(error, OSError):
            raise UsageError(
                f"cannot write {str(path)!r}: {error.strerror}; give a new path"
            ) from error
        raise
    return count
