"""`python -m experiments crafter`: teams compared in Multi-Agent Crafter."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clew.cli.options import Minds, Misuse, bundled, flag, option
from clew.cli.output import note
from experiments.command_line import OUT, PROCESSES, Reported, models_named, reported_to, run
from experiments.crafter import charts, page
from experiments.crafter.run import Ended, Trial, measure, seeds_named

__all__ = ["Teams", "crafter", "main"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Teams:
    """What to play."""

    settings: str = option(
        "NAMES",
        "Comma-separated: basic, mem, memcomm (the paper's); "
        "broadcast, messages to everyone; comm, messages without memory; free, messages "
        "in words alone; oracle and oracle-comm, the whole map. NAME:N: with N agents.",
        "basic,mem,memcomm,oracle:1",
    )
    agents: str = option("NUMBERS", "Team sizes, comma-separated.", "1,2,6")
    seeds: str = option("RANGES", "World seeds, as 0-9 or 0-4,7.", "0-9")
    max_steps: int = option("N", "Per run.", 500, min=1)
    zombies: bool = flag("Add zombies and skeletons.")
    area: int = option("CELLS", "Width and height of the world.", 64, min=16)
    processes: int = option(*PROCESSES, min=1)


@bundled
def crafter(teams: Teams, reported: Reported, minds: Minds, out: Path = option(*OUT)) -> int:
    """Compare teams in Multi-Agent Crafter: DAMCS's table 1 and figure 6.

    --model takes several names, comma-separated; without one, rules play.
    """
    trial = Trial(
        settings=tuple(name for each in teams.settings.split(",") if (name := each.strip())),
        agents=_numbers(teams.agents),
        models=models_named(minds),
        seeds=seeds_named(teams.seeds),
        out=out,
        limit=teams.max_steps,
        zombies=teams.zombies,
        area=(teams.area, teams.area),
    )
    ended = measure(trial, teams.processes, _told)
    plain, text = page.of_runs(trial, ended)
    return reported_to(
        out, plain, text, reported, lambda: charts.write_all(out, ended, trial.limit)
    )


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
