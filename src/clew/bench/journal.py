"""`Journal`: the steps of a measurement, written line by line, so that a killed run can resume.

A file of JSON lines. The first says what is measured and how; each other line is a finished step,
which is not repeated.
"""

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from clew.appending import append_line
from clew.errors import UsageError

__all__ = ["Journal", "folder_at", "held"]

_SHOWN = 40
"""Letters of a value that an error shows."""


def folder_at(path: Path) -> Path:
    """Create a folder if it does not exist, and return it.

    Raises:
        UsageError: it cannot be created.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"expected a folder at {path}, or a place for one, got: {error}"
        ) from error
    return path


@contextmanager
def held(folder: Path) -> Iterator[Path]:
    """Hold a folder, created if it does not exist, so that no second measurement writes to it.

    The lock is SQLite's on a file of its own, on every system; it ends with the process.

    Raises:
        UsageError: it cannot be created or written to, or a measurement holds it.
    """
    path = folder_at(folder) / "in-use"
    with ExitStack() as stack:
        try:
            lock = stack.enter_context(closing(sqlite3.connect(path, timeout=0)))
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                told = f"{folder} is in use by another measurement; wait for it to end"
            else:
                told = f"cannot write to {path}: {error}; make room for it, or allow it"
            raise UsageError(f"{told}, or name another folder") from error
        yield folder


class _Keyed(Protocol):
    """A finished step: a dataclass of plain values."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def key(self) -> tuple[str, int]: ...


Step = TypeVar("Step", bound=_Keyed)


@dataclass(slots=True)
class Journal(Generic[Step]):
    """Steps; each is appended to a file when finished, and read back by the next run.

    A file from another measurement is refused. An unfinished last line is cut off.
    """

    kind: type[Step]
    about: Mapping[str, Any]
    """What is measured, as plain data."""
    path: Path | None = None
    """`None` keeps the steps in memory only."""
    steps: dict[tuple[str, int], Step] = field(init=False, default_factory=dict)
    """By key: what was tried, and the number of the question."""

    def __post_init__(self) -> None:
        if self.path is None:
            return
        about = json.dumps(dict(self.about))
        first = f"{about}\n".encode()
        written = self.path.read_bytes() if self.path.exists() else b""
        if not first.startswith(written) and not written.startswith(first):
            raise UsageError(
                f"{self.path}: expected a log of the same measurement, got one "
                f"{_other(about, written)}; name another place, or delete it"
            )
        whole = written[: written.rfind(b"\n") + 1]
        if whole != written:
            os.truncate(self.path, len(whole))
        if not whole:
            folder_at(self.path.parent)
            append_line(self.path, about)
        found = [self._step(n, line) for n, line in enumerate(whole.split(b"\n")[1:-1], 2)]
        self.steps.update((step.key, step) for step in found)

    def _step(self, number: int, line: bytes) -> Step:
        names = {each.name for each in fields(self.kind)}
        try:
            held = json.loads(line)
        except ValueError:
            held = None
        if not isinstance(held, dict) or held.keys() != names:
            raise UsageError(
                f"{self.path}, line {number}: expected a step with {', '.join(sorted(names))}, got "
                f"{line[:60]!r}; delete the line, and the step is taken again"
            )
        return self.kind(
            **{name: tuple(x) if isinstance(x, list) else x for name, x in held.items()}
        )

    def add(self, step: Step) -> None:
        """Keep a step.

        Raises:
            StorageFullError: there is no room for it; the steps before are safe.
        """
        if self.path is not None:
            append_line(self.path, json.dumps(asdict(step)))
        self.steps[step.key] = step


def _other(about: str, written: bytes) -> str:
    """Say in what a log is another measurement's, by its first line."""
    try:
        held = json.loads(written.partition(b"\n")[0])
    except ValueError:
        held = None
    if not isinstance(held, dict):
        return f"that begins with {written[:60].decode(errors='replace')!r}"
    wanted = json.loads(about)
    keys = [key for key in {**wanted, **held} if wanted.get(key) != held.get(key)]
    shown = (f"{key} {_cut(held.get(key))} instead of {_cut(wanted.get(key))}" for key in keys)
    return f"with {', '.join(shown)}"


def _cut(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
