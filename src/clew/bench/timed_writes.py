"""Times the calls that users write a memory with, beside plain sqlite3 writing the same rows.

As with reads, the embedder's time is no part of a call and stands in a column of its own.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from clew.bench.bare_sqlite import Shadow, Took
from clew.bench.random_world import Page
from clew.bench.reads import TimedEmbedder
from clew.graph.types import Kind
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory

__all__ = ["BATCH", "REMEMBER", "Timed", "first_write", "timed_writes"]

REMEMBER, BATCH = "remember, one fact", "remember_many"
_ERASED = 3
"""Each erasure takes time in proportion to the file."""
Pair = tuple[float, float]
"""p50 and p95 in milliseconds."""


@dataclass(slots=True)
class Timed:
    """How long one public call took, without the embedder, and plain sqlite3 with its rows."""

    name: str
    processor: Pair
    wall: Pair
    bare_processor: Pair
    bare_wall: Pair
    """0 for what plain sqlite3 has no equal of."""
    embedder: Pair

    def ratios(self) -> Pair:
        """Return how many times the processor time of plain sqlite3 it took, p50 and p95."""
        ours, bare = self.processor, self.bare_processor
        return ours[0] / bare[0], ours[1] / bare[1]


def timed_writes(
    memory: Memory,
    embedder: TimedEmbedder,
    shadow: Shadow,
    singles: Sequence[Page],
    batches: Sequence[Sequence[Page]],
) -> list[Timed]:
    """Time durable writes of one fact, of batches, of typed rows, and the erasure of an episode.

    The shadow knows afterwards what rows the first of these wrote.
    """
    timed = partial(_timed, embedder)
    one = [partial(_remember, memory, page) for page in singles]
    # The embedder that is measured would take minutes for the texts of a batch.
    quick = TimedEmbedder(embedder.vectors)
    batched = memory.using(memory.model, quick)
    many = [partial(batched.remember_many, [page.given for page in pages]) for pages in batches]
    facts = [partial(_write, memory, f"Fact {number}") for number in range(len(singles))]
    found = [timed(REMEMBER, one, shadow)]
    shadow.stop_counting()
    found += [_timed(quick, BATCH, many, shadow), timed("write, one fact", facts, shadow)]
    with memory.view() as view:
        erased = view.ids(Kind.EPISODE)[-_ERASED:]
    erasures = [partial(memory.forget, episode=episode) for episode in erased]
    return [*found, timed("forget, one episode", erasures, None)]


def first_write(opened: Callable[[], Memory], page: Page) -> float:
    """Open a memory, recall, and return the milliseconds that the first write after it takes."""
    with opened() as memory:
        memory.recall("Where does Anna live?")
        took = Took()
        _remember(memory, page)
        took.end()
    return took.wall * 1e3


def _remember(memory: Memory, page: Page) -> None:
    memory.remember(page.given.text, at=page.given.at, source=page.given.source)


def _write(memory: Memory, name: str) -> None:
    ends = [NewNode(kind=Kind.ENTITY, text=text) for text in (name, "Anna Known")]
    fact = NewEdge(kind=Kind.FACT, source=ends[0], target=ends[1], relation="knows")
    memory.write(ends, [fact])


def _timed(
    embedder: TimedEmbedder, name: str, calls: Sequence[Callable[[], object]], shadow: Shadow | None
) -> Timed:
    ours: list[Pair] = []
    bare: list[Pair] = []
    asked: list[float] = []
    for call in calls:
        wall, processor, embedded = embedder.wall_s, embedder.processor_s, embedder.asked_s
        took = Took()
        call()
        took.end()
        own = took.processor - (embedder.processor_s - processor)
        ours.append((own, took.wall - (embedder.wall_s - wall)))
        asked.append(embedder.asked_s - embedded)
        if shadow is not None:
            plain = shadow.write()
            bare.append((plain.processor, plain.wall))
    columns = [[pair[place] for pair in pairs] for pairs in (ours, bare) for place in (0, 1)]
    return Timed(name, *map(_pair, (*columns, asked)))


def _pair(seconds: Sequence[float]) -> Pair:
    if not seconds:
        return 0.0, 0.0
    median, most = np.percentile(np.asarray(seconds) * 1e3, (50, 95))
    return float(median), float(most)
