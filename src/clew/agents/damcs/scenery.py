"""Shortest paths that show most of what an agent has not seen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clew.agents.damcs.navigator import FAR, Reach
from clew.envs.crafter.sight import DIRECTIONS, Cell

__all__ = ["Grid", "Scenery", "scenery", "window_sums"]

Grid = NDArray[np.float64]
"""A number for each cell, [x, y]."""
_DIGITS = 6
"""Sums are rounded, so that equal ones are equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenery:
    """Of all shortest paths to a cell, the one that shows most."""

    ways: Reach
    shown: Grid
    """What is seen on the way to each cell; 0 where no path leads."""
    _came: NDArray[np.int64]
    """The move that enters each cell, by its place in `_MOVES`."""

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells of the path, target last; () if there is none or it is here.

        To a cell that cannot be entered it leads by the neighbour from which it is faced soonest;
        of equal ones, by that with the better view.
        """
        found: list[Cell] = []
        if self.ways.cost(cell) >= FAR:
            return ()
        at = cell
        if self.ways.dist(cell) >= FAR:
            found, at = [cell], self._beside(cell)
        while at != self.ways.start:
            found.append(at)
            right, down = _MOVES[self._came[at]]
            at = at[0] - right, at[1] - down
        return tuple(reversed(found))

    def _beside(self, cell: Cell) -> Cell:
        """Return the neighbour from which to face a cell."""
        width, height = self.ways.area
        beside = ((cell[0] - right, cell[1] - down) for right, down in _MOVES)
        inside = [(x, y) for x, y in beside if 0 <= x < width and 0 <= y < height]
        return min((self.ways.dist(one), -float(self.shown[one]), one) for one in inside)[2]


_MOVES = tuple(DIRECTIONS.values())


def scenery(ways: Reach, worth: Grid, view: Cell) -> Scenery:
    """Return the shortest paths that show most.

    A step shows the row or column of cells that it brings into view. What a path that turns back
    shows twice counts twice.

    Args:
        ways: path costs.
        worth: what it is worth to see each cell; 0 for what was seen.
        view: width and height of the view from a cell.
    """
    dist, cost = ways.padded()
    strips = _strips(worth, view)
    high = ways.area[1] + 2
    back = np.array([high * right + down for right, down in _MOVES])
    shown, came = np.zeros(dist.size), np.zeros(dist.size, np.int64)
    order = np.argsort(dist, kind="stable")
    order = order[: np.searchsorted(dist[order], FAR)]
    for cells in np.split(order, np.flatnonzero(np.diff(dist[order])) + 1)[1:]:
        before = cells - back[:, None]
        short = dist[before] + cost[cells] == dist[cells]
        sums = np.where(short, shown[before] + strips[:, cells], -1.0)
        came[cells] = best = sums.argmax(0)
        shown[cells] = sums[best, np.arange(cells.size)]
    inside = slice(1, -1), slice(1, -1)
    shape = ways.area[0] + 2, high
    return Scenery(
        ways=ways,
        shown=shown.reshape(shape)[inside].round(_DIGITS),
        _came=came.reshape(shape)[inside],
    )


def _strips(worth: Grid, view: Cell) -> Grid:
    """Return what each of `_MOVES` into each cell brings into view; cells as `Reach.padded`."""
    (width, height), (right, down) = worth.shape, (view[0] // 2, view[1] // 2)
    columns = np.pad(window_sums(worth, (1, view[1])), ((right, right), (0, 0)))
    rows = np.pad(window_sums(worth, (view[0], 1)), ((0, 0), (down, down)))
    ahead = {
        (-1, 0): columns[:width],
        (1, 0): columns[2 * right :],
        (0, -1): rows[:, :height],
        (0, 1): rows[:, 2 * down :],
    }
    return np.stack([np.pad(ahead[move], 1).ravel().round(_DIGITS) for move in _MOVES])


def window_sums(values: Grid, size: Cell) -> Grid:
    """Return the sum over the window around every cell."""
    right, down = size[0] // 2, size[1] // 2
    total = np.pad(values, ((right + 1, right), (down + 1, down))).cumsum(0).cumsum(1)
    wide, high = 2 * right + 1, 2 * down + 1
    sums: Grid = (
        total[wide:, high:] - total[:-wide, high:] - total[wide:, :-high] + total[:-wide, :-high]
    )
    return sums
