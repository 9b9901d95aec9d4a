"""Learns from kept texts on threads of its own, so that who tells something need not wait.

A text is durable before it comes here, and pending until it is learned from: what a stopped process
leaves behind, `learn_pending` learns.
"""

from collections.abc import Sequence
from threading import Condition, Thread
from time import monotonic

from clew.errors import ClewError
from clew.learn import pipeline
from clew.learn.writer import Writer

__all__ = ["Background"]

_THREADS = 8
"""Most namespaces learned at one time; a language model reads several texts of each at once."""


class Background:
    """Learns in the order of the texts within a namespace, several namespaces at one time.

    Threads begin with the first text and end when there is none left; they keep no process alive.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: dict[str, list[tuple[Writer, tuple[int, ...]]]] = {}
        self._learning: dict[str, set[int]] = {}
        self._errors: dict[tuple[str, int], str] = {}
        self._threads = 0
        self._closed = False

    def learn(self, writer: Writer, episodes: Sequence[int]) -> None:
        """Learn from these episodes of the writer's namespace, soon; return at once."""
        with self._changed:
            if self._closed or not episodes:
                return
            self._waiting.setdefault(writer.namespace, []).append((writer, tuple(episodes)))
            for one in episodes:
                self._errors.pop((writer.namespace, one), None)
            if self._threads < _THREADS and writer.namespace not in self._learning:
                self._begin()

    def wait(self, namespace: str, episodes: Sequence[int] | None, seconds: float) -> None:
        """Wait until these episodes, or all, are neither waiting nor being learned from here."""
        until = monotonic() + seconds
        with self._changed:
            while self._has(namespace, episodes) and (left := until - monotonic()) > 0:
                self._changed.wait(left)

    def error(self, namespace: str, episode: int) -> str | None:
        """Return why learning from an episode stopped, where the file does not tell."""
        return self._errors.get((namespace, episode))

    def close(self) -> None:
        """Begin nothing more, and wait for what is being committed; what is left stays pending."""
        with self._changed:
            self._closed = True
            self._waiting.clear()
            while self._threads:
                self._changed.wait()

    def _has(self, namespace: str, episodes: Sequence[int] | None) -> bool:
        here = set(self._learning.get(namespace, ()))
        here.update(one for _, queued in self._waiting.get(namespace, ()) for one in queued)
        return bool(here) if episodes is None else not here.isdisjoint(episodes)

    def _begin(self) -> None:
        self._threads += 1
        Thread(target=self._work, name="clew-learning", daemon=True).start()

    def _work(self) -> None:
        ended = False
        try:
            while (taken := self._take()) is not None:
                writer, episodes = taken
                try:
                    self._learn(writer, episodes)
                finally:
                    with self._changed:
                        del self._learning[writer.namespace]
                        self._changed.notify_all()
            ended = True
        finally:
            if not ended:  # by an error that nobody expected, which the thread's hook shows
                with self._changed:
                    self._threads -= 1
                    if self._waiting:
                        self._begin()
                    self._changed.notify_all()

    def _take(self) -> tuple[Writer, tuple[int, ...]] | None:
        """Return what one writer still has to learn from in a namespace nobody works on."""
        with self._changed:
            free = (name for name in self._waiting if name not in self._learning)
            if (name := next(free, None)) is None:
                self._threads -= 1
                self._changed.notify_all()
                return None
            queue = self._waiting.pop(name)
            writer, _ = queue[0]
            same = [writer is each or writer == each for each, _ in queue]
            if rest := [each for each, mine in zip(queue, same, strict=True) if not mine]:
                self._waiting[name] = rest
            mine = [one for (_, told), own in zip(queue, same, strict=True) if own for one in told]
            self._learning[name] = set(mine)
            return writer, tuple(mine)

    def _learn(self, writer: Writer, episodes: Sequence[int]) -> None:
        pending = {one for one, _, _ in writer.store.pending(writer.namespace)}
        try:
            for made in pipeline.learn_from(writer, [one for one in episodes if one in pending]):
                with self._changed:
                    self._learning[writer.namespace] -= made.keys()
                    self._changed.notify_all()
                if self._closed:
                    return
        except ClewError as error:
            self._note(writer.namespace, str(error))
        except Exception as error:
            self._note(writer.namespace, f"{type(error).__name__}: {error}")
            raise

    def _note(self, namespace: str, error: str) -> None:
        with self._changed:
            left = self._learning[namespace]
            self._errors |= {(namespace, one): error for one in left}
