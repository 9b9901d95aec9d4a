"""Games that people played: `clew play --human --trajectory NAME.jsonl --json > NAME.json`."""

import json
from pathlib import Path

from clew.agents.rollout import read_trajectory
from clew.errors import UsageError
from experiments.textworld.run import Ended, Run

__all__ = ["read_people"]


def read_people(task: str, folder: Path) -> list[Ended]:
    """Return the games that people finished, won or lost, by name.

    AriGraph (section 4.2) leaves out sessions that were not completed, and so does this.

    Args:
        task: what they played.
        folder: holds for each game `NAME.jsonl`, its trajectory, and `NAME.json`, the object that
            `clew play --json` prints at the end.

    Raises:
        UsageError: the folder has no such pair of files, or a file of another kind.
    """
    found = []
    for number, path in enumerate(sorted(folder.glob("*.jsonl")), 1):
        try:
            told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
            won, lost, most = bool(told["won"]), bool(told["lost"]), float(told["max_score"])
            moves = int(told["moves"])
            steps = list(read_trajectory(path))
            scores = tuple(float(step["score"]) for step in steps)
            over = won or lost or bool(steps and steps[-1]["terminated"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"{path}: expected a trajectory, and beside it {path.stem}.json as `clew play "
                f"--json` prints it; got {error!r}"
            ) from error
        if over and steps:
            found.append(
                Ended(
                    run=Run(task=task, memory="people", model="rules", seed=number),
                    won=won,
                    lost=lost,
                    scores=scores,
                    max_score=most,
                    decisions=len(steps),
                    moves=moves,
                    sent=(0,) * len(steps),
                    got=(0,) * len(steps),
                    fallbacks=0,
                    cost=0.0,
                    seconds=0.0,
                )
            )
    if not found:
        raise UsageError(f"expected games that people ended in {folder}, found none")
    return found
