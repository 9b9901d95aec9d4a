"""The recorded runs of the paper's agents, replayed in our environment and measured.

`../shared/data/README.md` describes the files: one JSON object a step. In some, the observation is
what an action led to, in others what was seen before it; "Start" begins the game.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from clew.cli.options import AS_JSON, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.envs.fiction.jericho_game import JerichoGame
from clew.envs.story_file import PLAYABLE
from clew.errors import UsageError
from experiments.command_line import run
from experiments.fiction.metrics import Measured, Seen, interval_of, mean_of, measured
from experiments.runs_in_folder import Kept, kept_in

__all__ = ["Done", "Replay", "done", "main", "replay", "runs_in", "stories"]

_BEGIN = "Start"
_ENDS = frozenset(("victory", "game_over", "max_steps_exceeded"))
_ORACLE = " Valid actions:"
"""What the runs with an oracle have behind an observation."""


class Done(NamedTuple):
    """One recorded step, and what was told and known before and after it."""

    recorded: Mapping[str, Any]
    before: tuple[str, Mapping[str, Any]]
    after: tuple[str, Mapping[str, Any]]

    @property
    def typed(self) -> bool:
        """Whether a command was typed; else the step begins or ends the recording."""
        return self.recorded["action"] not in {_BEGIN, *_ENDS}

    @property
    def accepted(self) -> bool:
        """Whether the world changed or the game counted a move."""
        (_, before), (_, after) = self.before, self.after
        return any(before[key] != after[key] for key in ("moves", "world_hash"))


@dataclass(frozen=True, slots=True)
class Replay:
    """One recorded run of a game, replayed."""

    steps: int
    """Recorded steps, of which all are compared."""
    differ: tuple[int, ...]
    """Those whose observation, score or moves are not what was recorded."""
    measured: Measured
    """Of the first `limit` actions."""


def stories(folder: Path) -> dict[str, Path]:
    """Return the story files of a folder by name, sorted.

    Raises:
        UsageError: there are none.
    """
    found = sorted(path for path in folder.glob("*") if path.suffix in PLAYABLE)
    if not found:
        raise UsageError(f"expected story files ({', '.join(PLAYABLE)}) in {str(folder)!r}")
    return {path.stem: path for path in found}


def done(path: Path, recorded: Sequence[Mapping[str, Any]]) -> Iterator[Done]:
    """Do the actions of a recorded run in our environment."""
    env = JerichoGame(path, restarts=True)
    now = env.reset()  # type: tuple[str, Mapping[str, Any]]
    for step in recorded:
        before, action = now, step["action"]
        if action == _BEGIN:
            now = env.reset()
        elif action not in _ENDS:
            told, _, _, _, info = env.step(action)
            now = told, info
        yield Done(step, before, now)
    env.close()


def replay(path: Path, recorded: Sequence[Mapping[str, Any]], limit: int) -> Replay:
    """Do the actions of a recorded run, and compare and measure what happens."""
    steps = list(done(path, recorded))
    told_before = recorded[0]["action"] != _BEGIN
    differ, seen = [], []
    for step, before, after in steps:
        then, at = before if told_before else after
        expected = step["observation"].split(_ORACLE)[0].strip(), step["score"], step["moves"]
        if (then, at["score"], at["moves"]) != expected:
            differ.append(step["step"])
        if step["action"] not in _ENDS:
            seen.append(_seen(step["action"], after[1]))
    _, info = steps[0].before
    first = _seen("", info)
    return Replay(len(recorded), tuple(differ), measured(seen[:limit], first, info["max_score"]))


def _seen(action: str, info: Mapping[str, Any]) -> Seen:
    return Seen(action, info["score"], info["moves"], info["world_hash"])


def runs_in(path: Path) -> dict[str, list[dict[str, Any]]]:
    """Return the steps of each game in a file of recorded runs."""
    runs: dict[str, list[dict[str, Any]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        step = loads(line)
        runs.setdefault(step["game"], []).append(step)
    return runs


def _replayed(
    logs: Path, games: Mapping[str, Path], limit: int, kept: Kept
) -> Iterator[tuple[str, Any]]:
    for path in sorted(logs.glob("*.jsonl")):
        found = {}
        for game, recorded in sorted(runs_in(path).items()):
            if game not in games:
                continue
            name = f"{path.stem}-{game}"
            if (before := kept.get(name)) is None:
                found[game] = replay(games[game], recorded, limit)
                kept.put(name, found[game])
            else:
                found[game] = _again(before)
        steps, differ = (sum(map(each, found.values())) for each in (_steps, _differ))
        note(f"{path.stem}: {steps:,} steps of {len(found)} games replayed, {differ} differ")
        yield path.stem, found


def _again(kept: Mapping[str, Any]) -> Replay:
    return Replay(kept["steps"], tuple(kept["differ"]), Measured(**kept["measured"]))


def _steps(one: Replay) -> int:
    return one.steps


def _differ(one: Replay) -> int:
    return len(one.differ)


_COLUMNS = {
    "steps": "{:.1f}",
    "changed": "{:.2f}",
    "counted": "{:.2f}",
    "states": "{:.1f}",
    "prefixes": "{:.1f}",
    "best": "{:.3f}",
    "last": "{:.3f}",
}


@bundled
def _recorded(
    games: Path = option("FOLDER", "Story files.", ...),
    logs: Path = option("FOLDER", "Recorded runs (.jsonl).", ...),
    limit: int = option("N", "Actions that are measured of each run.", 50, min=1),
    out: Path | None = option("FOLDER", "Keep each game here; the same command resumes.", None),
    charts: Path | None = option("FOLDER", "Draw figures 3 and 4 of the paper here (PNG).", None),
    json: bool = flag(AS_JSON),
) -> int:
    """Replay recorded runs, compare every step, and measure them: means over the games.

    With the ends of their 95 % bootstrap intervals over the games.
    """
    with kept_in(out, {"recorded": limit}) as kept:
        found = dict(_replayed(logs, stories(games), limit, kept))
    if not found:
        raise UsageError(f"expected recorded runs (.jsonl) in {str(logs)!r}")
    means: dict[str, Measured] = {}
    for name, runs in found.items():
        of_games = {game: one.measured for game, one in runs.items()}
        low, high = interval_of(of_games)
        means |= {name: mean_of(of_games), f"{name} low": low, f"{name} high": high}
    if charts is not None:
        from experiments.fiction.figures import draw  # extra

        measures = {
            name: {game: one.measured for game, one in runs.items()} for name, runs in found.items()
        }
        for path in draw(charts, measures):
            note(f"drawn: {path}")
    if json:
        print_json({name: asdict(mean) for name, mean in means.items()})
        return 0
    say("  ".join([f"{'':<18}", *(f"{name:>8}" for name in _COLUMNS)]))
    for name, mean in means.items():
        cells = (form.format(getattr(mean, key)) for key, form in _COLUMNS.items())
        say("  ".join([f"{name:<18}", *(f"{cell:>8}" for cell in cells)]))
    return 0


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("fiction-recorded", _recorded, argv)
