"""Functions of tests that run in processes of their own.

Started afresh, never forked: a fork of a test process copies its locks, also one that a thread of
an earlier test holds, and then waits for it for ever.
"""

import traceback
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from clew.errors import ClewError

__all__ = ["OtherProcess"]

_FRESH = get_context("spawn")
_STARTS_S = 60


class OtherProcess:
    """A function that runs in another process, and what it says.

    Args:
        work: a function of a module; gets a `Connection`, then `given`. It sends anything once it
            is ready, and waits for `go` before it goes on.
    """

    def __init__(self, work: Callable[..., None], *given: Any) -> None:
        self._connection, other = _FRESH.Pipe()
        self._process = _FRESH.Process(target=_run, args=(work, other, *given), daemon=True)
        self._process.start()
        other.close()

    def ready(self) -> None:
        """Wait until it is ready."""
        assert self._connection.poll(_STARTS_S), "a process of a test did not start"
        _passed(self._connection.recv())

    def go(self) -> None:
        """Let it go on."""
        self._connection.send(None)

    def said(self) -> list[Any]:
        """Wait for its end and return what it sent; raise what it raised."""
        lines = []
        while True:
            try:
                lines.append(_passed(self._connection.recv()))
            except EOFError:
                break
        self._process.join()
        return lines


class _Failed(str):
    """Where another process failed."""

    __slots__ = ()


def _passed(said: Any) -> Any:
    assert not isinstance(said, _Failed), said
    return said


def _run(work: Callable[..., None], connection: Connection, *given: Any) -> None:
    try:
        work(connection, *given)
    except (ClewError, AssertionError, LookupError, TypeError, ValueError):
        connection.send(_Failed(traceback.format_exc()))
    finally:
        connection.close()
