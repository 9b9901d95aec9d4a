"""Multi-Agent Crafter with PettingZoo's API. Needs the extra crafter.

env = parallel_env(agents=2)
observations, infos = env.reset(seed=3)
while env.agents:
    actions = {agent: env.action_space(agent).sample() for agent in env.agents}
    observations, rewards, terminations, truncations, infos = env.step(actions)
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec

from clew.envs.crafter.settings import Settings
from clew.envs.crafter.sight import Stepped
from clew.envs.crafter.telling import LETTERS, longest, tell
from clew.envs.crafter.world import Game
from clew.errors import UsageError

__all__ = ["CrafterParallel", "env", "parallel_env"]

_RENDERED = 270
"""Pixels of a side of an agent's picture in `render`."""


class CrafterParallel(ParallelEnv[str, Any, int]):  # type: ignore[misc]
    """Any number of agents that act at the same time.

    An action is a number; its name is `action_names[number]`. `infos[agent]` holds `sight` (a
    `Sight`: exactly what the agent perceives), `unlocked` (what it did for the first time in this
    step), `score` and `max_score` (how many goals of the tree the team has done), `won`, `lost`
    and `reseeded`. When the world's goal is done, all agents are terminated. A dead agent is
    terminated alone and leaves `agents`. At the settings' length, all are truncated.

    Args:
        settings: of the world.
        observation: `image` for pictures, `text` for what the agent perceives in words.
        render_mode: `rgb_array` makes `render` return all agents' pictures, side by side.

    Raises:
        UsageError: the observation or the mode is none of these.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # PettingZoo's own form
        "name": "clew/MultiAgentCrafter-v0",
        "render_modes": ["rgb_array"],
        "is_parallelizable": True,
        "render_fps": 5,
    }

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        observation: str = "image",
        render_mode: str | None = None,
    ) -> None:
        if observation not in ("image", "text"):
            raise UsageError(f"expected observation 'image' or 'text', got {observation!r}")
        if render_mode not in (None, "rgb_array"):
            raise UsageError(f"expected render_mode 'rgb_array' or None, got {render_mode!r}")
        self.game = Game(settings)
        self.render_mode = render_mode
        self._text = observation == "text"
        self.possible_agents = list(self.game.agents)
        self.agents: list[str] = []
        self.action_names = self.game.action_names
        number = len(self.action_names)
        self.action_spaces = {agent: spaces.Discrete(number) for agent in self.game.agents}
        self.observation_spaces = dict.fromkeys(self.game.agents, self._space())
        self._random = np.random.default_rng()

    def _space(self) -> spaces.Space[Any]:
        settings = self.game.settings
        if self._text:
            return spaces.Text(longest(settings.view), charset=LETTERS + "\n")
        width, height = settings.image
        return spaces.Box(0, 255, (height, width, 3), np.uint8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin the run of a seed; without one, of a seed drawn after the last one given."""
        del options
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        drawn = int(self._random.integers(2**31)) if seed is None else seed
        self.game.reset(drawn)
        self.agents = list(self.game.alive)
        return self.seen_by(self.agents)

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Let all agents act.

        Raises:
            UsageError: an action is missing, belongs to no living agent, or is no valid number.
        """
        if not self.agents:
            return {}, {}, {}, {}, {}
        acting = list(self.agents)
        rewards = self.game.step({agent: self._action_name(actions[agent]) for agent in actions})
        won, alive = self.game.winner is not None, self.game.alive
        terminations = {agent: won or agent not in alive for agent in acting}
        cut = self.game.over
        truncations = {agent: cut and not terminations[agent] for agent in acting}
        self.agents = [] if cut else list(alive)
        observations, infos = self.seen_by(acting)
        return observations, rewards, terminations, truncations, infos

    def _action_name(self, action: int) -> str:
        if not 0 <= int(action) < len(self.action_names):
            most = len(self.action_names) - 1
            raise UsageError(f"expected the number of an action from 0 to {most}, got {action}")
        return self.action_names[int(action)]

    def seen_by(self, agents: Iterable[str]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Return the observations and infos of agents; infos are copies that do not change."""
        game = self.game
        infos: dict[str, dict[str, Any]] = {
            agent: {
                "sight": game.sight(agent),
                "unlocked": game.unlocked(agent),
                "score": game.score,
                "max_score": len(game.depths),
                "won": game.winner is not None,
                "lost": not game.alive,
                "reseeded": game.reseeded,
            }
            for agent in agents
        }
        seen = {
            agent: tell(info["sight"]) if self._text else game.image(agent)
            for agent, info in infos.items()
        }
        return seen, infos

    def render(self) -> np.ndarray | None:
        """Return all agents' pictures, [y, x, channel], in mode `rgb_array`, else `None`.

        They are in rows, nearly square, `agent_0` first; a dead agent's picture is black.
        """
        if self.render_mode is None:
            return None
        game, side = self.game, _RENDERED
        across = int(np.ceil(np.sqrt(len(game.agents))))
        down = -(-len(game.agents) // across)
        canvas = np.zeros((down * side, across * side, 3), np.uint8)
        for number, agent in enumerate(game.agents):
            y, x = number // across * side, number % across * side
            if agent in game.alive:
                canvas[y : y + side, x : x + side] = game.image(agent, (side, side))
        return canvas


def parallel_env(
    agents: int = 2, *, observation: str = "image", render_mode: str | None = None, **settings: Any
) -> CrafterParallel:
    """Make `clew/MultiAgentCrafter-v0`; `settings` are other fields of `Settings`, by name."""
    made = Settings(agents=agents, **settings)
    return CrafterParallel(made, observation=observation, render_mode=render_mode)


def env(agents: int = 2, **settings: Any) -> AECEnv[str, Any, int]:
    """Make the same world for agents that act one after the other (PettingZoo's AEC API).

    The world advances when the last agent has acted.
    """
    return parallel_to_aec(parallel_env(agents, **settings))
