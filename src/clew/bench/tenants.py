"""Many memories in one process: do their readers wait for each other, and is anything mixed up?

    python -m clew.bench.tenants [--namespaces 64] [--facts 2000] [--seconds 60]

One file is filled with namespaces whose names carry the namespace's number. First one thread reads
alone; then threads read and write at a fixed rate, each time another namespace. A read that finds a
name of another namespace is counted, as is every error. Python runs one thread at a time, so the
rates say what is asked of it: 16 readers at 2 reads a second each, 4 writers at 1.
"""

import argparse
import re
import resource
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from time import perf_counter

import numpy as np

from clew.bench.piped_facts import piped_facts_model
from clew.bench.random_world import RandomVectors
from clew.errors import ClewError
from clew.learn.observe import Input
from clew.learn.pipeline import BATCH
from clew.memory import Memory

__all__ = ["Load", "Outcome", "main", "run"]

_FACTS_OF_TEXT = 5
_TAG = re.compile(r"x(\d+)\b")
_RELATIONS = ("knows", "likes", "met", "visited", "owns")
_ALONE = 200
"""Reads of one thread before the load."""


@dataclass(frozen=True, slots=True)
class Load:
    """What is asked of one process."""

    namespaces: int = 64
    facts: int = 2000
    """In each namespace."""
    readers: int = 16
    writers: int = 4
    reads_per_s: float = 2.0
    """Of each reader."""
    writes_per_s: float = 1.0
    seconds: float = 60.0


@dataclass(slots=True)
class Outcome:
    """What came of it; times in milliseconds."""

    reads: int = 0
    writes: int = 0
    errors: list[str] = field(default_factory=list)
    foreign: int = 0
    """Rows found in a namespace that they are not of."""
    alone_p95: float = 0.0
    loaded_p95: float = 0.0
    write_p95: float = 0.0
    peak_mb: float = 0.0


def run(load: Load, folder: Path, *, seed: int = 0) -> Outcome:
    """Fill a file in a folder, read it alone, then under load."""
    outcome = Outcome()
    embedder, rng = RandomVectors(64), Random(seed)
    path = folder / "tenants.clew"
    with Memory.open(path, model=piped_facts_model(), embedder=embedder) as memory:
        tenants = [memory.in_namespace(f"tenant {number}") for number in range(load.namespaces)]
        for number, tenant in enumerate(tenants):
            _fill(tenant, number, load.facts, rng)
        alone = [_read(tenants, rng, outcome) for _ in range(_ALONE + len(tenants))]
        outcome.alone_p95 = _p95(alone[len(tenants) :])
        _under_load(load, tenants, outcome, seed)
    outcome.peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return outcome


def _under_load(load: Load, tenants: Sequence[Memory], outcome: Outcome, seed: int) -> None:
    stop = Event()
    reading = [
        (_read, 1 / load.reads_per_s, Random(f"{seed} reads {number}"))
        for number in range(load.readers)
    ]
    writing = [
        (_write, 1 / load.writes_per_s, Random(f"{seed} writes {number}"))
        for number in range(load.writers)
    ]
    with ThreadPoolExecutor(load.readers + load.writers) as pool:
        tasks = [
            pool.submit(_repeat, stop, every, lambda do=do, rng=rng: do(tenants, rng, outcome))  # type: ignore[misc]
            for do, every, rng in (*reading, *writing)
        ]
        stop.wait(load.seconds)
        stop.set()
    took = [task.result() for task in tasks]
    reads = [one for each in took[: load.readers] for one in each]
    writes = [one for each in took[load.readers :] for one in each]
    outcome.reads, outcome.writes = len(reads), len(writes)
    outcome.loaded_p95, outcome.write_p95 = _p95(reads), _p95(writes)


def _repeat(stop: Event, every: float, do: Callable[[], float]) -> list[float]:
    took = []
    while not stop.wait(every):
        took.append(do())
    return took


def _fill(tenant: Memory, number: int, facts: int, rng: Random) -> None:
    texts = [_text(number, rng, facts) for _ in range(facts // _FACTS_OF_TEXT)]
    for start in range(0, len(texts), BATCH):
        tenant.remember_many(texts[start : start + BATCH])


def _text(number: int, rng: Random, facts: int) -> Input:
    names = max(10, facts // 4)
    told = (
        f"P{rng.randrange(names)}x{number}|{rng.choice(_RELATIONS)}|Q{rng.randrange(names)}x{number}"
        for _ in range(_FACTS_OF_TEXT)
    )
    return Input("; ".join(told), rng.randrange(1, 1000), f"book x{number}")


def _read(tenants: Sequence[Memory], rng: Random, outcome: Outcome) -> float:
    number = rng.randrange(len(tenants))
    start = perf_counter()
    try:
        found = tenants[number].recall(f"Whom does P{rng.randrange(100)}x{number} know?", k=10)
    except ClewError as error:
        outcome.errors.append(str(error))
        return perf_counter() - start
    seconds = perf_counter() - start
    tags = {int(tag) for each in found for tag in _TAG.findall(each.item.text)}
    outcome.foreign += len(tags - {number})
    if not found:
        outcome.errors.append(f"nothing was found in tenant {number}")
    return seconds


def _write(tenants: Sequence[Memory], rng: Random, outcome: Outcome) -> float:
    number = rng.randrange(len(tenants))
    given = _text(number, rng, 100)
    start = perf_counter()
    try:
        tenants[number].remember(given.text, at=given.at, source=given.source)
    except ClewError as error:
        outcome.errors.append(str(error))
    return perf_counter() - start


def _p95(seconds: Sequence[float]) -> float:
    return float(np.percentile(np.asarray(seconds) * 1e3, 95)) if seconds else 0.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the load, print the outcome; return 1 after an error or a foreign row."""
    parser = argparse.ArgumentParser(
        prog="python -m clew.bench.tenants", description=__doc__.partition("\n")[0]
    )
    load = Load()
    parser.add_argument("--namespaces", type=int, default=load.namespaces)
    parser.add_argument("--facts", type=int, default=load.facts, help="in each namespace")
    parser.add_argument("--seconds", type=float, default=load.seconds)
    given = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        asked = Load(given.namespaces, given.facts, seconds=given.seconds)
        found = run(asked, Path(folder))
    ratio = found.loaded_p95 / found.alone_p95
    print(f"{found.reads} reads, {found.writes} writes, {len(found.errors)} errors")
    print(f"rows of another namespace: {found.foreign}")
    print(f"read p95: {found.loaded_p95:.1f} ms, alone {found.alone_p95:.1f} ms: {ratio:.1f} x")
    print(f"write p95: {found.write_p95:.1f} ms; peak memory {found.peak_mb:.0f} MB")
    for each in found.errors[:20]:
        print(" ", each)
    return 1 if found.errors or found.foreign else 0


if __name__ == "__main__":
    raise SystemExit(main())
