from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.agents.base import Move
from clew.agents.worldmap import OPPOSITE, WorldMap, direction_of, ways_of

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
SIZE = 4
CELLS = st.integers(0, SIZE - 1)
WALLS = st.frozensets(st.tuples(CELLS, CELLS, st.sampled_from(["east", "south"])), max_size=12)
WALKS = st.lists(st.sampled_from(list(STEPS)), max_size=40)


def exits(cell, walls):
    """Return direction -> cell from a cell of a grid with walls."""
    x, y = cell
    found = {}
    for way, (dx, dy) in STEPS.items():
        there = (x + dx, y + dy)
        wall = (x, y, way) if way in ("east", "south") else (*there, OPPOSITE[way])
        if 0 <= there[0] < SIZE and 0 <= there[1] < SIZE and wall not in walls:
            found[way] = there
    return found


def walked(walls, walk):
    """Return the map that a walk draws, where it ends, and the ways known, both directions."""
    at, map_ = (0, 0), WorldMap()
    ways: dict[tuple[int, int], dict[str, tuple[int, int]]] = {}
    map_.arrive("0 0")
    map_.see(exits(at, walls))
    for way in walk:
        there = exits(at, walls).get(way)
        if there is None:
            continue
        ways.setdefault(at, {})[way] = there
        ways.setdefault(there, {})[OPPOSITE[way]] = at
        at = there
        map_.arrive(f"{at[0]} {at[1]}", way)
        map_.see(exits(at, walls))
    return map_, at, ways


def distances(start, ways):
    steps, queue = {start: 0}, deque([start])
    while queue:
        at = queue.popleft()
        for there in ways.get(at, {}).values():
            if there not in steps:
                steps[there] = steps[at] + 1
                queue.append(there)
    return steps


@given(WALLS, WALKS)
def test_a_path_leads_there_by_the_fewest_known_ways(walls, walk):
    map_, start, ways = walked(walls, walk)
    for cell, steps in distances(start, ways).items():
        path = map_.paths().get(f"{cell[0]} {cell[1]}")
        assert path is not None
        assert len(path) == steps
        at = start
        for move in path:
            at = ways[at][move.action.removeprefix("go ")]
            assert move.to == f"{at[0]} {at[1]}"
        assert at == cell


@given(WALLS, WALKS)
def test_unexplored_are_the_exits_seen_that_no_known_way_takes(walls, walk):
    map_, _, ways = walked(walls, walk)
    for room in map_.rooms:
        x, y = map(int, room.split())
        expected = set(exits((x, y), walls)) - set(ways.get((x, y), {}))
        assert set(map_.unexplored(room)) == expected


def test_a_room_never_visited_has_no_path():
    map_ = WorldMap()
    assert map_.paths().get("Attic") is None
    map_.arrive("Hall")
    assert map_.paths().get("Attic") is None
    assert map_.paths().get("Hall") == ()


def test_a_way_that_leads_elsewhere_than_back_is_learned_when_walked():
    map_ = WorldMap()
    map_.arrive("Hall")
    map_.arrive("Slide", "down")
    assert map_.paths().get("Hall") == (Move("go up", "Hall"),)
    map_.arrive("Garden", "up")
    map_.arrive("Slide", "down")
    assert map_.paths().get("Garden") == (Move("go up", "Garden"),)


def test_being_moved_without_a_direction_is_no_way():
    map_ = WorldMap()
    map_.arrive("Hall")
    map_.arrive("Attic")
    assert map_.here == "Attic"
    assert map_.paths().get("Hall") is None


def test_ways_of_earlier_runs_lead_to_rooms_that_count_as_unexplored():
    world = WorldMap()
    world.know([("Hall", "east", "Attic"), ("Attic", "east", "Loft")])
    world.arrive("hall")
    world.see(["east", "north"])
    assert world.here == "Hall"
    assert list(world.unvisited) == ["Attic", "Loft"]
    assert world.paths().get("Loft") == (Move("go east", "Attic"), Move("go east", "Loft"))
    assert world.unexplored("Hall") == ("east", "north")
    world.arrive("Attic", "east")
    assert list(world.unvisited) == ["Loft"]
    assert list(world.unexplored("Hall")) == ["north"]


def test_a_way_of_an_earlier_run_that_is_blocked_now_is_no_way():
    world = WorldMap()
    world.know([("Hall", "east", "Attic")])
    world.arrive("Hall")
    world.arrive("Hall", "east")
    assert world.paths().get("Attic") is None
    world.arrive("Attic", "up")
    world.arrive("Hall", "down")
    world.arrive("Hall", "up")
    assert world.paths().get("Attic") == (Move("go up", "Attic"),), "it was walked in this run"


@pytest.mark.parametrize(
    ("typed", "direction"),
    [
        ("go north", "north"), ("North", "north"), ("n", "north"), ("go NE", "northeast"),
        ("walk up", "up"), ("u", "up"), (" out ", "out"), ("go to Hall", ""), ("take n", ""),
        ("", ""), ("dance", ""),
    ],
)  # fmt: skip
def test_a_direction_is_read_as_people_type_it(typed, direction):
    assert direction_of(typed) == direction


def test_only_directions_make_a_statement_a_way():
    told = [("Attic", "is up of", "Hall"), ("engine", "is part of", "car"), ("key", "is in", "x")]
    assert list(ways_of(told)) == [("Hall", "up", "Attic")]


def test_known_ways_out_of_a_room_are_listed_oldest_first():
    map_ = WorldMap()
    map_.know([("Hall", "north", "Attic"), ("Hall", "east", "Yard")])
    assert map_.leads("Hall") == {"north": "Attic", "east": "Yard"}
    assert map_.leads("Attic") == {"south": "Hall"}
    assert map_.leads("Moon") == {}
