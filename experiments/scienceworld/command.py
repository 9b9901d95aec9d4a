"""`python -m experiments scienceworld`: solutions, agents that play, and their tables."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clew.cli.options import Minds, Misuse, argument, bundled, flag, option
from clew.cli.output import note
from clew.cli.session import settings_of
from clew.envs.scienceworld.curriculum import SPLITS
from clew.errors import UnknownNameError, UsageError
from clew.plugins import AGENTS
from experiments.command_line import OUT, Reported, reported_to, run
from experiments.parsers import parser_of
from experiments.scienceworld import cost, footprint, gold, speed, table, train
from experiments.scienceworld.play import Ended, Run, Trial, measure
from experiments.scienceworld.seats import SEATS, seat_named
from experiments.scienceworld.variations import ScienceWorlds, Worlds, numbers, tasks_named

__all__ = ["main", "planned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Which:
    """Which variations."""

    tasks: str | None = option("NAMES", "Names or keys, comma-separated; all thirty by default.")
    split: str = option("NAME", "train, dev or test.", "dev")
    variations: str = option("N-M", "Which of each task's, counted from 0 in the split.", "0-2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Who plays."""

    agent: str = option("NAME", f"Who plays: {', '.join(SEATS)}.", ...)
    remember_with: str = option("NAME", "The agent's memory, if not its usual one.", "")
    memory: Path | None = option("FILE", "A trained memory to begin with.")
    frozen: bool = flag("Every run begins with the trained memory as it is.")
    copies: int = option("N", "Copies of the trained memory that learn on and share the runs.", 4)
    embedder: str = option("NAME", "Of new memories.", "default")
    trials: int = option("N", "Attempts, if not as many as usual (Reflexion: 3).", 0)
    plan: str | None = option("NAME", "reasonplanner: fused or calls.")
    ahead: int | None = option("N", "reasonplanner: steps to imagine (L).", min=1)
    queries: int | None = option("N", "reasonplanner: questions for a prediction (k).", min=0)
    resolver: str | None = option("NAME", "reasonplanner: of pronouns; see `clew play`.")
    no_world_model: bool = flag("mind: has the cases alone, and no knowledge of the world.")
    every: int | None = option("N", "reflexion: also reflect after so many steps.", min=1)
    seed: int = option("N", "random: of its draws.", 0)


@bundled
def _play(
    which: Which,
    who: Who,
    minds: Minds,
    out: Path = option(*OUT),
    jobs: int = option("N", "Runs at the same time, each with a Java process.", 1, min=1),
) -> int:
    """Let an agent play variations; the same command goes on where it was stopped."""
    options = _options(who)  # before a world is made
    trial = Trial(
        agent=who.agent,
        runs=planned(ScienceWorlds(), which.tasks, which.split, which.variations),
        out=out,
        settings=settings_of(minds),
        memory=who.memory,
        frozen=who.frozen,
        copies=who.copies,
        remember=who.remember_with,
        trials=who.trials,
        options=options,
        embedder=who.embedder,
        seed=who.seed,
    )
    measure(trial, jobs, progress=_told)
    note(f"its table: python -m experiments scienceworld table {out} --out FOLDER")
    return 0


def _options(who: Who) -> dict[str, Any]:
    """Return the given options of an agent.

    Raises:
        Misuse: the agent has no such option.
    """
    given = {key: getattr(who, key) for key in ("plan", "ahead", "queries", "resolver", "every")}
    given["world"] = False if who.no_world_model else None
    found = {key: value for key, value in given.items() if value is not None}
    at = seat_named(who.agent).at
    takes = inspect.signature(AGENTS.find(at)).parameters.keys() if at else set()
    for key in sorted(found.keys() - takes):
        option_name = "no-world-model" if key == "world" else key
        raise Misuse(f"--{option_name} is not for agent {who.agent}")
    return found


def planned(worlds: Worlds, tasks: str | None, split: str, variations: str) -> tuple[Run, ...]:
    """Return the runs: of each task the variations at these places of the split.

    Places that a task does not have are left out.

    Raises:
        UnknownNameError: there is no such task or split.
        UsageError: the places are no numbers, or no task has them.
    """
    if split not in SPLITS:
        raise UnknownNameError("split", split, SPLITS)
    places, runs = numbers(variations), []
    for task, every in worlds.variations(tasks_named(tasks), split).items():
        runs += [Run(task, every[place]) for place in places if place < len(every)]
    if not runs:
        raise UsageError(f"expected variations that the tasks have, got {variations!r}")
    return tuple(runs)


def _told(lane: Sequence[Ended], done: int, total: int) -> None:
    for one in lane:
        how = "won" if one.won else "lost" if one.lost else "not finished"
        told = f"{one.run.task} {one.run.variation}: {how}, {one.score:g} in {one.decisions} steps"
        note(f"{done} of {total}: {told}, {one.seconds:.0f} s")


@bundled
def _table(
    reported: Reported,
    folders: list[str] = argument("FOLDER...", "Of `play`; the first is compared with the rest."),
    out: Path = option("FOLDER", "Write the report here.", ...),
) -> int:
    """Report runs beside the paper's numbers: its tables 1 and 2, figure 4, and what runs cost."""
    groups = table.groups_of([Path(folder) for folder in folders])
    plain, page = table.of_groups(groups)
    return reported_to(out, plain, page, reported, lambda: table.draw(out, groups))


_PARTS: Mapping[str, tuple[Callable[[Sequence[str]], int], str]] = {
    "gold": (lambda rest: gold.main(["gold", *rest]), "the simulator's own solutions, played"),
    "train": (train.main, "solutions of training variations, learned into one memory"),
    "play": (lambda rest: run("scienceworld play", _play, rest), "agents play variations"),
    "speed": (speed.main, "what the world model takes for a step"),
    "footprint": (footprint.main, "how much memory a command takes, with its processes"),
    "cost": (cost.main, "what agents would send to a language model"),
    "table": (lambda rest: run("scienceworld table", _table, rest), "report what they played"),
}


def main(argv: Sequence[str]) -> int:
    """Run a part; return its exit code."""
    parser = parser_of("scienceworld", __doc__)
    told = "; ".join(f"{name}: {about}" for name, (_, about) in _PARTS.items())
    parser.add_argument("part", choices=list(_PARTS), help=f"{told}; PART --help: its options")
    given = parser.parse_args(list(argv[:1]))
    return _PARTS[given.part][0](argv[1:])
