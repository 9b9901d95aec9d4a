"""A world small enough to be learned in seconds: lamps on the left or on the right."""

from typing import Any

import numpy as np
from gymnasium import spaces


class Lamps:
    """Each agent sees one lamp; each gets 1 when all point to theirs, and 0 when not.

    As much of PettingZoo's ParallelEnv as a learner uses. Actions: nothing, left, right. A game is
    eight steps; the agent named in `leaves` goes after its first step.
    """

    def __init__(self, agents: int = 2, leaves: str = "") -> None:
        self.possible_agents = [f"agent_{number}" for number in range(agents)]
        self.agents: list[str] = []
        self._leaves, self._step = leaves, 0
        self._rng = np.random.default_rng(0)
        self._lit: dict[str, int] = {}

    def observation_space(self, agent: str) -> spaces.Box:
        return spaces.Box(0, 255, (20, 20, 3), np.uint8)

    def action_space(self, agent: str) -> Any:
        return spaces.Discrete(3)

    def reset(self, seed: int | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.agents, self._step = list(self.possible_agents), 0
        return self._light(), {name: {} for name in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        assert set(actions) == set(self.agents), "exactly those who play act"
        self._step += 1
        right = all(actions[name] == self._lit[name] for name in self.agents)
        acted = self.agents
        over = self._step == 8
        gone = {name: name == self._leaves for name in acted}
        self.agents = [name for name in acted if not (over or gone[name])]
        infos = {name: {"unlocked": ("lamp",) if right else ()} for name in acted}
        seen = self._light()
        return (
            {name: seen[name] for name in acted},
            dict.fromkeys(acted, float(right)),
            gone,
            dict.fromkeys(acted, over),
            infos,
        )

    def _light(self) -> dict[str, Any]:
        self._lit = {name: int(self._rng.integers(1, 3)) for name in self.possible_agents}
        return {name: picture(lit) for name, lit in self._lit.items()}


def picture(lit: int) -> Any:
    """Return what an agent sees: 1 for the lamp on the left, 2 on the right."""
    view = np.zeros((20, 20, 3), np.uint8)
    view[:, slice(0, 10) if lit == 1 else slice(10, 20)] = 255
    return view
