"""How recorded runs get stuck: refused commands in a row, repetition, and how long commands are."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from clew.cli.options import AS_JSON, bundled, flag, option
from clew.cli.output import print_json, say
from clew.errors import UsageError
from experiments.command_line import run
from experiments.fiction.recorded import Done, done, runs_in, stories

__all__ = ["Given", "Stuck", "main", "stuck"]

_EARLY, _LATE = 10, 35
"""The first steps, and the step after which it is late."""
_LONG = 8


class Given(NamedTuple):
    """A command, whether the parser accepted it, and where it led."""

    command: str
    accepted: bool
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck:
    """Of one agent's runs; shares are of all their steps, unless said otherwise."""

    steps: int
    accepted: float
    early: float
    """Share of accepted commands among the first ten of each run."""
    late: float
    """The same after the 34th."""
    streak: float
    """Refused commands in a row, the longest in a run; mean over runs."""
    again: float
    """Share of commands that had been refused in this run before, word by word."""
    rephrased: float
    """Of commands after a refused one: share that begins with the same two words."""
    places: float
    """Places seen in a run; mean over runs."""
    words: float
    """Words of a command."""
    long: float
    """Share of commands of eight words or more."""
    short_accepted: float
    """Share accepted of shorter commands."""
    long_accepted: float
    """Share accepted of long ones."""


def stuck(runs: Sequence[Sequence[Given]]) -> Stuck:
    """Return the measures of runs that have steps."""
    steps = [step for run_ in runs for step in run_]
    after = [pair for run_ in runs for pair in pairwise(run_) if not pair[0].accepted]
    long = [step for step in steps if len(step.command.split()) >= _LONG]
    short = [step for step in steps if len(step.command.split()) < _LONG]
    return Stuck(
        steps=len(steps),
        accepted=_share(steps),
        early=_share([step for run_ in runs for step in run_[:_EARLY]]),
        late=_share([step for run_ in runs for step in run_[_LATE - 1 :]]),
        streak=fmean(map(_streak, runs)),
        again=sum(map(_again, runs)) / len(steps),
        rephrased=sum(_start(one) == _start(two) for one, two in after) / max(1, len(after)),
        places=fmean(len(Counter(step.place for step in run_)) for run_ in runs),
        words=fmean(len(step.command.split()) for step in steps),
        long=len(long) / len(steps),
        short_accepted=_share(short),
        long_accepted=_share(long),
    )


def _share(steps: Sequence[Given]) -> float:
    return sum(step.accepted for step in steps) / max(1, len(steps))


def _streak(steps: Sequence[Given]) -> int:
    longest = now = 0
    for step in steps:
        now = 0 if step.accepted else now + 1
        longest = max(longest, now)
    return longest


def _again(steps: Sequence[Given]) -> int:
    refused: set[str] = set()
    count = 0
    for step in steps:
        command = step.command.lower().strip()
        count += command in refused
        if not step.accepted:
            refused.add(command)
    return count


def _start(step: Given) -> list[str]:
    return step.command.lower().split()[:2]


def _given(step: Done) -> Given:
    _, info = step.after
    return Given(step.recorded["action"], step.accepted, info["location"] or "")


def _measured(path: Path, games: dict[str, Path], limit: int) -> Stuck | None:
    runs = [
        [_given(step) for step in done(games[game], steps) if step.typed][:limit]
        for game, steps in sorted(runs_in(path).items())
        if game in games
    ]
    runs = [one for one in runs if one]
    return stuck(runs) if runs else None


@bundled
def _stuck(
    games: Path = option("FOLDER", "Story files.", ...),
    logs: Path = option("FOLDER", "Recorded runs (.jsonl).", ...),
    limit: int = option("N", "Actions that are measured of each run.", 50, min=1),
    json: bool = flag(AS_JSON),
) -> int:
    """Show how the runs of each agent get stuck."""
    paths = stories(games)
    every = {path.stem: _measured(path, paths, limit) for path in sorted(logs.glob("*.jsonl"))}
    table: dict[str, dict[str, Any]] = {k: asdict(v) for k, v in every.items() if v is not None}
    if not table:
        raise UsageError(f"expected recorded runs (.jsonl) of these games in {str(logs)!r}")
    if json:
        print_json(table)
        return 0
    say("  ".join([f"{'':<13}", *(f"{name:>9.9}" for name in next(iter(table.values())))]))
    for name, row in table.items():
        cells = (f"{cell:>9,}" if key == "steps" else f"{cell:>9.2f}" for key, cell in row.items())
        say("  ".join([f"{name:<13}", *cells]))
    return 0


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("fiction-stuck", _stuck, argv)
