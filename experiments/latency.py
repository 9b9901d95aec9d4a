"""Measure how long every retriever takes at 10,000 and 100,000 facts, and how that grows.

    OMP_NUM_THREADS=1 python -m experiments latency [--sizes 10000,100000] [--method NAME,NAME]
        [--queries N] [--folder DIR] [--processor] [--json]

A world of random facts (`clew.bench.random_world`) is learned without a model. Then every method of
`clew.bench.methods` gets the same questions and returns its best 20 facts, theses and episodes.
Every other question names two things, as searches between entities need; the rest name one. The
time covers a view of the file, linking and the search, but not embedding the question. One thread.
A file in `--folder` is filled once and reused.

All methods are compared with the target of `hybrid`. Run it on an idle machine; on a busy one
`--processor` measures processor time instead, which is close.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TypeAlias

import numpy as np

from clew.bench.engine import model_for
from clew.bench.journal import folder_at
from clew.bench.methods import METHODS, method
from clew.bench.random_world import FACTS_PER_EPISODE, RandomVectors, World
from clew.errors import UsageError
from clew.memory import Memory
from clew.recall.base import Limits, Retriever
from clew.recall.query import Asked, query_for, read_questions
from experiments.parsers import parser_of

__all__ = ["Spent", "bar_ms", "filled", "main", "measure", "questions"]

_LIMITS = Limits(k=20)
_BARS = ((10_000, 20.0), (100_000, 80.0))
"""(most facts, limit for 95 % of the recalls in milliseconds)."""


@dataclass(frozen=True, slots=True)
class Spent:
    """How long the recalls of one method took."""

    p50_ms: float
    p95_ms: float
    most_ms: float


Report: TypeAlias = dict[int, dict[str, Spent]]
"""By number of facts and name of the method."""


def bar_ms(facts: int) -> float | None:
    """Return the limit for 95 % of the recalls in milliseconds; `None` over 100,000 facts."""
    return next((most for size, most in _BARS if facts <= size), None)


@contextmanager
def filled(path: Path, facts: int) -> Iterator[tuple[Memory, World]]:
    """Yield a memory with this many facts of a world, filled if needed, and the world.

    Raises:
        UsageError: the file holds something else.
    """
    world = World()
    pages = list(world.pages(facts // FACTS_PER_EPISODE))
    model = model_for({page.given.text: page.says for page in pages})
    with Memory.open(path, model=model, embedder=RandomVectors()) as memory:
        memory.remember_many([page.given for page in pages], once=True)
        memory.learn_pending()
        held = memory.stats().kinds["episode"]
        if held != len(pages):
            raise UsageError(
                f"{path}: expected a world of {len(pages)} episodes, got {held}; "
                "name another --folder"
            )
        yield memory, world


def questions(world: World, count: int) -> list[str]:
    """Return questions, every other one about two things."""
    asked = [world.question() for _ in range(2 * count)]
    return [
        one if number % 2 else f"{one} {other}"
        for number, (one, other) in enumerate(zip(asked[::2], asked[1::2], strict=True))
    ]


def measure(
    memory: Memory,
    texts: Sequence[str],
    methods: Mapping[str, Retriever],
    clock: Callable[[], float] = perf_counter,
) -> dict[str, Spent]:
    """Ask every method every question, after one untimed warm-up."""
    assert memory.embedder is not None
    asked = read_questions(texts, memory.embedder)
    found = {}
    for name, retriever in methods.items():
        _recall(memory, retriever, asked[0])
        seconds = []
        for each in asked:
            begun = clock()
            _recall(memory, retriever, each)
            seconds.append(clock() - begun)
        found[name] = _spent(seconds)
    return found


def _recall(memory: Memory, retriever: Retriever, asked: Asked) -> None:
    with memory.view() as view:
        retriever.retrieve(view, query_for(view, asked), _LIMITS)


def _spent(seconds: Sequence[float]) -> Spent:
    return Spent(*(round(1e3 * float(each), 2) for each in np.percentile(seconds, (50, 95, 100))))


def _run(given: argparse.Namespace, folder: Path) -> Report:
    methods = {name: method(name) for name in map(str.strip, given.method.split(","))}
    sizes = _sizes(given.sizes)
    if given.queries < 1:
        raise UsageError(f"expected --queries of 1 or more, got {given.queries}")
    found: Report = {}
    for facts in sizes:
        with filled(folder / f"world-{facts}.clew", facts) as (memory, world):
            asked = questions(world, given.queries)
            clock = process_time if given.processor else perf_counter
            found[facts] = measure(memory, asked, methods, clock)
    return found


def _table(found: Report) -> str:
    sizes = list(found)
    head = "".join(f"{f'{size:,} facts':<34}" for size in sizes)
    lines = [f"{'p50 / p95 / most ms':<24}{head}" + ("growth of p95" if len(sizes) > 1 else "")]
    for name in found[sizes[0]]:
        cells = "".join(f"{_cell(found[size][name], size):<34}" for size in sizes)
        first, last = (found[size][name].p95_ms for size in (sizes[0], sizes[-1]))
        lines.append(f"{name:<24}{cells}" + (f"{last / first:.1f} x" if len(sizes) > 1 else ""))
    return "\n".join(lines)


def _cell(spent: Spent, facts: int) -> str:
    shown = f"{spent.p50_ms:.1f} / {spent.p95_ms:.1f} / {spent.most_ms:.1f}"
    bar = bar_ms(facts)
    return shown if bar is None else f"{shown} {'<=' if spent.p95_ms <= bar else '>'} {bar:g}"


def _sizes(given: str) -> list[int]:
    """Return numbers of facts, ascending, each once."""
    words = given.split(",")
    if not all(word.strip().isdecimal() and int(word) >= FACTS_PER_EPISODE for word in words):
        raise UsageError(
            f"expected --sizes of {FACTS_PER_EPISODE} facts or more, like 10000,100000; "
            f"got {given!r}"
        )
    return sorted({int(word) for word in words})


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line shown above; return 0, or 2 on an error."""
    parser = parser_of("latency", __doc__)
    add = parser.add_argument
    add("--sizes", default="10000,100000", help="numbers of facts, comma-separated")
    add("--method", default=",".join(METHODS), help="comma-separated; default: all")
    add("--queries", type=int, default=100, help="questions asked of each method")
    add("--folder", type=Path, help="keep the files here; default: a temporary folder")
    add("--processor", action="store_true", help="measure processor time, not wall-clock time")
    add("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    with ExitStack() as stack:
        folder = folder_at(given.folder or Path(stack.enter_context(TemporaryDirectory())))
        found = _run(given, folder)
    if given.json:
        print(json.dumps({size: {n: asdict(s) for n, s in found[size].items()} for size in found}))
    else:
        print(f"{given.queries} questions of each method\n{_table(found)}")
    return 0
