"""Where agents start, and whether they can reach what the goal needs."""

from collections.abc import Collection, Iterable, Sequence

from clew.envs.crafter.rules import Rules
from clew.envs.crafter.sight import Cell

__all__ = ["nearest", "reached", "solvable", "starts"]

Map = Sequence[Sequence[str]]
"""Materials: rows from north to south, cells from west to east."""


def reached(whole: Map, start: Cell, through: Collection[str]) -> frozenset[Cell]:
    """Return the cells that can be walked to, the start included, by moves in four directions."""
    height, width = len(whole), len(whole[0])
    found, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            inside = 0 <= cell[0] < width and 0 <= cell[1] < height
            if inside and cell not in found and whole[cell[1]][cell[0]] in through:
                found.add(cell)
                edge.append(cell)
    return frozenset(found)


def solvable(whole: Map, start: Cell, rules: Rules, walkable: Iterable[str]) -> bool:
    """Return whether the goal can be done by walking and mining.

    Through what is collected and leaves ground one can walk; lava and water are in the way. All
    that the goals of the tree are collected from must be there to be reached; whether there is
    enough of it is not asked.
    """
    ground = frozenset(walkable)
    needed = [recipe for recipe in rules.recipes if recipe.name in rules.tree()]
    mined = {name for each in needed if each.leaves in ground for name in each.facing}
    cells = reached(whole, start, ground | mined)
    found = {whole[y][x] for x, y in cells}
    return all(not recipe.facing or found & set(recipe.facing) for recipe in needed)


def starts(whole: Map, centre: Cell, agents: int, walkable: Iterable[str]) -> tuple[Cell, ...]:
    """Return where the agents start: in a row from west to east, the middle one at the centre.

    Where the row leaves the ground around the centre, an agent takes the free cell nearest to
    the centre instead (fewest moves as the crow flies, then north, then west). Fewer cells than
    agents come back if there is no more room.
    """
    ground = reached(whole, centre, frozenset(walkable))
    row = [(centre[0] + number - agents // 2, centre[1]) for number in range(agents)]
    taken = set(row) & ground
    others = iter(nearest(ground - taken, centre))
    cells = [cell if cell in ground else next(others, None) for cell in row]
    return tuple(cell for cell in cells if cell is not None)


def nearest(cells: Iterable[Cell], centre: Cell) -> list[Cell]:
    """Return cells by their distance in moves, then from north to south and west to east."""
    x, y = centre
    return sorted(cells, key=lambda cell: (abs(cell[0] - x) + abs(cell[1] - y), cell[1], cell[0]))
