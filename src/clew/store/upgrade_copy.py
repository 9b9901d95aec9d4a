"""A copy of a file of an older version, made before it is brought to this one.

It is for the case that the new clew does not suit: the old one cannot read the new file. It holds
what is forgotten later, so receipts of forgetting name such copies; whoever is content with the new
version removes it.
"""

import os
import platform
from pathlib import Path

from clew.store.sql import Connection

__all__ = ["copy_before_upgrade"]


def copy_before_upgrade(connection: Connection, path: Path, version: int) -> None:
    """Copy a file to `NAME.versionN.backup` beside it, unless that is there.

    Where there is no room for it, SQLite's error ends the opening, and the file is unchanged. A
    copy that a killed process left unfinished is found by `backup.abandoned`.
    """
    goal = path.with_name(f"{path.name}.version{version}.backup")
    if goal.exists():
        return
    part = path.with_name(f"{goal.name}.{platform.node()}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        connection.execute("VACUUM INTO ?", (str(part),))
        part.replace(goal)
    finally:
        part.unlink(missing_ok=True)
