"""Observations and infos shared by the environments of both APIs. Needs the extra crafter."""

from typing import Any

import numpy as np
from gymnasium import spaces

from clew.envs.crafter.sight import Cell, Sight
from clew.envs.crafter.telling import LETTERS, longest, tell
from clew.envs.crafter.world import Game
from clew.errors import UsageError

__all__ = ["Look"]

_RENDERED = (270, 270)


class Look:
    """Observations, infos and pictures of a game.

    Args:
        game: the game to show.
        observation: `image` or `text`.
        render_mode: `rgb_array` or `None`.

    Raises:
        UsageError: the observation or the mode is none of these.
    """

    def __init__(self, game: Game, observation: str, render_mode: str | None) -> None:
        if observation not in ("image", "text"):
            raise UsageError(f"expected observation 'image' or 'text', got {observation!r}")
        if render_mode not in (None, "rgb_array"):
            raise UsageError(f"expected render_mode 'rgb_array' or None, got {render_mode!r}")
        self._game, self._text, self._mode = game, observation == "text", render_mode

    def space(self) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        settings = self._game.settings
        if self._text:
            return spaces.Text(longest(settings.view), charset=LETTERS + "\n")
        width, height = settings.image
        return spaces.Box(0, 255, (height, width, 3), np.uint8)

    def observation(self, agent: str, sight: Sight) -> Any:
        """Return an agent's observation.

        Args:
            agent: its name.
            sight: its sight now.
        """
        return tell(sight) if self._text else self._game.image(agent)

    def info(self, agent: str) -> dict[str, Any]:
        """Return an agent's info, a copy that does not change later."""
        game = self._game
        return {
            "sight": game.sight(agent),
            "unlocked": game.unlocked(agent),
            "score": game.score,
            "max_score": len(game.depths),
            "won": game.winner is not None,
            "lost": not game.alive,
            "reseeded": game.reseeded,
        }

    def render(self, size: Cell = _RENDERED) -> np.ndarray | None:
        """Return all agents' pictures, nearly square, in mode `rgb_array`, else `None`.

        They are arranged in rows, `agent_0` first; a dead agent's picture is black.
        """
        if self._mode is None:
            return None
        game = self._game
        across = int(np.ceil(np.sqrt(len(game.agents))))
        down = -(-len(game.agents) // across)
        canvas = np.zeros((down * size[1], across * size[0], 3), np.uint8)
        for number, agent in enumerate(game.agents):
            y, x = (number // across) * size[1], (number % across) * size[0]
            if agent in game.alive:
                canvas[y : y + size[1], x : x + size[0]] = game.image(agent, size)
        return canvas
