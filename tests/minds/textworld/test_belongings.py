import pytest

from clew.envs.cleaning import ROOMS
from clew.minds.textworld.belongings import belongs, home_of, homes

PIECES = [piece for room in ROOMS.values() for piece in room]


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_what_our_houses_hold_is_common_knowledge(piece):
    assert homes(piece.name) == ()  # furniture stays where it is
    every = [each.name for each in PIECES]
    for thing in piece.things:
        assert belongs(thing, piece.name)
        assert home_of(thing, every) == piece.name


@pytest.mark.parametrize(
    ("thing", "place"),
    [
        ("wool dress", "closet"), ("unwashed mugs", "dishwasher"), ("goat cheese", "fridge"),
        ("big blue towel", "rusty towel rack"), ("doll", "toy storage cabinet"),
        ("cookery book", "oak bookshelf"), ("hand saw", "tool box"), ("razor", "bathroom sink"),
    ],
)  # fmt: skip
def test_kinds_are_known_not_names(thing, place):
    assert belongs(thing, place)
    assert home_of(thing, ["sofa", place, "carpet"]) == place
    assert not belongs(thing, "carpet")


def test_the_likeliest_kind_counts_more_than_the_order_of_places():
    assert home_of("hammer", ["tool box", "workbench"]) == "workbench"
    assert home_of("hammer", ["tool box", "old workbench", "workbench"]) == "old workbench"


def test_what_nobody_knows_may_stay_anywhere():
    assert belongs("orb", "sofa")
    assert home_of("orb", ["sofa"]) is None


def test_a_thing_is_no_place_for_itself():
    assert home_of("towel", ["towel"]) is None
