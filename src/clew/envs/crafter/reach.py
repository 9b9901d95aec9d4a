"""Where agents start, and whether the goal can be reached from there."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from heapq import nsmallest

from clew.envs.crafter.sight import Cell, apart
from clew.envs.crafter.tech_tree import Rules

__all__ = ["reached", "solvable", "starts"]

Map = Sequence[Sequence[str]]
"""Materials: rows from north to south, cells from west to east."""


class _Walk:
    """Moves in four directions from a cell. Cells are numbered row by row, with an edge between."""

    def __init__(self, whole: Map, start: Cell) -> None:
        self._side = len(whole[0]) + 1
        self._new = [name for row in whole for name in (*row, "")] + [""] * self._side
        self._through = set[str]()
        self.seen: dict[str, list[int]] = defaultdict(list)
        """The cells that can be reached and those beside them, by material."""
        first = start[1] * self._side + start[0]
        self.seen[self._new[first]].append(first)
        self._new[first] = ""
        self._go([first])

    def through(self, materials: Collection[str]) -> None:
        """Walk on, now through these materials too."""
        added = set(materials) - self._through
        self._through |= added
        self._go([cell for name in added for cell in self.seen.get(name, ())])

    def _go(self, edge: list[int]) -> None:
        new, side, seen, through = self._new, self._side, self.seen, self._through
        while edge:
            cell = edge.pop()
            for beside in (cell + 1, cell - 1, cell + side, cell - side):
                name = new[beside]
                if name:
                    new[beside] = ""
                    seen[name].append(beside)
                    if name in through:
                        edge.append(beside)


def reached(whole: Map, start: Cell, through: Collection[str]) -> frozenset[Cell]:
    """Return the cells that can be reached by moves in four directions, including the start."""
    walk, side = _Walk(whole, start), len(whole[0]) + 1
    walk.through(through)
    cells = (cell for name in through for cell in walk.seen.get(name, ()))
    return frozenset({start, *((cell % side, cell // side) for cell in cells)})


def solvable(whole: Map, start: Cell, rules: Rules, walkable: Iterable[str]) -> bool:
    """Return whether the goal can be done by walking and mining.

    A goal counts as done once everything it takes can be obtained and its target can be reached.
    Materials that leave ground when collected can be walked through from then on. Lava and water
    are obstacles. Quantities are not checked.
    """
    ground = frozenset(walkable)
    done, have, walk = set[str](), set[str](), _Walk(whole, start)
    walk.through(ground)
    while rules.goal not in done:
        new = [
            recipe
            for recipe in rules.recipes
            if recipe.name not in done
            and have >= recipe.needs
            and (not recipe.facing or walk.seen.keys() & recipe.facing)
        ]
        if not new:
            return False
        for recipe in new:
            done.add(recipe.name)
            have.update(recipe.offers)
            if recipe.leaves in ground:
                walk.through(recipe.facing)
    return True


def starts(whole: Map, centre: Cell, agents: int, walkable: Iterable[str]) -> tuple[Cell, ...]:
    """Return where the agents start: in a row from west to east, the middle one at the centre.

    Where the row leaves the ground around the centre, an agent takes the free cell nearest to
    the centre instead (fewest moves ignoring obstacles, then north, then west). If there is not
    enough room, there are fewer cells than agents.
    """
    ground = reached(whole, centre, frozenset(walkable))
    row = [(centre[0] + number - agents // 2, centre[1]) for number in range(agents)]
    free, lost = ground.difference(row), len(set(row) - ground)
    others = iter(nsmallest(lost, free, key=lambda at: (apart(at, centre), at[1], at[0])))
    cells = [cell if cell in ground else next(others, None) for cell in row]
    return tuple(cell for cell in cells if cell is not None)
