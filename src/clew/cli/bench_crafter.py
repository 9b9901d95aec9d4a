"""`clew bench crafter`: settings and numbers of agents compared in Multi-Agent Crafter."""

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clew.cli.options import Minds, Misuse, bundled, utf8
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of
from clew.errors import NotInstalledError

if TYPE_CHECKING:
    from experiments.crafter.run import Ended

__all__ = ["Reported", "Teams", "crafter"]


def _option(name: str, metavar: str, about: str, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, help=about, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Teams:
    """What is played."""

    settings: Annotated[
        str,
        _option("--settings", "NAMES", "With commas: basic, mem, memcomm (the paper's); broadcast, "
                "messages to everyone; comm, messages without memory; free, messages of words "
                "alone; oracle and oracle-comm, the whole map. NAME:N with N agents only.",
                parser=utf8),
    ] = "basic,mem,memcomm,oracle:1"  # fmt: skip
    agents: Annotated[
        str,
        _option("--agents", "NUMBERS", "How many play together, with commas; one does not talk.",
                parser=utf8),
    ] = "1,2,6"  # fmt: skip
    seeds: Annotated[str, _option("--seeds", "RANGES", "Worlds, as 0-9 or 0-4,7.", parser=utf8)] = (
        "0-9"
    )
    max_steps: Annotated[int, _option("--max-steps", "N", "Of a run.", min=1)] = 500
    zombies: Annotated[
        bool, typer.Option("--zombies", help="Zombies and skeletons live there, too.")
    ] = False
    area: Annotated[int, _option("--area", "CELLS", "Width and height of the world.", min=16)] = 64
    processes: Annotated[
        int, _option("--processes", "N", "Runs at one time; set OMP_NUM_THREADS=1.", min=1)
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """How it is shown."""

    charts: Annotated[
        bool, typer.Option("--charts", help="Draw charts into the folder, too (the extra `bench`).")
    ] = False
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object and nothing else.")
    ] = False


@bundled
def crafter(
    teams: Teams,
    reported: Reported,
    minds: Minds,
    out: Annotated[
        Path,
        _option("--out", "FOLDER", "Where everything is kept; run again: goes on.",
                show_default=False),
    ],
) -> int:  # fmt: skip
    r"""Compare teams in Multi-Agent Crafter: DAMCS's table 1 and figure 6.

    Needs the extra: pip install 'clew\[crafter]'. Several models are named with commas in
    --model; without one, rules play.
    """
    runs, page = _module("crafter"), _module("crafter_page")
    base = settings_of(replace(minds, model=None))
    names = [name.strip() for name in (minds.model or base.name).split(",") if name.strip()]
    trial = runs.Trial(
        settings=tuple(name for each in teams.settings.split(",") if (name := each.strip())),
        agents=_numbers(teams.agents),
        models={name: replace(base, name=name) for name in names},
        seeds=runs.seeds_named(teams.seeds),
        out=out,
        limit=teams.max_steps,
        zombies=teams.zombies,
        area=(teams.area, teams.area),
    )
    if reported.charts:
        _module("charts").require()
    ended = runs.measure(trial, teams.processes, _told)
    plain, text = page.of_runs(trial, ended)
    written = _module("reports").write_report(out, plain, text)
    if reported.charts:
        written += _module("crafter_charts").write_all(out, ended, trial.limit)
    note("written: " + ", ".join(map(str, written)))
    if reported.json:
        print_json(plain)
    else:
        say(text.rstrip())
    return 0


def _numbers(given: str) -> tuple[int, ...]:
    found = [each.strip() for each in given.split(",")]
    if not all(each.isdecimal() and int(each) for each in found):
        raise Misuse(f"expected --agents like 1,2,6, got {given!r}")
    return tuple(dict.fromkeys(map(int, found)))


def _module(name: str) -> Any:
    """Load what measures, which other commands need not wait for."""
    try:
        return import_module(f"clew.bench.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "clew":
            raise
        raise NotInstalledError(str(error.name), extra="crafter") from error


def _told(ended: "Ended", done: int, total: int) -> None:
    run = ended.run
    note(
        f"{done} of {total}: seed {run.seed}, {run.agents} x {run.setting}, {run.model}: "
        f"{'diamond' if ended.won else 'no diamond'} after {ended.steps} steps"
    )
