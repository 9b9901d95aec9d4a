"""Exploration: where to look next for what an agent or its team has not seen."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from clew.agents.damcs.navigator import FAR, Reach
from clew.agents.damcs.own_map import OwnMap
from clew.envs.crafter.sight import Cell

__all__ = ["fresh_around", "look_out"]

_Grid = NDArray[np.float64]
"""A number for each cell, [x, y]."""
_BLOCK, _CANDIDATES = 5, 16
"""Side of the blocks whose best cells are candidates, and how many candidates are kept."""
_WORTH = 3
"""How many unknown cells are worth a look."""
_HASTE = 3.0
"""Steps added to every path, so that one wide view beats many narrow ones."""
_NEAR, _WIDE = 7, 19
"""Sides of the surroundings that suggest what an unknown cell may be."""
_NEARER = 9.0
"""Extra weight of the nearer surroundings."""
_PRIOR, _DOUBT = 0.3, 40.0
"""The prior where nothing is known, and its weight in known cells."""
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
    like: Iterable[str] = (),
    unlike: Iterable[str] = (),
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
    worth = fresh * _promise(known, like, unlike)
    gain = _sums(worth, view)
    gain[_sums(fresh.astype(float), view) < _WORTH] = 0
    if toward is not None:
        gain = gain * _bias(known.area, ways.start, toward)
    costs = ways.costs().astype(float)
    score = np.where(costs < FAR, gain / (costs + _HASTE), 0.0)
    found = []
    for cell in _peaks(score):
        seen = np.zeros(worth.shape, bool)
        for x, y in ways.path(cell):
            seen[_around(x, view[0]), _around(y, view[1])] = True
        value = float(gain[cell]) + float(worth[seen].sum())
        found.append((-value / (ways.dist(cell) + _HASTE), cell))
    return min(found)[1] if found else None


def _peaks(score: _Grid) -> list[Cell]:
    """Return the best cell of each non-empty block, best blocks first."""
    width, height = score.shape
    across, down = -(-width // _BLOCK), -(-height // _BLOCK)
    padded = np.zeros((across * _BLOCK, down * _BLOCK))
    padded[:width, :height] = score
    blocks = padded.reshape(across, _BLOCK, down, _BLOCK).swapaxes(1, 2)
    flat = blocks.reshape(across, down, _BLOCK * _BLOCK)
    best, value = flat.argmax(2), flat.max(2)
    found = []
    for i, j in np.argwhere(value > 0).tolist():
        right, below = divmod(int(best[i, j]), _BLOCK)
        found.append((-float(value[i, j]), (i * _BLOCK + right, j * _BLOCK + below)))
    return [cell for _, cell in sorted(found)[:_CANDIDATES]]


def _around(at: int, size: int) -> slice:
    return slice(max(0, at - size // 2), at + size // 2 + 1)


def _sums(values: _Grid, size: Cell) -> _Grid:
    """Return the sum over the window around every cell."""
    right, down = size[0] // 2, size[1] // 2
    total = np.pad(values, ((right + 1, right), (down + 1, down))).cumsum(0).cumsum(1)
    wide, high = 2 * right + 1, 2 * down + 1
    sums: _Grid = (
        total[wide:, high:] - total[:-wide, high:] - total[wide:, :-high] + total[:-wide, :-high]
    )
    return sums


def _promise(known: OwnMap, like: Iterable[str], unlike: Iterable[str]) -> _Grid:
    """Return how likely each cell's surroundings are of the kind looked for, 0 to 1."""
    good, bad = _mask(known, like), _mask(known, unlike)
    if not good.any() and not bad.any():
        return np.ones(known.area)
    goods, bads = _density(good), _density(bad)
    vain = np.count_nonzero(known.codes) - _SEEN
    prior = _PRIOR + _GROWS * min(1.0, max(0.0, vain / _MORE))
    share: _Grid = (goods + prior * _DOUBT) / (goods + bads + _DOUBT)
    return share


def _mask(known: OwnMap, names: Iterable[str]) -> _Grid:
    codes = [code for name in names if (code := known.code(name)) > 0]
    mask: _Grid = np.isin(known.codes, codes).astype(float)
    return mask


def _density(there: _Grid) -> _Grid:
    return _sums(there, (_WIDE, _WIDE)) + _NEARER * _sums(there, (_NEAR, _NEAR))


def _bias(area: Cell, start: Cell, toward: tuple[float, float]) -> _Grid:
    x = np.arange(area[0])[:, None] - start[0]
    y = np.arange(area[1])[None, :] - start[1]
    away = np.maximum(np.hypot(x, y), 1.0)
    bias: _Grid = 1 + _SPREAD * (x * toward[0] + y * toward[1]) / away
    return bias
