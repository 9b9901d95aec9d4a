"""Shortest paths that show most."""

import numpy as np
import pytest

from clew.agents.damcs.navigator import reach
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.scenery import scenery, window_sums

AREA = (20, 16)
VIEW = (9, 7)


def field(*rows):
    """Return a map of grass, with these rows in its north-west corner."""
    known = OwnMap(AREA)
    names = {".": "grass", "#": "water", "s": "stone"}
    grid = [["grass"] * AREA[0] for _ in range(AREA[1])]
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            grid[y][x] = names[sign]
    known.fill(grid, 0)
    return known


def worth(*cells):
    found = np.zeros(AREA)
    for x, y, value in cells:
        found[x, y] = value
    return found


def views(known, start, seen, **more):
    return scenery(reach(known, start, **more), seen, VIEW)


def seen_along(path, start, worths):
    """Return what a walk brings into view, cell by cell."""
    there = np.zeros(AREA, bool)

    def look(x, y):
        there[max(0, x - 4) : x + 5, max(0, y - 3) : y + 4] = True

    look(*start)
    before = worths[there].sum()
    for cell in path:
        look(*cell)
    return worths[there].sum() - before


def test_of_shortest_paths_it_takes_the_one_that_shows_most():
    known, start = field(), (6, 6)
    north, south = worth((6, 0, 3.0)), worth((13, 12, 3.0))
    first = views(known, start, north).path((10, 3))
    assert first[2] == (6, 3) or (6, 3) in first
    assert len(first) == 7
    found = views(known, start, south)
    assert len(found.path((9, 9))) == 6
    assert found.shown[9, 9] == 3.0
    assert found.shown[8, 9] == 0.0  # the cell is out of sight on every way


def test_it_is_never_longer_than_the_shortest():
    known = field("....", "###.", "....")
    ways = reach(known, (0, 0))
    found = scenery(ways, np.ones(AREA), VIEW)
    for cell in ((0, 2), (5, 5), (19, 15)):
        path = found.path(cell)
        assert path[-1] == cell
        assert len(path) == ways.dist(cell)
        for one, two in zip(((0, 0), *path), path, strict=False):
            assert abs(one[0] - two[0]) + abs(one[1] - two[1]) == 1


@pytest.mark.parametrize("start", [(3, 3), (10, 8), (19, 0)])
def test_it_counts_what_the_path_shows(start):
    random = np.random.default_rng(5)
    seen = (random.random(AREA) > 0.6).astype(float)
    seen[max(0, start[0] - 4) : start[0] + 5, max(0, start[1] - 3) : start[1] + 4] = 0
    found = views(field(), start, seen)
    for cell in ((0, 0), (12, 4), (19, 15)):
        if cell != start:
            path = found.path(cell)
            assert found.shown[cell] == pytest.approx(seen_along(path, start, seen))


def test_what_cannot_be_entered_is_faced():
    known = field(".....", "..s..", ".....")
    found = views(known, (0, 0), worth((6, 0, 1.0)))
    assert found.path((2, 1))[-1] == (2, 1)
    assert found.path((2, 1))[-2] == (2, 0)
    assert len(found.path((2, 1))) == 3
    beside = views(known, (1, 1), np.zeros(AREA))
    assert beside.path((2, 1)) == ((2, 1),)


def test_no_path():
    known = field(".#..", "##..")
    found = views(known, (0, 0), np.ones(AREA))
    assert found.path((5, 5)) == ()
    assert found.path((0, 0)) == ()
    assert found.shown[5, 5] == 0


def test_sums_over_windows():
    sums = window_sums(worth((0, 0, 1.0), (4, 3, 2.0)), VIEW)
    assert sums[0, 0] == 3
    assert sums[8, 6] == 2
    assert sums[9, 6] == 0
