"""Exploration: where to look next for what an agent or its team has not seen."""

from collections.abc import Collection, Iterable

import numpy as np
from numpy.typing import NDArray

from clew.agents.damcs.kriging import kriged
from clew.agents.damcs.navigator import Reach
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.scenery import Grid, scenery
from clew.envs.crafter.sight import Cell

__all__ = ["fresh_around", "look_out", "promise"]

_HASTE = 3.0
"""Steps added to every path, so that one wide view beats many narrow ones."""
_ROCKY = 0.26
"""The share of rock in a world, of which nothing is known."""
_GROWS, _SEEN, _MORE = 0.3, 400, 400
"""How much more is expected when so many known cells, and then so many more, did not have it:
after a long search an agent goes farther."""
_SPREAD = 0.6
"""Extra weight of a cell straight ahead in a preferred direction; behind, it is subtracted."""


def fresh_around(known: OwnMap, cell: Cell, view: Cell) -> int:
    """Return how many unknown cells would be seen from a cell."""
    watched = known.watched[_around(cell[0], view[0]), _around(cell[1], view[1])]
    return int(watched.size - watched.sum())


def look_out(
    known: OwnMap,
    ways: Reach,
    *,
    like: Collection[str] = (),
    unlike: Collection[str] = (),
    taken: Iterable[Cell] = (),
    toward: tuple[float, float] | None = None,
    view: Cell,
) -> Cell | None:
    """Return the cell with the best view of unknown, promising cells for its cost, if there is one.

    A cell is promising if its known surroundings are of the materials looked for. What is seen on
    the way counts too.

    Args:
        known: the agent's map.
        ways: path costs on it.
        like: materials near which the target is found; () for anything new.
        unlike: materials near which it is not found.
        taken: where others are going to look.
        toward: a direction to prefer, as a unit vector.
        view: width and height of the view from a cell.
    """
    fresh = ~known.watched
    for x, y in taken:
        fresh[_around(x, view[0]), _around(y, view[1])] = False
    worth = fresh * promise(known, like, unlike)
    views = scenery(ways, worth, view)
    score = views.shown / (np.maximum(ways.costs(), 1) + _HASTE)
    if toward is not None:
        score = score * _bias(known.area, ways.start, toward)
    best = int(score.argmax())
    x, y = divmod(best, known.area[1])
    return (x, y) if score[x, y] > 0 else None


def _around(at: int, size: int) -> slice:
    return slice(max(0, at - size // 2), at + size // 2 + 1)


def promise(known: OwnMap, like: Collection[str], unlike: Collection[str]) -> Grid:
    """Return how likely each cell is of the kind looked for, 0 to 1, by what is known around it."""
    derived, key = known.derived, ("promise", *like, "", *unlike)
    if key not in derived:
        derived[key] = _promise(known, like, unlike)
    found: Grid = derived[key]
    return found


def _promise(known: OwnMap, like: Collection[str], unlike: Collection[str]) -> Grid:
    good, bad = _mask(known, like), _mask(known, unlike)
    if known.watched.all() or not (good.any() or bad.any()):
        return np.ones(known.area)
    vain = np.count_nonzero(known.codes) - _SEEN
    base = _ROCKY if "stone" in like else 1 - _ROCKY
    return kriged(good, bad, base + _GROWS * min(1.0, max(0.0, vain / _MORE)))


def _mask(known: OwnMap, names: Iterable[str]) -> NDArray[np.bool_]:
    codes = [code for name in names if (code := known.code(name)) > 0]
    return np.isin(known.codes, codes)


def _bias(area: Cell, start: Cell, toward: tuple[float, float]) -> Grid:
    x = np.arange(area[0])[:, None] - start[0]
    y = np.arange(area[1])[None, :] - start[1]
    away = np.maximum(np.hypot(x, y), 1.0)
    bias: Grid = 1 + _SPREAD * (x * toward[0] + y * toward[1]) / away
    return bias
