"""ScienceWorld's own solutions, played through clew's environment: the ceiling of every agent.

    python -m experiments scienceworld gold [--tasks NAMES] [--variations N] [--split NAME] [--json]

For each task it plays the gold path of the first variations of a split, and prints how many actions
it has, the score it reaches, how long the simulator took to make it, and how fast it was played. It
needs the extra scienceworld, and Java. One simulator plays
everything.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter

from clew.envs.scienceworld.curriculum import SPLITS, TASKS, task_named
from clew.envs.scienceworld.science_world import ScienceWorld
from experiments.parsers import parser_of

__all__ = ["Played", "main", "play"]


@dataclass(frozen=True, slots=True)
class Played:
    """One gold path."""

    key: str
    task: str
    variation: int
    actions: int
    score: int
    making: float
    """Seconds in which the simulator made the path."""
    playing: float


def play(tasks: Sequence[str], split: str, variations: int) -> Iterator[Played]:
    """Yield the gold paths of tasks, played, in order; of each the first variations of a split."""
    keys = {task: key for key, task in TASKS.items()}
    env = ScienceWorld(gold=True)
    try:
        for task in tasks:
            for variation in env.variations(split, task)[:variations]:
                _, info = env.reset(options={"task": task, "variation": variation})
                began = perf_counter()
                path = env.gold_path()
                made = perf_counter()
                for action in path:
                    *_, info = env.step(action)
                taken = made - began, perf_counter() - made
                yield Played(keys[task], task, variation, len(path), info["raw_score"], *taken)
    finally:
        env.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0 if every path reached 100, else 1."""
    parser = parser_of("scienceworld", __doc__)
    parser.add_argument("part", choices=["gold"], help="what to run")
    parser.add_argument("--tasks", help="names or keys, comma-separated; all thirty by default")
    parser.add_argument("--split", choices=SPLITS, default="test")
    parser.add_argument("--variations", type=int, default=1, metavar="N", help="of each task; 1")
    parser.add_argument("--json", action="store_true", help="print one JSON object per path")
    given = parser.parse_args(arguments)
    names = given.tasks.split(",") if given.tasks else TASKS.values()
    tasks = [task_named(name.strip()) for name in names]
    done = []
    for each in play(tasks, given.split, given.variations):
        done.append(each)
        print(json.dumps(asdict(each)) if given.json else _line(each), flush=True)
    won = sum(each.score == 100 for each in done)
    if not given.json:
        seconds = sum(each.playing for each in done)
        actions = sum(each.actions for each in done)
        print(f"{won} of {len(done)} reach 100; {actions / seconds:.0f} actions a second")
    return 0 if won == len(done) else 1


def _line(each: Played) -> str:
    return (
        f"{each.key:<5}{each.task:<52}{each.variation:>5}{each.actions:>5} actions"
        f"{each.score:>5}{each.making:>7.1f} s{each.actions / each.playing:>6.0f}/s"
    )
