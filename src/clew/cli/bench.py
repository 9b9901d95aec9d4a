"""`clew bench`: measure recall and answers on your own question set (docs/bench.md)."""

import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from clew.cli.options import AS_JSON, Minds, Misuse, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of
from clew.plugins import late

if TYPE_CHECKING:
    from clew.bench.retrieval import Plan, Progress

__all__ = ["FORMATS", "Texts", "app", "names_of", "plan_of", "progress_of"]

FORMATS = "musique, 2wiki, hotpotqa, locomo, or MODULE:NAME of a reader"
"""As help texts name them."""
app = typer.Typer(name="bench", help="Measure recall and answers on a question set.")


_DATA = ("PATH", "The question set, as published.", ...)
_FORMAT = ("NAME", f"Its format: {FORMATS}.", ...)
_OUT = ("FOLDER", "Keep log, memory and report here; the same command resumes the run.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Which texts, and what they are learned from."""

    corpus: Path | None = option("PATH", "More texts: records of title and text.")
    triples: Path | None = option("PATH", "Learn from a recorded extraction instead of a model.")
    limit: int | None = option("N", "Only the first N records, and only their texts.", min=1)
    embedder: str = option("NAME", "Computes vectors.", "minilm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What to ask, and how to answer."""

    method: str = option(
        "NAMES",
        "How to answer, comma-separated: ask, ask-plain, or a retriever "
        "whose results are the only evidence: hybrid, ppr, beam+circles, ...",
        "ask",
    )
    questions: int | None = option("N", "Ask only the first N questions; keep all texts.", min=1)
    evidence: int | None = option("N", "Results per retriever; 25 by default.", min=1)
    judge: str | None = option("NAME", "The judge, if not --model.")


@app.command()
@bundled
def retrieval(
    texts: Texts,
    data: Path = option(*_DATA),
    format: str = option(*_FORMAT),
    method: str | None = option("NAMES", "Retrievers, comma-separated; all by default."),
    half: str | None = option(
        "even|odd", "Choose a method on these questions, report on the others."
    ),
    out: Path | None = option(*_OUT),
    json: bool = flag(AS_JSON),
) -> int:
    """Measure how many supporting passages each retriever finds, without calling a model.

    Reports recall@2, @5 and @10 with 95 % bootstrap intervals, the paired difference to the best
    baseline, and the search time.
    """
    runs, methods = late("clew.bench.retrieval"), late("clew.bench.methods")
    if half not in (None, "even", "odd"):
        raise Misuse(f"expected --half even or --half odd, got {half!r}")
    plan = replace(plan_of(data, format, texts), half=half)
    names = list(methods.METHODS) if method is None else names_of("--method", method)
    with ExitStack() as stack:
        if out is not None:
            stack.enter_context(late("clew.bench.journal").held(out))
            plan = replace(plan, memory=str(out / "memory.clew"), log=out / "log.jsonl")
        about, found = runs.run(plan, names, progress_of(format))
    plain, page = late("clew.bench.reports").of_retrieval(about, found)
    _report(plain, page, out, json)
    return 0


@app.command()
@bundled
def qa(
    texts: Texts,
    asked: Asked,
    minds: Minds,
    data: Path = option(*_DATA),
    format: str = option(*_FORMAT),
    out: Path | None = option(*_OUT),
    json: bool = flag(AS_JSON),
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
