"""Filters by hand."""

from datetime import UTC, datetime, timedelta

import pytest

from clew.errors import AxisError, UsageError
from clew.graph.types import Entity, Episode, Thesis
from clew.recall.filters import Filters
from tests.plain_view import PlainView
from tests.recall.worlds import ENTITY, EPISODE, FACT, THESIS, Counted, dated, world

DAY = timedelta(days=1)
NEW_YEAR = datetime(2024, 1, 1, tzinfo=UTC)
THREE = [FACT, FACT + 1, FACT + 2]


def test_relations_are_compared_as_the_memory_compares_them():
    view = world(["a", "b"], [(0, "Lives_in", 1), (0, "knows", 1), (0, "is in", 1)])
    assert Filters().banned(view, THREE) == set()
    assert Filters(relations=("lives in",)).banned(view, THREE) == set(THREE[1:])
    assert Filters(without=("KNOWS",)).banned(view, THREE) == {THREE[1]}
    both = Filters(relations=("lives in", "knows"), without=("is in",))
    assert both.banned(view, THREE[::-1]) == {THREE[2]}


def test_filters_that_are_off_read_nothing():
    view = Counted(world(["a", "b"], [(0, "x", 1)]))
    assert (Filters().banned(view, [FACT]), Filters().weights(view, [FACT])) == (set(), [1.0])
    assert not view.calls


def test_a_half_life_away_counts_half_before_and_after():
    view = dated({0: 0, 1: 10, 2: 20, 3: None})
    near = Filters(half_life=10, at=10)
    assert near.weights(view, [FACT + 3, *THREE]) == [0.5, 0.5, 1.0, 0.5]
    assert Filters(half_life=10).weights(view, THREE) == [0.25, 0.5, 1.0]
    assert Filters(half_life=10).weights(view, [ENTITY]) == [1.0]


def test_datetimes_take_durations_and_every_kind_has_its_time():
    view = PlainView(
        [
            Entity(id=ENTITY, name="a"),
            Thesis(id=THESIS, text="t", valid_from=NEW_YEAR),
            Episode(id=EPISODE, text="e", at=NEW_YEAR + 2 * DAY, source="s", known_from=0),
        ],
        [],
    )
    ids = [ENTITY, THESIS, EPISODE]
    assert Filters(half_life=DAY).weights(view, ids) == [1.0, 0.25, 1.0]
    assert Filters(half_life=DAY, at=NEW_YEAR).weights(view, ids) == [1.0, 1.0, 0.25]
    with pytest.raises(UsageError, match="expected a timedelta as half_life in this memory, got 3"):
        Filters(half_life=3).weights(view, ids)
    with pytest.raises(AxisError):
        Filters(half_life=3, at=3).weights(view, ids)


def test_a_memory_without_times_has_nothing_close():
    view = world(["a", "b"], [(0, "x", 1)])
    assert Filters(half_life=DAY).weights(view, [FACT, ENTITY]) == [0.5, 1.0]


@pytest.mark.parametrize("wrong", [0, -1, timedelta(0), -DAY])
def test_half_life_is_above_0(wrong):
    with pytest.raises(UsageError, match="half_life"):
        Filters(half_life=wrong)


def test_a_relation_is_not_wanted_and_unwanted():
    with pytest.raises(UsageError, match=r"\['lives in'\]"):
        Filters(relations=("lives_in", "x"), without=("Lives in",))
