"""Exploration: where to look next for what an agent or its team has not seen."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from clew.agents.damcs.navigator import FAR, Reach
from clew.agents.damcs.own_map import OwnMap
from clew.envs.crafter.sight import Cell

__all__ = ["ANYTHING", "Sought", "fresh_around", "look_out"]

_Grid = NDArray[np.float64]
"""A number for each cell, [x, y]."""
_BLOCK, _CANDIDATES = 5, 16
"""Side of the blocks whose best cells are candidates, and how many candidates are kept."""
_WORTH = 3
"""How many unknown cells are worth a look."""
_HASTE = 3.0
"""Steps added to every path, so that one wide view beats many narrow ones."""
_RANGE = 15.0
"""Cells over which one cell tells what another is: of worlds drawn, from .9 one cell apart to none
at 15."""
_EVERY, _MOST = 3, 600
"""One in so many known cells is used, and no more cells than this."""
_ALONE = 0.02
"""How much of a cell has nothing to do with those around it."""
_LEAST = 0.02
"""The least likelihood of anything unknown."""
_SPREAD = 0.6
"""Extra weight of a cell straight ahead in a preferred direction; behind, it is subtracted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What kind of cells an agent looks for."""

    like: tuple[str, ...]
    """The materials of the kind."""
    unlike: tuple[str, ...]
    """The materials of other cells."""
    share: float
    """How much of a world is of the kind."""


ANYTHING = Sought(like=(), unlike=(), share=1.0)
"""Whatever is new."""


def fresh_around(known: OwnMap, cell: Cell, view: Cell) -> int:
    """Return how many unknown cells would be seen from a cell."""
    watched = known.watched[_around(cell[0], view[0]), _around(cell[1], view[1])]
    return int(watched.size - watched.sum())


def look_out(
    known: OwnMap,
    ways: Reach,
    *,
    sought: Sought = ANYTHING,
    taken: Iterable[Cell] = (),
    toward: tuple[float, float] | None = None,
    view: Cell,
) -> Cell | None:
    """Return the cell with the best view of unknown, promising cells for its cost, if there is one.

    A cell is promising as far as it is likely to be of the kind looked for. What is seen on the way
    counts too.

    Args:
        known: the agent's map.
        ways: path costs on it.
        sought: the kind of cells looked for.
        taken: where others are going to look.
        toward: a direction to prefer, as a unit vector.
        view: width and height of the view from a cell.
    """
    fresh = ~known.watched
    for x, y in taken:
        fresh[_around(x, view[0]), _around(y, view[1])] = False
    worth = fresh * _promise(known, sought)
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
        found.append((-float(worth[seen].sum()) / (ways.dist(cell) + _HASTE), cell))
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


def _promise(known: OwnMap, sought: Sought) -> _Grid:
    """Return how likely each cell is of the kind looked for, 0 to 1.

    It is the best linear guess (simple kriging): known cells speak for those around them, less with
    the distance, and many close together hardly more than one.
    """
    good = _mask(known, sought.like)
    x, y = np.nonzero(good | _mask(known, sought.unlike))
    if not x.size:
        return np.ones(known.area)
    used = (x + 2 * y) % max(_EVERY, -(-x.size // _MOST)) == 0
    x, y = x[used], y[used]
    alike = _alike(x[:, None] - x, y[:, None] - y) + _ALONE * np.eye(x.size)
    says = np.zeros(known.area)
    says[x, y] = np.linalg.solve(alike, good[x, y] - sought.share)
    # Rounded, so that what a processor makes of the last digits decides nothing.
    return np.clip((sought.share + _spoken(says)).round(6), _LEAST, 1.0)


def _alike(right: NDArray[np.int64], down: NDArray[np.int64]) -> _Grid:
    """Return how much cells so far apart have in common, 0 to 1."""
    common: _Grid = np.maximum(0.0, 1 - np.hypot(right, down) / _RANGE) ** 2
    return common


def _spoken(says: _Grid) -> _Grid:
    """Return the sum of what all cells say of each: a convolution with `_alike`."""
    width, height = (side + int(_RANGE) for side in says.shape)
    right, down = (np.minimum(np.arange(n), n - np.arange(n)) for n in (width, height))
    kernel = np.fft.rfft2(_alike(right[:, None], down))
    spoken = np.fft.irfft2(np.fft.rfft2(says, (width, height)) * kernel, (width, height))
    around: _Grid = spoken[: says.shape[0], : says.shape[1]]
    return around


def _mask(known: OwnMap, names: Iterable[str]) -> NDArray[np.bool_]:
    codes = [code for name in names if (code := known.code(name)) > 0]
    mask: NDArray[np.bool_] = np.isin(known.codes, codes)
    return mask


def _bias(area: Cell, start: Cell, toward: tuple[float, float]) -> _Grid:
    x = np.arange(area[0])[:, None] - start[0]
    y = np.arange(area[1])[None, :] - start[1]
    away = np.maximum(np.hypot(x, y), 1.0)
    bias: _Grid = 1 + _SPREAD * (x * toward[0] + y * toward[1]) / away
    return bias
