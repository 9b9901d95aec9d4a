import pytest

from clew.agents.ariadne.tasks import SubGoal
from clew.minds.textworld.aims import DOUBT, Aim, aim_of
from clew.minds.textworld.beliefs import believed
from clew.minds.textworld.meals import spare
from clew.minds.textworld.world_kinds import kind_of, stands
from tests.minds.textworld.situations import COOK, HUNT, RECIPE, TIDY, situation


def goals(here):
    return [one.sub_goal for one in kind_of(here).aims(believed(here), here)]


def reasons(here):
    return {one.sub_goal: one.reason for one in kind_of(here).aims(believed(here), here)}


@pytest.mark.parametrize(
    ("sub_goal", "aim"),
    [
        ("unlock red locker with Key 1", Aim("unlock", "red locker", "Key 1")),
        ("put toy car on toy chest", Aim("put", "toy car", "toy chest")),
        ("take box with a lid", Aim("take", "box with a lid")),
        ("put book on cats on oak bookcase", Aim("put", "book on cats", "oak bookcase")),
        ("find what Key 1 unlocks", Aim("find", "what Key 1 unlocks")),
        ("Dominate", Aim("find", "Dominate")),
    ],
)
def test_a_sub_goal_is_taken_apart(sub_goal, aim):
    assert aim_of(sub_goal) == aim


def test_a_key_in_hand_is_for_its_lock():
    here = situation(HUNT, carried="a Key 1", facts=(("red locker", "is in", "Attic"),))
    assert goals(here) == ["unlock red locker with Key 1", "find treasure"]
    assert "it is in Attic" in reasons(here)["unlock red locker with Key 1"]
    here = situation(HUNT, carried="a Key 1")
    assert "where it is is not known" in reasons(here)["unlock red locker with Key 1"]


@pytest.mark.parametrize(
    ("facts", "done", "doubtful"),
    [
        ([("red locker", "is in", "Attic")], "take Key 12 from box", True),
        ([("red locker", "is in", "Attic")], "take Key 1 from box", False),
        ([("red locker", "is in", "Attic"), ("red locker", "is", "locked")], "look", False),
        ([], "look", False),
    ],
)
def test_a_lock_remembered_neither_locked_nor_open_is_doubtful_unless_its_key_is_new(
    facts, done, doubtful
):
    here = situation(HUNT, carried="a Key 1", facts=tuple(facts), history=(("", done),))
    assert (DOUBT in reasons(here)["unlock red locker with Key 1"]) == doubtful


@pytest.mark.parametrize("state", ["open", "closed", "unlocked"])
def test_a_lock_that_is_done_is_no_goal_again(state):
    facts = (("red locker", "is", "locked"), ("red locker", "is", state))
    here = situation(HUNT, carried="a Key 1", facts=facts)
    expected = ["open red locker"] if state == "unlocked" else []
    assert goals(here) == [*expected, "find treasure"]


def test_what_was_seen_empty_was_opened():
    where = ("red locker", "is in", "Attic")
    here = situation(HUNT, carried="a Key 1", facts=(where, ("red locker", "is", "empty")))
    assert goals(here) == ["find treasure"]
    locked = ("red locker", "is", "locked")
    here = situation(HUNT, carried="a Key 1", facts=(where, ("red locker", "is", "empty"), locked))
    assert goals(here) == ["unlock red locker with Key 1", "find treasure"]


def test_a_key_seen_elsewhere_is_fetched_and_one_without_a_lock_asks_for_it():
    here = situation(HUNT, carried="a Key 7", facts=(("Key 1", "is in", "Attic"),))
    assert goals(here) == ["take Key 1", "find what Key 7 unlocks", "find treasure"]


def test_what_is_found_is_not_sought():
    here = situation(HUNT, carried="a treasure")
    assert goals(here) == []


def test_cooking_begins_with_the_recipe():
    assert goals(situation(COOK)) == ["examine cookbook"]


def test_a_cook_takes_what_is_known_then_works_then_finds():
    facts = (*RECIPE, ("carrot", "is on", "table"), ("stove", "is in", "Kitchen"))
    assert goals(situation(COOK, facts=facts)) == [
        "take carrot", "fry carrot", "dice carrot", "find red onion", "find knife",
    ]  # fmt: skip
    here = situation(COOK, carried="a carrot, a knife and a red onion", facts=RECIPE)
    assert goals(here) == ["fry carrot", "dice carrot", "find stove"]


def test_what_is_done_to_food_is_not_done_again():
    here = situation(COOK, carried="a fried carrot and a red onion", facts=RECIPE)
    assert goals(here) == ["dice carrot", "find knife"]
    here = situation(COOK, carried="a fried diced carrot and a red onion", facts=RECIPE)
    assert goals(here) == ["prepare meal"]
    assert goals(situation(COOK, carried="a meal", facts=RECIPE)) == ["eat meal"]


def test_hands_let_go_of_what_is_needed_least():
    carried = "a lamp, a knife, a red onion and a carrot"
    assert spare(believed(situation(COOK, carried=carried, facts=RECIPE))) == ["lamp", "red onion"]
    carried = "a knife, a fried diced carrot and a lamp"
    told = believed(situation(COOK, carried=carried, facts=RECIPE))
    assert spare(told) == ["lamp", "knife", "carrot"]


def test_what_is_out_of_place_is_taken_and_brought_home():
    facts = (
        ("toy car", "is on", "sofa"),
        ("sofa", "is in", "Hall"),
        ("wet towel", "is on", "towel rack"),
        ("toy chest", "is in", "Nursery"),
    )
    here = situation(TIDY, carried="a milk", facts=facts, seen="You take the milk.")
    assert goals(here) == ["take toy car", "find refrigerator", "find what is out of place"]
    here = situation(TIDY, carried="a toy car", facts=facts[1:], seen="You take the toy car.")
    assert goals(here) == ["put toy car on toy chest", "find what is out of place"]
    assert "it is in Nursery" in reasons(here)["put toy car on toy chest"]


@pytest.mark.parametrize(
    ("goal", "thing", "yes"),
    [
        (HUNT, "Key 2", True), (HUNT, "treasure", True), (HUNT, "lamp", False),
        (HUNT, "Note 2", True), (COOK, "carrot", True), (COOK, "knife", True),
        (COOK, "banana", False), (COOK, "cookbook", False),
        (TIDY, "toy car", True), (TIDY, "wet towel", False), (TIDY, "orb", False),
    ],
)  # fmt: skip
def test_what_is_worth_taking(goal, thing, yes):
    facts = (
        *RECIPE, ("toy car", "is on", "sofa"), ("wet towel", "is on", "towel rack"),
        ("orb", "is on", "sofa"),
    )  # fmt: skip
    here = situation(goal, facts=facts, seen="It is cold.")
    assert kind_of(here).wanted(thing, believed(here), here) is yes


@pytest.mark.parametrize(
    ("sub_goal", "goal", "carried", "facts", "yes"),
    [
        ("unlock blue box with Key 2", HUNT, "a Key 2", (), True),
        ("unlock blue box with Key 2", HUNT, "a Key 2", (("blue box", "is", "open"),), False),
        ("unlock blue box with Key 2", HUNT, "", (), False),
        ("put toy car on toy chest", TIDY, "a toy car", (), True),
        ("put toy car on toy chest", TIDY, "", (), False),
        ("take toy car", TIDY, "", (), True),
        ("take toy car", TIDY, "a toy car", (), False),
        ("take toy car", TIDY, "", (("toy car", "is in", "toy chest"),), False),
        ("take carrot", COOK, "", RECIPE, True),
        ("find carrot", COOK, "a carrot", RECIPE, False),
        ("take carrot", COOK, "", (), False),  # the recipe itself is lost
        ("fry carrot", COOK, "a carrot", (), True),
        ("fry carrot", COOK, "a fried carrot", (), False),
        ("find treasure", HUNT, "", (), False),
    ],
)
def test_a_goal_whose_cause_is_forgotten_stands_until_it_is_seen_to_be_done(
    sub_goal, goal, carried, facts, yes
):
    here = situation(goal, carried=carried, facts=facts, seen="It is cold.")
    assert stands(SubGoal(sub_goal=sub_goal), believed(here), here) is yes
