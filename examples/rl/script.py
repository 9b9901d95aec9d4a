"""What the two scripts share: their options, the extras they need, progress, the end."""

import argparse
import resource
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from curves import PAPER, Curve, Ended, Policy, play, random_policy, summary, write

from clew.errors import ClewError, NotInstalledError, UsageError

__all__ = ["Progress", "Run", "compare", "main"]

_EXTRAS = {
    "crafter": "crafter",
    "pettingzoo": "crafter",
    "torch": "rl",
    "stable_baselines3": "rl",
    "matplotlib": "charts",
}
"""Package -> the extra that brings it."""
_WORLDS = 1_000_000
"""Seeds of the games that measure begin here, those that train at the seed of the run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """The options of a script."""

    steps: int
    seed: int
    games: int
    length: int
    agents: int
    out: Path


class Progress:
    """Prints a line at every twentieth of the training, and its speed, to the error stream."""

    def __init__(self, steps: int) -> None:
        self._every = max(1, steps // 20)
        self._steps = steps
        self._start, self._spent = perf_counter(), process_time()

    def __call__(self, step: int, ended: Sequence[Ended]) -> None:
        """Tell how far it is, if it is time to.

        Args:
            step: done so far, from 1.
            ended: all games that ended so far.
        """
        if step % self._every and step != self._steps:
            return
        last = [one.reward for one in ended[-10:]]
        mean = f"{sum(last) / len(last):.2f}" if last else "none yet"
        speed = step / (perf_counter() - self._start)
        own = step / (process_time() - self._spent)
        games = f"{len(ended)} games, last returns {mean}"
        far = f"step {step:,} of {self._steps:,}, {games}"
        print(f"{far}, {speed:.0f} steps/s, {own:.0f} per second of CPU", file=sys.stderr)


def compare(env: Any, choose: Policy, run: Run, learner: str, training: Sequence[Ended]) -> Curve:
    """Return the curve of a trained policy, measured beside chance in worlds of their own."""
    worlds = range(_WORLDS, _WORLDS + run.games)
    chance = random_policy(env, run.seed)
    return Curve(
        learner=learner,
        agents=len(env.possible_agents),
        seed=run.seed,
        steps=run.steps,
        training=tuple(training),
        trained=tuple(play(env, choose, world) for world in worlds),
        random=tuple(play(env, chance, world) for world in worlds),
    )


def main(
    learner: Callable[[Run], Curve],
    about: str,
    defaults: Run,
    arguments: Sequence[str] | None = None,
) -> int:
    """Run a script; return its exit status.

    Args:
        learner: trains and measures.
        about: what the script does, for `--help`.
        defaults: of the options; with one agent there is no option `--agents`.
        arguments: of the command line; `None` for the process's.
    """
    try:
        run = _options(about, defaults, arguments)
        for package, extra in _EXTRAS.items():
            if find_spec(package) is None:
                raise NotInstalledError(package.replace("_", "-"), extra=extra)
        run.out.mkdir(parents=True, exist_ok=True)
        curve = learner(run)
        print(summary(curve))
        for path in write(run.out, curve):
            print(path)
    except ClewError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{process_time():.0f} s of CPU, peak memory {peak // 1024} MB", file=sys.stderr)
    return 0


def _options(about: str, defaults: Run, arguments: Sequence[str] | None) -> Run:
    longer = f"The paper trained for {PAPER['steps']:,} steps ({PAPER['episodes']:,} games)."
    parser = argparse.ArgumentParser(description=about, epilog=longer)
    add = parser.add_argument
    add("--steps", type=int, default=defaults.steps, help="of training (%(default)s)")
    add("--seed", type=int, default=defaults.seed, help="of worlds and networks (%(default)s)")
    add("--games", type=int, default=defaults.games, help="to measure it in (%(default)s)")
    add("--length", type=int, default=defaults.length, help="most steps a game (%(default)s)")
    add("--out", type=Path, default=defaults.out, help="folder for the curves (%(default)s)")
    if defaults.agents > 1:
        add("--agents", type=int, default=defaults.agents, help="that play (%(default)s)")
    run = replace(defaults, **vars(parser.parse_args(arguments)))
    for name, value in (("steps", run.steps), ("games", run.games), ("length", run.length)):
        if value < 1:
            raise UsageError(f"expected --{name} of at least 1, got {value}")
    return run
