from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from clew.agents.maps.map_layout import COMPASS, Layout, Way, laid_out
from clew.agents.worldmap import OPPOSITE

NAMES = st.sampled_from([f"room {n}" for n in range(9)])
DIRECTIONS = st.sampled_from([*OPPOSITE, ""])
WAYS = st.lists(st.tuples(NAMES, DIRECTIONS, NAMES), max_size=24)
CELL = st.tuples(st.integers(0, 4), st.integers(0, 4))
STEPS = st.lists(st.tuples(CELL, st.sampled_from(list(COMPASS))), min_size=1, max_size=40)


def sign(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    (x, y), (u, v) = one, other
    return (u > x) - (u < x), (v > y) - (v < y)


def ends(ways: Sequence[Way]) -> list[str]:
    return list(dict.fromkeys(place for one, _, other in ways for place in (one, other)))


def keeps(layout: Layout, ways: Sequence[Way]) -> bool:
    cells = layout.cells
    return all(sign(cells[one], cells[to]) == COMPASS[way] for one, way, to in ways)


@given(WAYS)
def test_no_two_places_overlap_and_every_direction_is_kept_or_said_to_be_bent(ways):
    layout = laid_out([], ways)
    assert set(layout.cells) == set(ends(ways))
    assert len(set(layout.cells.values())) == len(layout.cells)
    assert layout.bent <= set(ways)
    compass = [way for way in ways if way[1] in COMPASS]
    assert keeps(layout, [way for way in compass if way not in layout.bent])


@given(WAYS)
def test_of_any_ways_the_first_between_two_places_is_kept_unless_it_is_in_a_maze(ways):
    compass = [way for way in ways if way[1] in COMPASS and way[0] != way[2]]
    layout = laid_out([], ways)
    if compass and layout.mazes.isdisjoint((compass[0][0], compass[0][2])):
        assert compass[0] not in layout.bent


def grid_ways(steps) -> list[Way]:
    """Return ways between neighbours of a grid."""
    found = []
    for (x, y), way in steps:
        u, v = COMPASS[way]
        found.append((f"{x} {y}", way, f"{x + u} {y + v}"))
    return found


@given(STEPS)
def test_a_grid_keeps_all_its_directions_and_what_joins_it_has_its_distances(steps):
    ways = grid_ways(steps)
    layout = laid_out([], ways)
    assert not layout.bent
    assert not layout.mazes
    assert keeps(layout, ways)
    for one, way, other in ways:
        (x, y), (u, v) = layout.cells[one], layout.cells[other]
        assert (u - x, v - y) == COMPASS[way]


def test_ways_of_other_lengths_keep_their_directions():
    """East, east, north and west, and the last place lies straight north of the first."""
    ways = [
        ("A", "east", "B"), ("B", "east", "C"), ("C", "north", "D"), ("D", "west", "E"),
        ("E", "south", "A"),
    ]  # fmt: skip
    layout = laid_out([], ways)
    assert keeps(layout, ways)
    assert not layout.bent


def test_a_place_in_the_way_is_moved_aside():
    """Two ways meet in one cell of a grid, but lead to two places."""
    ways = [("A", "east", "B"), ("A", "north", "C"), ("C", "east", "D"), ("B", "north", "E")]
    layout = laid_out([], ways)
    assert keeps(layout, ways)
    assert layout.cells["D"] != layout.cells["E"]


def test_no_place_hides_a_straight_way():
    """A ring around a place in its middle: none of the ring's ways runs through it."""
    ways = [
        ("A", "east", "B"), ("B", "south", "C"), ("C", "south", "D"), ("D", "west", "E"),
        ("E", "north", "A"), ("B", "southwest", "M"),
    ]  # fmt: skip
    layout = laid_out([], ways)
    assert keeps(layout, ways)
    assert layout.cells["M"] not in between(layout, "E", "A")


def between(layout: Layout, one: str, other: str) -> list[tuple[int, int]]:
    (x, y), (u, v) = layout.cells[one], layout.cells[other]
    assert x == u
    return [(x, row) for row in range(min(y, v) + 1, max(y, v))]


def test_a_single_contradiction_is_bent_and_no_maze():
    ways = [("A", "north", "B"), ("B", "north", "A")]
    layout = laid_out([], ways)
    assert layout.bent == {("B", "north", "A")}
    assert not layout.mazes


def test_a_maze_is_drawn_apart_and_the_rest_keeps_its_directions():
    maze = [
        ("M1", "north", "M2"), ("M2", "north", "M3"), ("M3", "north", "M1"),
        ("M1", "south", "M3"), ("M2", "south", "M1"), ("M3", "east", "M2"), ("M2", "east", "M1"),
        ("M1", "east", "M1"), ("M3", "south", "M2"), ("M1", "west", "M2"),
    ]  # fmt: skip
    rest = [("Gate", "east", "Yard"), ("Yard", "south", "Barn"), ("Gate", "west", "M1")]
    layout = laid_out([], rest + maze)
    assert layout.mazes
    assert layout.mazes <= {"M1", "M2", "M3"}
    assert keeps(layout, rest[:2])
    assert len(set(layout.cells.values())) == 6


def test_up_and_in_are_drawn_beside():
    ways = [("Hall", "east", "Room"), ("Hall", "up", "Loft"), ("Hall", "", "Shed")]
    cells = laid_out([], ways).cells
    (x, y) = cells["Hall"]
    assert (cells["Room"], cells["Loft"]) == ((x + 1, y), (x + 1, y - 1))
    assert cells["Shed"] not in {cells["Room"], cells["Loft"]}


def test_maps_that_no_way_joins_stand_side_by_side():
    cells = laid_out(["A", "X", "Y"], [("X", "north", "Y"), ("A", "south", "B")]).cells
    assert {cells["A"][0], cells["B"][0]} == {0}
    assert {cells["X"][0], cells["Y"][0]} == {2}
    many = laid_out([f"{n}" for n in range(30)], []).cells
    assert max(x for x, _ in many.values()) < 14
    assert len({*many.values()}) == 30


def test_nothing_has_no_cells():
    assert laid_out([], []).cells == {}
