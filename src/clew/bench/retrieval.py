"""Measure the recall of supporting passages for retrievers, on any set of `clew.bench.datasets`.

    clew bench retrieval --data PATH --format FORMAT [--method NAME,NAME] [--out FOLDER] ...

All passages are kept in one memory (those of a conversation in a memory of its own) and learned
from recorded triples or by the offline rules, so no model is called. Each question then goes to
each method of `clew.bench.methods`. Recall@k is the share of a question's supporting passages among
the first k passages found. The report has means over the questions with 95 % bootstrap intervals,
the search time in milliseconds (without embedding and linking), and the paired difference of
recall@5 to the best of `BASELINES` on the reported questions, which favours the baseline. If a half
is given, the method with the best recall@5 on that half is chosen, and all numbers are for the
other half.

A memory file is filled once, in several runs if needed, and then reused. Every search is logged
before anything is reported; a logged search is not run again, so delete the log after changing a
method.
"""

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.datasets import read_datasets, read_triples
from clew.bench.journal import Journal
from clew.bench.methods import method
from clew.bench.metrics import evidence_recall
from clew.bench.question_set import Dataset, Wanted, same_text
from clew.embed.base import DEFAULT_EMBEDDER, open_embedder
from clew.errors import UsageError
from clew.graph.types import Episode, Kind
from clew.learn.observe import Input, passages
from clew.learn.tasks import Extract
from clew.llm.base import Model, Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.recall.base import Limits, Retriever
from clew.recall.query import query_for, read_questions

__all__ = [
    "AT",
    "BASELINES",
    "CUTS",
    "Log",
    "Plan",
    "Progress",
    "Report",
    "Search",
    "digest",
    "fill",
    "learning",
    "measure",
    "recorded",
    "report",
    "run",
]

BASELINES = ("keyword", "dense", "ppr", "rrf", "rrf-ppr")
"""What a method must beat: single searches, and fusions of two and three by reciprocal rank."""
CUTS = (2, 5, 10)
_DECIDES = 5
_ROWS = 30
"""Episodes requested from a method; a long passage is several."""
AT = datetime(2024, 1, 1, tzinfo=UTC)
"""The date given to texts without one."""
_HALVES = ("even", "odd")


@dataclass(frozen=True, slots=True)
class Search:
    """What one method found for one question."""

    method: str
    question: int
    passages: tuple[int, ...]
    """Numbers of the first passages, best first, each once."""
    seconds: float

    @property
    def key(self) -> tuple[str, int]:
        """What the log finds it by."""
        return self.method, self.question


Log: TypeAlias = Journal[Search]
"""Searches, by method and question number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to search, and how to learn from it."""

    data: Path
    format: str
    corpus: Path | None = None
    triples: Path | None = None
    limit: int | None = None
    half: str | None = None
    memory: str = ":memory:"
    log: Path | None = None
    embedder: str = DEFAULT_EMBEDDER


@dataclass(frozen=True, slots=True)
class Row:
    """The measurements of one method."""

    recall: dict[str, Estimate]
    p50_ms: float
    p95_ms: float
    gain: Estimate
    """Recall@5 minus the best baseline's, question by question."""


@dataclass(frozen=True, slots=True)
class Report:
    """All methods over the questions reported."""

    questions: int
    baseline: str
    """The best baseline at recall@5 on these questions; the first of `BASELINES` wins ties."""
    chosen: str | None
    """The non-baseline method best at recall@5 on the other half; `None` without halves."""
    rows: dict[str, Row]


def recorded(triples: Mapping[str, list[Any]], texts: Sequence[str]) -> Model:
    """Return a model that extracts the recorded triples of each passage and replaces nothing.

    If a passage is split into episodes, its triples go to the first; a passage without recorded
    triples gets none.
    """
    replies = {passages(text)[0]: triples.get(same_text(text), []) for text in texts}

    def reply(task: Task[Any]) -> str:
        if isinstance(task, Extract):
            return json.dumps({"triples": replies.get(task.text, [])})
        return '{"pairs": []}'

    return ScriptedModel(reply)


Progress: TypeAlias = Callable[[str, int, int], None]
"""(what is counted, how many are done, of how many); called while work goes on."""


def fill(
    memory: Memory, data: Dataset, source: str, progress: Progress | None = None
) -> dict[int, int]:
    """Remember what is missing, learn what is pending, and return the passage of each episode.

    Args:
        memory: empty, or filled wholly or partly from the same passages in the same way.
        data: has the passages.
        source: stored with every episode: which data, and how it was learned from.
        progress: is told how many texts are learned from.

    Raises:
        UsageError: the memory holds other texts, or a passage could not be learned from.
    """
    with memory.view() as view:
        held = view.items(view.ids(Kind.EPISODE))
    known = {part for text in data.passages for part in passages(text)}
    for one in held:
        if isinstance(one, Episode) and (one.source != source or one.text not in known):
            raise UsageError(
                f"expected a memory of these passages learned as {source!r}, got one that holds "
                f"{one.text[:40]!r} as {one.source!r}; name another folder or file"
            )
    times = data.times or (AT,) * len(data.passages)
    inputs = [Input(text, at, source) for text, at in zip(data.passages, times, strict=True)]
    done = 0.0

    def more(count: float) -> None:
        nonlocal done
        done += count
        if progress is not None:
            progress("texts", round(done), len(inputs))

    told = data.name if data.times else ""  # only conversations have times
    receipts = memory.remember_many(inputs, conversation=told, once=True, progress=more)
    memory.learn_pending()
    if pending := memory.stats().pending:
        raise UsageError(f"expected all passages to be learned from, {pending} are not; try again")
    return {id: place for place, each in enumerate(receipts) for id in each.episodes}


def measure(
    memory: Memory,
    data: Dataset,
    where: Mapping[int, int],
    methods: Mapping[str, Retriever],
    log: Log,
    first: int = 0,
    progress: Progress | None = None,
) -> None:
    """Ask each method each question that is not in the log, and log every search.

    Args:
        memory: as `fill` left it.
        data: has the questions.
        where: the passage of each episode.
        methods: by name.
        log: receives the searches.
        first: number of the first question, where the log holds several datasets.
        progress: is told how many questions each method has searched for.
    """
    assert memory.embedder is not None
    asked = read_questions([question.text for question in data.questions], memory.embedder)
    with memory.view() as view:
        queries = [query_for(view, each, kinds=(Kind.EPISODE,)) for each in asked]
        for name, retriever in methods.items():
            for number, query in enumerate(queries, first):
                if (name, number) in log.steps:
                    continue
                begun = time.perf_counter()
                rows = retriever.retrieve(view, query, Limits(k=_ROWS))
                seconds = time.perf_counter() - begun
                found = dict.fromkeys(where[row.id] for row in rows)
                log.add(Search(name, number, tuple(found)[: max(CUTS)], round(seconds, 6)))
                if progress is not None:
                    progress(name, number - first + 1, len(queries))


def report(
    data: Dataset,
    names: Sequence[str],
    searches: Mapping[tuple[str, int], Search],
    half: str | None = None,
) -> Report:
    """Return the report described in the module docstring.

    Args:
        data: has the supporting passages.
        names: methods that were asked every question, including a baseline.
        searches: what they found, by method and question number.
        half: the half to choose on ("even" or "odd"); the other is reported. `None`: no choice.

    Raises:
        UsageError: no baseline among the methods, or no question in a half.
    """
    held, shown = _halves(data, half)
    base = _baselines(names)

    def scores(name: str, numbers: Sequence[int], cut: int) -> list[float]:
        return [
            evidence_recall(searches[name, number].passages, data.questions[number].supporting, cut)
            for number in numbers
        ]

    best = max(base, key=lambda name: sum(scores(name, shown, _DECIDES)))
    chosen = None
    ours = [name for name in names if name not in BASELINES]
    if held and ours:
        chosen = max(ours, key=lambda name: sum(scores(name, held, _DECIDES)))
    theirs = scores(best, shown, _DECIDES)
    rows = {}
    for name in names:
        spent = [1e3 * searches[name, number].seconds for number in shown]
        gains = [a - b for a, b in zip(scores(name, shown, _DECIDES), theirs, strict=True)]
        rows[name] = Row(
            {f"recall@{cut}": mean_interval(scores(name, shown, cut)) for cut in CUTS},
            round(float(np.percentile(spent, 50)), 2),
            round(float(np.percentile(spent, 95)), 2),
            mean_interval(gains),
        )
    return Report(len(shown), best, chosen, rows)


def _halves(data: Dataset, half: str | None) -> tuple[range, range]:
    """Return the questions to choose on (none without halves) and those to report."""
    every = range(len(data.questions))
    if half is None:
        return every[:0], every
    if len(every) < 2:
        raise UsageError(f"expected two questions or more for --half, got {len(every)}")
    first = _HALVES.index(half)
    return every[first::2], every[1 - first :: 2]


def _baselines(names: Sequence[str]) -> list[str]:
    base = [name for name in BASELINES if name in names]
    if not base:
        raise UsageError(
            f"expected a baseline among the methods, one of {', '.join(BASELINES)}; "
            f"got {', '.join(names)}"
        )
    return base


def digest(value: Any) -> str:
    """Return a fingerprint of plain data, twelve hexadecimal digits."""
    return hashlib.sha256(json.dumps(value, default=str).encode()).hexdigest()[:12]


def learning(
    plan: Plan, texts: Sequence[str], name: str = "rules", model: Model | str = "rules"
) -> tuple[str, Model | str, dict[str, Any]]:
    """Return how texts are learned from: a description, the model, and report fields.

    Args:
        plan: names a recorded extraction, or none.
        texts: all of them.
        name: what to call the model.
        model: learns where nothing is recorded.

    Raises:
        UsageError: the triples cannot be read.
    """
    if plan.triples is None:
        return f"{plan.format}, {name}", model, {}
    triples = read_triples(plan.triples)
    without = sum(not triples.get(same_text(text)) for text in texts)
    source = f"{plan.format}, triples {digest(triples)}"
    return source, recorded(triples, texts), {"passages_without_triples": without}


def run(
    plan: Plan, names: Sequence[str], progress: Progress | None = None
) -> tuple[dict[str, Any], Report]:
    """Fill the memories, search and report; also return what was searched.

    Raises:
        UnknownNameError: there is no such method.
        UsageError: something cannot be read, or does not fit.
    """
    methods = {name: method(name) for name in names}
    wanted = Wanted(limit=plan.limit, corpus=plan.corpus)
    worlds = read_datasets(plan.data, plan.format, wanted)
    every = _joined(worlds)
    # Fail before minutes of work, not after.
    _halves(every, plan.half)
    _baselines(list(methods))
    source, model, about = learning(plan, every.passages)
    embedder = open_embedder(plan.embedder)
    about |= {
        "learned": source,
        "embedder": embedder.name,
        "passages": len(every.passages),
        "questions": len(every.questions),
        "left_out": every.left_out,
        "data": digest([asdict(world) for world in worlds]),
    }
    log = Journal(Search, about, plan.log)
    first = 0
    for world in worlds:
        with Memory.open(
            plan.memory, namespace=world.name, embedder=embedder, model=model
        ) as memory:
            where = fill(memory, world, source, progress)
            measure(memory, world, where, methods, log, first, progress)
        first += len(world.questions)
    return about, report(every, list(methods), log.steps, plan.half)


def _joined(worlds: Sequence[Dataset]) -> Dataset:
    """Return all texts and questions; each question's passages are numbered in its own world."""
    return Dataset(
        worlds[0].format,
        tuple(text for one in worlds for text in one.passages),
        tuple(question for one in worlds for question in one.questions),
        sum(one.left_out for one in worlds),
    )
