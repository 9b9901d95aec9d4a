"""A consistent copy of a memory that may be in use.

`VACUUM INTO` copies what one read transaction sees, whoever writes meanwhile, and leaves free
pages behind, so that nothing that was deleted gets into the copy. (SQLite's page-by-page backup
starts again whenever another process commits, and copies the free pages too.)
"""

import os
from pathlib import Path

from clew.errors import StorageFullError, UsageError
from clew.store.store import Store

__all__ = ["backup"]


def backup(store: Store, target: str | Path) -> int:
    """Write a copy of the file, all namespaces, to `target`; return its size in bytes.

    The copy appears under its name only when it is whole and on the disk. Takes about as much
    time and room as the file is large; readers and writers of the memory go on.

    Raises:
        UsageError: there is something at `target`, or no folder to put it in.
        StorageFullError: there is no room for the copy; nothing of it is left.
    """
    goal = Path(target).absolute()
    if not goal.parent.is_dir():
        raise UsageError(f"no folder {str(goal.parent)!r} to put a backup in")
    _refuse_existing(goal)
    temporary = goal.with_name(f"{goal.name}.{os.getpid()}.part")
    temporary.unlink(missing_ok=True)  # of a process of the same number that was killed
    try:
        with store.alone() as connection:
            connection.exec_driver_sql("VACUUM INTO ?", (str(temporary),))
        _flush(temporary)
        size = temporary.stat().st_size
        _refuse_existing(goal)
        temporary.rename(goal)
    except StorageFullError as error:
        raise StorageFullError(
            f"no room for a backup of {store.database.name} in {str(goal.parent)!r}; free some, or "
            "choose another folder. The memory itself is as it was"
        ) from error
    finally:
        for suffix in ("", "-journal"):
            temporary.with_name(temporary.name + suffix).unlink(missing_ok=True)
    _flush(goal.parent)
    return size


def _refuse_existing(goal: Path) -> None:
    if os.path.lexists(goal):
        raise UsageError(
            f"there is something at {str(goal)!r} already; a backup never overwrites. "
            "Remove it, or choose another name"
        )


def _flush(path: Path) -> None:
    """Bring a file, or the names in a folder, to the disk."""
    if path.is_dir() and os.name == "nt":
        return  # Windows opens no folders, and keeps names itself
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
