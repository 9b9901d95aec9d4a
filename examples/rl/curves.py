"""Return curves of a learner beside a random agent, as JSON and as a PNG (DAMCS, figure 5)."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from clew.bench.bootstrap import Estimate, mean_interval
from clew.envs.crafter.tech_tree import TASKS

__all__ = ["PAPER", "Curve", "Ended", "Policy", "draw", "play", "random_policy", "summary", "write"]

Policy: TypeAlias = Callable[[Mapping[str, Any]], Mapping[str, int]]
"""Agent -> observation, of those still playing, to agent -> number of its action."""
PAPER = {"steps": 350_000, "episodes": 1_000}
"""How long DAMCS trained: the steps are in its authors' notebooks, the episodes in section 6.2."""
_RANDOM = 1
"""Keeps a random agent's draws apart from those of a world with the same seed."""
_SMOOTH = 10
"""Episodes of a point of the drawn curve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """One game (the paper: episode), from its reset to its end."""

    step: int
    """Steps of training at its end; 0 when nothing was learned from it."""
    reward: float
    """Its return, undiscounted: the rewards of all steps, in the mean over the agents."""
    length: int
    tasks: tuple[str, ...]
    """What any agent has done at least once, sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One run of a learner: what it got while it learned, what it gets now, what chance gets."""

    learner: str
    agents: int
    seed: int
    steps: int
    training: tuple[Ended, ...]
    trained: tuple[Ended, ...]
    random: tuple[Ended, ...]
    """In the same worlds as `trained`, in the same order."""

    def gain(self) -> Estimate:
        """Return by how much the trained agents' return is above chance, paired by world."""
        pairs = zip(self.trained, self.random, strict=True)
        return mean_interval([ours.reward - chance.reward for ours, chance in pairs])


def play(env: Any, choose: Policy, seed: int) -> Ended:
    """Play one game of a PettingZoo ParallelEnv to its end."""
    seen, _ = env.reset(seed=seed)
    total, length, done = 0.0, 0, set[str]()
    while env.agents:
        seen, rewards, _, _, infos = env.step(choose({name: seen[name] for name in env.agents}))
        total += sum(rewards.values())
        length += 1
        done.update(*(info.get("unlocked", ()) for info in infos.values()))
    reward = round(total / len(env.possible_agents), 6)
    return Ended(step=0, reward=reward, length=length, tasks=tuple(sorted(done)))


def random_policy(env: Any, seed: int) -> Policy:
    """Return a policy that draws every action evenly."""
    rng = np.random.default_rng((seed, _RANDOM))
    counts = {name: int(env.action_space(name).n) for name in env.possible_agents}
    return lambda seen: {name: int(rng.integers(counts[name])) for name in seen}


def summary(curve: Curve) -> str:
    """Return what came out, in lines for a terminal."""
    groups = {
        f"training, quarter {quarter + 1}": [
            one
            for one in curve.training
            if quarter * curve.steps < 4 * one.step <= (quarter + 1) * curve.steps
        ]
        for quarter in range(4)
    }
    groups |= {f"{curve.learner}, trained": curve.trained, "random, same worlds": curve.random}
    lines = [
        f"{name}: return {np.mean([one.reward for one in games]):.2f}, "
        f"{np.mean([len(set(one.tasks) & set(TASKS)) for one in games]):.2f} of the "
        f"{len(TASKS)} tasks, {len(games)} games"
        for name, games in groups.items()
        if games
    ]
    share = curve.steps / PAPER["steps"]
    lines.append(f"trained minus random, paired: {curve.gain()} (95 %)")
    lines.append(
        f"{curve.steps:,} steps of training; the paper: {PAPER['steps']:,}, or "
        f"{PAPER['episodes']:,} games ({share:.1%} of it here)"
    )
    return "\n".join(lines)


def write(out: Path, curve: Curve) -> list[Path]:
    """Write `returns.json` and `returns.png` into a folder; return their paths.

    The same curve gives the same bytes.

    Raises:
        ImportError: matplotlib is missing (the extra `charts`).
    """
    out.mkdir(parents=True, exist_ok=True)
    path = out / "returns.json"
    record = {**asdict(curve), "gain": curve.gain()._asdict(), "paper": PAPER}
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return [path, draw(out / "returns.png", curve)]


def draw(path: Path, curve: Curve) -> Path:
    """Draw return against steps of training beside a random agent's mean and deviation."""
    from matplotlib.figure import Figure  # extra

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot()
    steps = [one.step for one in curve.training]
    rewards = [one.reward for one in curve.training]
    axes.plot(steps, rewards, ".", color="#4878a8", alpha=0.3, markersize=4)
    axes.plot(
        steps, _smooth(rewards), color="#4878a8", label=f"{curve.learner}, last {_SMOOTH} games"
    )
    chance = [one.reward for one in curve.random]
    mean, spread = float(np.mean(chance)), float(np.std(chance))
    axes.axhline(mean, color="#8c8c8c", linestyle="--", label="random agent")
    axes.axhspan(mean - spread, mean + spread, color="#8c8c8c", alpha=0.15, linewidth=0)
    axes.set_title(f"{curve.learner}, {curve.agents} agent{'s' if curve.agents > 1 else ''}")
    axes.set_xlabel(f"steps of training (the paper: {PAPER['steps']:,})")
    axes.set_ylabel("return of a game, mean over agents")
    axes.legend(loc="best", fontsize="small")
    # No date and no version in the file: the same numbers give the same bytes.
    figure.savefig(path, dpi=120, metadata={"Software": None})
    return path


def _smooth(values: Sequence[float]) -> list[float]:
    return [
        float(np.mean(values[max(0, end - _SMOOTH) : end])) for end in range(1, len(values) + 1)
    ]
