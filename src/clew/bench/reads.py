"""Times the calls that users read a memory with, as they call them, beside plain FTS5 and NumPy.

The time that the embedder takes is no part of a call: it stands in a column of its own. The made
world's vectors are picked by checksum, which costs nothing; what the real embedder takes for the
same texts is measured beside it.

A new process is timed too: it imports what a user of `Memory` imports, opens and recalls once.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from clew.bench.bare_reads import BareReads
from clew.bench.random_world import RandomVectors
from clew.embed.base import Embedder, TextKind
from clew.graph.view import Float32
from clew.memory import Memory

__all__ = [
    "Opened",
    "Read",
    "TimedEmbedder",
    "first_recall",
    "run_python",
    "timed",
    "timed_opening",
    "timed_reads",
]


@dataclass(frozen=True, slots=True)
class Read:
    """How long one public call took: p50 and p95 in milliseconds, without the embedder."""

    name: str
    wall: tuple[float, float]
    processor: tuple[float, float]
    embedder: tuple[float, float]
    """Wall time of embedding what this call asked to embed."""


class TimedEmbedder:
    """Gives one embedder's vectors and measures how long another takes for the same texts.

    Args:
        vectors: gives the vectors.
        timed: is measured; `vectors` by default.
    """

    def __init__(self, vectors: Embedder, timed: Embedder | None = None) -> None:
        self.vectors, self._timed = vectors, timed
        self.asked_s = 0.0
        """What embedding took, by the embedder that is measured."""
        self.wall_s = self.processor_s = 0.0
        """All time spent in here, which is no part of a call."""

    @property
    def name(self) -> str:
        """The name of the embedder that gives the vectors."""
        return self.vectors.name

    @property
    def dimension(self) -> int:
        """The dimension of the vectors."""
        return self.vectors.dimension

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return the vectors; see `Embedder`."""
        wall, processor = perf_counter(), process_time()
        if self._timed is not None:
            self._timed.embed(texts, kind=kind)
            self.asked_s += perf_counter() - wall
        found = self.vectors.embed(texts, kind=kind)
        if self._timed is None:
            self.asked_s += perf_counter() - wall
        self.wall_s += perf_counter() - wall
        self.processor_s += process_time() - processor
        return found


def timed_reads(
    memory: Memory,
    embedder: TimedEmbedder,
    path: Path,
    questions: Sequence[str],
    names: Sequence[str],
) -> list[Read]:
    """Time every reading call and the bare loop, after one call of each that is not counted.

    Args:
        memory: whose calls are timed.
        embedder: the one it uses.
        path: its file.
        questions: what is asked.
        names: the entities that are looked up.
    """
    bare = BareReads(path)
    vectors = embedder.embed(questions, kind=TextKind.QUERY)
    calls: dict[str, Sequence[Callable[[], object]]] = {
        "bare FTS5 and NumPy": [
            partial(bare.recall, *each, 20) for each in zip(questions, vectors, strict=True)
        ],
        "recall(k=20)": [partial(memory.recall, each, k=20) for each in questions],
        "ask, by rules": [partial(memory.ask, each) for each in questions],
        "facts": [partial(memory.facts, each) for each in names],
        "history": [partial(memory.history, each) for each in names],
    }
    try:
        return [timed(name, embedder, each) for name, each in calls.items()]
    finally:
        bare.close()


def timed(name: str, embedder: TimedEmbedder, calls: Sequence[Callable[[], object]]) -> Read:
    """Time these calls one by one, after the first of them once more."""
    calls[0]()
    taken = []
    for call in calls:
        before = (embedder.wall_s, embedder.processor_s, embedder.asked_s)
        wall, processor = perf_counter(), process_time()
        call()
        wall, processor = perf_counter() - wall, process_time() - processor
        inside = (embedder.wall_s, embedder.processor_s, embedder.asked_s)
        spent = [now - then for now, then in zip(inside, before, strict=True)]
        taken.append((wall - spent[0], processor - spent[1], spent[2]))
    middle, most = np.percentile(np.array(taken) * 1e3, (50, 95), axis=0).tolist()
    return Read(name, *zip(middle, most, strict=True))


_FIRST_RECALL = """
import sys
from clew.bench.reads import first_recall
print(first_recall(sys.argv[1]))
"""


@dataclass(frozen=True, slots=True)
class Opened:
    """What a process took until it had recalled once."""

    wall_s: float
    processor_s: float
    rss_mb: float


def first_recall(path: str) -> str:
    """Open a memory, recall once, and return what this process has taken so far, as JSON."""
    with Memory.open(path, embedder=RandomVectors(), read_only=True) as memory:
        found = memory.recall("Where does Anna live?", k=20)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    rss = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return json.dumps({"found": len(found), "rss": rss, "processor": process_time()})


def timed_opening(path: Path) -> Opened:
    """Return what a new process takes."""
    start = perf_counter()
    said = json.loads(run_python(_FIRST_RECALL, str(path)))
    assert said["found"]
    return Opened(perf_counter() - start, said["processor"], said["rss"])


def run_python(code: str, *args: str) -> str:
    """Run code in a new process and return what it prints."""
    return subprocess.run(  # our own interpreter on our own code
        [sys.executable, "-c", code, *args], check=True, capture_output=True, text=True
    ).stdout
