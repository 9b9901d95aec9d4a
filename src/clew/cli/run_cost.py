"""What a run has cost: a folder of `clew bench`, or a trajectory of `clew play`."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from clew.cli.options import Place
from clew.cli.session import reading
from clew.errors import UsageError
from clew.projection.rows import UsageRow

__all__ = ["cost_of"]

_MEMORY = "memory.clew"
"""Where a measurement keeps what it paid for, in the namespace of each set of texts."""


def cost_of(run: Path) -> list[UsageRow]:
    """Return what was paid for, by task and model; a trajectory tells only the sum.

    Raises:
        UsageError: it is no such folder or file.
    """
    if (run / _MEMORY).is_file():
        with reading(Place(memory=run / _MEMORY), any_namespace=True) as memory:
            paid = [memory.in_namespace(name).usage() for name in memory.store.names()]
        names = sorted({row[1:3] for rows in paid for row in rows})
        return [
            _summed(name, (row for rows in paid for row in rows if row[1:3] == name))
            for name in names
        ]
    try:
        decided = [one for line in run.read_bytes().splitlines() for one in _decided(line)]
        rows = [UsageRow(0, "decisions", "", **each["usage"]) for each in decided]
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(
            f"expected a folder of clew bench, with its {_MEMORY}, or a trajectory of clew play, "
            f"got {run} ({error!r}); a memory's cost: clew stats --cost --memory FILE"
        ) from error
    return [_summed(("decisions", ""), rows)]


def _summed(name: tuple[str, str], rows: Iterable[UsageRow]) -> UsageRow:
    columns = zip((0, 0, 0, 0.0, 0.0), *(row[3:] for row in rows), strict=True)
    return UsageRow(0, *name, *map(sum, columns))


def _decided(line: bytes) -> list[dict[str, Any]]:
    """Return what was decided in a line of a trajectory: by one agent, or by each of a team."""
    step = json.loads(line)
    if "about" in step:
        return []
    return [*step["agents"].values()] if "agents" in step else [step["decision"]]
