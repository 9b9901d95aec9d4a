"""The steps of a recipe, and how they are followed."""

from clew.minds.fiction.following import Following
from clew.minds.fiction.recipes import recipe_steps
from clew.minds.fiction.room_text import read_room
from clew.minds.fiction.story_places import Places
from clew.minds.fiction.told_steps import told_steps

RECIPE = """Recipe #1
Ingredients:
  a red onion

Directions:
  dice the red onion
  fry the red onion
  prepare meal
"""
REACHED = {"Kitchen": (0, ""), "Garden": (1, "north")}


def places() -> Places:
    found = Places()
    for name, text in (
        ("Kitchen", "Kitchen\nYou can see a knife here.\n\nYou see a stove."),
        ("Garden", "Garden\nYou can see a red onion here."),
    ):
        found.arrived(name, read_room(text, name), "", "")
    return found


def followed(carried: str, here: str = "Kitchen") -> str:
    return Following(recipe_steps(RECIPE), here).next(here, REACHED, places(), carried)


def test_a_recipe_is_read_in_order() -> None:
    assert [one.command for one in recipe_steps(RECIPE)] == [
        "take red onion", "dice red onion with knife", "cook red onion with stove",
        "prepare meal", "eat meal",
    ]  # fmt: skip
    assert recipe_steps("Ingredients of a good story: none.") == ()


def test_what_is_carried_or_was_done_is_not_done_again() -> None:
    assert followed("a red onion") == "take knife"
    assert followed("a raw red onion and a knife") == "dice red onion with knife"
    assert followed("a diced red onion and a knife") == "cook red onion with stove"
    assert followed("a fried diced red onion") == "prepare meal"


def test_what_needs_a_stove_is_done_where_one_is() -> None:
    task = Following(recipe_steps(RECIPE), "Garden")
    reached = {"Garden": (0, ""), "Kitchen": (1, "south")}
    carried = "a diced red onion"
    assert task.next("Garden", reached, places(), carried) == "south"


def test_a_task_that_names_a_book_for_the_recipe_begins_with_reading_it() -> None:
    told = "You are hungry! Check the cookbook in the kitchen for the recipe. Enjoy!"
    assert [one.command for one in told_steps(told)] == ["read cookbook"]
