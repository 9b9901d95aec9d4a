"""Following the steps of a task."""

from clew.minds.fiction.following import Following
from clew.minds.fiction.room_text import read_room
from clew.minds.fiction.story_places import Places
from clew.minds.fiction.told_steps import ToldStep

REACHED = {"Hall": (0, ""), "Attic": (1, "up"), "Yard": (2, "north")}


def _places() -> Places:
    places = Places()
    for name, text in (
        ("Hall", "Hall\nYou can see a chest here."),
        ("Attic", "Attic\nYou can see a lamp here."),
        ("Yard", "Yard\nNothing is here."),
    ):
        places.arrived(name, read_room(text, name), "", "")
    return places


def _next(task: Following, here: str = "Hall", carried: str = "") -> str:
    return task.next(here, REACHED, _places(), carried)


def test_steps_are_done_in_order() -> None:
    task = Following((ToldStep("open chest", ("chest",)), ToldStep("north")), "Hall")
    assert _next(task) == "open chest"
    task.learn("Hall", "open chest", "You open the chest.", "Hall", "", did=True)
    assert _next(task) == "north"
    task.learn("Hall", "north", "Yard", "Yard", "", did=True)
    assert _next(task, "Yard") == ""
    assert task.wanted is None


def test_a_thing_is_looked_for_where_a_text_mentioned_it() -> None:
    task = Following((ToldStep("take lamp", ("lamp",)),), "Hall")
    assert _next(task) == "take lamp"
    task.learn("Hall", "take lamp", "You see no lamp.", "Hall", "", did=False)
    assert _next(task) == "up"
    assert task.next("Attic", {"Attic": (0, "")}, _places(), "") == "take lamp"


def test_what_is_to_be_put_somewhere_is_taken_first() -> None:
    task = Following((ToldStep("put lamp on chest", ("lamp", "chest")),), "Attic")
    assert task.next("Attic", {"Attic": (0, "")}, _places(), "") == "take lamp"
    task.learn("Attic", "take lamp", "Taken.", "Attic", "", did=True)
    assert task.next("Attic", {"Attic": (0, "")}, _places(), "a lamp") == "put lamp on chest"


def test_every_thing_carried_is_tried_in_a_lock_keys_first() -> None:
    task = Following((ToldStep("unlock chest", ("chest",)),), "Hall")
    carried = "You are carrying: a spoon and an iron key."
    assert _next(task, carried=carried) == "unlock chest with iron key"
    task.learn("Hall", "unlock chest with iron key", "No.", "Hall", carried, did=False)
    assert _next(task, carried=carried) == "unlock chest with spoon"


def test_what_is_already_so_is_done() -> None:
    task = Following((ToldStep("open chest", ("chest",)),), "Hall")
    _next(task)
    task.learn("Hall", "open chest", "It is already open.", "Hall", "", did=False)
    assert task.wanted is None


def test_a_step_in_vain_is_tried_again_with_something_else_in_hand() -> None:
    task = Following((ToldStep("east"),), "Hall")
    assert _next(task) == "east"
    task.learn("Hall", "east", "The door is locked.", "Hall", "", did=False)
    assert _next(task) == ""
    assert _next(task, carried="a key") == "east"


def test_a_reply_to_another_command_is_none_to_the_step() -> None:
    task = Following((ToldStep("east"),), "Hall")
    _next(task)
    task.learn("Hall", "north", "Yard", "Yard", "", did=True)
    assert _next(task) == "east"


def test_only_nouns_of_what_is_left_are_wanted() -> None:
    task = Following((ToldStep("open oak chest", ("oak chest",)),), "Hall")
    assert task.wanted == frozenset(("chest",))
    assert Following().wanted is None
