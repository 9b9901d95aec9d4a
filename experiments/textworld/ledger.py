"""The cost of each decision, kept next to the trajectory, so that an interrupted run can resume.

The trajectory holds an agent's decisions; the prompts it would have sent, and the time it took, are
known only during play.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from clew.errors import UsageError

__all__ = ["Ledger", "Taken"]


@dataclass(frozen=True, slots=True)
class Taken:
    """The cost of one decision."""

    sent: int
    """Prompt tokens."""
    got: int
    """Reply tokens."""
    seconds: float


@dataclass(slots=True)
class Ledger:
    """A JSON line for each line of a trajectory, in the same order."""

    path: Path
    taken: list[Taken] = field(default_factory=list)
    """The cost of every decision so far."""

    @classmethod
    def beside(cls, trajectory: Path, path: Path) -> "Ledger":
        """Return the ledger of a run, and cut both files to the decisions that both have.

        A killed run may leave a decision, or part of one, in only one of them; that decision is
        made again.

        Args:
            trajectory: of the run; it need not exist.
            path: of the ledger, which need not exist.

        Raises:
            UsageError: a line does not belong to a ledger.
        """
        lines, steps = _lines(path), _lines(trajectory)
        both = min(len(lines), len(steps))
        _cut(path, lines[:both])
        _cut(trajectory, steps[:both])
        try:
            return cls(path, [Taken(**json.loads(line)) for line in lines[:both]])
        except (ValueError, TypeError) as error:
            raise UsageError(
                f"{path}: expected what decisions took, got {error}; without this file the run "
                "begins anew"
            ) from error

    def add(self, taken: Taken) -> None:
        """Record a decision, once its line of the trajectory is written."""
        self.taken.append(taken)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(taken)) + "\n")


def _lines(path: Path) -> list[bytes]:
    """Return the complete lines of a file."""
    return path.read_bytes().split(b"\n")[:-1] if path.exists() else []


def _cut(path: Path, lines: list[bytes]) -> None:
    """Cut a file after its first lines."""
    if path.exists():
        with path.open("r+b") as file:
            file.truncate(sum(len(line) + 1 for line in lines))
