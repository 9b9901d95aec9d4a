import pytest

from clew.minds.textworld.beliefs import Beliefs, believed, key_of
from tests.minds.textworld.situations import COOK, HUNT, RECIPE, situation


def test_the_goal_is_read():
    assert believed(situation(HUNT)).unlocks == {"key 1": "red locker"}


def test_what_is_seen_now_counts_more_than_facts_and_facts_more_than_texts():
    told = believed(
        situation(
            HUNT,
            seen="You open the red locker, revealing a coin.",
            history=(("-= Hall =-\nYou can see a locked red locker.", "unlock red locker"),),
            facts=(("blue locker", "is", "open"), ("red locker", "is", "unlocked")),
            texts=("-= Attic =-\nYou can see a locked blue locker.",),
        )
    )
    assert told.states["red locker"] == {"open"}
    assert told.states["blue locker"] == {"open"}
    assert told.places["coin"] == "red locker"


def test_beside_facts_a_text_is_asked_only_for_what_does_not_change():
    text = "-= Attic =-\nYou can see a doll. Key 2 unlocks the blue locker."
    told = believed(situation(HUNT, facts=(("Hall", "has exit", "east"),), texts=(text,)))
    assert "doll" not in told.places
    assert told.unlocks["key 2"] == "blue locker"
    told = believed(situation(HUNT, texts=(text,)))
    assert told.places["doll"] == "attic"


def test_the_newest_text_counts():
    texts = ("-= Attic =-\nYou can see a doll.", "-= Cellar =-\nYou can see a doll.")
    assert believed(situation(HUNT, texts=texts)).places["doll"] == "cellar"


def test_the_inventory_is_seen_as_a_whole():
    told = believed(
        situation(
            HUNT, carried="a diced carrot and a lamp", facts=(("coin", "is in", "inventory"),)
        )
    )
    assert told.carried() == ["carrot", "lamp"]
    assert told.states["carrot"] == {"diced"}
    assert "coin" not in told.places


def test_what_is_not_seen_in_a_room_is_somewhere_else():
    facts = (
        ("doll", "is in", "Hall"),
        ("sofa", "is in", "Hall"),
        ("lamp", "is on", "sofa"),
        ("chest", "is in", "Hall"),
        ("chest", "is", "closed"),
        ("coin", "is in", "chest"),
        ("rake", "is in", "Attic"),
    )
    seen = "-= Hall =-\nYou can see a sofa. You can see a closed chest."
    told = believed(situation(HUNT, seen=seen, facts=facts))
    assert "doll" not in told.places
    assert "lamp" not in told.places
    assert told.places["coin"] == "chest"  # the lid hides it
    assert told.places["rake"] == "attic"
    told = believed(situation(HUNT, seen="You take the key.", facts=facts))
    assert told.places["doll"] == "hall"  # nobody looked


def test_a_thing_is_in_a_room_however_deep_it_is_in_other_things():
    told = Beliefs()
    told.take_in(
        [("coin", "is in", "purse"), ("purse", "is on", "desk"), ("desk", "is in", "Study")]
    )
    assert told.room_of("coin", ["Hall", "Study"]) == "Study"
    assert told.room_of("coin", ["Hall"]) is None
    assert told.room_of("nothing", ["Hall"]) is None
    told.take_in([("desk", "is in", "purse")])
    assert told.room_of("coin", ["Study"]) is None  # a ring of places ends


def test_a_lid_has_one_state_and_food_has_several():
    told = Beliefs()
    told.take_in([("box", "is", "locked"), ("box", "is", "unlocked"), ("box", "is", "red")])
    told.take_in([("egg", "is", "fried"), ("egg", "is", "diced")])
    assert told.states == {"box": {"unlocked", "red"}, "egg": {"fried", "diced"}}
    assert not told.shut("box")
    told.take_in([("box", "is", "closed")])
    assert told.shut("box")


def test_a_recipe_keeps_the_order_of_its_steps_and_a_door_its_room():
    told = believed(situation(COOK, facts=(*RECIPE, ("Hall", "has door to the east", "oak door"))))
    assert told.needs == {"carrot": ["fried", "diced"], "red onion": []}
    assert told.doors == {"hall": {"east": "oak door"}}


def test_names_are_given_back_as_they_were_written():
    told = Beliefs()
    told.take_in([("Key 1", "is in", "inventory"), ("key 1", "unlocks", "Red Locker")])
    assert told.places == {"key 1": "inventory"}
    assert told.name("key 1") == "Key 1"
    assert told.name("orb") == "orb"


@pytest.mark.parametrize(
    ("said", "key"),
    [("raw meat", "meat"), ("The Key 1", "key 1"), ("salt and pepper", "salt and pepper")],
)
def test_an_action_names_a_thing_as_texts_do(said, key):
    assert key_of(said) == key


FIRST = (
    ("key 2", "was first in", "chest"),
    ("chest", "was first in", "Attic"),
    ("chest", "was first", "locked"),
)


def test_how_earlier_runs_began_is_expected_where_nobody_has_looked():
    told = believed(situation(HUNT, facts=FIRST, unvisited=("Attic",), rooms=("Attic", "Hall")))
    assert told.room_of("key 2", ("Hall", "Attic")) == "Attic"
    assert not told.reachable("key 2"), "it is in a chest that was locked"
    looked = believed(situation(HUNT, facts=FIRST))
    assert looked.places == {}, "the attic was visited"


def test_what_is_shut_has_not_been_looked_into():
    here = (*FIRST, ("chest", "is in", "Attic"))
    shut = believed(situation(HUNT, facts=(*here, ("chest", "is", "closed"))))
    assert shut.places["key 2"] == "chest"
    opened = believed(situation(HUNT, facts=(*here, ("chest", "is", "open"))))
    assert "key 2" not in opened.places


def test_what_holds_now_counts_more_than_how_it_began():
    moved = (*FIRST, ("key 2", "is in", "Shed"))
    told = believed(situation(HUNT, facts=moved, unvisited=("Attic",)))
    assert told.places["key 2"] == "shed"


@pytest.mark.parametrize("places", [("a", "b"), ("b", "b"), ("b", "a")])
def test_first_places_in_a_circle_are_no_places(places):
    facts = tuple(zip("ab", ("was first in",) * 2, places, strict=True))
    assert believed(situation(HUNT, facts=facts)).places == {}
