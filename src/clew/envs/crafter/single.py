"""Crafter for one agent with Gymnasium's API. Needs the extra crafter."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from clew.envs.crafter.parallel import CrafterParallel
from clew.envs.crafter.settings import Settings
from clew.errors import UsageError

__all__ = ["CrafterSingle", "single_env"]


class CrafterSingle(gymnasium.Env[Any, np.int64]):
    """One agent, `agent_0`, in the world of `clew.envs.crafter.parallel`.

    `info` is like `infos[agent]` there; actions are indices into `action_names`.

    Args:
        settings: of the world; one agent.
        observation: `image` for a picture, `text` for what the agent perceives in words.
        render_mode: `rgb_array` makes `render` return the agent's picture.

    Raises:
        UsageError: the settings are for more than one agent.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # Gymnasium's own form
        "render_modes": ["rgb_array"],
        "render_fps": 5,
    }

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        observation: str = "image",
        render_mode: str | None = None,
    ) -> None:
        self._team = CrafterParallel(settings, observation=observation, render_mode=render_mode)
        self.game = self._team.game
        if self.game.settings.agents != 1:
            raise UsageError(f"expected 1 agent, got {self.game.settings.agents}")
        self.render_mode = render_mode
        self.action_names = self.game.action_names
        self._agent = self.game.agents[0]
        self.action_space = spaces.Discrete(len(self.action_names))
        self.observation_space = self._team.observation_space(self._agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the run of a seed; without one, of a seed drawn after the last one given."""
        super().reset(seed=seed, options=options)
        self.game.reset(int(self.np_random.integers(2**31)) if seed is None else seed)
        return self._observation_and_info()

    def step(self, action: np.int64) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do an action.

        Raises:
            UsageError: the run is over, or the action is not a valid number.
        """
        if action not in self.action_space:
            most = len(self.action_names) - 1
            raise UsageError(f"expected the number of an action from 0 to {most}, got {action}")
        reward = self.game.step({self._agent: self.action_names[int(action)]})[self._agent]
        ended = self.game.winner is not None or not self.game.alive
        observation, info = self._observation_and_info()
        return observation, reward, ended, self.game.over and not ended, info

    def _observation_and_info(self) -> tuple[Any, dict[str, Any]]:
        seen, infos = self._team.seen_by([self._agent])
        return seen[self._agent], infos[self._agent]

    def render(self) -> np.ndarray | None:
        """Return the agent's picture, [y, x, channel], in mode `rgb_array`."""
        return self._team.render()


def single_env(
    *, observation: str = "image", render_mode: str | None = None, **settings: Any
) -> CrafterSingle:
    """Make `clew/Crafter-v0`; `settings` are fields of `Settings`, by name."""
    return CrafterSingle(Settings(**settings), observation=observation, render_mode=render_mode)
