"""The offline mind in parser games, measured; walkthroughs and chance beside it."""

import json as json_lines
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import NamedTuple

from clew.cli.options import AS_JSON, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.errors import UnknownNameError, UsageError
from experiments.command_line import run
from experiments.fiction.metrics import Measured, interval_of, mean_of
from experiments.fiction.recorded import stories
from experiments.fiction.visits import PLAYERS, visited
from experiments.runs_in_folder import claim, completed, write_result

__all__ = ["Game", "main"]

_TOGETHER = "together"


class _Run(NamedTuple):
    """A game to be played, with a seed."""

    name: str
    path: Path
    seed: int


@dataclass(frozen=True, slots=True)
class Game:
    """What was measured in a game."""

    name: str
    seed: int
    rows: Mapping[str, Measured]
    """By visit; of several also together."""
    carried: Mapping[str, Sequence[str]]
    """What the last visit knew of those before it."""


def _play(one: _Run, player: str, count: int, steps: int) -> Game:
    name, path, seed = one
    runs = visited(path, player, count=count, steps=steps, seed=seed)
    rows = {f"visit {at}": visit.measured() for at, visit in enumerate(runs, 1)}
    if count > 1:
        rows[_TOGETHER] = runs[0].measured(*runs[1:])
    return Game(name, seed, rows, runs[-1].carried)


def _file(out: Path, name: str, seed: int) -> Path:
    return out / f"{name}-{seed}.json"


def _kept(one: _Run, out: Path | None) -> Game | None:
    """Return what an earlier measurement left of a game."""
    if out is None or not (path := _file(out, one.name, one.seed)).is_file():
        return None
    kept = json_lines.loads(path.read_text(encoding="utf-8"))
    rows = {key: Measured(**row) for key, row in kept["rows"].items()}
    return Game(kept["name"], kept["seed"], rows, kept["carried"])


def _table(found: Sequence[Game]) -> dict[str, Measured]:
    """Return the rows: each game in the mean over its seeds, then means over games with intervals.

    With several seeds, the means of each are told before.
    """
    rows: dict[str, Measured] = {}
    seeds = list(dict.fromkeys(one.seed for one in found))
    for kind in found[0].rows:
        for seed in seeds if len(seeds) > 1 else ():
            of_seed = {one.name: one.rows[kind] for one in found if one.seed == seed}
            rows[f"seed {seed} {kind}"] = mean_of(of_seed)
        of_kind = {
            name: mean_of({f"{one.seed}": one.rows[kind] for one in found if one.name == name})
            for name in dict.fromkeys(one.name for one in found)
        }
        low, high = interval_of(of_kind)
        named = of_kind | {"mean": mean_of(of_kind), "low": low, "high": high}
        rows |= {f"{game} {kind}" if len(found[0].rows) > 1 else game: one
                 for game, one in named.items()}  # fmt: skip
    return rows


def _numbers(seeds: str) -> list[int]:
    parts = [one.strip() for one in seeds.split(",")]
    if not all(one.isdecimal() for one in parts):
        raise UsageError(f"expected seeds such as 0 or 0,1,2, got {seeds!r}")
    return list(dict.fromkeys(map(int, parts)))


@bundled
def _played(
    games: Path = option("FOLDER", "Story files.", ...),
    player: str = option("NAME", f"Who plays: {', '.join(PLAYERS)}.", "mind"),
    steps: int = option("N", "Steps in each game.", 50, min=1),
    seeds: str = option("LIST", "Of chance and nearly equal tries; comma-separated.", "0"),
    visits: int = option("N", "Runs of each game, in one memory.", 1, min=1),
    out: Path | None = option("FOLDER", "Keep each game here; the same command resumes.", None),
    json: bool = flag(AS_JSON),
) -> int:
    """Play every game of a folder for some steps, and measure it: means with intervals over games.

    The intervals are 95 % bootstrap intervals over the games. After several visits, what the last
    one knew of those before it is listed, too.
    """
    if player not in PLAYERS:
        raise UnknownNameError("player", player, PLAYERS)
    wanted = _numbers(seeds)
    about = {"player": player, "steps": steps, "visits": visits}

    def played(one: _Run) -> Game:
        found = _play(one, player, visits, steps)
        if out is not None:
            write_result(_file(out, found.name, found.seed), found)
        return found

    def told(found: Game, done: int, total: int) -> None:
        last = [*found.rows.values()][-1]
        about = f"{found.name}, seed {found.seed}"
        note(f"{done} of {total}, {about}: {last.states:.0f} states, best {last.best:.3f}")

    with ExitStack() as stack:
        if out is not None:
            stack.enter_context(claim(out, about))
        todo = [_Run(name, path, each) for each in wanted for name, path in stories(games).items()]
        found = completed(todo, partial(_kept, out=out), played, progress=told)
    rows = _table(found)
    if json:
        print_json({game: asdict(one) for game, one in rows.items()})
        return 0
    names = [each.name for each in fields(Measured)]
    say("  ".join([f"{'':<24}", *(f"{name:>8}" for name in names)]))
    for row, one in rows.items():
        say("  ".join([f"{row:<24}", *(f"{getattr(one, name):>8.3f}" for name in names)]))
    for game in found if visits > 1 else ():  # what the last visit knew
        say(f"\n{game.name}, seed {game.seed}")
        for kind, ones in game.carried.items():
            say(f"  {kind}: {'; '.join(ones) or 'nothing'}")
    return 0


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("fiction-played", _played, argv)
