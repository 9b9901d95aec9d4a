"""`clew bench`: measure recall and answers on your own question set (docs/bench.md)."""

import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from clew.cli.options import AS_JSON, Minds, Misuse, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of
from clew.plugins import late

if TYPE_CHECKING:
    from clew.bench.bootstrap import Estimate
    from clew.bench.retrieval import Plan, Progress

__all__ = ["FORMATS", "Texts", "app", "names_of", "plan_of", "progress_of"]

FORMATS = "musique, 2wiki, hotpotqa, triviaqa, locomo or diaasq"
"""As help texts name them."""
app = typer.Typer(name="bench", help="Measure recall and answers on a question set.")


_DATA = ("PATH", "The question set, as published.", ...)
_FORMAT = ("NAME", f"Its format: {FORMATS}.", ...)
_OUT = ("FOLDER", "Keep log, memory and report here; the same command resumes the run.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Which texts, and what they are learned from."""

    corpus: Path | None = option(
        "PATH", "More texts: records of title and text; for triviaqa, its document folder."
    )
    triples: Path | None = option("PATH", "Learn from a recorded extraction instead of a model.")
    limit: int | None = option("N", "Only the first N records, and only their texts.", min=1)
    subset: bool = flag(
        "PersonalAI's part of hotpotqa (2,000 questions) or triviaqa (500): contexts of "
        "64 to 1,024 characters; for hotpotqa, only supporting ones."
    )
    embedder: str = option("NAME", "Computes vectors.", "minilm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """How to report."""

    charts: bool = flag("Also draw charts into the folder (extra `bench`).")
    json: bool = flag(AS_JSON)


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What to search with."""

    method: str | None = option("NAMES", "Retrievers, comma-separated; all by default.")
    half: str | None = option(
        "even|odd", "Choose a method on these questions, report on the others."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What to ask, and how to answer."""

    method: str = option(
        "NAMES",
        "How to answer, comma-separated: ask, ask-iterative, or a retriever "
        "whose results are the only evidence: hybrid, ppr, BS, WC+BS, ...",
        "ask",
    )
    skip: str = option(
        "NAMES",
        "What is neither traversed nor returned, comma-separated: all (skip nothing), "
        "E, T, O (episodes, theses, entities). Every method runs with each.",
        "all",
    )
    questions: int | None = option("N", "Ask only the first N questions; keep all texts.", min=1)
    evidence: int | None = option("N", "Results per retriever; 25 by default.", min=1)
    judge: str | None = option("NAME", "The judge, if not --model.")


@app.command()
@bundled
def retrieval(
    texts: Texts,
    searched: Searched,
    shown: Shown,
    data: Path = option(*_DATA),
    format: str = option(*_FORMAT),
    out: Path | None = option(*_OUT),
) -> int:
    """Measure how many supporting passages each retriever finds, without calling a model.

    Reports recall@2, @5 and @10 with 95 % bootstrap intervals, the paired difference to the best
    baseline, and the search time.
    """
    runs, methods = late("clew.bench.retrieval"), late("clew.bench.methods")
    half = searched.half
    if half not in (None, "even", "odd"):
        raise Misuse(f"expected --half even or --half odd, got {half!r}")
    _check_charts(out, shown)
    plan = replace(plan_of(data, format, texts), half=half)
    if out is not None:
        late("clew.bench.journal").folder_at(out)
        plan = replace(plan, memory=str(out / "memory.clew"), log=out / "log.jsonl")
    given = ",".join(methods.METHODS) if searched.method is None else searched.method
    about, found = runs.run(plan, methods.method_names(given), progress_of(format))
    plain, page = late("clew.bench.reports").of_retrieval(about, found)
    charts = {"recall@5": {name: row.recall["recall@5"] for name, row in found.rows.items()}}
    _report(plain, page, charts, out, shown)
    return 0


@app.command()
@bundled
def qa(
    texts: Texts,
    asked: Asked,
    minds: Minds,
    shown: Shown,
    data: Path = option(*_DATA),
    format: str = option(*_FORMAT),
    out: Path | None = option(*_OUT),
) -> int:
    """Measure answers: exact match, F1, judge score, abstentions, evidence, cost.

    Model failures count as wrong. Without a model, offline rules answer and judge.
    """
    runs, configurations = late("clew.bench.qa"), late("clew.bench.configurations")
    _check_charts(out, shown)
    trial = runs.Trial(
        plan=plan_of(data, format, texts),
        configurations=configurations.configurations_of(
            names_of("--method", asked.method), names_of("--skip", asked.skip)
        ),
        questions=asked.questions,
        k=asked.evidence or runs.DEFAULT_K,
        out=out,
    )
    if out is None:
        note("nothing is kept; with --out FOLDER a stopped run can resume")
    ran = runs.run(trial, settings_of(minds, judge=asked.judge), progress=progress_of(format))
    rows = late("clew.bench.scores").rows(ran)
    plain, page = late("clew.bench.reports").of_answers(ran, rows)
    charts = {
        title: {
            row.configuration: value for row in rows if (value := getattr(row, name)) is not None
        }
        for title, name in (("F1", "f1"), ("judge", "judged"), ("no answer", "abstained"))
    }
    _report(plain, page, charts, out, shown)
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


def _check_charts(out: Path | None, shown: Shown) -> None:
    """Refuse charts that cannot be drawn, before the work starts."""
    if not shown.charts:
        return
    if out is None:
        raise Misuse("--charts draws into a folder; name one with --out")
    late("clew.bench.reports").require_charts()


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


def _report(
    plain: Mapping[str, object],
    page: str,
    charts: "Mapping[str, Mapping[str, Estimate]]",
    out: Path | None,
    shown: Shown,
) -> None:
    reports = late("clew.bench.reports")
    if out is not None:
        written = reports.write_report(out, plain, page)
        if shown.charts:
            written += reports.write_charts(out, {k: bars for k, bars in charts.items() if bars})
        note("written: " + ", ".join(map(str, written)))
    if shown.json:
        print_json(plain)
    else:
        say(page.rstrip())
