"""The offline mind for parser games in games that TextWorld's `tw-make` makes."""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from clew.cli.options import AS_JSON, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.envs.registry import make
from clew.errors import UsageError
from clew.minds.fiction.story_mind import StoryMind
from experiments.command_line import run
from experiments.runs_in_folder import kept_in

__all__ = ["Played", "commands", "main", "play", "written"]

_COINS = (10, 45, 90, 115, 215)
"""Levels of the coin collector: quests of 10 to 15 rooms in its three modes."""
_HUNTS = (5, 10, 15, 20, 30)
"""Levels of the treasure hunter, easy to hard."""
_SIMPLE = (
    ("dense", "detailed"), ("balanced", "detailed"),
    ("dense", "brief"), ("balanced", "brief"), ("sparse", "brief"),
)  # fmt: skip
_CUSTOM = ((4, 3), (5, 4), (6, 5), (7, 6), (8, 7))
"""Rooms and steps of the quest."""
_SEEDS, _APART = 5, 100
_SHOWN = ("location", "inventory", "lost", "won")


@dataclass(frozen=True, slots=True)
class Played:
    """How one game went."""

    won: bool
    steps: int


def commands(seed: int) -> Iterator[tuple[str, list[str]]]:
    """Yield name and arguments to `tw-make` of twenty games, five of each of four kinds."""
    for at, level in enumerate(_COINS):
        yield (
            f"coin_{level}",
            ["tw-coin_collector", "--level", f"{level}", "--seed", f"{seed + at}"],
        )
    for at, level in enumerate(_HUNTS):
        arguments = ["tw-treasure_hunter", "--level", f"{level}", "--seed", f"{seed + at}"]
        yield f"treasure_{level}", arguments
    for at, (rewards, goal) in enumerate(_SIMPLE):
        arguments = ["tw-simple", "--rewards", rewards, "--goal", goal, "--seed", f"{seed + at}"]
        yield f"simple_{rewards}_{goal}", arguments
    for at, (rooms, length) in enumerate(_CUSTOM):
        size = ["--world-size", f"{rooms}", "--nb-objects", "10", "--quest-length", f"{length}"]
        yield f"custom_{rooms}", ["custom", *size, "--seed", f"{seed + at}"]


def play(path: Path, *, steps: int) -> Played:
    """Let the story mind play a game until it ends, for so many steps at most.

    The mind is shown the text, the place and what is carried; not what can be done, no score.
    """
    env = make("clew/TextGame-v0", path=path)
    told, info = env.reset()
    mind, done = StoryMind(), 0
    mind.begin(told, {key: info[key] for key in _SHOWN})
    while done < steps and not (info["won"] or info["lost"]):
        for move in mind.act(told, {key: info[key] for key in _SHOWN}).moves:
            told, _, _, _, info = env.step(move.action)
            done += 1
            mind.learn(move, told, {key: info[key] for key in _SHOWN})
    env.close()
    return Played(won=bool(info["won"]), steps=done)


def written(
    games: Path, chosen: Iterable[tuple[str, list[str]]], seed: int
) -> Iterator[tuple[str, Path]]:
    """Yield name and file of the chosen games, made where they are not there yet.

    Args:
        games: the folder.
        chosen: of `commands`.
        seed: theirs; part of the file names.

    Raises:
        UsageError: there is no `tw-make`, or it makes none of a game's seeds.
    """
    maker = Path(sys.executable).with_name("tw-make")
    if not maker.is_file():
        raise UsageError(f"expected TextWorld's tw-make at {maker}: pip install 'clew[textworld]'")
    games.mkdir(parents=True, exist_ok=True)
    for name, arguments in chosen:
        path = games / f"{name}-{seed}.z8"
        if not (path.is_file() and path.with_suffix(".json").is_file()):
            _make([sys.executable, str(maker), *arguments], path)
        yield name, path


def _make(command: Sequence[str], path: Path) -> None:
    """Make a game, with another seed if `tw-make` finds no quest with this one."""
    *rest, first = command
    told = ""
    for seed in range(int(first), int(first) + _SEEDS * _APART, _APART):
        made = [*rest, f"{seed}", "--output", str(path), "-f"]
        done = subprocess.run(  # our arguments
            made, check=False, capture_output=True, text=True
        )
        if done.returncode == 0:
            return
        told = done.stderr.strip()
    raise UsageError(f"expected tw-make to make {path.name}, got: {told[-300:]}")


@bundled
def _made(
    games: Path = option("FOLDER", "Where the games are made, or were.", ...),
    steps: int = option("N", "Most steps in each game.", 100, min=1),
    seed: int = option("N", "Seed of the first game of each kind.", 1, min=0),
    out: Path | None = option("FOLDER", "Keep each game here; the same command resumes.", None),
    json: bool = flag(AS_JSON),
) -> int:
    """Play twenty games that tw-make makes, five of each of four kinds."""
    found = {}
    with kept_in(out, {"made": seed, "steps": steps}) as kept:
        for name, path in written(games, commands(seed), seed):
            if (before := kept.get(name)) is not None:
                found[name] = Played(**before)
                continue
            found[name] = play(path, steps=steps)
            kept.put(name, found[name])
            note(f"{name}: {'won' if found[name].won else 'not won'}, {found[name].steps} steps")
    if json:
        print_json({name: asdict(one) for name, one in found.items()})
    else:
        say(f"won {sum(one.won for one in found.values())} of {len(found)}")
    return 0


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("fiction-made", _made, argv)
