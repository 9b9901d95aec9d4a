"""Variations of ScienceWorld to play, and what the harness alone knows of them: their solutions.

Nothing of a solution reaches an agent but the agent `gold`: its length sets the limit of a run, and
what it has done before its answer says what an experiment is.
"""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

from clew.envs.scienceworld.curriculum import TASKS, task_named
from clew.envs.scienceworld.science_world import ScienceWorld
from clew.errors import UsageError
from clew.settings import cache_folder
from experiments.runs_in_folder import write_result

__all__ = ["LEAST", "Reached", "ScienceWorlds", "Solved", "Worlds", "numbers", "tasks_named"]

LEAST = 250
"""Fewest steps that a run may take; else 100 more than the solution has."""


@dataclass(slots=True)
class Reached:
    """An environment that also keeps score and number of goals reached after each action.

    One pair for each action of each trial (`reset`), the beginning included.
    """

    env: Any
    trials: list[list[tuple[float, int]]]

    @classmethod
    def of(cls, env: Any) -> "Reached":
        """Return it around an environment."""
        return cls(env, [])

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """Begin."""
        seen, info = self.env.reset(seed=seed)
        self.trials.append([_state(info)])
        return seen, info

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Do an action."""
        result: tuple[str, Any, bool, bool, dict[str, Any]] = self.env.step(action)
        self.trials[-1].append(_state(result[-1]))
        return result

    def before_answer(self) -> tuple[float, int]:
        """Return score and goals of the best trial before its score rose for the last time."""
        best = max(self.trials, key=lambda states: max(score for score, _ in states))
        rises = [at for at in range(1, len(best)) if best[at][0] > best[at - 1][0]]
        return best[rises[-1] - 1] if rises else best[-1]


def _state(info: dict[str, Any]) -> tuple[float, int]:
    reached = sum(done for _, done in info.get("goal_progress", ()))
    return float(info.get("score", 0.0)), reached


@dataclass(frozen=True, slots=True)
class Solved:
    """The simulator's own solution of a variation."""

    actions: tuple[str, ...]
    goals: int
    """Goals reached before its answer."""

    @property
    def limit(self) -> int:
        """The most steps of a run."""
        return max(LEAST, len(self.actions) + 100)


class Worlds(Protocol):
    """Where variations are played."""

    def made(self, task: str, variation: int, *, admissible: bool) -> Any:
        """Return an environment for an agent; it is closed after the run."""
        ...

    def solved(self, task: str, variation: int) -> Solved:
        """Return the solution, for the harness."""
        ...

    def variations(self, tasks: Sequence[str], split: str) -> Mapping[str, Sequence[int]]:
        """Return the numbers of a split's variations, of each task."""
        ...


class ScienceWorlds:
    """ScienceWorld; solutions are kept in clew's cache, because some take 15 s to make."""

    def made(self, task: str, variation: int, *, admissible: bool) -> ScienceWorld:
        """Return an environment that refuses to tell the solution of dev and test variations."""
        return ScienceWorld(task, variation, admissible=admissible)

    def solved(self, task: str, variation: int) -> Solved:
        """Return the solution: made, played once, and kept."""
        path = cache_folder() / "scienceworld" / "solved" / f"{task}-{variation}.json"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            write_result(path, _solve(task, variation))
        kept = json.loads(path.read_text(encoding="utf-8"))
        return Solved(tuple(kept["actions"]), kept["goals"])

    def variations(self, tasks: Sequence[str], split: str) -> Mapping[str, Sequence[int]]:
        """Return the numbers of a split's variations, of each task."""
        with closing(ScienceWorld()) as env:
            return {task: env.variations(split, task) for task in tasks}


def _solve(task: str, variation: int) -> Solved:
    with closing(ScienceWorld(task, variation, gold=True)) as env:
        watched = Reached.of(env)
        watched.reset()
        actions = env.gold_path()  # begins the run again
        for action in actions:
            watched.step(action)
        return Solved(actions, watched.before_answer()[1])


def tasks_named(names: str | None) -> list[str]:
    """Return the names of tasks given by name or key, comma-separated; by default all thirty."""
    given = names.split(",") if names else TASKS.values()
    return [task_named(name.strip()) for name in given]


def numbers(text: str) -> list[int]:
    """Return the numbers of a text like `0-2` or `0,4`.

    Raises:
        UsageError: it is none.

    >>> numbers("0-2,7")
    [0, 1, 2, 7]
    """
    found: list[int] = []
    for part in text.split(","):
        ends = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip())
        if ends is None:
            raise UsageError(f"expected variations like 0-2 or 0,4, got {text!r}")
        found += range(int(ends[1]), int(ends[2] or ends[1]) + 1)
    return list(dict.fromkeys(found))
