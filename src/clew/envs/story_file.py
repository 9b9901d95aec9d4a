"""Story files: games for the Z-machine, checked before an interpreter gets them."""

from pathlib import Path

from clew.errors import UsageError

__all__ = ["PLAYABLE", "story_file"]

PLAYABLE = (".z8", ".z5", ".z3")
"""How the names of story files end."""
_HEADER = 64
_UNITS = {1: 2, 2: 2, 3: 2, 4: 4, 5: 4, 6: 8, 7: 8, 8: 8}
"""Z-machine version -> bytes per unit of the length in a story's header."""


def story_file(path: Path, *others: str) -> Path:
    """Return the path of a story file that an interpreter can run.

    A file that it cannot run would end the whole process.

    Args:
        path: the file.
        others: what else the caller takes, for the message.

    Raises:
        UsageError: the file does not exist, is not a story file or is cut off.
    """
    if not path.is_file():
        raise UsageError(f"no game file {str(path)!r}")
    if path.suffix not in PLAYABLE:
        expected = ", or ".join([", ".join(PLAYABLE), *others])
        raise UsageError(f"expected a game file ({expected}), got {str(path)!r}")
    with path.open("rb") as file:
        header = file.read(_HEADER)
    unit = _UNITS.get(header[0]) if len(header) == _HEADER else None
    if unit is None:
        raise UsageError(f"expected a story file for the Z-machine, got {str(path)!r}")
    length = unit * int.from_bytes(header[26:28], "big")
    if path.stat().st_size < length:
        raise UsageError(f"{str(path)!r} is cut off: expected {length} bytes")
    return path
