from typing import Any

import pytest

from clew.agents.ariadne.tasks import Choose, Explore, MakePlan
from clew.ask.tasks import QueryEntities
from clew.minds.textworld.aims import DOUBT
from clew.minds.textworld.deciding import choose, explore, focus, plan
from tests.minds.textworld.situations import COOK, HUNT, RECIPE, TIDY, choice, planned, situation


def names(text):
    return {one.name: one.depth for one in focus(QueryEntities(text)).entities}


def picks(here, *actions, refused=()):
    return choose(choice(here, *actions, refused=refused)).action


def test_a_search_starts_from_the_plan_what_is_carried_and_what_is_seen():
    text = (
        "unlock red locker with Key 1 (Key 1 is in hand)\nfind what Key 2 unlocks (it is in hand)\n"
        "fry carrot (the recipe says fried)\n-= Attic =-\nYou can see a locked blue locker.\n"
        "You are carrying: a Key 3."
    )
    assert names(text) == {
        "red locker": 2, "Key 1": 2, "Key 2": 2, "carrot": 2, "stove": 2, "Key 3": 2,
        "blue locker": 1,
    }  # fmt: skip


def test_what_is_carried_is_searched_with_where_it_may_belong():
    assert names("You are carrying: a toy car.") == {"toy car": 2, "toy chest": 1, "toy box": 1}


def test_a_search_starts_from_few_names():
    seen = " ".join(f"You can see a locked box {number}." for number in range(60))
    assert len(names(f"-= Hall =-\n{seen}")) == 24


@pytest.mark.parametrize(
    ("plan_", "yes"),
    [
        (planned("find treasure"), True),
        (planned("examine cookbook"), True),
        (planned("unlock box with key", reason="where it is is not known"), True),
        (planned("take carrot", "find knife"), True),
        (planned("take carrot", reason="it is in table"), False),
    ],
)
def test_one_explores_where_something_is_not_known(plan_, yes):
    assert explore(Explore(plan_)).explore is yes


def test_a_plan_keeps_what_is_in_hand_and_finds_last():
    before = planned("unlock blue box with Key 2", "find old things", reason="so it was")
    here = situation(HUNT, carried="a Key 1 and a Key 2", plan=before)
    made = plan(MakePlan(here))
    assert [one.sub_goal for one in made.steps] == [
        "unlock red locker with Key 1", "unlock blue box with Key 2", "find what Key 2 unlocks",
        "find treasure",
    ]  # fmt: skip
    assert made.steps[1].reason == "so it was"
    assert made.main_goal == HUNT


def test_there_is_always_a_sub_goal():
    made = plan(MakePlan(situation("Have fun.")))
    assert [one.sub_goal for one in made.steps] == ["find what helps"]


def test_what_was_just_taken_is_read_once():
    here = situation(HUNT, history=(("-= Hall =-", "take Note 2 from box"),))
    assert picks(here, "examine Note 2", "go east") == "examine Note 2"
    here = situation(HUNT, history=(("-= Hall =-", "take lamp"),))
    assert picks(here, "examine lamp", "go east") == "go east"


def test_what_is_worth_it_is_taken_but_not_what_was_just_put_down():
    assert picks(situation(HUNT), "take lamp", "take Key 2 from box") == "take Key 2 from box"
    here = situation(HUNT, history=(("", "drop Key 2"),))
    assert picks(here, "take Key 2", "go east") == "go east"


def test_a_key_is_used_and_a_lid_lifted():
    assert picks(situation(HUNT), "open box", "unlock box with Key 1") == "unlock box with Key 1"
    assert picks(situation(HUNT), "go east", "open box") == "open box"


def test_a_cook_opens_what_may_hold_something_but_no_oven():
    here = situation(COOK, facts=RECIPE, plan=planned("find carrot"))
    assert picks(here, "open oven", "open fridge", "go east") == "open fridge"
    assert picks(here, "open oven", "go east") == "go east"
    here = situation(COOK, facts=RECIPE, plan=planned("take carrot", reason="it is in table"))
    assert picks(here, "open fridge", "take carrot from table") == "take carrot from table"


def test_a_tidy_mind_opens_only_doors_and_what_it_puts_things_into():
    here = situation(TIDY, plan=planned("find what is out of place"))
    assert picks(here, "open wardrobe", "open oak door") == "open oak door"
    here = situation(TIDY, carried="a milk", plan=planned("put milk on fridge"))
    assert picks(here, "open fridge", "drop milk") == "open fridge"
    assert picks(here, "insert milk into fridge", "put milk on table") == "insert milk into fridge"


def test_a_thing_is_put_down_by_its_whole_name():
    here = situation(TIDY, plan=planned("put dumbbell on dumbbell stand"))
    actions = ("put business suit on dumbbell stand", "put dumbbell on dumbbell stand")
    assert picks(here, *actions) == "put dumbbell on dumbbell stand"


def test_the_first_sub_goal_that_can_be_done_is_done():
    here = situation(COOK, carried="a carrot", facts=RECIPE, plan=planned("take x", "fry carrot"))
    assert picks(here, "fry carrot cake", "fry carrot", "dice carrot") == "fry carrot"
    assert (
        picks(here, "cook carrot with oven", "cook carrot with stove") == "cook carrot with stove"
    )
    here = situation(COOK, facts=RECIPE, plan=planned("dice carrot"))
    assert picks(here, "dice carrot with knife", "slice carrot with knife").startswith("dice")


def test_a_meal_that_cannot_be_prepared_sends_back_to_the_recipe():
    here = situation(COOK, location="Kitchen", plan=planned("prepare meal"))
    assert picks(here, "examine cookbook", "go east") == "examine cookbook"
    assert picks(here, "examine cookbook", "prepare meal") == "prepare meal"


def test_full_hands_let_go_of_what_is_spare():
    here = situation(COOK, carried="a knife and a lamp", facts=RECIPE, plan=planned("take carrot"))
    actions = ("drop knife", "drop lamp", "examine carrot", "examine lamp", "go east")
    assert picks(here, *actions) == "drop lamp"
    assert picks(here, *actions, "take carrot") == "take carrot"


WALK: dict[str, Any] = {"rooms": ("Attic", "Hall"), "facts": (("red locker", "is in", "Attic"),)}


def test_one_goes_where_the_plan_leads():
    here = situation(HUNT, carried="a Key 1", plan=planned("unlock red locker with Key 1"), **WALK)
    assert picks(here, "go east", "go to Attic") == "go to Attic"
    here = situation(TIDY, carried="a toy", plan=planned("put toy on red locker"), **WALK)
    assert picks(here, "go east", "go to Attic") == "go to Attic"


def test_one_explores_before_one_checks_what_may_be_done_already():
    doubtful = planned("unlock red locker with Key 1", reason=f"it is in hand; {DOUBT}")
    exits: dict[str, Any] = {"unexplored": (("Hall", ("east",)),), "exploring": True}
    rooms = {"rooms": ("Cellar", "Attic", "Hall"), "facts": WALK["facts"]}
    here = situation(HUNT, carried="a Key 1", plan=doubtful, **rooms, **exits)
    assert picks(here, "go east", "go to Attic", "go to Cellar") == "go east"
    here = situation(HUNT, carried="a Key 1", plan=doubtful, **rooms)
    assert picks(here, "go to Attic", "go to Cellar") == "go to Attic"


def test_a_stove_is_gone_to_with_food_in_hand_only():
    facts = (*RECIPE, ("stove", "is in", "Kitchen"))
    rest: dict[str, Any] = {
        "facts": facts,
        "rooms": ("Hall", "Kitchen"),
        "plan": planned("fry carrot"),
    }
    assert picks(situation(COOK, carried="a carrot", **rest), "go to Kitchen") == "go to Kitchen"
    here = situation(COOK, unexplored=(("Hall", ("east",)),), **rest)
    assert picks(here, "go to Kitchen", "go east") == "go east"


def test_to_tidy_one_explores_first_and_otherwise_one_goes_first():
    exits: dict[str, Any] = {"unexplored": (("Hall", ("east",)),), "exploring": True}
    here = situation(TIDY, carried="a toy", plan=planned("put toy on red locker"), **WALK, **exits)
    assert picks(here, "go east", "go to Attic") == "go east"
    here = situation(
        HUNT, carried="a Key 1", plan=planned("unlock red locker with Key 1"), **WALK, **exits
    )
    assert picks(here, "go east", "go to Attic") == "go to Attic"


def test_the_nearest_unexplored_exit_is_taken_then_a_door_that_is_known():
    exits = (("Attic", ("up",)), ("Cellar", ("west",)))
    here = situation(HUNT, unexplored=exits, exploring=True, rooms=("Attic", "Cellar", "Hall"))
    assert picks(here, "go to Cellar", "go to Attic") == "go to Attic"
    facts = (("Cellar", "has door to the east", "oak door"), ("oak door", "is", "closed"))
    rest: dict[str, Any] = {"facts": facts, "exploring": True, "rooms": ("Attic", "Cellar", "Hall")}
    assert picks(situation(HUNT, **rest), "go to Attic", "go to Cellar") == "go to Cellar"
    opened = (facts[0], ("oak door", "is", "open"))
    here = situation(HUNT, **{**rest, "facts": opened})
    assert picks(here, "go to Attic", "go to Cellar") == "go to Attic"


def test_where_nothing_is_left_one_looks_again_where_one_was_longest_ago():
    here = situation(HUNT, rooms=("Cellar", "Attic", "Hall"))
    assert picks(here, "go to Attic", "go to Cellar") == "go to Cellar"


def test_without_a_map_one_wanders_and_goes_back_last():
    past = (("", "go north"), ("", "go west"))
    here = situation(HUNT, history=past)
    assert picks(here, "go east", "go north", "go south", "go west") == "go south"
    assert picks(here, "go east", "go north", "go west") == "go north"
    assert picks(here, "go east", "drop key") == "go east"


def test_nothing_is_done_twice_that_is_no_way():
    here = situation(HUNT, history=(("", "open box"), ("", "look")), rooms=("Attic", "Hall"))
    assert picks(here, "go to Attic", "open box") == "go to Attic"
    here = situation(HUNT, history=(("", "go to Attic"),), rooms=("Attic", "Hall"))
    assert picks(here, "go to Attic") == "go to Attic"


def test_what_was_refused_is_not_named_again():
    assert picks(situation(HUNT), "open box", "look", refused=("open box",)) == "look"
    assert choose(Choose(situation(HUNT), (), ())).action == "look"


def test_where_nothing_is_known_nothing_is_lost():
    here = situation(COOK, facts=RECIPE)
    actions = ("drop knife", "eat carrot", "examine carrot", "look")
    assert picks(here, *actions, "go west") == "go west"
    assert picks(here, *actions) == "look"
    assert picks(here, "eat carrot") == "eat carrot"
