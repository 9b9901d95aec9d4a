"""ScienceWorld's thirty tasks by key and name, and the splits of their variations."""

from collections.abc import Mapping

from scienceworld.constants import ID2TASK

from clew.errors import UnknownNameError, UsageError

__all__ = ["SPLITS", "TASKS", "split_of", "splits", "task_named", "with_simplifications"]

TASKS: Mapping[str, str] = dict(ID2TASK)
"""Key ("1-1") -> name ("boil")."""
SPLITS = ("train", "dev", "test")
SIMPLIFICATIONS = (
    "teleportAction", "openDoors", "openContainers", "selfWateringFlowerPots",
    "noElectricalAction",
)  # fmt: skip
_EASY = "easy"
_ELECTRICAL = ("power-component", "conductivity")
"""Parts of the names of tasks that need electrical actions."""


def task_named(name: str) -> str:
    """Return the name of a task given by key or name.

    Raises:
        UnknownNameError: there is none.
    """
    task = TASKS.get(name, name)
    if task not in TASKS.values():
        raise UnknownNameError("ScienceWorld task", name, TASKS.values())
    return task


def with_simplifications(task: str, names: str) -> str:
    """Return comma-separated simplifications as the simulator takes them.

    `easy` stands alone, for what its makers chose as easy.

    Raises:
        UnknownNameError: there is no simplification of a name.
        UsageError: the task cannot be solved with one, or `easy` is not alone.
    """
    chosen = [name.strip() for name in names.split(",") if name.strip()]
    for name in chosen:
        if name not in (_EASY, *SIMPLIFICATIONS):
            raise UnknownNameError("simplification", name, (_EASY, *SIMPLIFICATIONS))
    if _EASY in chosen and len(chosen) > 1:
        raise UsageError(f"expected {_EASY!r} or other simplifications, got {names!r}")
    if "noElectricalAction" in chosen and any(part in task for part in _ELECTRICAL):
        raise UsageError(f"{task} needs electrical actions; leave noElectricalAction out")
    return ",".join(chosen)


def splits(count: int) -> Mapping[str, range]:
    """Return the variations of a task with so many, by split: half, a quarter, the rest.

    >>> {name: len(each) for name, each in splits(30).items()}
    {'train': 14, 'dev': 7, 'test': 9}
    """
    quarter = count // 4
    bounds = (0, 2 * quarter, 3 * quarter, count)
    return {name: range(*bounds[at : at + 2]) for at, name in enumerate(SPLITS)}


def split_of(variation: int, count: int) -> str:
    """Return the split of a variation of a task with so many.

    Raises:
        UsageError: the task has no such variation.
    """
    for name, each in splits(count).items():
        if variation in each:
            return name
    raise UsageError(f"expected a variation from 0 to {count - 1}, got {variation}")
