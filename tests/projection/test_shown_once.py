"""What is told under two names of a thing is shown once, and nothing that is told is hidden."""

from dataclasses import replace
from typing import Any

import pytest

from clew import Fact
from clew.projection.shown_once import shown_once

ANNA, NAN = 1, 2
"""Numbers of facts; each is told under a name of its own."""


def fact(number, start, end, name=None, **more: Any):
    told: dict[str, Any] = {
        "subject": 7,
        "relation": "lives in",
        "object": 8,
        "object_name": "Oslo",
    } | more
    told |= {"valid_from": start, "valid_to": end}
    return Fact(id=number, subject_name=name or f"name {number}", **told)


@pytest.mark.parametrize(
    ("one", "other", "left"),
    [
        pytest.param((3, 9), (4, 8), [ANNA], id="within"),
        pytest.param((4, 8), (3, 9), [NAN], id="around"),
        pytest.param((3, 9), (3, 9), [ANNA], id="equal: the smaller id"),
        pytest.param((3, None), (5, None), [ANNA], id="both hold"),
        pytest.param((3, 6), (5, 8), [ANNA, NAN], id="they overlap"),
        pytest.param((3, 5), (5, 8), [ANNA, NAN], id="one after the other"),
        pytest.param((3, None), (None, None), [ANNA, NAN], id="it may have begun before"),
        pytest.param((None, None), (None, None), [ANNA], id="no start is known of either"),
        pytest.param((3, 5), (None, 5), [ANNA], id="told to be over, as it is"),
        pytest.param((3, 5), (None, 9), [ANNA], id="told to be over, as it was by then"),
        pytest.param((3, 9), (None, 5), [ANNA, NAN], id="told to be over when it held"),
        pytest.param((3, 9), (None, 2), [ANNA, NAN], id="told to be over before it began"),
        pytest.param((None, 9), (None, 5), [NAN], id="the first end counts"),
    ],
)
def test_of_two_names_one_is_shown_if_it_says_what_the_other_says(one, other, left):
    facts = [fact(ANNA, *one), fact(NAN, *other)]
    assert [each.id for each in shown_once(facts)] == left
    assert [each.id for each in shown_once(facts[::-1])] == left[::-1]


@pytest.mark.parametrize(
    "more", [{"relation": "works in"}, {"object": 9}, {"subject": 9}, {"planned_for": "2025"}]
)
def test_what_says_something_else_is_shown(more):
    assert len(shown_once([fact(ANNA, 3, None), fact(NAN, 4, None, **more)])) == 2


def test_rows_that_overlap_since_a_split_are_one():
    facts = [fact(1, 3, None, "Anna", episodes=(8,)), fact(2, 4, None, "Anna", episodes=(9,))]
    assert [one.episodes for one in shown_once(facts)] == [(8, 9)]


def test_of_one_name_what_is_only_told_to_be_over_is_shown_if_it_was_not_over_by_then():
    """A split may leave the two rows; who told it to hold before that may mean a longer time."""
    dated, over = fact(1, 3, 9, "Anna", episodes=(8,)), fact(2, None, 9, "Anna", episodes=(9,))
    assert [one.episodes for one in shown_once([dated, over], {2})] == [(8, 9)]
    assert shown_once([dated, over]) == [dated, over]
    later, earlier = replace(over, valid_to=11), replace(over, valid_to=7)
    assert len(shown_once([dated, later], {2})) == 1
    assert shown_once([dated, earlier], {2}) == [dated, earlier]


def test_what_was_written_twice_and_what_is_in_dispute_is_all_shown():
    assert len(shown_once([fact(1, 3, None, "Anna"), fact(2, 4, None, "Anna")])) == 2
    assert len(shown_once([fact(1, 3, None), fact(2, 4, None, disputed=(1,))])) == 2


def test_sources_and_wordings_of_all_are_shown_with_the_one_that_stays():
    facts = [
        fact(1, 3, None, episodes=(5,), wordings=("is in",)),
        fact(2, 4, None, episodes=(4, 5), wordings=("dwells in",)),
        fact(3, 5, None, "name 2", episodes=(9,)),
    ]
    (shown,) = shown_once(facts)
    assert (shown.episodes, shown.wordings) == ((4, 5, 9), ("dwells in", "is in"))
