"""Folders of files that many tests begin with: made for the first, copied for the others."""

from collections.abc import Callable
from pathlib import Path
from typing import Concatenate, ParamSpec

__all__ = ["once"]

P = ParamSpec("P")

_FILES: dict[Callable[..., object], dict[str, bytes]] = {}


def once(
    make: Callable[Concatenate[Path, P], object], folder: Path, *given: P.args, **named: P.kwargs
) -> None:
    """Leave in an empty folder what `make(folder, ...)` would; only the first call calls it."""
    if make not in _FILES:
        make(folder, *given, **named)
        _FILES[make] = {path.name: path.read_bytes() for path in folder.iterdir()}
        return
    for name, content in _FILES[make].items():
        (folder / name).write_bytes(content)
