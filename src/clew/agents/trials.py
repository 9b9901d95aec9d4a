"""Several attempts at one world, as one run: an environment that begins again."""

from dataclasses import dataclass
from typing import Any

from clew.agents.rollout import Environment
from clew.errors import UsageError

__all__ = ["Trials"]


@dataclass(slots=True)
class Trials:
    """An environment in which what was not won is begun again, at most `trials` times.

    A trial ends when the world does, or after `limit` actions. `info["trial"]` counts from 1. The
    response to an action that ends a trial is followed by the first observation of the next, and
    `info` is that of the next; but `score` is the best of all trials. The last trial ends the run;
    with the limit it is truncated.

    Args:
        env: the world; each trial begins with its `reset`, with the seed of the run.
        limit: most actions in a trial; `None`: no limit.
        trials: most trials.

    Raises:
        UsageError: a number is below 1.
    """

    env: Environment
    limit: int | None = None
    trials: int = 1
    _seed: int | None = None
    _trial: int = 1
    _actions: int = 0
    _best: float | None = None

    def __post_init__(self) -> None:
        for name in ("limit", "trials"):
            if (value := getattr(self, name)) is not None and value < 1:
                raise UsageError(f"expected {name} of at least 1, got {value}")

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """Begin the first trial."""
        self._seed, self._trial, self._best = seed, 1, None
        return self._begun()

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Do an action; if it ends a trial, begin the next."""
        said, reward, terminated, truncated, info = self.env.step(action)
        self._actions += 1
        truncated = truncated or (not terminated and self._actions == self.limit)
        info = self._told(info)
        over = terminated or truncated
        if over and not info.get("won") and self._trial < self.trials:
            ended, self._trial = self._trial, self._trial + 1
            seen, info = self._begun()
            said = f"{said}\n\nTrial {ended} of {self.trials} is over. The next begins:\n\n{seen}"
            terminated = truncated = False
        return said, reward, terminated, truncated, info

    def close(self) -> None:
        """Close the world, if it can be closed."""
        if close := getattr(self.env, "close", None):
            close()

    def _begun(self) -> tuple[str, dict[str, Any]]:
        self._actions = 0
        seen, info = self.env.reset(seed=self._seed)
        return seen, self._told(info)

    def _told(self, info: dict[str, Any]) -> dict[str, Any]:
        if (score := info.get("score")) is None:
            return {**info, "trial": self._trial}
        self._best = score if self._best is None else max(self._best, score)
        return {**info, "trial": self._trial, "score": self._best}
