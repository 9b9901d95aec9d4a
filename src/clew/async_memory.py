"""`AsyncMemory`: the methods of `Memory` as coroutines, each run in a worker thread.

It adds nothing: every method is that of `Memory` with its arguments. A call that is cancelled while
it waits for a thread never begins; one that has begun goes on in its thread, and what it writes is
written whole or not at all. Streams keep a thread each, which holds what their generator holds.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial, wraps
from threading import Event
from time import monotonic
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from clew.errors import ClosedError
from clew.memory import Memory
from clew.store.values import Change

__all__ = ["AsyncMemory"]

P = ParamSpec("P")
R = TypeVar("R")
_END = object()


def _awaited(
    method: Callable[Concatenate[Memory, P], R],
) -> Callable[Concatenate["AsyncMemory", P], Coroutine[Any, Any, R]]:
    """Return a method as a coroutine."""

    @wraps(method)
    async def call(self: "AsyncMemory", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await self.run(lambda memory: method(memory, *args, **kwargs))

    return call


def _streamed(
    method: Callable[Concatenate[Memory, P], Iterator[R]],
) -> Callable[Concatenate["AsyncMemory", P], AsyncIterator[R]]:
    """Return a generator as an asynchronous one that keeps to one thread, as the store needs."""

    @wraps(method)
    async def stream(self: "AsyncMemory", /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[R]:
        self._refuse_closed()
        lines = method(self.memory, *args, **kwargs)
        thread = ThreadPoolExecutor(1)
        loop = asyncio.get_running_loop()
        try:
            while (line := await loop.run_in_executor(thread, next, lines, _END)) is not _END:
                yield line  # type: ignore[misc]
        finally:
            # Not waited for: the thread may wait for somebody who waits for this loop.
            thread.submit(lines.close)  # type: ignore[attr-defined]
            thread.shutdown(wait=False)

    return stream


class AsyncMemory:
    """A `Memory` for programs with an event loop, which it never blocks.

    >>> async def main():
    ...     async with await AsyncMemory.open(embedder=None) as memory:
    ...         await memory.remember("Anna lives in Oslo.")
    ...         answer = await memory.ask("Where does Anna live?")
    ...         return answer.text
    >>> import asyncio
    >>> asyncio.run(main())
    'Oslo'

    Args:
        memory: the memory; closing this one closes it.
        threads: how many calls run at the same time. A file is read and written by one at a time;
            more threads help while models answer.
    """

    def __init__(self, memory: Memory, *, threads: int = 8) -> None:
        self.memory = memory
        """The same memory without coroutines."""
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="clew")
        self._closed = Event()
        """Set once closing begins."""

    @classmethod
    async def open(cls, *args: Any, threads: int = 8, **kwargs: Any) -> Self:
        """Open a memory; arguments and errors as of `Memory.open`."""
        opening = asyncio.to_thread(partial(Memory.open, *args, **kwargs))
        return cls(await opening, threads=threads)

    async def close(self) -> None:
        """Let the calls end that were made before, and close the memory; no more are taken.

        Any use afterwards raises `ClosedError`; closing twice is harmless.
        """
        self._closed.set()
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self.memory.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()

    async def run(self, call: Callable[[Memory], R]) -> R:
        """Run anything else in a worker thread: `run(lambda memory: memory.trust.levels())`."""
        self._refuse_closed()
        loop = asyncio.get_running_loop()
        context = copy_context()
        return await loop.run_in_executor(self._threads, context.run, call, self.memory)

    async def watch(
        self, since: int | None = None, *, poll_s: float = 0.25, quiet_s: float | None = None
    ) -> AsyncIterator[Change]:
        """Yield changes as they are committed, as `Memory.watch` does, until cancelled."""
        seen = await self.revision if since is None else since
        last = monotonic()
        while True:
            found = await self.changes(seen)
            for change in found:
                yield change
            if found:
                seen, last = found[-1].revision, monotonic()
            elif quiet_s is not None and monotonic() - last >= quiet_s:
                return
            else:
                await asyncio.sleep(poll_s)

    def as_of(self, *args: Any, **kwargs: Any) -> "AsyncMemory":
        """Return this memory as of another time; it shares the file and the threads."""
        return self._with(self.memory.as_of(*args, **kwargs))

    def in_namespace(self, name: str) -> "AsyncMemory":
        """Return another memory of the file; it shares the file and the threads."""
        return self._with(self.memory.in_namespace(name))

    def using(self, *args: Any, **kwargs: Any) -> "AsyncMemory":
        """Return this memory with another model; it shares the file and the threads."""
        return self._with(self.memory.using(*args, **kwargs))

    def reading(self, *args: Any, **kwargs: Any) -> "AsyncMemory":
        """Return this memory with another way to read texts; it shares the file and the threads."""
        return self._with(self.memory.reading(*args, **kwargs))

    def _with(self, memory: Memory) -> "AsyncMemory":
        other = object.__new__(AsyncMemory)
        other.memory, other._threads, other._closed = memory, self._threads, self._closed
        return other

    def _refuse_closed(self) -> None:
        if self._closed.is_set():
            name = self.memory.store.database.name
            raise ClosedError(f"{name} was closed; open the memory again")

    @property
    def revision(self) -> Coroutine[Any, Any, int]:
        """The last committed revision: `await memory.revision`."""
        return self.run(lambda memory: memory.revision)

    remember = _awaited(Memory.remember)
    remember_many = _awaited(Memory.remember_many)
    jobs = _awaited(Memory.jobs)
    learn_pending = _awaited(Memory.learn_pending)
    patch_metadata = _awaited(Memory.patch_metadata)
    write = _awaited(Memory.write)
    begin_run = _awaited(Memory.begin_run)
    runs = _awaited(Memory.runs)
    merge = _awaited(Memory.merge)
    split = _awaited(Memory.split)
    correct = _awaited(Memory.correct)
    retire = _awaited(Memory.retire)
    restore = _awaited(Memory.restore)
    forget = _awaited(Memory.forget)
    recall = _awaited(Memory.recall)
    ask = _awaited(Memory.ask)
    judge = _awaited(Memory.judge)
    conflicts = _awaited(Memory.conflicts)
    entity = _awaited(Memory.entity)
    facts = _awaited(Memory.facts)
    history = _awaited(Memory.history)
    theses = _awaited(Memory.theses)
    episode = _awaited(Memory.episode)
    browse = _awaited(Memory.browse)
    context = _awaited(Memory.context)
    changes = _awaited(Memory.changes)
    check = _awaited(Memory.check)
    backup = _awaited(Memory.backup)
    import_ = _awaited(Memory.import_)
    reembed = _awaited(Memory.reembed)
    namespaces = _awaited(Memory.namespaces)
    stats = _awaited(Memory.stats)
    graph_stats = _awaited(Memory.graph_stats)
    usage = _awaited(Memory.usage)
    export = _streamed(Memory.export)
    graphml = _streamed(Memory.graphml)
    jsonld = _streamed(Memory.jsonld)
