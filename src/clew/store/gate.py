"""Who may use a file at one moment: threads by namespace, and all but one while its log is cut.

A projection must not grow under a view, so a namespace is used by one thread at a time. Threads of
different namespaces do not wait for each other, except for SQLite's one writer.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition, Lock, RLock, local
from typing import Any

from clew.errors import BusyError

__all__ = ["Gate", "Turns"]

_PATIENCE_S = 30.0
"""The longest wait for a second namespace; two threads may wait for each other's."""


class Turns:
    """One lock for each namespace; `together`, one for all: ':memory:' has one connection."""

    def __init__(self, *, together: bool, patience_s: float = _PATIENCE_S) -> None:
        self._together = RLock() if together else None
        self._locks: dict[str, Any] = {}
        self._making, self._patience_s = Lock(), patience_s
        self._mine = local()

    @contextmanager
    def of(self, name: str, at_most: float | None = None) -> Iterator[bool]:
        """Hold a namespace; "" is none. Yields whether it is held: not if that takes longer.

        Raises:
            BusyError: this thread holds another one already, and somebody else keeps this one.
        """
        if not name and self._together is None:
            yield True
            return
        held: list[str] = self._mine.__dict__.setdefault("held", [])
        lock = self._together or self._lock(name)
        nested = bool(held) and name not in held
        if at_most is not None and not lock.acquire(timeout=at_most):
            yield False
            return
        if at_most is None and not lock.acquire(timeout=self._patience_s if nested else -1):
            raise BusyError(
                f"the namespace {name!r} is in use by another thread, which may wait for "
                f"{held[-1]!r}, in use by this one; leave one view before the next"
            )
        held.append(name)
        try:
            yield True
        finally:
            held.pop()
            lock.release()

    def _lock(self, name: str) -> Any:
        found = self._locks.get(name)
        if found is None:
            with self._making:
                found = self._locks.setdefault(name, RLock())
        return found


class Gate:
    """Lets any number of transactions through, and can be closed until all have left."""

    def __init__(self) -> None:
        self._changed = Condition(Lock())
        self._inside = 0
        self._closed = False
        self._mine = local()

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Be inside; waits while it is closed, unless this thread is inside already."""
        depth = getattr(self._mine, "depth", 0)
        with self._changed:
            while self._closed and not depth:
                self._changed.wait()
            self._inside += 1
        self._mine.depth = depth + 1
        try:
            yield
        finally:
            self._mine.depth = depth
            with self._changed:
                self._inside -= 1
                if self._closed:
                    self._changed.notify_all()

    @contextmanager
    def closed(self, patience_s: float) -> Iterator[None]:
        """Let nobody else in, and wait until the others have left, or `patience_s` has passed."""
        own = getattr(self._mine, "depth", 0)
        with self._changed:
            while self._closed:
                self._changed.wait()
            self._closed = True
            self._changed.wait_for(lambda: self._inside <= own, patience_s)
        try:
            yield
        finally:
            with self._changed:
                self._closed = False
                self._changed.notify_all()
