"""How soon is a text acknowledged that a slow model still has to read?

Texts are remembered with `wait=False` while a model that takes half a second for each answer learns
from those before. Beside it, the same rows are written by bare SQLite with the same durability, so
that the figures say what is clew's own: the disk decides most of both. Wall and processor time in
milliseconds, median and 95th percentile.
"""

import sqlite3
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep, thread_time
from typing import Any

from clew import Memory
from clew.bench.piped_facts import piped_facts_model
from clew.llm.base import Result, Sampling, Task
from clew.llm.wrapper import Wrapper

__all__ = ["main", "measured"]

_REPLY_S = 0.5


class _Slow(Wrapper):
    """Answers as rules do, but as late as a language model."""

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return the default settings: a language model's."""
        return Sampling()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order, after a while."""
        sleep(_REPLY_S)
        return self._model.run(tasks)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = ArgumentParser(prog="python -m experiments acknowledged", description=__doc__)
    parser.add_argument("--texts", type=int, default=300)
    given = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        for name, (took, used) in measured(Path(folder), given.texts).items():
            print(
                f"{name:<12} wall {_at(took, 0.5):6.2f} {_at(took, 0.95):6.2f}   "
                f"processor {_at(used, 0.5):6.2f} {_at(used, 0.95):6.2f}"
            )
    return 0


def measured(folder: Path, texts: int) -> dict[str, tuple[list[float], list[float]]]:
    """Return wall and processor times of each text, by who kept it."""
    model = _Slow(piped_facts_model())
    said = [f"Anna|visited|Town {number}" for number in range(texts)]
    with (
        Memory.open(folder / "a.clew", model=model, embedder="hashing:384") as memory,
        sqlite3.connect(folder / "b.db", isolation_level=None) as bare,
    ):
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute("CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT, at INTEGER)")
        memory.remember("Anna|visited|Oslo", wait=False)
        kept = [
            _timed(lambda text=text: memory.remember(text, wait=False))  # type: ignore[misc]
            for text in said
        ]
        floor = [
            _timed(lambda text=text: bare.execute("INSERT INTO texts (text) VALUES (?)", (text,)))  # type: ignore[misc]
            for text in said
        ]
        assert memory.stats().pending > texts // 2  # the model is still at it
    return {"clew": _columns(kept), "bare SQLite": _columns(floor)}


def _timed(call: Callable[[], object]) -> tuple[float, float]:
    begun, used = perf_counter(), thread_time()
    call()
    return 1e3 * (perf_counter() - begun), 1e3 * (thread_time() - used)


def _columns(rows: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return sorted(one for one, _ in rows), sorted(other for _, other in rows)


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[int(share * (len(ordered) - 1))]
