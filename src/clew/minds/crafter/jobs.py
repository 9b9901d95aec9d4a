"""Who of a team gets what, and who waits where for a tool: the same for all who know the same.

What is lacking and can be had now goes to the nearest agents first; what still needs a tool is
next: somebody goes there, and the tool is handed to it over any distance. All others explore.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clew.agents.damcs.messages import Report
from clew.envs.crafter.sight import Cell, apart
from clew.envs.crafter.tech_tree import Recipe

__all__ = ["Demand", "Job", "assigned"]

_STICK = 3
"""Steps by which a cell counts as nearer for an agent that is heading for it."""
_HELD = 3
"""Steps by which it counts as nearer for who has the tool, which need not be handed over."""
_SHUT = 8
"""Steps by which what lies in stone counts as farther for an agent without an opener."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """Something to collect."""

    recipe: Recipe
    count: int
    """How many agents are to go for it."""
    cells: tuple[Cell, ...]
    """The known places."""
    ready: bool
    """Whether the team has the tool for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What one agent goes for."""

    recipe: Recipe
    cell: Cell


def assigned(
    team: tuple[Report, ...], demands: tuple[Demand, ...], opener: str
) -> Mapping[str, Job]:
    """Return the job of each agent that has one.

    The demands are served in their order; each gets the agents nearest to it that are left. Ties go
    to the first agent. What lies in stone is farther for who has no opener, which cuts it.
    """
    free = list(team)
    jobs: dict[str, Job] = {}
    taken: set[Cell] = set()
    for demand in demands:
        for _ in range(demand.count):
            cells = [cell for cell in demand.cells if cell not in taken]
            pairs = _pairs(free, cells, demand.recipe.tool, opener)
            _, place, cell = min(pairs, default=(0, -1, (0, 0)))
            if place < 0:
                break
            jobs[free.pop(place).agent] = Job(recipe=demand.recipe, cell=cell)
            taken.add(cell)
    return jobs


def _pairs(
    free: list[Report], cells: list[Cell], tool: str, opener: str
) -> Iterator[tuple[int, int, Cell]]:
    for place, report in enumerate(free):
        shut = bool(tool and opener and not report.resources.get(opener))
        more = _SHUT * shut - _HELD * bool(report.resources.get(tool))
        for cell in cells:
            far = apart(report.position, cell) + more - _STICK * (report.target == cell)
            yield far, place, cell
