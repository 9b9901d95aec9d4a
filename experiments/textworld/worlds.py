"""The worlds of `python -m experiments textworld` by name: AriGraph's tasks, and its own games.

Hunts and cleaning have 150 decisions, cooking 60 (arXiv 2407.04363, section 4.3). `hunt-large` is
not in the paper. It is there because in worlds of 9 to 16 rooms, nearly everything seen fits into
the budget of every memory.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gymnasium

from clew.envs.registry import make
from clew.errors import UnknownNameError, UsageError
from experiments.textworld.paper_games import GAMES, paper_game

__all__ = ["GROUPS", "TASKS", "WorldTask", "made", "task_names"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldTask:
    """An environment, and how long it may take."""

    name: str
    world: str
    """Name of the environment, without `clew/`; or a game of the paper."""
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: int = 150
    """Most decisions."""
    paper: bool = False
    """Whether it is one of the paper's own games: the same world for every seed."""


def _cooking(name: str, level: str) -> WorldTask:
    return WorldTask(name=name, world="Cooking-v0", options={"level": level}, limit=60)


_DRAWN = (
    WorldTask(name="hunt", world="TreasureHunt-v0", options={"level": "easy"}),
    WorldTask(name="hunt-hard", world="TreasureHunt-v0", options={"level": "hard"}),
    WorldTask(name="hunt-large", world="TreasureHunt-v0", options={"rooms": 36, "keys": 10}),
    WorldTask(name="cleaning", world="Cleaning-v0"),
    _cooking("cooking", "medium"),
    _cooking("cooking-hard", "hard"),
    _cooking("cooking-hardest", "hardest"),
    *(_cooking(f"level-{number}", f"level-{number}") for number in (1, 2, 3, 4)),
)
_PAPERS = tuple(
    WorldTask(
        name=f"paper-{name}", world=name, limit=60 if name.startswith("cook") else 150, paper=True
    )
    for name in GAMES
)
TASKS: Mapping[str, WorldTask] = {task.name: task for task in (*_DRAWN, *_PAPERS)}
GROUPS: Mapping[str, tuple[str, ...]] = {
    "main": ("hunt", "cleaning", "cooking"),
    "hard": ("hunt-hard", "cooking-hard"),
    "levels": ("level-1", "level-2", "level-3", "level-4"),
    "drawn": tuple(task.name for task in _DRAWN),
    "paper": tuple(task.name for task in _PAPERS),
}
"""Names for several tasks."""


def task_names(given: str) -> tuple[str, ...]:
    """Return the tasks of a comma-separated list of tasks and groups, each once.

    Raises:
        UnknownNameError: a name is neither a task nor a group.
    """
    found: dict[str, None] = {}
    for name in filter(None, (each.strip() for each in given.split(","))):
        if name not in TASKS and name not in GROUPS:
            raise UnknownNameError("task", name, (*TASKS, *GROUPS))
        found.update(dict.fromkeys(GROUPS.get(name, (name,))))
    return tuple(found)


def made(task: WorldTask, games: Path | None) -> gymnasium.Env[str, str]:
    """Return the environment of a task.

    Args:
        task: one of `TASKS`.
        games: the folder of the paper's games.

    Raises:
        UsageError: a game of the paper without its folder, or missing from it.
    """
    if not task.paper:
        env: gymnasium.Env[str, str] = make(task.world, **task.options)
        return env
    if games is None:
        raise UsageError(f"{task.name} is a game of the paper; name their folder with --games")
    return paper_game(games, task.world)
