"""Measure the engine's speed and size against its targets.

    OMP_NUM_THREADS=1 python -m clew.bench.engine [--sizes 10000,100000] [--json FILE]

A world of random facts (`clew.bench.random_world`) is learned with the offline revision rules.
Extracting and embedding cost almost nothing here, so the numbers are the engine's own; what the
default embedder takes for the same texts stands beside them. Reading, writing and opening are held
against their targets in processor time of one thread, which a busy machine changes less than
wall-clock time, writing as a multiple of what plain sqlite3 takes for the same rows; imports in
wall-clock time, so run it on an idle machine.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from clew.bench.bare_reads import Agreement, agreement
from clew.bench.bare_sqlite import Shadow
from clew.bench.random_world import FACTS_PER_EPISODE, Page, RandomVectors, World
from clew.bench.reads import Read, TimedEmbedder, run_python, timed_opening, timed_reads
from clew.bench.timed_writes import BATCH as MANY
from clew.bench.timed_writes import REMEMBER, Timed, first_write, timed_writes
from clew.embed.base import DEFAULT_EMBEDDER, TextKind, open_embedder
from clew.learn.pipeline import BATCH
from clew.learn.tasks import Extract, Extraction
from clew.llm.rules import RuleModel
from clew.memory import Memory
from clew.minds.offline import RULES

__all__ = ["Size", "main", "measure", "model_for", "rows_of"]

_WARM = 20
_FACTS = BATCH * FACTS_PER_EPISODE
"""In one batch."""
_EMBEDDED = 40
"""Texts of five or six sentences that are embedded to see how long that takes."""


@dataclass(slots=True)
class Size:
    """Everything measured at one number of facts; times in milliseconds unless noted."""

    facts: int
    build_s: float = 0.0
    facts_per_s: float = 0.0
    """Over the whole build."""
    last_facts_per_s: float = 0.0
    """Over the last tenth of the build, which shows the cost of one more batch."""
    writes: list[Timed] = field(default_factory=list)
    first_write_ms: float = 0.0
    rows_per_write: dict[str, float] = field(default_factory=dict)
    bytes_per_write: float = 0.0
    reads: list[Read] = field(default_factory=list)
    exact: Agreement | None = None
    """Whether searches find what the floats that were embedded find."""
    texts_per_s: float = 0.0
    """What the default embedder embeds, in sentences of the world's texts."""
    open_s: float = 0.0
    """Processor time of a new process: import, open the file, first recall."""
    open_wall_s: float = 0.0
    rss_mb: float = 0.0
    file_mb: float = 0.0
    bytes_per_fact: float = 0.0


def measure(
    facts: int,
    folder: Path,
    *,
    writes: int = 300,
    batches: int = 5,
    queries: int = 100,
    exact: int = 1000,
) -> Size:
    """Build a memory of this many facts in a folder and measure it."""
    size = Size(facts)
    path = folder / f"{facts}.clew"
    world, says = World(), dict[str, Extraction]()
    embedder = TimedEmbedder(RandomVectors(), open_embedder(DEFAULT_EMBEDDER))
    opened = partial(Memory.open, path, model=model_for(says), embedder=embedder.vectors)
    pages = list(world.pages(facts // FACTS_PER_EPISODE))
    says.update((page.given.text, page.says) for page in pages)
    with opened() as memory:
        _build(size, memory, pages)
    size.file_mb = sum(each.stat().st_size for each in folder.glob(f"{path.name}*")) / 1e6
    size.bytes_per_fact = size.file_mb * 1e6 / facts
    new = timed_opening(path)
    size.open_s, size.open_wall_s, size.rss_mb = new.processor_s, new.wall_s, new.rss_mb
    with opened() as memory:
        questions = [world.question() for _ in range(queries)]
        names = [world.name() for _ in range(queries)]
        singles = list(world.pages(writes + _WARM + 1, facts=1))
        more = [list(world.pages(BATCH)) for _ in range(batches)]
        says.update((page.given.text, page.says) for page in (*singles, *chain(*more)))
        asked = embedder.vectors.embed([f"question {n}" for n in range(exact)], kind=TextKind.QUERY)
        with memory.view() as view:
            size.exact = agreement(view, embedder.vectors, asked)
        reading = memory.using(memory.model, embedder)
        size.reads = timed_reads(reading, embedder, path, questions, names)
        _durable(size, reading, embedder, path, singles[1:], more)
        size.texts_per_s = _embedding(embedder, [page.given.text for page in pages])
    size.first_write_ms = first_write(opened, singles[0])
    return size


def _build(size: Size, memory: Memory, pages: Sequence[Page]) -> None:
    seconds = []
    for start in range(0, len(pages), BATCH):
        batch = [page.given for page in pages[start : start + BATCH]]
        taken = _timed(partial(memory.remember_many, batch))
        seconds.append((taken, len(batch) * FACTS_PER_EPISODE))
    size.build_s = sum(took for took, _ in seconds)
    size.facts_per_s = size.facts / size.build_s
    last = seconds[-max(1, len(seconds) // 10) - 1 : -1] or seconds  # the very last is not full
    size.last_facts_per_s = sum(count for _, count in last) / sum(took for took, _ in last)


def _durable(
    size: Size,
    memory: Memory,
    embedder: TimedEmbedder,
    path: Path,
    singles: Sequence[Page],
    batches: Sequence[Sequence[Page]],
) -> None:
    for page in singles[:_WARM]:
        memory.remember(page.given.text, at=page.given.at, source=page.given.source)
    shadow = Shadow(path, path.with_name("bare.db"))
    size.writes = timed_writes(memory, embedder, shadow, singles[_WARM:], batches)
    shadow.close()
    size.rows_per_write = {name: count / shadow.writes for name, count in shadow.rows.items()}
    size.bytes_per_write = shadow.bytes / shadow.writes


def _embedding(embedder: TimedEmbedder, texts: Sequence[str]) -> float:
    sentences = [each for text in texts[:_EMBEDDED] for each in text.split(". ")]
    before = embedder.asked_s
    embedder.embed(sentences, kind=TextKind.PASSAGE)
    return len(sentences) / (embedder.asked_s - before)


def _imports() -> dict[str, float]:
    """Return the seconds an import takes beyond a bare interpreter, the best of five processes."""
    names = {"bare": "pass", "import clew": "import clew", "Memory": "from clew import Memory"}
    best = {}
    for name, code in names.items():
        times = []
        for _ in range(5):
            start = perf_counter()
            run_python(code)
            times.append(perf_counter() - start)
        best[name] = min(times)
    return {name: best[name] - best["bare"] for name in list(names)[1:]}


def _timed(run: Callable[[], object]) -> float:
    start = perf_counter()
    run()
    return perf_counter() - start


def rows_of(size: Size, imports: dict[str, float]) -> Iterator[tuple[str, str, str, bool]]:
    """Yield (what, measured, target, met) for every target."""
    writes = {write.name: write for write in size.writes}
    bars_of_one = (("p50", 1.8), ("p95", 2.5))
    for (which, most), ratio in zip(bars_of_one, writes[REMEMBER].ratios(), strict=True):
        yield f"one fact, {which}", f"{ratio:.2f} x bare", f"<= {most} x", ratio <= most
    rate, least = 1e3 * _FACTS / writes[MANY].processor[0], _at(size, 10_000, 7_000, 7_000)
    yield "batched", f"{rate:,.0f} facts/s", f">= {least:,} facts/s", rate >= least
    took = size.first_write_ms
    yield "first write after open", f"{took:.0f} ms", "<= 50 ms", took <= 50
    bars = {"recall(k=20)": _at(size, 8, 20, 100), "facts": 2, "history": 2}
    for read in size.reads:
        if (bar := bars.get(read.name)) is not None:
            took = read.processor[1]
            yield f"{read.name}, p95", f"{took:.1f} ms", f"<= {bar} ms", took <= bar
    if (one := size.exact) is not None:
        said, enough = f"{one.same} of {one.queries:,}", 0.999 * one.queries
        yield f"top {one.k} as of the floats", said, f">= {enough:.0f}", one.same >= enough
    bar = _at(size, 1, 1, 6)
    took = size.open_s
    yield "open and first recall", f"{took:.2f} s", f"<= {bar} s", took <= bar
    most = _at(size, 250, 250, 2000)
    yield "resident", f"{size.rss_mb:.0f} MB", f"<= {most} MB", size.rss_mb <= most
    yield "file", f"{size.file_mb:.0f} MB", f"<= {most} MB", size.file_mb <= most
    for name, seconds in (("import clew", 0.3), ("Memory", 0.6)):
        met = imports[name] <= seconds
        yield name, f"{imports[name]:.2f} s", f"<= {seconds} s", met


def _at(size: Size, small: int, middle: int, large: int) -> int:
    """Return the bar for up to 10,000 facts, up to 100,000, or more."""
    if size.facts <= 10_000:
        return small
    return middle if size.facts <= 100_000 else large


def _print(sizes: Sequence[Size], imports: dict[str, float]) -> None:
    for size in sizes:
        print(f"\n{size.facts:,} facts")
        for what, measured, bar, met in rows_of(size, imports):
            print(f"  {what:24} {measured:>28}  {bar:18} {'met' if met else 'MISSED'}")
        said = ", ".join(f"{name} {count:.1f}" for name, count in size.rows_per_write.items())
        print(f"  rows of one write: {said}; {size.bytes_per_write:,.0f} bytes")
        print(f"  {DEFAULT_EMBEDDER} embeds {size.texts_per_s:.0f} sentences a second")
        print(f"  build {size.build_s:.1f} s, resident {size.rss_mb:.0f} MB")
        print(f"  open and first recall {size.open_wall_s:.2f} s by the clock")
        print(f"  file {size.file_mb:.0f} MB, {size.bytes_per_fact:,.0f} bytes for each fact")
        heads = ("processor", "bare", "wall", "bare wall", "embedder")
        print(f"  {'p50 / p95 in ms':22}" + "".join(f"{head:>17}" for head in heads))
        for write in size.writes:
            least = (write.bare_processor, write.wall, write.bare_wall, write.embedder)
            print(f"  {write.name:22}{_cells(write.processor, *least)}")
        print(f"  {'p50 / p95 in ms':22}{'processor':>17}{'wall':>17}{'embedder':>17}")
        for read in size.reads:
            print(f"  {read.name:22}{_cells(read.processor, read.wall, read.embedder)}")
    if len(sizes) > 1:
        first, last = asdict(sizes[0]), asdict(sizes[-1])
        print(f"\ngrowth, {sizes[0].facts:,} to {sizes[-1].facts:,} facts")
        for one, other in zip(sizes[0].writes, sizes[-1].writes, strict=True):
            print(f"  {one.name} p95: {other.processor[1] / one.processor[1]:.1f} x")
        for read, later in zip(sizes[0].reads, sizes[-1].reads, strict=True):
            print(f"  {read.name} p95: {later.processor[1] / read.processor[1]:.1f} x")
        for name in ("last_facts_per_s", "open_s", "rss_mb", "file_mb", "bytes_per_fact"):
            print(f"  {name}: {last[name] / first[name]:.1f} x")


def _cells(*times: tuple[float, float]) -> str:
    return "".join(f"{f'{p50:.2f} / {p95:.2f}':>17}" for p50, p95 in times)


def model_for(says: dict[str, Extraction]) -> RuleModel:
    """Return a model that looks extractions up in `says` and revises as the English mind does."""

    def extract(task: Extract) -> Extraction:
        return says.get(task.text) or Extraction()

    return RuleModel({**RULES, Extract: extract})


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure every size and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m clew.bench.engine", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--sizes", default="10000,100000", help="numbers of facts")
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    given = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        sizes = [measure(int(facts), Path(folder)) for facts in given.sizes.split(",")]
    imports = _imports()
    _print(sizes, imports)
    if given.json is not None:
        report = {"sizes": [asdict(size) for size in sizes], "imports_s": imports}
        given.json.write_text(json.dumps(report, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
