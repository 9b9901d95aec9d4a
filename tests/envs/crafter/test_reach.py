"""Where agents start and what they can reach, against a graph library."""

from collections import Counter

import networkx
from hypothesis import given
from hypothesis import strategies as st

from clew.envs.crafter.reach import reached, solvable, starts
from clew.envs.crafter.tech_tree import PAPER

GROUND = ("grass", "sand", "path")
WORLDS = st.integers(3, 9).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from(["grass", "water", "stone"]), min_size=width, max_size=width),
        min_size=3,
        max_size=9,
    )
)


@given(WORLDS, st.integers(0, 2), st.integers(0, 2))
def test_reached_are_the_cells_of_one_component(world, x, y):
    world[y][x] = "grass"
    grid = networkx.grid_2d_graph(len(world[0]), len(world))
    blocked = [cell for cell in grid if world[cell[1]][cell[0]] == "water"]
    grid.remove_nodes_from(blocked)
    wanted = networkx.node_connected_component(grid, (x, y))
    assert reached(world, (x, y), {"grass", "stone"}) == wanted


@given(WORLDS, st.integers(1, 12))
def test_agents_start_on_ground_of_their_own(world, agents):
    centre = (len(world[0]) // 2, len(world) // 2)
    world[centre[1]][centre[0]] = "grass"
    cells = starts(world, centre, agents, GROUND)
    room = reached(world, centre, GROUND)
    assert max(Counter(cells).values()) == 1
    assert set(cells) <= room
    assert len(cells) == min(agents, len(room))


def test_agents_start_in_a_row_around_the_centre():
    field = [["grass"] * 9 for _ in range(9)]
    assert starts(field, (4, 4), 1, GROUND) == ((4, 4),)
    assert starts(field, (4, 4), 4, GROUND) == ((2, 4), (3, 4), (4, 4), (5, 4))


def test_who_would_start_in_water_starts_near_the_centre():
    field = [["grass"] * 9 for _ in range(9)]
    field[4][2] = "water"
    assert starts(field, (4, 4), 4, GROUND) == ((4, 3), (3, 4), (4, 4), (5, 4))


def test_a_diamond_behind_stone_can_be_had_and_one_behind_water_cannot():
    row = ["tree", "grass", "stone", "coal", "iron", "stone", "diamond"]
    assert solvable([row], (1, 0), PAPER, GROUND)
    assert not solvable([[*row[:5], "water", "diamond"]], (1, 0), PAPER, GROUND)
    assert not solvable([[*row[:5], "lava", "diamond"]], (1, 0), PAPER, GROUND)


def test_all_that_the_goal_takes_must_be_there():
    row = ["tree", "grass", "stone", "coal", "iron", "stone", "diamond"]
    for lost in ("tree", "coal", "iron", "diamond"):
        without = ["grass" if name == lost else name for name in row]
        assert not solvable([without], (1, 0), PAPER, GROUND), lost


def test_wood_behind_stone_is_out_of_reach_without_a_pickaxe():
    row = ["grass", "stone", "tree", "coal", "iron", "diamond"]
    assert not solvable([row], (0, 0), PAPER, GROUND)
    assert solvable([["grass", "tree", "stone", *row[3:]]], (0, 0), PAPER, GROUND)
