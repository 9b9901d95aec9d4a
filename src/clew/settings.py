"""The only reader of the environment."""

import os
from pathlib import Path

__all__ = ["DEFAULT_FILE", "embedding_server", "memory_path"]

DEFAULT_FILE = "memory.clew"


def embedding_server() -> tuple[str | None, str | None]:
    """Return (base URL, key) of the embeddings server: `OPENAI_BASE_URL`, `OPENAI_API_KEY`."""
    return os.environ.get("OPENAI_BASE_URL"), os.environ.get("OPENAI_API_KEY")


def memory_path(given: str | Path | None = None) -> Path:
    """Return the memory file: what was given, else `CLEW_MEMORY`, else `memory.clew` here."""
    return Path(given or os.environ.get("CLEW_MEMORY") or DEFAULT_FILE)
