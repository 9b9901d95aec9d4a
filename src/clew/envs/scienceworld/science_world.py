"""`ScienceWorld`: elementary science experiments as a Gymnasium environment."""

import string
from typing import Any

import gymnasium
from gymnasium import spaces
from scienceworld.constants import JAR_PATH

from clew.envs.scienceworld.curriculum import (
    SPLITS,
    split_of,
    splits,
    task_named,
    with_simplifications,
)
from clew.envs.scienceworld.java_process import JavaProcess
from clew.envs.scienceworld.printed import ALPHABET, LONGEST, choices, goals, room, shown
from clew.errors import UnknownNameError, UsageError
from clew.settings import cache_folder

__all__ = ["MAX_ACTION", "ScienceWorld"]

MAX_ACTION = 200
"""Characters of the longest action."""
_TYPED = frozenset(string.ascii_letters + string.digits + string.punctuation + " ") - {"\\"}
_SIMULATOR = "scienceworld.runtime.pythonapi.PythonInterface"
_FULL = 100


class ScienceWorld(gymnasium.Env[str, str]):
    """Plays the variations of one of thirty tasks.

    The first observation ends with the task. `info` of `reset` and `step` holds

    - `location`, a place, what the agent sees there (`look`), and `inventory`, both texts;
    - `objects`, the names of what is visible in the place, as commands take them: sorted;
    - `templates`, the forms of all actions ("pick up OBJ");
    - `choices`, the actions among which the world wants a number as the next action, from 0; else
      empty. Any other action cancels, takes a tick and is not done itself;
    - `admissible_actions`, a sorted tuple, if asked for; some thousands, and others may work;
    - `task` in words, `task_name`, `variation` and its `split`;
    - `steps`, the actions so far, and `ticks`, the simulator's time: an action takes none, one
      (most) or more (`wait` 11);
    - `score`, 0 to `max_score` 100; a failure (a wrong focus) keeps the score before it, and
      `raw_score` falls to -100; `goal_progress`, pairs of a goal and whether it is reached; `won`
      and `lost`. These five are for reports: the goals tell what to do.

    The reward is the change of `raw_score`, which may be above 0 at the start.

    Once a run is over, nothing is sent to the world: `step` repeats the last observation,
    terminated, with reward 0, until `reset`. There is no step limit: see
    `gymnasium.wrappers.TimeLimit`.

    The simulator takes no seed: a variation is one world, and the same actions have the same
    results in every process. A seed only draws the variation, if none was given. Listing
    admissible actions draws from the simulator's random numbers, so a run with it may differ from
    one without.

    Args:
        task: a task's name or key, `curriculum.TASKS`.
        variation: its number; by default each reset draws one of `split`.
        split: `train`, `dev` or `test`; from which variations are drawn.
        simplifications: comma-separated, `curriculum.SIMPLIFICATIONS`; or `easy`.
        admissible: whether `info` has `admissible_actions`, which takes ten times as long as a
            step. `valid_actions` lists them once.
        gold: whether `gold_path` tells the solutions of dev and test variations, too: for ceilings,
            never for agents.
        render_mode: `ansi` makes `render` return the last observation.

    Raises:
        UnknownNameError: there is no such task, split or simplification.
        UsageError: the task cannot be solved with a simplification.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium's own form

    def __init__(
        self,
        task: str = "boil",
        variation: int | None = None,
        split: str = "train",
        simplifications: str = "",
        *,
        admissible: bool = False,
        gold: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise UsageError(f"expected render_mode 'ansi' or None, got {render_mode!r}")
        if split not in SPLITS:
            raise UnknownNameError("split", split, SPLITS)
        self.render_mode = render_mode
        self.observation_space = spaces.Text(LONGEST, min_length=0, charset=ALPHABET)
        self.action_space = spaces.Text(MAX_ACTION, min_length=0, charset=_TYPED)
        self._task, self._variation, self._split = task_named(task), variation, split
        self._simplifications = simplifications
        with_simplifications(self._task, simplifications)
        self._admissible, self._gold = admissible, gold
        self._java: JavaProcess | None = None
        self._run: dict[str, Any] = {}
        self._info: dict[str, Any] = {}
        self._last = ""
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin a run.

        Args:
            seed: draws the variation, if none was given.
            options: `task` and `variation` of this run, if not the environment's own.

        Raises:
            UsageError: there is no such variation, or no Java.
            GameError: the simulator does not start.
        """
        super().reset(seed=seed, options=options)
        given = options or {}
        task = task_named(given.get("task", self._task))
        variation = given.get("variation", self._variation if task == self._task else None)
        if variation is None:
            drawn = self.variations(self._split, task)
            variation = drawn[int(self.np_random.integers(len(drawn)))]
        self._begin(task, variation)
        return self._last, dict(self._info)

    def _begin(self, task: str, variation: int, *, gold: bool = False) -> None:
        java = self._running()
        split = split_of(variation, java.call("getTaskMaxVariations", task))
        simplified = with_simplifications(task, self._simplifications)
        if wrong := java.call("load", task, variation, simplified, gold):
            raise UsageError(f"{task}, variation {variation}: {wrong}")
        self._over = False
        self._run = {
            "task_name": task,
            "variation": variation,
            "split": split,
            "templates": java.call("getPossibleActions"),
        }
        self._info = {"steps": 0, "score": 0}
        looked = self._done("look around")  # the score is an earlier run's until the first action
        self._run["task"] = shown(java.call("getTaskDescription"))
        self._info["task"] = self._run["task"]
        self._last = f"{looked}\n\n{self._run['task']}"

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Do an action.

        Raises:
            UsageError: the action is not a line of at most `MAX_ACTION` printable ASCII characters
                without backslash, or no run was begun.
            GameError: the Java process has ended; `reset` starts another.
        """
        if not self._run:
            raise UsageError("reset() begins a run; there is none yet")
        if action not in self.action_space:
            raise UsageError(
                f"expected an action of at most {MAX_ACTION} printable ASCII characters, "
                f"got {action!r:.100}"
            )
        if self._over:
            return self._last, 0.0, True, False, dict(self._info)
        before = self._info["raw_score"]
        self._info["steps"] += 1
        self._last = self._done(action)
        reward = float(self._info["raw_score"] - before)
        return self._last, reward, self._over, False, dict(self._info)

    def _done(self, action: str) -> str:
        """Do an action, update `info` and return what the world says."""
        assert self._java is not None
        ask = self._java.call
        said, look = ask("step", action), ask("freeActionLook")
        raw = round(_FULL * ask("getScore"))
        self._over = raw < 0 or ask("getCompleted")
        self._info = {
            **self._run,
            "steps": self._info["steps"],
            "ticks": ask("getNumMoves"),
            "location": room(look),
            "look": shown(look),
            "inventory": shown(ask("freeActionInventory")),
            "objects": tuple(sorted(ask("getPossibleObjects"))),
            "choices": choices(said),
            "score": self._info["score"] if raw < 0 else raw,
            "raw_score": raw,
            "max_score": _FULL,
            "goal_progress": goals(ask("getGoalProgressStr")),
            "won": self._over and raw >= 0,
            "lost": raw < 0,
        }
        if self._admissible:
            self._info["admissible_actions"] = self.valid_actions()
        return shown(said)

    def valid_actions(self) -> tuple[str, ...]:
        """Return the actions that are possible now, sorted: hundreds or thousands.

        It takes up to 0.1 s. While the world waits for a choice, they are its numbers.

        Raises:
            UsageError: no run was begun.
            GameError: the Java process has ended.
        """
        if self._java is None or not self._run:
            raise UsageError("reset() begins a run; there is none yet")
        return tuple(sorted(set(self._java.call("getValidActionObjectCombinations"))))

    def variations(self, split: str, task: str | None = None) -> range:
        """Return the numbers of a split's variations, by default of the environment's task.

        Raises:
            UnknownNameError: there is no such split or task.
        """
        if split not in SPLITS:
            raise UnknownNameError("split", split, SPLITS)
        task = self._task if task is None else task_named(task)
        return splits(self._running().call("getTaskMaxVariations", task))[split]

    def gold_path(self) -> tuple[str, ...]:
        """Return actions that solve this variation, for an agent to learn from.

        It takes up to 15 s and begins the run again, so it is asked for before the first step.

        Raises:
            UsageError: the variation is not for training, and the environment was not made with
                `gold`; or steps were made.
        """
        if not self._run or self._info["steps"]:
            raise UsageError("ask for the gold path after reset(), before the first step")
        if self._run["split"] != "train" and not self._gold:
            raise UsageError(
                f"{self._run['task_name']}, variation {self._run['variation']} is for "
                f"{self._run['split']}: agents get gold paths of train variations only"
            )
        self._begin(self._run["task_name"], self._run["variation"], gold=True)
        path: tuple[str, ...] = self._running().call("getGoldActionSequence")
        return path

    def _running(self) -> JavaProcess:
        """Return the simulator, started if it does not run."""
        if self._java is None or not self._java.alive:
            folder = cache_folder() / "scienceworld"
            folder.mkdir(parents=True, exist_ok=True)
            self._java = JavaProcess([JAR_PATH], _SIMULATOR, folder)
        return self._java

    def render(self) -> str | None:
        """Return the last observation in mode `ansi`, else `None`."""
        return self._last if self.render_mode == "ansi" else None

    def close(self) -> None:
        """End the simulator."""
        if self._java is not None:
            self._java.close()
        self._java, self._run = None, {}
