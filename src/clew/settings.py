"""The only reader of the environment."""

import os
from pathlib import Path

__all__ = ["DEFAULT_FILE", "memory_path"]

DEFAULT_FILE = "memory.clew"


def memory_path(given: str | Path | None = None) -> Path:
    """Return the memory file: what was given, else `CLEW_MEMORY`, else `memory.clew` here."""
    return Path(given or os.environ.get("CLEW_MEMORY") or DEFAULT_FILE)
