"""`clew check`, `backup`, `export`, `import` and `reembed`: keeping the file."""

from pathlib import Path
from typing import Annotated

import typer

from clew.cli.options import EmbedderName, Place, bundled

__all__ = ["PROBLEMS", "backup", "check", "export", "import_", "reembed"]

PROBLEMS = 4
"""Exit code of `check` when it found problems."""


@bundled
def check(place: Place) -> int:
    """Verify."""
    return 0


@bundled
def backup(target: Annotated[Path, typer.Argument()], place: Place) -> int:
    """Copy."""
    return 0


@bundled
def export(place: Place, file: Annotated[str, typer.Argument()] = "-") -> int:
    """Export."""
    return 0


@bundled
def import_(
    place: Place, file: Annotated[str, typer.Argument()], embedder: EmbedderName = None
) -> int:
    """Import."""
    return 0


@bundled
def reembed(place: Place, embedder: EmbedderName = None) -> int:
    """Embed all texts again."""
    return 0
