"""Where the places of a map are drawn: whole cells, x to the right, y down, north is up.

Places joined by compass directions form a block. A block keeps every direction that does not
contradict the earlier ones: what is north is straight above, what is northeast above and to the
right, at any distance. Blocks are joined by the other ways (up, down, in, out, or no direction),
and what no way joins stands side by side.
"""

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isqrt
from typing import TypeAlias

from clew.agents.maps.map_order import Order

__all__ = ["COMPASS", "Cell", "Layout", "Way", "laid_out"]

Cell: TypeAlias = tuple[int, int]
Way: TypeAlias = tuple[str, str, str]
"""A place, a direction ("" if none is known), and the place that it leads to."""
Cells: TypeAlias = dict[str, Cell]

COMPASS: Mapping[str, Cell] = {
    "north": (0, -1), "northeast": (1, -1), "east": (1, 0), "southeast": (1, 1),
    "south": (0, 1), "southwest": (-1, 1), "west": (-1, 0), "northwest": (-1, -1),
}  # fmt: skip
_BESIDE: Mapping[str, Cell] = {"up": (1, -1), "down": (-1, 1), "in": (1, 1), "out": (-1, -1)}
"""Where a place is drawn, if its cell is free, that no compass direction leads to."""
_MAZE = 2
"""Least ways of a place in a maze to others in it, of those that contradict."""
_WIDEST = 12
"""Cells in a row of maps that no way joins, unless one of them is wider."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Cells of places, one each."""

    cells: Mapping[str, Cell]
    bent: frozenset[Way]
    """Compass ways that are not drawn in their direction, because they contradict others."""
    mazes: frozenset[str]
    """Places taken out of their block because ways among them contradict, again and again."""


def laid_out(places: Iterable[str], ways: Iterable[Way]) -> Layout:
    """Place every place in a cell of its own.

    The order decides: of ways that contradict each other the earlier one is kept, and the earliest
    place of a map is where it begins. The same input gives the same cells in any process.
    """
    ways = tuple(dict.fromkeys(ways))
    ends = [place for one, _, other in ways for place in (one, other)]
    names = tuple(dict.fromkeys([*places, *ends]))
    compass = [way for way in ways if way[1] in COMPASS]
    blocks = [_block(block, compass) for block in _joined(names, compass)]
    mazes = _mazes([way for _, bent in blocks for way in bent])
    if mazes:
        straight = [way for way in compass if mazes.isdisjoint((way[0], way[2]))]
        others = [name for name in names if name not in mazes]
        blocks = [_block(block, straight) for block in _joined(others, straight)]
        among = [way for way in ways if mazes.issuperset((way[0], way[2]))]
        lost = [name for name in names if name in mazes]
        blocks += [(_square(block), set()) for block in _joined(lost, among)]
    bent = {way for _, refused in blocks for way in refused}
    bent |= {way for way in compass if not mazes.isdisjoint((way[0], way[2]))}
    kept = [way for way in compass if way not in bent]
    cells = [block for block, _ in blocks]
    groups = [_group(group, cells, ways, kept) for group in _joined(names, ways)]
    return Layout(cells=_side_by_side(groups), bent=frozenset(bent), mazes=mazes)


def _mazes(bent: Sequence[Way]) -> frozenset[str]:
    """Return the places that contradicting ways join in rings; a way or a chain is no maze."""
    while True:
        count = Counter(place for one, _, other in bent for place in {one, other})
        ring = [way for way in bent if min(count[way[0]], count[way[2]]) >= _MAZE]
        if len(ring) == len(bent):
            return frozenset(count)
        bent = ring


def _joined(places: Sequence[str], ways: Sequence[Way]) -> list[list[str]]:
    """Return the groups of places that ways join, in order, each in order of discovery."""
    near: dict[str, list[str]] = {place: [] for place in places}
    for one, _, other in ways:
        if one in near and other in near:
            near[one].append(other)
            near[other].append(one)
    groups: list[list[str]] = []
    seen: set[str] = set()
    for place in places:
        group = [] if place in seen else [place]
        seen.add(place)
        for at in group:
            for other in near[at]:
                if other not in seen:
                    seen.add(other)
                    group.append(other)
        groups += [group] if group else []
    return groups


def _block(places: Sequence[str], compass: Sequence[Way]) -> tuple[Cells, set[Way]]:
    """Return the cells of places joined by directions, and the ways that contradict others."""
    own = set(places)
    ways = [way for way in compass if way[0] in own]
    cells = _grid(places, ways)
    return (cells, set()) if cells else _ordered(places, ways)


def _grid(places: Sequence[str], ways: Sequence[Way]) -> Cells:
    """Return cells one step apart, or none if that contradicts a direction or hides a place."""
    near: dict[str, list[tuple[str, int, int]]] = {place: [] for place in places}
    for one, direction, other in ways:
        x, y = COMPASS[direction]
        near[one].append((other, x, y))
        near[other].append((one, -x, -y))
    cells: Cells = {places[0]: (0, 0)}
    queue = deque(cells)
    while queue:
        at = queue.popleft()
        for other, x, y in near[at]:
            if other not in cells:
                cells[other] = cells[at][0] + x, cells[at][1] + y
                queue.append(other)
    wrong = any(_sign(cells[one], cells[other]) != COMPASS[by] for one, by, other in ways)
    return {} if wrong or next(_hidden(cells, ways), None) else cells


def _ordered(places: Sequence[str], ways: Sequence[Way]) -> tuple[Cells, set[Way]]:
    """Return cells that keep as many directions as possible, taken in order, at any distance."""
    across, down = Order(places), Order(places)
    bent: set[Way] = set()
    for way in ways:
        one, direction, other = way
        x, y = COMPASS[direction]
        if across.allows(one, other, x) and down.allows(one, other, y):
            before = across.copied(), down.copied()
            across.add(one, other, x)
            down.add(one, other, y)
            if len({(across.level(one), down.level(one)) for one in places}) == len(places):
                continue
            across, down = before
        bent.add(way)
    kept = [way for way in ways if way not in bent]
    while True:
        columns, rows = across.ranks(), down.ranks()
        cells = {place: (columns[place], rows[place]) for place in places}
        if not any(_parted(across, down, *pair) for pair in _hidden(cells, kept)):
            return cells, bent


def _parted(across: Order, down: Order, one: str, other: str) -> bool:
    """Move a place beside another one; return whether that was possible."""
    for axis in (across, down):
        if axis.equal(one, other):
            axis.add(one, other, 1)
            return True
    return False


def _hidden(cells: Mapping[str, Cell], ways: Sequence[Way]) -> Iterator[tuple[str, str]]:
    """Yield pairs of places in one cell, and (end, place) for a place on the line of a way."""
    yield from ((a, b) for a, b in combinations(cells, 2) if cells[a] == cells[b])
    at = {cell: place for place, cell in cells.items()}
    for one, _, other in ways:
        for cell in _between(cells[one], cells[other]):
            if cell in at:
                yield one, at[cell]


def _between(one: Cell, other: Cell) -> Iterator[Cell]:
    """Yield the cells on the straight line between two cells, without them, nearest first."""
    (x, y), (u, v) = one, other
    steps = max(abs(u - x), abs(v - y))
    if x == u or y == v or abs(u - x) == abs(v - y):
        for n in range(1, steps):
            yield x + (u - x) * n // steps, y + (v - y) * n // steps


def _sign(one: Cell, other: Cell) -> Cell:
    return _compared(one[0], other[0]), _compared(one[1], other[1])


def _compared(one: int, other: int) -> int:
    return (other > one) - (other < one)


def _square(places: Sequence[str]) -> Cells:
    """Return the cells of a maze: rows of about as many places as there are rows."""
    wide = isqrt(len(places) - 1) + 1
    return {place: (n % wide, n // wide) for n, place in enumerate(places)}


def _group(
    places: Sequence[str], blocks: Sequence[Cells], ways: Sequence[Way], kept: Sequence[Way]
) -> Cells:
    """Return the cells of blocks that ways join: each as near as possible to where it is joined."""
    block_of = {place: n for n, block in enumerate(blocks) for place in block}
    cells: Cells = dict(blocks[block_of[places[0]]])
    taken = _taken(cells, kept)
    while len(cells) < len(places):
        one, direction, other = next(
            way if way[0] in cells else (way[2], _back(way[1]), way[0])
            for way in ways
            if (way[0] in cells) != (way[2] in cells)
        )
        block = blocks[block_of[other]]
        x, y = _BESIDE.get(direction) or COMPASS.get(direction, (1, 0))
        wanted = cells[one][0] + x, cells[one][1] + y
        cells |= _fitted(block, other, wanted, taken)
        taken = _taken(cells, kept)
    return cells


def _back(direction: str) -> str:
    """Return where a place is drawn from that a direction leads away from."""
    turned = {"up": "down", "down": "up", "in": "out", "out": "in"}
    if direction in COMPASS:
        x, y = COMPASS[direction]
        return next(name for name, cell in COMPASS.items() if cell == (-x, -y))
    return turned.get(direction, "")


def _taken(cells: Mapping[str, Cell], kept: Sequence[Way]) -> set[Cell]:
    """Return the cells of places, and those that lines between them cross."""
    taken = set(cells.values())
    for one, _, other in kept:
        if one in cells and other in cells:
            taken.update(_between(cells[one], cells[other]))
    return taken


def _fitted(block: Cells, joint: str, wanted: Cell, taken: Collection[Cell]) -> Cells:
    """Return a block moved so that its box is free and `joint` is as near as possible to a cell.

    Of equally near cells the upper one is taken, then the left one.
    """
    left, top, right, bottom = _box(block.values())
    box = [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
    near = 0
    while True:
        reach = range(-near, near + 1)
        ring = sorted((x * x + y * y, y, x) for x in reach for y in reach
                      if max(abs(x), abs(y)) == near)  # fmt: skip
        for _, y, x in ring:
            across = wanted[0] + x - block[joint][0]
            down = wanted[1] + y - block[joint][1]
            if not any((u + across, v + down) in taken for u, v in box):
                return {place: (u + across, v + down) for place, (u, v) in block.items()}
        near += 1


def _box(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """Return the least and greatest x and y: left, top, right, bottom."""
    columns, rows = zip(*cells, strict=True)
    return min(columns), min(rows), max(columns), max(rows)


def _side_by_side(groups: Sequence[Cells]) -> Cells:
    """Return all cells, from (0, 0), the groups in rows with a free cell between them."""
    boxes = [_box(group.values()) for group in groups]
    widest = max([_WIDEST, *(right - left + 1 for left, _, right, _ in boxes)])
    cells: Cells = {}
    x = y = deepest = 0
    for group, (left, top, right, bottom) in zip(groups, boxes, strict=True):
        if x and x + right - left + 1 > widest:
            x, y, deepest = 0, y + deepest + 1, 0
        cells |= {place: (x + u - left, y + v - top) for place, (u, v) in group.items()}
        x += right - left + 2
        deepest = max(deepest, bottom - top + 1)
    return cells
