"""The Navigator skill: shortest paths on the map an agent knows.

DAMCS's Navigator sees the whole map; ours goes to what the agent has seen or was told of (its
`OwnMap`), unless that was filled with the whole map. Moves are up, down, left and right. The last
move of a path enters its target, or turns the agent to face it if it cannot be entered. Cells
that the agent has the tool for are cut through.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clew.agents.damcs.own_map import OwnMap
from clew.envs.crafter.sight import DIRECTIONS, Cell, apart
from clew.envs.crafter.tech_tree import WALKABLE, Rules

__all__ = ["FAR", "Reach", "clearable", "reach"]

FAR = 1 << 20
"""The cost of what cannot be reached."""
_CUT = 2  # steps: to cut, to enter
_BEING = 4  # a being moves away if one waits
_STILL = 6  # steps after which a being that stands does not
_MOVES = {step: f"move_{name}" for name, step in DIRECTIONS.items()}


_SIDES = tuple(
    sides[number:] + sides[:number]
    for number in (0, 2)
    for sides in (((-1, 0), (1, 0), (0, -1), (0, 1)), ((1, 0), (-1, 0), (0, 1), (0, -1)))
)
"""Orders in which the neighbours of a cell are tried."""


def clearable(rules: Rules, inventory: Mapping[str, int]) -> frozenset[str]:
    """Return the materials an agent can cut through with what it has, leaving free ground."""
    return frozenset(
        material
        for recipe in rules.recipes
        if recipe.action == "do"
        and recipe.leaves in WALKABLE
        and recipe.name != rules.goal
        and (not recipe.tool or inventory.get(recipe.tool))
        and not recipe.uses
        for material in recipe.facing
        if material not in WALKABLE
    )


@dataclass(frozen=True, slots=True)
class Reach:
    """Costs in steps from one cell to all others over one agent's map."""

    start: Cell
    area: Cell
    _dist: list[int]
    _cost: list[int]
    """Cost of entering a cell; 0 if it cannot be entered."""
    turn: int = 0
    """Which of equal paths is taken; agents that differ in it do not mirror each other."""

    def _index(self, cell: Cell) -> int:
        return (cell[0] + 1) * (self.area[1] + 2) + cell[1] + 1

    def dist(self, cell: Cell) -> int:
        """Return the cost of standing on a cell; `FAR` if that is impossible."""
        return self._dist[self._index(cell)]

    def cost(self, cell: Cell) -> int:
        """Return the cost of facing a cell, including the turn, or of entering it."""
        at = self._index(cell)
        if self._cost[at]:
            return self._dist[at]
        high = self.area[1] + 2
        return min(FAR, 1 + min(self._dist[n] for n in (at - 1, at + 1, at - high, at + high)))

    def nearest(self, cells: Iterable[Cell]) -> Cell | None:
        """Return the cell of least cost, ties by position; `None` if none can be reached."""
        cost, cell = min(((self.cost(cell), cell) for cell in cells), default=(FAR, (0, 0)))
        return cell if cost < FAR else None

    def path(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the cells of a path, target last; () if there is none or it is here.

        Of equal paths, `turn` 0 takes one that comes to the target from the west, else from the
        east, the north, the south, and so for every cell before it; other numbers another order.
        """
        if self.cost(cell) >= FAR:
            return ()
        high = self.area[1] + 2
        first, at, dist = self._index(self.start), self._index(cell), self._dist
        sides = _SIDES[self.turn % len(_SIDES)]
        steps = [(high * right + down) for right, down in sides]
        back: list[int] = []
        while at != first:
            back.append(at)
            at = min((dist[at + step], i, at + step) for i, step in enumerate(steps))[2]
        return tuple((at // high - 1, at % high - 1) for at in reversed(back))

    def action(
        self, cell: Cell, facing: Cell, *, enter: bool = False, path: tuple[Cell, ...] | None = None
    ) -> str | None:
        """Return the next action on the path; `None` if there is no path or it is complete.

        It is complete when the agent faces a cell it cannot enter, or stands on one it can. `path`
        is one to take instead of `path(cell)`.
        """
        path = self.path(cell) if path is None else path
        if not path:
            return None
        there = path[0]
        step = there[0] - self.start[0], there[1] - self.start[1]
        price = self._cost[self._index(there)]
        if step != facing or price == 1:
            return _MOVES[step]
        if (there == cell and not enter) or not price:
            return None
        return "do"

    def padded(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the cost of standing on every cell, and of entering it, with an edge around.

        They are in one row, by x, then y.
        """
        return np.array(self._dist), np.array(self._cost)

    def costs(self) -> NDArray[np.int64]:
        """Return the cost of standing on every cell, [x, y]."""
        width, height = self.area
        return np.array(self._dist).reshape(width + 2, height + 2)[1:-1, 1:-1]


def reach(
    known: OwnMap,
    start: Cell,
    *,
    clears: Iterable[str] = (),
    unknown: int | None = None,
    turn: int = 0,
) -> Reach:
    """Return the path costs to all cells from where an agent is.

    Beings are obstacles: next to the agent, and where they have stood for a while, they cannot be
    passed; others may have moved by the time it arrives. It can cut through the materials that it
    `clears`; `unknown` is the cost of entering an unknown cell, `None` to stay on known ones;
    `turn` is the result's.
    """
    key = "reach", start, frozenset(clears), unknown, turn
    if key not in known.derived:
        known.derived[key] = _reach(known, start, key[2], unknown, turn)
    found: Reach = known.derived[key]
    return found


def _reach(
    known: OwnMap, start: Cell, clears: frozenset[str], unknown: int | None, turn: int
) -> Reach:
    width, height = known.area
    table = np.zeros(256, np.int64)
    table[0] = unknown or 0
    for name in (*WALKABLE, *sorted(clears)):
        if (code := known.code(name)) > 0:
            table[code] = 1 if name in WALKABLE else _CUT
    padded = np.zeros((width + 2, height + 2), np.int64)
    padded[1:-1, 1:-1] = table[known.codes]
    for x, y in known.beings:
        stands = apart((x, y), start) == 1 or known.stood((x, y)) >= _STILL
        padded[x + 1, y + 1] = 0 if stands else padded[x + 1, y + 1] and _BEING
    cost = padded.ravel().tolist()
    first = (start[0] + 1) * (height + 2) + start[1] + 1
    cost[first] = cost[first] or 1
    return Reach(start, known.area, _spread(cost, first, height + 2), cost, turn)


def _spread(cost: list[int], first: int, high: int) -> list[int]:
    """Return the least costs by Dial's algorithm, as costs are small integers."""
    dist = [FAR] * len(cost)
    dist[first] = 0
    buckets: list[list[int]] = [[first]]
    now = 0
    while now < len(buckets):
        for at in buckets[now]:
            if dist[at] != now:
                continue
            for there in (at - 1, at + 1, at - high, at + high):
                price = cost[there]
                if price and now + price < dist[there]:
                    dist[there] = now + price
                    while len(buckets) <= now + price:
                        buckets.append([])
                    buckets[now + price].append(there)
        now += 1
    return dist
