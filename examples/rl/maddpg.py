"""MADDPG in plain torch for two agents (or more) in Multi-Agent Crafter, from pictures.

    python examples/rl/maddpg.py --steps 20000 --out runs/maddpg

The team learns off-policy from a replay buffer; `team.py` holds its networks.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from script import Progress, Run, compare, main

from curves import Curve, Ended

if TYPE_CHECKING:
    from team import Team

__all__ = ["ABOUT", "DEFAULTS", "Schedule", "choice", "learn", "train"]

_LEARNER = 2
"""Keeps the learner's draws apart from those of a world with the same seed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """When it acts at random, when it learns, from how much."""

    random: int
    """Steps at the start with evenly drawn actions, without learning."""
    every: int = 8
    """Steps between two updates."""
    batch: int = 32
    """Steps of an update."""
    capacity: int = 10_000
    """Rows of the replay buffer; a row of two agents' 64 x 64 pictures is 24 kB."""


def learn(
    env: Any,
    team: "Team",
    schedule: Schedule,
    steps: int,
    seed: int,
    watch: Callable[[int, Sequence[Ended]], None],
) -> list[Ended]:
    """Let a team play a PettingZoo ParallelEnv and learn from it; return the games that ended.

    Deterministic for the seed, given the team. The first game is reset with the seed, the others
    go on from there.
    """
    from team import Replay  # extra

    rng = np.random.default_rng((seed, _LEARNER))
    names = tuple(env.possible_agents)
    shape, count = env.observation_space(names[0]).shape, int(env.action_space(names[0]).n)
    replay = Replay(schedule.capacity, (len(names), *shape))
    game = _Game(env, seed)
    replay.see(game.views, game.present)
    ended: list[Ended] = []
    for step in range(1, steps + 1):
        early = step <= schedule.random
        actions = rng.integers(count, size=len(names)) if early else team.choose(game.views)
        replay.did(*game.step(actions))
        replay.see(game.views, game.present)
        if not env.agents:
            ended.append(game.ended(step))
            game = _Game(env, None)
            replay.see(game.views, game.present)
        if not early and step % schedule.every == 0 and len(replay) >= schedule.batch:
            team.learn(replay.draw(schedule.batch, rng))
        watch(step, ended)
    return ended


def choice(team: "Team", names: Sequence[str]) -> Callable[[Mapping[str, Any]], dict[str, int]]:
    """Return a team as a policy; who no longer plays sees black."""

    def choose(seen: Mapping[str, Any]) -> dict[str, int]:
        actions = team.choose(_stack(seen, names, next(iter(seen.values()))))
        return {name: int(actions[names.index(name)]) for name in seen}

    return choose


class _Game:
    """One game as arrays over all agents, whether they still play or not."""

    def __init__(self, env: Any, seed: int | None) -> None:
        self._env, self._names = env, tuple(env.possible_agents)
        self._total, self._length, self._tasks = 0.0, 0, set[str]()
        self._see(env.reset(seed=seed)[0])

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Act; return what was done (noop by who does not play), the rewards and who ended."""
        actions = np.where(self.present > 0, actions, 0)
        seen, rewards, terminated, _, infos = self._env.step(
            {name: int(actions[self._names.index(name)]) for name in self._env.agents}
        )
        self._total += sum(rewards.values())
        self._length += 1
        self._tasks.update(*(info.get("unlocked", ()) for info in infos.values()))
        self._see(seen)
        gains = np.array([rewards.get(name, 0.0) for name in self._names], dtype=np.float32)
        ends = np.array([terminated.get(name, False) for name in self._names], dtype=np.float32)
        return actions, gains, ends

    def ended(self, step: int) -> Ended:
        reward = round(self._total / len(self._names), 6)
        tasks = tuple(sorted(self._tasks))
        return Ended(step=step, reward=reward, length=self._length, tasks=tasks)

    def _see(self, seen: Mapping[str, np.ndarray]) -> None:
        space = self._env.observation_space(self._names[0])
        self.views = _stack(seen, self._names, np.zeros(space.shape, space.dtype))
        self.present = np.array(
            [name in self._env.agents for name in self._names], dtype=np.float32
        )


def _stack(seen: Mapping[str, Any], names: Sequence[str], like: np.ndarray) -> np.ndarray:
    black = np.zeros_like(like)
    return np.stack([seen.get(name, black) for name in names])


def train(run: Run) -> Curve:
    """Train a team, measure it in other worlds, and keep its actors in `maddpg.pt`."""
    import torch  # extra
    from team import Team, Tuning  # extra

    from clew.envs.crafter.parallel import parallel_env  # extra

    torch.set_num_threads(1)
    torch.manual_seed(run.seed)
    env = parallel_env(agents=run.agents, length=run.length)
    names = tuple(env.possible_agents)
    shape, count = env.observation_space(names[0]).shape, int(env.action_space(names[0]).n)
    team = Team(len(names), shape, count, Tuning())
    schedule = Schedule(random=run.steps // 20)
    ended = learn(env, team, schedule, run.steps, run.seed, Progress(run.steps))
    torch.save(team.actors.state_dict(), run.out / "maddpg.pt")
    return compare(env, choice(team, names), run, "MADDPG", ended)


ABOUT = "Train MADDPG on agents in Multi-Agent Crafter and draw their returns beside chance."
DEFAULTS = Run(steps=20_000, seed=0, games=20, length=350, agents=2, out=Path("runs/maddpg"))

if __name__ == "__main__":
    sys.exit(main(train, ABOUT, DEFAULTS))
