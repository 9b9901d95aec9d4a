"""Where agents start, and whether the goal can be reached from there."""

from collections.abc import Collection, Iterable, Sequence

from clew.envs.crafter.sight import Cell, apart
from clew.envs.crafter.tech_tree import Rules

__all__ = ["reached", "solvable", "starts"]

Map = Sequence[Sequence[str]]
"""Materials: rows from north to south, cells from west to east."""


def reached(whole: Map, start: Cell, through: Collection[str]) -> frozenset[Cell]:
    """Return the cells that can be reached by moves in four directions, including the start."""
    found, edge = {start}, [start]
    while edge:
        for cell in _beside(whole, edge.pop()):
            if cell not in found and whole[cell[1]][cell[0]] in through:
                found.add(cell)
                edge.append(cell)
    return frozenset(found)


def _beside(whole: Map, cell: Cell) -> list[Cell]:
    """Return the cells to the east, west, south and north of a cell, inside the world."""
    x, y = cell
    cells = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [(i, j) for i, j in cells if 0 <= i < len(whole[0]) and 0 <= j < len(whole)]


def solvable(whole: Map, start: Cell, rules: Rules, walkable: Iterable[str]) -> bool:
    """Return whether the goal can be done by walking and mining.

    A goal counts as done once everything it takes can be obtained and its target can be reached.
    Materials that leave ground when collected can be walked through from then on. Lava and water
    are obstacles. Quantities are not checked.
    """
    ground = frozenset(walkable)
    through, done, have = set(ground), set[str](), set[str]()
    while rules.goal not in done:
        cells = reached(whole, start, through)
        seen = {whole[y][x] for cell in cells for x, y in (cell, *_beside(whole, cell))}
        new = [
            recipe
            for recipe in rules.recipes
            if recipe.name not in done
            and have >= recipe.needs
            and (not recipe.facing or seen & set(recipe.facing))
        ]
        if not new:
            return False
        for recipe in new:
            done.add(recipe.name)
            have.update(recipe.offers)
            if recipe.leaves in ground:
                through.update(recipe.facing)
    return True


def starts(whole: Map, centre: Cell, agents: int, walkable: Iterable[str]) -> tuple[Cell, ...]:
    """Return where the agents start: in a row from west to east, the middle one at the centre.

    Where the row leaves the ground around the centre, an agent takes the free cell nearest to
    the centre instead (fewest moves ignoring obstacles, then north, then west). If there is not
    enough room, there are fewer cells than agents.
    """
    ground = reached(whole, centre, frozenset(walkable))
    row = [(centre[0] + number - agents // 2, centre[1]) for number in range(agents)]
    free = sorted(ground.difference(row), key=lambda at: (apart(at, centre), at[1], at[0]))
    others = iter(free)
    cells = [cell if cell in ground else next(others, None) for cell in row]
    return tuple(cell for cell in cells if cell is not None)
