"""The Navigator against a plain search, on any map."""

import heapq
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.agents.damcs.navigator import FAR, clearable, reach
from clew.agents.damcs.own_map import OwnMap
from clew.envs.crafter.sight import DIRECTIONS
from clew.envs.crafter.tech_tree import PAPER, WALKABLE
from tests.agents.damcs.lives import sight

SIZE = 7
LETTERS = {".": "grass", "_": "path", "#": "stone", "T": "tree", "~": "water", "L": "lava", " ": ""}
MAPS = st.lists(st.text("._#T~L ", min_size=SIZE, max_size=SIZE), min_size=SIZE, max_size=SIZE)
CELLS = st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1))


def mapped(rows):
    known = OwnMap((len(rows[0]), len(rows)))
    known.fill([[LETTERS[letter] for letter in row] for row in rows], 0)
    return known


def oracle(rows, start, clears, unknown=None):
    """Return the least cost of standing on each cell, by Dijkstra's search."""
    costs = dict.fromkeys(WALKABLE, 1) | dict.fromkeys(clears, 2)
    costs |= {} if unknown is None else {"": unknown}
    best, heap = {start: 0}, [(0, start)]
    while heap:
        cost, cell = heapq.heappop(heap)
        for there in around(cell):
            x, y = there
            if not (0 <= x < SIZE and 0 <= y < SIZE):
                continue
            price = costs.get(LETTERS[rows[y][x]])
            if price and cost + price < best.get(there, FAR):
                best[there] = cost + price
                heapq.heappush(heap, (cost + price, there))
    return best


def around(cell):
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in DIRECTIONS.values()]


@given(MAPS, CELLS, st.booleans(), st.sampled_from([None, 1, 2]))
def test_no_way_is_shorter_and_every_way_can_be_gone(rows, start, tool, unknown):
    clears = clearable(PAPER, {"wood_pickaxe": 1} if tool else {})
    ways = reach(mapped(rows), start, clears=clears, unknown=unknown)
    best = oracle(rows, start, clears, unknown)
    for x in range(SIZE):
        for y in range(SIZE):
            cell = (x, y)
            assert ways.dist(cell) == best.get(cell, FAR)
            path = ways.path(cell)
            if cell == start:
                continue
            beside = min(best.get(there, FAR) for there in around(cell))
            enters = cell in best
            assert ways.cost(cell) == (best[cell] if enters else min(FAR, beside + 1))
            assert bool(path) == (ways.cost(cell) < FAR)
            if path:
                steps = (start, *path)
                assert path[-1] == cell
                assert all(b in around(a) for a, b in pairwise(steps))
                assert all(there in best for there in path[:-1])


def walk(rows, start, target, facing=(0, 1), inventory=None, enter=False):
    """Do what the Navigator says in a world that obeys; return the actions and where they end."""
    rows, at = [list(row) for row in rows], start
    actions: list[str] = []
    while len(actions) < 50:
        known = mapped(["".join(row) for row in rows])
        ways = reach(known, at, clears=clearable(PAPER, inventory or {}))
        action = ways.action(target, facing, enter=enter)
        if action is None:
            return actions, at, facing
        actions.append(action)
        ahead = (at[0] + facing[0], at[1] + facing[1])
        if action == "do":
            rows[ahead[1]][ahead[0]] = "_"
            continue
        facing = DIRECTIONS[action.removeprefix("move_")]
        x, y = at[0] + facing[0], at[1] + facing[1]
        if LETTERS[rows[y][x]] in WALKABLE:
            at = (x, y)
    raise AssertionError(actions)


def test_a_way_ends_facing_what_cannot_be_entered():
    rows = ["....~", ".....", "....."]
    actions, at, facing = walk(rows, (0, 0), (4, 0))
    assert actions == ["move_right", "move_right", "move_right"]
    assert at == (3, 0)
    assert facing == (1, 0)


def test_a_way_ends_facing_what_could_be_cut_and_goes_on_where_it_is_to_be_entered():
    rows = ["..#.", "~~~~"]
    tool = {"wood_pickaxe": 1}
    actions, at, facing = walk(rows, (0, 0), (2, 0), inventory=tool)
    assert (at, facing) == ((1, 0), (1, 0))
    assert "do" not in actions
    actions, at, _ = walk(rows, (0, 0), (2, 0), inventory=tool, enter=True)
    assert actions == ["move_right", "do", "move_right"]
    assert at == (2, 0)


def test_what_can_be_cut_lies_on_the_way_only_with_the_tool():
    rows = [".#.", ".#.", ".#."]
    known = mapped(rows)
    assert reach(known, (0, 0)).cost((2, 0)) == FAR
    tools = clearable(PAPER, {"wood_pickaxe": 1})
    assert reach(known, (0, 0), clears=tools).cost((2, 0)) == 3
    assert "iron" not in tools
    assert clearable(PAPER, {}) == {"tree"}


def test_lava_is_never_entered():
    rows = [".L.", ".L.", "..."]
    path = reach(mapped(rows), (0, 0)).path((2, 0))
    assert (1, 2) in path
    assert (1, 0) not in path


@pytest.mark.parametrize(("target", "nearest"), [([(4, 0), (0, 3)], (0, 3)), ([], None)])
def test_the_nearest_is_the_one_of_least_cost(target, nearest):
    rows = ["....~", ".....", ".....", "~...."]
    assert reach(mapped(rows), (0, 0)).nearest(target) == nearest


def test_of_equal_ways_agents_take_different_ones():
    """Two that face each other in the open would step aside together for ever."""
    rows = ["......"] * 5
    known = mapped(rows)
    ways = {reach(known, (2, 2), turn=turn).path((4, 4)) for turn in range(4)}
    assert len(ways) > 1
    assert {len(way) for way in ways} == {4}


def test_a_being_that_stands_is_gone_round_from_afar_too():
    """As one that turned back from a cow beside it, and came again from two cells away."""
    known, rows = OwnMap((5, 3)), [["grass"] * 5 for _ in range(3)]

    def cost(step: int, there: str) -> int:
        rows[1][3] = there
        view = tuple(map(tuple, rows))
        known.see(sight(step, position=(0, 1), corner=(0, 0), view=view))
        return reach(known, (0, 1)).dist((3, 1))

    assert [cost(step, "cow") for step in range(8)] == [6] * 6 + [FAR] * 2
    assert cost(8, "grass") == 3
    assert cost(9, "cow") == 6


def test_a_being_in_a_tunnel_does_not_close_it_for_good():
    known, tunnel = OwnMap((30, 3)), [["stone"] * 30, ["path"] * 30, ["stone"] * 30]
    known.fill(tunnel, 0)

    def look(step: int, left: int, there: str = "path") -> None:
        rows = [["stone"] * 5, ["path"] * 4 + [there], ["stone"] * 5]
        view = tuple(map(tuple, rows))
        known.see(sight(step, position=(left, 1), corner=(left, 0), view=view))

    for step in range(8):
        look(step, 0, "cow")
    assert reach(known, (0, 1)).dist((20, 1)) == FAR
    for step in range(8, 100):
        look(step, 20)
    assert reach(known, (20, 1)).dist((0, 1)) == 23
    look(100, 0, "cow")  # come back, or another one
    assert known.stood((4, 1)) == 0
