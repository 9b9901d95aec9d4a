"""Worlds before they are games: what every plan keeps to, whatever its seed."""

import json
import random
from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from clew.envs.blueprint import Blueprint, layout, steps_from
from clew.envs.cleaning import ROOMS, cleaning
from clew.envs.treasure_hunt import COLOURS, treasure_hunt
from clew.errors import UsageError

SEEDS = st.integers(min_value=0, max_value=2**40)
STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


def spots(plan: Blueprint) -> dict[str, tuple[int, int]]:
    """Walk every way once; the same room is always at the same spot."""
    found = {plan.rooms[0]: (0, 0)}
    while len(found) < len(plan.rooms):
        for link in plan.links:
            dx, dy = STEPS[link.direction]
            for here, there, sign in ((link.room, link.other, 1), (link.other, link.room, -1)):
                if here in found:
                    x, y = found[here]
                    assert found.setdefault(there, (x + sign * dx, y + sign * dy)) == (
                        x + sign * dx,
                        y + sign * dy,
                    )
    return found


@given(SEEDS, st.integers(2, 41), st.floats(0, 1))
def test_rooms_are_joined_and_directions_agree(seed, count, loops):
    names = [f"r{number}" for number in range(count)]
    links = layout(names, random.Random(seed), loops)
    assert set(steps_from("r0", links)) == set(names)
    places = spots(Blueprint(tuple(names), links, "r0", ()))
    assert len(set(places.values())) == count


@given(SEEDS, st.data())
def test_a_hunt_can_be_won(seed, data):
    rooms = data.draw(st.integers(2, len(COLOURS) + 1))
    keys = data.draw(st.integers(2, rooms))
    plan = treasure_hunt(seed, rooms=rooms, keys=keys, far=data.draw(st.booleans()))
    things = {thing.name: thing for thing in plan.things}
    assert len(things) == len(plan.things)
    carried: list[str] = []
    opened = {plan.start}
    for goal in plan.goals:  # every next key is where the keys before it lead
        assert things[goal].place in opened
        carried.append(goal)
        if things[goal].opens:
            opened.add(things[goal].opens)
    assert carried[-1] == "treasure"
    assert len(plan.goals) == keys + 1


@given(SEEDS)
def test_every_key_but_the_golden_one_is_announced(seed):
    plan = treasure_hunt(seed)
    things = {thing.name: thing for thing in plan.things}
    told = plan.instructions + " ".join(thing.text for thing in plan.things)
    for thing in plan.things:
        if thing.form == "key":
            assert thing.opens in told
    note = things["note 2"]
    assert note.place == things["key 2"].place
    assert things["key 2"].opens in note.text


def test_the_hard_map_has_its_second_key_at_the_far_end():
    for seed in range(20):
        plan = treasure_hunt(seed, rooms=16, keys=5, far=True)
        place = {thing.name: thing.place for thing in plan.things}
        steps = steps_from(plan.start, plan.links)
        assert steps[place[place["key 2"]]] == max(steps.values())


@pytest.mark.parametrize("numbers", [(1, 2), (len(COLOURS) + 2, 2), (5, 1), (5, 6)])
def test_a_hunt_says_which_sizes_there_are(numbers):
    rooms, keys = numbers
    with pytest.raises(UsageError, match="expected 2 to"):
        treasure_hunt(1, rooms=rooms, keys=keys)


@given(SEEDS, st.integers(3, len(ROOMS)), st.integers(1, 5))
def test_a_house_has_just_so_many_things_astray(seed, rooms, misplaced):
    plan = cleaning(seed, rooms=rooms, misplaced=misplaced)
    homes = dict(plan.homes)
    place = {thing.name: thing.place for thing in plan.things}
    room_of = {name: place.get(home, home) for name, home in homes.items()}
    astray = [name for name, home in homes.items() if place[name] != home]
    assert len(astray) == misplaced
    forms = {thing.name: thing.form for thing in plan.things}
    for name in astray:
        where = place[name]
        assert where in plan.rooms or forms[where] == "support"
        assert (where if where in plan.rooms else place[where]) != room_of[name]


def test_names_in_a_house_are_unique():
    names = [name for room in ROOMS.values() for one in room for name in (one.name, *one.things)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("numbers", [(1, 1), (len(ROOMS) + 1, 1), (3, 0), (3, 99)])
def test_a_house_says_which_sizes_there_are(numbers):
    rooms, misplaced = numbers
    with pytest.raises(UsageError, match="expected"):
        cleaning(1, rooms=rooms, misplaced=misplaced)


@given(SEEDS)
def test_a_plan_survives_being_written_down(seed):
    plan = cleaning(seed)
    assert TypeAdapter(Blueprint).validate_json(json.dumps(asdict(plan))) == plan
    assert cleaning(seed) == plan
