"""A consistent copy of a memory that may be in use.

`VACUUM INTO` copies the state of one read transaction while others write, and skips free pages,
so deleted data never reaches the copy. (SQLite's page-by-page backup restarts whenever another
process commits, and copies free pages too.)

A killed process leaves the copy it was making, which may hold what is forgotten later. Its name
tells the machine and the process: the next backup into the folder removes it, and `check` reports
it beside a memory.
"""

import os
import platform
import re
from pathlib import Path

from clew.errors import StorageFullError, UsageError
from clew.store.store import Store

__all__ = ["abandoned", "backup"]

_PART = re.compile(rf".+\.{re.escape(platform.node())}\.(\d+)\.part(-journal)?")


def backup(store: Store, target: str | Path) -> int:
    """Copy the file with all namespaces to `target`; return the size of the copy in bytes.

    The copy appears under its name only when it is complete and flushed to the disk. It takes time
    and space in proportion to the file; readers and writers of the memory are not blocked.

    Raises:
        UsageError: `target` exists, or its folder does not, or cannot be written to.
        StorageFullError: there is no space for the copy; the partial copy is removed.
    """
    goal = Path(target).absolute()
    if not goal.parent.is_dir():
        raise UsageError(f"no folder {str(goal.parent)!r} to put a backup in")
    if not os.access(goal.parent, os.W_OK):
        raise UsageError(f"nothing can be written into {str(goal.parent)!r}; choose another folder")
    _refuse_existing(goal)
    for partial in abandoned(goal.parent):
        partial.unlink(missing_ok=True)
    temporary = goal.with_name(f"{goal.name}.{platform.node()}.{os.getpid()}.part")
    temporary.unlink(missing_ok=True)  # left by a killed process with the same pid
    try:
        with store.alone() as connection:
            connection.execute("VACUUM INTO ?", (str(temporary),))
        _flush(temporary)
        size = temporary.stat().st_size
        _refuse_existing(goal)
        temporary.rename(goal)
    except StorageFullError as error:
        raise StorageFullError(
            f"no room for a backup of {store.database.name} in {str(goal.parent)!r}; free some, or "
            "choose another folder. The memory itself is unchanged"
        ) from error
    finally:
        for suffix in ("", "-journal"):
            temporary.with_name(temporary.name + suffix).unlink(missing_ok=True)
    _flush(goal.parent)
    return size


def abandoned(folder: Path) -> list[Path]:
    """Return the partial backups in a folder that processes of this machine left when killed."""
    found = ((path, _PART.fullmatch(path.name)) for path in sorted(folder.glob("*.part*")))
    return [path for path, name in found if name and not _runs(int(name[1]))]


def _runs(process: int) -> bool:
    if os.name == "nt":
        return True  # asking about a process would end it there, so its copy stays
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _refuse_existing(goal: Path) -> None:
    if os.path.lexists(goal):
        raise UsageError(
            f"{str(goal)!r} already exists, and a backup never overwrites. "
            "Remove it, or choose another name"
        )


def _flush(path: Path) -> None:
    """Flush a file, or the entries of a folder, to the disk."""
    if path.is_dir() and os.name == "nt":
        return  # Windows cannot open folders, and flushes their entries itself
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
