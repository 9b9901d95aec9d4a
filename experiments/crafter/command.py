"""`python -m experiments crafter`: teams compared in Multi-Agent Crafter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from clew.bench.reports import require_charts, write_report
from clew.cli.options import Minds, Misuse, bundled, utf8
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of
from experiments.command_line import run
from experiments.crafter import charts, page
from experiments.crafter.run import Ended, Trial, measure, seeds_named

__all__ = ["Reported", "Teams", "crafter", "main"]


def _option(name: str, metavar: str, about: str, **more: Any) -> Any:
    return typer.Option(name, metavar=metavar, help=about, **more)


@dataclass(frozen=True, slots=True, kw_only=True)
class Teams:
    """What to play."""

    settings: Annotated[
        str,
        _option("--settings", "NAMES", "Comma-separated: basic, mem, memcomm (the paper's); "
                "broadcast, messages to everyone; comm, messages without memory; free, messages "
                "in words alone; oracle and oracle-comm, the whole map. NAME:N: with N agents.",
                parser=utf8),
    ] = "basic,mem,memcomm,oracle:1"  # fmt: skip
    agents: Annotated[
        str,
        _option("--agents", "NUMBERS", "Team sizes, comma-separated.",
                parser=utf8),
    ] = "1,2,6"  # fmt: skip
    seeds: Annotated[
        str, _option("--seeds", "RANGES", "World seeds, as 0-9 or 0-4,7.", parser=utf8)
    ] = "0-9"
    max_steps: Annotated[int, _option("--max-steps", "N", "Per run.", min=1)] = 500
    zombies: Annotated[bool, typer.Option("--zombies", help="Add zombies and skeletons.")] = False
    area: Annotated[int, _option("--area", "CELLS", "Width and height of the world.", min=16)] = 64
    processes: Annotated[
        int, _option("--processes", "N", "Runs at the same time; set OMP_NUM_THREADS=1.", min=1)
    ] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """How to report."""

    charts: Annotated[
        bool, typer.Option("--charts", help="Also draw charts into the folder (matplotlib).")
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
        _option("--out", "FOLDER", "Keep everything here; the same command resumes.",
                show_default=False),
    ],
) -> int:  # fmt: skip
    """Compare teams in Multi-Agent Crafter: DAMCS's table 1 and figure 6.

    --model takes several names, comma-separated; without one, rules play.
    """
    base = settings_of(replace(minds, model=None))
    names = [name.strip() for name in (minds.model or base.name).split(",") if name.strip()]
    trial = Trial(
        settings=tuple(name for each in teams.settings.split(",") if (name := each.strip())),
        agents=_numbers(teams.agents),
        models={name: replace(base, name=name) for name in names},
        seeds=seeds_named(teams.seeds),
        out=out,
        limit=teams.max_steps,
        zombies=teams.zombies,
        area=(teams.area, teams.area),
    )
    if reported.charts:
        require_charts()
    ended = measure(trial, teams.processes, _told)
    plain, text = page.of_runs(trial, ended)
    written = write_report(out, plain, text)
    if reported.charts:
        written += charts.write_all(out, ended, trial.limit)
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


def _told(ended: Ended, done: int, total: int) -> None:
    one = ended.run
    note(
        f"{done} of {total}: seed {one.seed}, {one.agents} x {one.setting}, {one.model}: "
        f"{'diamond' if ended.won else 'no diamond'} after {ended.steps} steps"
    )


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("crafter", crafter, argv)
