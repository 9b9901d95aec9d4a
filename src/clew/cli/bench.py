"""`clew bench`: measure recall and answers on your own question set (docs/bench.md)."""

import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.cli.options import AsJson, Minds, Misuse, bundled, option, utf8
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of
from clew.plugins import late

if TYPE_CHECKING:
    from clew.bench.retrieval import Plan, Progress

__all__ = ["FORMATS", "Texts", "app", "names_of", "plan_of", "progress_of"]

FORMATS = "musique, 2wiki, hotpotqa, locomo, or MODULE:NAME of a reader"
"""As help texts name them."""
app = typer.Typer(name="bench", help="Measure recall and answers on a question set.")


DataPath = Annotated[Path, option("--data", "PATH", "The question set, as published.")]
FormatName = Annotated[str, option("--format", "NAME", f"Its format: {FORMATS}.", parser=utf8)]
OutPath = Annotated[
    Path | None,
    option(
        "--out", "FOLDER", "Keep log, memory and report here; the same command resumes the run."
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Which texts, and what they are learned from."""

    corpus: Annotated[
        Path | None,
        option(
            "--corpus",
            "PATH",
            "More texts: records of title and text.",
        ),
    ] = None
    triples: Annotated[
        Path | None,
        option("--triples", "PATH", "Learn from a recorded extraction instead of a model."),
    ] = None
    limit: Annotated[
        int | None, option("--limit", "N", "Only the first N records, and only their texts.", min=1)
    ] = None
    embedder: Annotated[str, option("--embedder", "NAME", "Computes vectors.", parser=utf8)] = (
        "minilm"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What to ask, and how to answer."""

    method: Annotated[
        str,
        option(
            "--method",
            "NAMES",
            "How to answer, comma-separated: ask, ask-iterative, or a retriever "
            "whose results are the only evidence: hybrid, ppr, beam+circles, ...",
            parser=utf8,
        ),
    ] = "ask"
    questions: Annotated[
        int | None,
        option("--questions", "N", "Ask only the first N questions; keep all texts.", min=1),
    ] = None
    evidence: Annotated[
        int | None, option("--evidence", "N", "Results per retriever; 25 by default.", min=1)
    ] = None
    judge: Annotated[
        str | None, option("--judge", "NAME", "The judge, if not --model.", parser=utf8)
    ] = None


@app.command()
@bundled
def retrieval(
    data: DataPath,
    format: FormatName,
    texts: Texts,
    method: Annotated[
        str | None,
        option("--method", "NAMES", "Retrievers, comma-separated; all by default.", parser=utf8),
    ] = None,
    half: Annotated[
        str | None,
        option("--half", "even|odd", "Choose a method on these questions, report on the others."),
    ] = None,
    out: OutPath = None,
    json: AsJson = False,
) -> int:
    """Measure how many supporting passages each retriever finds, without calling a model.

    Reports recall@2, @5 and @10 with 95 % bootstrap intervals, the paired difference to the best
    baseline, and the search time.
    """
    runs, methods = late("clew.bench.retrieval"), late("clew.bench.methods")
    if half not in (None, "even", "odd"):
        raise Misuse(f"expected --half even or --half odd, got {half!r}")
    plan = replace(plan_of(data, format, texts), half=half)
    if out is not None:
        late("clew.bench.journal").folder_at(out)
        plan = replace(plan, memory=str(out / "memory.clew"), log=out / "log.jsonl")
    names = list(methods.METHODS) if method is None else names_of("--method", method)
    about, found = runs.run(plan, names, progress_of(format))
    plain, page = late("clew.bench.reports").of_retrieval(about, found)
    _report(plain, page, out, json)
    return 0


@app.command()
@bundled
def qa(
    data: DataPath,
    format: FormatName,
    texts: Texts,
    asked: Asked,
    minds: Minds,
    out: OutPath = None,
    json: AsJson = False,
) -> int:
    """Measure answers: exact match, F1, judge score, abstentions, evidence, cost.

    Model failures count as wrong. Without a model, offline rules answer and judge.
    """
    runs, configurations = late("clew.bench.qa"), late("clew.bench.configurations")
    trial = runs.Trial(
        plan=plan_of(data, format, texts),
        configurations=configurations.configurations_of(names_of("--method", asked.method)),
        questions=asked.questions,
        k=asked.evidence or runs.DEFAULT_K,
        out=out,
    )
    if out is None:
        note("nothing is kept; with --out FOLDER a stopped run can resume")
    ran = runs.run(trial, settings_of(minds, judge=asked.judge), progress=progress_of(format))
    plain, page = late("clew.bench.reports").of_answers(ran, late("clew.bench.scores").rows(ran))
    _report(plain, page, out, json)
    return 0


def plan_of(data: Path, format: str, texts: Texts) -> "Plan":
    """Return what to search, from the options."""
    plan: Plan = late("clew.bench.retrieval").Plan(data=data, format=format, **asdict(texts))
    return plan


def names_of(option: str, given: str) -> list[str]:
    """Return the comma-separated names given to an option.

    Raises:
        Misuse: there are none.
    """
    names = [name for each in given.split(",") if (name := each.strip())]
    if not names:
        raise Misuse(f"expected comma-separated names for {option}, got {given!r}")
    return names


def progress_of(label: str) -> "Progress":
    """Report on stderr what is finished, and now and then how far the rest is."""
    pause = 2.0 if sys.stderr.isatty() else 30.0
    last = time.monotonic()

    def told(what: str, done: int, total: int) -> None:
        nonlocal last
        if done == total or time.monotonic() - last >= pause:
            note(f"{label}, {what}: {done} of {total}")
            last = time.monotonic()

    return told


def _report(plain: Mapping[str, object], page: str, out: Path | None, json: bool) -> None:
    if out is not None:
        written = late("clew.bench.reports").write_report(out, plain, page)
        note("written: " + ", ".join(map(str, written)))
    if json:
        print_json(plain)
    else:
        say(page.rstrip())
