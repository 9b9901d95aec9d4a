"""Concurrent calls with results in the order of the items: the library's only worker threads.

Only model calls run here: they wait for a server, and only the caller uses their results, in
order.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from contextvars import Context, copy_context
from itertools import islice
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Generic, TypeVar

__all__ = ["each_in_order", "in_order"]

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 2


def in_order(function: Callable[[T], R], items: Iterable[T], workers: int) -> list[R]:
    """Return `function(item)` for every item, in order, using at most `workers` threads.

    Raises:
        Exception: what the function raised for the first failing item, in order. No further item
            is then started; running calls finish, and their results are discarded.
    """
    return list(each_in_order(function, items, workers))


def each_in_order(
    function: Callable[[T], R], items: Iterable[T], workers: int
) -> Generator[R, None, None]:
    """Yield `function(item)` for every item, in order, as soon as all results before it are done.

    Items are read in the caller's thread, at most twice as many ahead as there are threads, so
    little is wasted when the caller stops early. An exception is raised in its item's place, after
    the results before it. When the iteration ends early (by an exception, Ctrl-C or closing the
    generator), no further item is started; running calls are not waited for and never keep the
    process alive. Threads see the caller's context variables.
    """
    assert workers >= 1
    threads = _Threads(function, workers)
    waiting: deque[Future[R]] = deque()
    left = iter(items)
    try:
        while True:
            room = _AHEAD * workers - len(waiting) if not threads.stopped.is_set() else 0
            waiting.extend(threads.start(item) for item in islice(left, room))
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        threads.stop()


class _Threads(Generic[T, R]):
    """Up to `workers` threads that take items in order."""

    def __init__(self, function: Callable[[T], R], workers: int) -> None:
        self.stopped = Event()
        self._function, self._workers = function, workers
        self._todo: SimpleQueue[tuple[Context, T, Future[R]] | None] = SimpleQueue()
        self._turn = Lock()
        self._running = 0

    def start(self, item: T) -> Future[R]:
        """Queue an item; return the future of its result."""
        future: Future[R] = Future()
        self._todo.put((copy_context(), item, future))
        if self._running < self._workers:
            # A daemon: a call that waits for a server must not keep the process alive.
            Thread(target=self._work, daemon=True, name="clew-call").start()
            self._running += 1
        return future

    def stop(self) -> None:
        """Start no further item; the threads end after their current calls."""
        self.stopped.set()
        for _ in range(self._running):
            self._todo.put(None)

    def _next(self) -> tuple[Context, T, Future[R]] | None:
        """Return the next job, or `None` when no more may start.

        One thread at a time, so that items start in order: the caller waits for the results of all
        items before a failing one.
        """
        with self._turn:
            job = self._todo.get()
            return None if self.stopped.is_set() else job

    def _work(self) -> None:
        while (job := self._next()) is not None:
            context, item, future = job
            try:
                future.set_result(context.run(self._function, item))
            except BaseException as error:  # noqa: BLE001 - raised where its result is awaited
                self.stopped.set()
                future.set_exception(error)
