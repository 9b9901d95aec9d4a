"""`clew bench textworld`: agents and memories compared in text worlds."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clew.cli.options import Minds, Misuse, bundled, utf8
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of
from clew.errors import NotInstalledError, UsageError

if TYPE_CHECKING:
    from experiments.textworld.run import Ended

__all__ = ["Drawn", "Played", "textworld"]


def _option(name: str, metavar: str, about: str, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, help=about, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What is played."""

    tasks: Annotated[
        str,
        _option("--tasks", "NAMES", "With commas: hunt, hunt-hard, hunt-large, cleaning, cooking, "
                "cooking-hard, cooking-hardest, level-1 to level-4, paper-GAME; or the groups "
                "main, hard, levels, drawn, paper.", parser=utf8),
    ] = "main"  # fmt: skip
    memories: Annotated[
        str,
        _option("--memories", "NAMES", "With commas; also without-episodes, the graph that brings "
                "up facts only.", parser=utf8),
    ] = "graph,history,history-unlimited,summary,rag,none"  # fmt: skip
    seeds: Annotated[int, _option("--seeds", "N", "Worlds of each task: seeds 1 to N.", min=1)] = 5
    tools: Annotated[
        str,
        _option("--tools", "NAME", "equal: every memory has `go to PLACE` and the exits not taken. "
                "paper: only the graph has.", parser=utf8),
    ] = "equal"  # fmt: skip
    games: Annotated[
        Path | None,
        _option("--games", "FOLDER", "The paper's own games.", show_default=False),
    ] = None
    processes: Annotated[
        int, _option("--processes", "N", "Runs at one time; set OMP_NUM_THREADS=1.", min=1)
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """What is shown beside the runs, and how."""

    human: Annotated[
        list[str] | None,
        _option("--human", "TASK=FOLDER", "Games that people played, NAME.jsonl "
                "and NAME.json each (clew play --human); again for more.", show_default=False),
    ] = None  # fmt: skip
    given: Annotated[
        Path | None,
        _option("--given", "FILE", "Others' scores, JSON: task to name to normalised score.",
                show_default=False),
    ] = None  # fmt: skip
    charts: Annotated[
        bool, typer.Option("--charts", help="Draw charts into the folder, too (the extra `bench`).")
    ] = False
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False


@bundled
def textworld(
    played: Played,
    drawn: Drawn,
    minds: Minds,
    out: Annotated[
        Path,
        _option("--out", "FOLDER", "Where everything is kept; run again: goes on.",
                show_default=False),
    ],
) -> int:  # fmt: skip
    r"""Compare memories of the same agent in text worlds: AriGraph's figures 4 to 8.

    Needs the extra: pip install 'clew\[textworld]'. Several models are named with commas in
    --model; without one, rules play.
    """
    runs, report = _module("textworld"), _module("textworld_report")
    base = settings_of(replace(minds, model=None))
    names = [name.strip() for name in (minds.model or base.name).split(",") if name.strip()]
    trial = runs.Trial(
        tasks=_module("worlds").task_names(played.tasks),
        memories=tuple(name for each in played.memories.split(",") if (name := each.strip())),
        models={name: replace(base, name=name) for name in names},
        seeds=played.seeds,
        out=out,
        games=played.games,
        tools=played.tools,
    )
    humans, given = _people(drawn.human or []), _given(drawn.given)
    ended = runs.measure(trial, played.processes, _told)
    plain, page = report.of_runs(trial, ended, humans, given)
    written = _module("reports").write_report(out, plain, page)
    if drawn.charts:
        written += _module("textworld_charts").write_all(out, ended, humans, given)
    note("written: " + ", ".join(map(str, written)))
    if drawn.json:
        print_json(plain)
    else:
        say(page.rstrip())
    return 0


def _module(name: str) -> Any:
    """Load what measures, which other commands need not wait for."""
    try:
        return import_module(f"clew.bench.{name}")
    except ModuleNotFoundError as error:
        raise NotInstalledError(str(error.name), extra="textworld") from error


def _people(given: Sequence[str]) -> "dict[str, list[Ended]]":
    found = {}
    for each in given:
        task, there, folder = each.partition("=")
        if not there or task not in _module("worlds").TASKS:
            raise Misuse(f"expected --human TASK=FOLDER, got {each!r}")
        found[task] = _module("people").read_people(task, Path(folder))
    return found


def _given(path: Path | None) -> Mapping[str, Mapping[str, float]]:
    if path is None:
        return {}
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        return {
            task: {name: float(score) for name, score in scores.items()}
            for task, scores in read.items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise UsageError(f"{path}: expected JSON, task to name to score, got: {error}") from error


def _told(ended: "Ended", done: int, total: int) -> None:
    run = ended.run
    note(
        f"{done} of {total}: {run.task} {run.seed}, {run.memory}, {run.model}: "
        f"{'won' if ended.won else 'lost' if ended.lost else 'not finished'}, "
        f"{ended.normalised:.2f} in {ended.decisions} decisions"
    )
