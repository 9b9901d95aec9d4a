"""An agent's sight in words."""

from dataclasses import replace

import pytest

from clew.envs.crafter.sight import Sight
from clew.envs.crafter.telling import LETTERS, longest, tell

SIGHT = Sight(
    agent="agent_1",
    step=4,
    position=(5, 6),
    facing=(1, 0),
    corner=(4, 5),
    view=(("tree", "tree", ""), ("water", "agent_1", "stone"), ("sand", "cow", "")),
    inventory={"wood": 2, "wood_pickaxe": 1},
    vitals={"health": 9, "food": 8, "drink": 7, "energy": 6},
)


def test_it_says_where_what_and_how_much():
    said = tell(SIGHT)
    assert "You are agent_1 at (5, 6), step 4. You face east: stone." in said
    assert "In view: tree, 2, the nearest 1 north." in said
    assert "In view: sand, 1, the nearest 1 west and 1 south." in said
    assert "Vitals: health 9, food 8, drink 7, energy 6." in said
    assert "You have: wood 2, wood_pickaxe 1." in said
    assert "agent_1, 1" not in said


def test_the_nearest_kind_comes_first():
    kinds = [line.split(",")[0] for line in tell(SIGHT).splitlines() if "In view" in line]
    assert kinds.index("In view: tree") < kinds.index("In view: sand")


def test_sleep_night_and_the_end_of_the_world_are_told():
    said = tell(replace(SIGHT, sleeping=True, daylight=0.2, facing=(0, -1)))
    assert "You are asleep" in said
    assert "It is night" in said
    assert "the end of the world" in tell(replace(SIGHT, corner=(5, 5), facing=(-1, 0)))


def test_an_empty_hand_is_told():
    assert "You have: nothing." in tell(replace(SIGHT, inventory={}))


@pytest.mark.parametrize("size", [3, 9, 21])
def test_no_telling_is_longer_or_has_other_letters_than_promised(size):
    names = [[f"agent_{x + y * size}" for x in range(size)] for y in range(size)]
    sight = replace(
        SIGHT,
        corner=(5 - size // 2, 6 - size // 2),
        view=tuple(tuple(row) for row in names),
        inventory={f"item_{number}": 999 for number in range(30)},
        achievements={f"make_iron_pickaxe_{number}": 1 for number in range(30)},
    )
    said = tell(sight)
    assert len(said) <= longest((size, size))
    assert set(said) <= {*LETTERS, "\n"}
