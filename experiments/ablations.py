"""What each part of recall contributes: searches without theses, without the graph, less deep.

    python -m experiments ablations --data PATH --format FORMAT [--corpus PATH] [--triples PATH]
        [--method NAME,NAME] [--limit N] [--memory FILE] [--log FILE] [--embedder NAME] [--json]

Texts and questions are read as by `clew bench retrieval`. A memory file is filled once and reused;
searches in the log are not run again. The output is recall@5 of the supporting passages and its
paired difference to the whole method, with 95 % bootstrap intervals. The variants leave out
(`experiments.variants`):

- `-E`, `-T`, `-O`: PersonalAI's restrictions: no episodes, theses or entities as seeds, on the way
  or among the results. Without episodes, the votes of the rows found rank them (`Behind`).
- `no graph`: hybrid without the votes of statements (`no votes`) and without the hop of bridge
  (`no bridge`), PageRank that does not walk, bridge without its second hop.
- `depth N`, `hops N`: no deeper than this.
- for bridge: without step 2 (`no rest`), with vectors or words only in step 1, only what the graph
  links, linked or not, one passage per entity, from the best passage only, hubs too.
- `any time`: facts that no longer hold count as if they did (`as_of` is off).

If a memory holds no theses, `-T` removes nothing, and if nothing has ended, `any time` changes
nothing: these are listed but not run.
"""

import json
import time
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.datasets import READERS, read_datasets
from clew.bench.metrics import evidence_recall
from clew.bench.question_set import Dataset, Wanted
from clew.bench.retrieval import CUTS, Log, Plan, Search, digest, fill, learning
from clew.embed.base import DEFAULT_EMBEDDER, open_embedder
from clew.errors import UnknownNameError
from clew.graph.types import AsOf, Kind
from clew.memory import Memory
from clew.projection.view_of import ProjectionView
from clew.recall.base import Limits
from clew.recall.query import query_for, read_questions
from experiments.parsers import parser_of
from experiments.variants import VARIANTS, WHOLE, Variant

__all__ = ["Held", "Row", "main", "measure", "report", "run"]

_CUT = 5
_ROWS = 30
"""Episodes requested from a variant; a long passage is several."""
_BETWEEN = " "
"""Separates a method from what is left out."""


@dataclass(frozen=True, slots=True)
class Held:
    """Counts of what an ablation may affect."""

    facts: int = 0
    theses: int = 0
    over: int = 0
    """Facts and theses that no longer hold."""

    @classmethod
    def of(cls, memory: Memory) -> "Held":
        """Count what one memory holds."""
        found = memory.stats()
        return cls(found.kinds["fact"], found.kinds["thesis"], sum(found.superseded.values()))

    def __add__(self, other: "Held") -> "Held":
        return Held(self.facts + other.facts, self.theses + other.theses, self.over + other.over)

    def tests(self, variant: Variant) -> bool:
        """Return whether a variant can differ from the whole method."""
        return not ((variant.thesis and not self.theses) or (variant.any_time and not self.over))


@dataclass(frozen=True, slots=True)
class Row:
    """The measurements of one variant."""

    recall: Estimate
    """Recall@5."""
    change: Estimate
    """Minus that of the whole method, question by question."""


def measure(
    memory: Memory,
    data: Dataset,
    where: Mapping[int, int],
    variants: Mapping[str, Variant],
    log: Log,
    first: int = 0,
) -> None:
    """Ask each variant each question that is not in the log, and log every search.

    Args:
        memory: as `clew.bench.retrieval.fill` left it.
        data: has the questions.
        where: the passage of each episode.
        variants: by name.
        log: receives the searches.
        first: number of the first question, where the log holds several datasets.
    """
    assert memory.embedder is not None
    asked = read_questions([question.text for question in data.questions], memory.embedder)
    with memory.view() as view:
        queries = [query_for(view, each, kinds=(Kind.EPISODE,)) for each in asked]
    for name, variant in variants.items():
        with _view(memory, variant) as view:
            for number, query in enumerate(queries, first):
                if (name, number) in log.steps:
                    continue
                begun = time.perf_counter()
                rows = variant.retriever.retrieve(view, query, Limits(k=_ROWS))
                seconds = round(time.perf_counter() - begun, 6)
                found = tuple(dict.fromkeys(where[row.id] for row in rows))
                log.add(Search(name, number, found[: max(CUTS)], seconds))


def _view(memory: Memory, variant: Variant) -> AbstractContextManager[ProjectionView]:
    if not variant.any_time:
        return memory.view()
    return memory.store.view(memory.namespace, AsOf(), now=0, any_time=True)


def report(worlds: Sequence[Dataset], names: Sequence[str], log: Log) -> dict[str, Row]:
    """Return a row for each variant, which must include each whole method."""
    asked = [question for world in worlds for question in world.questions]

    def scores(name: str) -> list[float]:
        return [
            evidence_recall(log.steps[name, number].passages, question.supporting, _CUT)
            for number, question in enumerate(asked)
        ]

    rows = {}
    for name in names:
        ours, whole = scores(name), scores(f"{name.partition(_BETWEEN)[0]}{_BETWEEN}{WHOLE}")
        change = [one - other for one, other in zip(ours, whole, strict=True)]
        rows[name] = Row(mean_interval(ours), mean_interval(change))
    return rows


def run(plan: Plan, methods: Sequence[str]) -> tuple[dict[str, Any], dict[str, Row]]:
    """Fill the memories, search and report; also return what was searched and left out.

    Raises:
        UsageError: something cannot be read, or does not fit.
        UnknownNameError: a method without variants.
    """
    variants = _named(methods)
    worlds = read_datasets(plan.data, plan.format, Wanted(limit=plan.limit, corpus=plan.corpus))
    texts = [text for world in worlds for text in world.passages]
    source, model, about = learning(plan, texts)
    embedder = open_embedder(plan.embedder)
    about |= {
        "learned": source,
        "embedder": embedder.name,
        "questions": sum(len(world.questions) for world in worlds),
        "data": digest([asdict(world) for world in worlds]),
    }
    log = Log(Search, about, plan.log)
    with ExitStack() as stack:
        memories = [
            stack.enter_context(
                Memory.open(plan.memory, namespace=world.name, embedder=embedder, model=model)
            )
            for world in worlds
        ]
        places = [
            fill(memory, world, source) for memory, world in zip(memories, worlds, strict=True)
        ]
        held = sum(map(Held.of, memories), Held())
        tested = {name: one for name, one in variants.items() if held.tests(one)}
        first = 0
        for memory, world, where in zip(memories, worlds, places, strict=True):
            measure(memory, world, where, tested, log, first)
            first += len(world.questions)
    about |= asdict(held) | {"no_ablation": [name for name in variants if name not in tested]}
    return about, report(worlds, list(tested), log)


def _named(methods: Sequence[str]) -> dict[str, Variant]:
    found: dict[str, Variant] = {}
    for method in methods:
        if method not in VARIANTS:
            raise UnknownNameError("method", method, VARIANTS)
        found |= {f"{method}{_BETWEEN}{name}": one for name, one in VARIANTS[method].items()}
    return found


def _table(rows: Mapping[str, Row]) -> str:
    lines = [f"{'':<30}{'recall@5':<24}less the whole"]
    for name, row in rows.items():
        mean, low, high = row.change
        change = "" if name.endswith(WHOLE) else f"{mean:+.3f} [{low:+.3f}, {high:+.3f}]"
        lines.append(f"{name:<30}{row.recall!s:<24}{change}".rstrip())
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("ablations", __doc__)
    add = parser.add_argument
    add("--data", type=Path, required=True, help="a file of questions with their passages")
    add("--format", required=True, help=", ".join(READERS))
    add("--corpus", type=Path, help="a file of more passages: records of title and text")
    add("--triples", type=Path, help="a recorded extraction; without, the offline rules")
    add("--method", default=",".join(VARIANTS), help="comma-separated; default: all")
    add("--limit", type=int, metavar="N", help="only the first N records, and only their passages")
    add("--memory", default=":memory:", help="the memory file to fill or reuse")
    add("--log", type=Path, help="keep every search here and run none twice")
    add("--embedder", default=DEFAULT_EMBEDDER, help="its name")
    add("--json", action="store_true", help="print one JSON object")
    given = vars(parser.parse_args(argv))
    methods = [name.strip() for name in given.pop("method").split(",")]
    as_json = given.pop("json")
    about, rows = run(Plan(**given), methods)
    if as_json:
        print(json.dumps(about | {"rows": {name: asdict(row) for name, row in rows.items()}}))
    else:
        print("\n".join(f"{name}: {value}" for name, value in about.items()))
        print(_table(rows))
    return 0
