"""PPO (Stable-Baselines3) for one agent in Multi-Agent Crafter, from pictures.

python examples/rl/ppo.py --steps 40000 --out runs/ppo
"""

import sys
from pathlib import Path
from typing import Any

from script import Progress, Run, compare, main

from curves import Curve, Ended

__all__ = ["ABOUT", "DEFAULTS", "train"]

_ROLLOUT = 1024
"""Most steps between two updates."""


def train(run: Run) -> Curve:
    """Train on `clew/Crafter-v0`, measure it in other worlds, and keep `ppo.zip`."""
    import gymnasium  # extra
    import torch  # extra
    from stable_baselines3 import PPO  # extra
    from stable_baselines3.common.monitor import Monitor  # extra

    from clew.envs.crafter.parallel import parallel_env  # extra
    from clew.envs.registry import register  # extra

    torch.set_num_threads(1)
    register()
    ended: list[Ended] = []
    done: set[str] = set()
    tell = Progress(run.steps)
    rollout = min(_ROLLOUT, run.steps)

    def watch(local: dict[str, Any], _: dict[str, Any]) -> bool:
        info, step = local["infos"][0], local["self"].num_timesteps
        done.update(info["unlocked"])
        if "episode" in info:
            total, length = float(info["episode"]["r"]), int(info["episode"]["l"])
            tasks = tuple(sorted(done))
            ended.append(Ended(step=step, reward=total, length=length, tasks=tasks))
            done.clear()
        tell(step, ended)
        # Stop at the step asked for, but learn from the last rollout if it is complete.
        return step < run.steps or step % rollout == 0

    # The discount and the entropy bonus are those of the paper's authors, the rest is the
    # library's but for fewer passes over the data: on a CPU they are most of the time.
    model = PPO(
        "CnnPolicy",
        Monitor(gymnasium.make("clew/Crafter-v0", length=run.length)),
        gamma=0.995,
        ent_coef=0.01,
        n_steps=rollout,
        n_epochs=4,
        batch_size=min(128, rollout),
        seed=run.seed,
        device="cpu",
    )
    model.learn(run.steps, callback=watch)
    model.save(run.out / "ppo.zip")

    def choose(seen: Any) -> dict[str, int]:
        return {name: int(model.predict(picture)[0]) for name, picture in seen.items()}

    return compare(parallel_env(agents=1, length=run.length), choose, run, "PPO", ended)


ABOUT = "Train PPO on one agent in Multi-Agent Crafter and draw its returns beside chance."
DEFAULTS = Run(steps=40_000, seed=0, games=20, length=350, agents=1, out=Path("runs/ppo"))

if __name__ == "__main__":
    sys.exit(main(train, ABOUT, DEFAULTS))
