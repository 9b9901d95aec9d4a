"""Where to look next."""

import numpy as np

from clew.agents.damcs.lookout import fresh_around, look_out
from clew.agents.damcs.navigator import reach
from clew.agents.damcs.own_map import OwnMap

AREA = (40, 40)
VIEW = (9, 7)


def half_known(left="grass", right="grass"):
    """Return a map known in a band in the middle, of two materials."""
    known = OwnMap(AREA)
    rows = [[""] * AREA[0] for _ in range(AREA[1])]
    for y in range(17, 24):
        for x in range(10, 30):
            rows[y][x] = left if x < 20 else right
    known.fill(rows, 0)
    # What was filled as unknown is not known.
    known.codes[known.codes == known.code("")] = 0
    return known


def chosen(known, start=(20, 20), **more):
    return look_out(known, reach(known, start, unknown=2, clears=("stone",)), view=VIEW, **more)


def test_nothing_is_left_to_see():
    known = OwnMap((10, 10))
    known.fill([["grass"] * 10] * 10, 0)
    assert look_out(known, reach(known, (5, 5)), view=VIEW) is None


def test_it_goes_where_something_new_can_be_seen():
    known = half_known()
    cell = chosen(known)
    assert cell is not None
    assert fresh_around(known, cell, VIEW) > 3


def test_it_prefers_what_is_like_what_is_looked_for():
    more = {"like": ["stone"], "unlike": ["grass"]}
    assert chosen(half_known(left="stone"), start=(17, 20), **more)[0] < 20
    assert chosen(half_known(right="stone"), start=(22, 20), **more)[0] >= 20
    assert chosen(half_known(right="stone"), start=(18, 20), **more)[0] >= 19


def test_it_leaves_to_others_what_they_are_going_to_look_at():
    known = half_known()
    first = chosen(known)
    second = chosen(known, taken=[first])
    assert second != first


def test_it_prefers_its_own_direction():
    known = half_known()
    left, right = chosen(known, toward=(-1.0, 0.0)), chosen(known, toward=(1.0, 0.0))
    assert left[0] < right[0]


def test_what_cannot_be_reached_is_not_chosen():
    known = OwnMap((20, 20))
    grid = np.full((20, 20), "", dtype=object)
    grid[6:13, 6:13] = "water"
    grid[8:11, 8:11] = "grass"
    known.fill([[str(grid[x, y]) for x in range(20)] for y in range(20)], 0)
    known.codes[known.codes == known.code("")] = 0
    cell = look_out(known, reach(known, (9, 9), unknown=2), view=VIEW)
    assert cell is None or (8 <= cell[0] <= 10 and 8 <= cell[1] <= 10)


def test_who_has_searched_long_goes_farther():
    """Few unknown cells behind a rock to the left, many behind grass to the right."""

    def choice(elsewhere):
        known = OwnMap((160, 9))
        row = [""] * 3 + ["stone"] * 8 + ["grass"] * 14 + [""] * 20 + ["water"] * 5
        known.fill([row + [elsewhere] * 110] * 9, 0)
        known.codes[known.codes == known.code("")] = 0
        return chosen(known, start=(14, 4), like=["stone"], unlike=["grass"])

    assert choice("")[0] < 11
    assert choice("water")[0] > 30
