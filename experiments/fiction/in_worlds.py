"""The story mind in text worlds that have rules of their own: hunts, houses and kitchens."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from clew.bench.bootstrap import mean_interval
from clew.cli.options import AS_JSON, bundled, flag, option
from clew.cli.output import note, print_json, say
from clew.minds.fiction.story_mind import StoryMind
from experiments.command_line import run
from experiments.textworld.worlds import TASKS, WorldTask, made, task_names

__all__ = ["InWorld", "main", "play"]

_SHOWN = ("location", "inventory", "lost", "won")


@dataclass(frozen=True, slots=True)
class InWorld:
    """How one world went."""

    won: bool
    steps: int
    score: float
    """Share of the points."""


def play(task: WorldTask, games: Path | None, seed: int) -> InWorld:
    """Let the story mind play a world; it sees text, place and inventory, no list of actions."""
    env = made(task, games)
    told, info = env.reset(seed=seed)
    mind, steps = StoryMind(), 0
    mind.begin(told, {key: info.get(key) for key in _SHOWN})
    over = False
    while steps < task.limit and not over:
        for move in mind.act(told, {key: info.get(key) for key in _SHOWN}).moves:
            told, _, over, _, info = env.step(move.action)
            steps += 1
            mind.learn(move, told, {key: info.get(key) for key in _SHOWN})
    env.close()
    return InWorld(bool(info["won"]), steps, max(0, info["score"]) / (info["max_score"] or 1))


@bundled
def _in_worlds(
    tasks: str = option("NAMES", "Comma-separated tasks or groups of `textworld`.", "drawn"),
    seeds: int = option("N", "Worlds of each task.", 5, min=1),
    first: int = option("N", "Seed of the first.", 1, min=1),
    games: Path | None = option("FOLDER", "The paper's own games.", None),
    json: bool = flag(AS_JSON),
) -> int:
    """Play text worlds with the story mind: worlds won, steps, and the share of the points."""
    found: dict[str, list[InWorld]] = {}
    for name in task_names(tasks):
        count = 1 if TASKS[name].paper else seeds
        found[name] = [play(TASKS[name], games, first + at) for at in range(count)]
        note(f"{name}: won {sum(one.won for one in found[name])} of {count}")
    if json:
        print_json({name: [asdict(one) for one in runs] for name, runs in found.items()})
        return 0
    for name, runs in found.items():
        won, score = sum(one.won for one in runs), mean_interval([one.score for one in runs])
        steps = sum(one.steps for one in runs) / len(runs)
        say(f"{name:<18} won {won} of {len(runs)}, {steps:.1f} steps, score {score}")
    return 0


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("fiction-worlds", _in_worlds, argv)
