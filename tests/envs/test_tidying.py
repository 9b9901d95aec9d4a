"""The score of tidying: a potential, so no order and no detour can earn more."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clew.envs.blueprint import INVENTORY
from clew.envs.tidying import Tidying

HOMES = {"book": "bookcase", "plate": "dishwasher", "towel": "rack"}
START = {"book": "floor", "plate": "bed", "towel": "rack"}


def test_a_point_for_taking_and_one_for_placing():
    tidying = Tidying(HOMES, START)
    assert tidying.max_score == 4
    assert tidying.score(START | {"book": INVENTORY}) == 1
    assert tidying.score(START | {"book": "bookcase"}) == 2
    assert tidying.score(START | {"book": "bed"}) == 0


def test_moving_what_is_in_its_place_costs():
    tidying = Tidying(HOMES, START)
    assert tidying.score(START | {"towel": INVENTORY}) == -1
    assert tidying.score(START | {"towel": "floor"}) == -2


def test_tidy_is_everything_in_its_place():
    tidying = Tidying(HOMES, START)
    assert not tidying.tidy(START | {"book": "bookcase"})
    assert tidying.tidy(HOMES)
    assert tidying.score(HOMES) == tidying.max_score


def test_a_thing_that_is_gone_is_not_in_its_place():
    assert Tidying(HOMES, START).score({}) == -2


PLACES = st.sampled_from(["bookcase", "dishwasher", "rack", "floor", INVENTORY])
WORLDS = st.fixed_dictionaries(dict.fromkeys(HOMES, PLACES))


@given(WORLDS, st.lists(WORLDS))
def test_steps_add_up_to_where_things_are(start, worlds):
    tidying = Tidying(HOMES, start)
    scores = [0, *(tidying.score(places) for places in worlds)]
    gained = [after - before for before, after in pairwise(scores)]
    assert sum(gained) == scores[-1] <= tidying.max_score
