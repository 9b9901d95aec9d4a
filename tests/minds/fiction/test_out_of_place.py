"""Tidying a house: what is out of place is taken, and brought to where it belongs."""

from clew.minds.fiction.out_of_place import Tidying

TASK = "Tidy the house: find the things that are out of place."
KITCHEN = "-= Kitchen =-\nYou see a refrigerator.\n\nOn the table you can see a dirty fork."
HALL = "-= Hall =-\nYou see a dishwasher. On the dishwasher you see a plate."
REACHED = {"Kitchen": (0, ""), "Hall": (1, "east")}


def tidying(task: str = TASK) -> Tidying:
    found = Tidying(task)
    found.see("Kitchen", KITCHEN)
    found.see("Hall", HALL)
    return found


def test_what_is_out_of_place_is_taken_and_brought_to_where_it_belongs() -> None:
    found = tidying()
    assert found.next("Kitchen", REACHED, "", explored=False) == "take dirty fork"
    assert found.next("Kitchen", REACHED, "a dirty fork", explored=True) == "east"
    reached = {"Hall": (0, ""), "Kitchen": (1, "west")}
    held = "a dirty fork"
    assert found.next("Hall", reached, held, explored=True) == "put dirty fork on dishwasher"


def test_one_looks_round_before_one_goes_elsewhere() -> None:
    assert tidying().next("Kitchen", REACHED, "a dirty fork", explored=False) == ""


def test_what_is_closed_is_opened_once() -> None:
    found, here = tidying(), {"Hall": (0, "")}
    put = found.next("Hall", here, "a dirty fork", explored=True)
    found.learn(put, "The dishwasher is closed.", handed=False)
    assert found.next("Hall", here, "a dirty fork", explored=True) == "open dishwasher"
    found.learn("open dishwasher", "It is stuck.", handed=False)
    assert found.next("Hall", here, "a dirty fork", explored=True) == put
    found.learn(put, "The dishwasher is closed.", handed=False)
    assert found.next("Hall", here, "a dirty fork", explored=True) != put


def test_where_nothing_is_to_be_tidied_nothing_is() -> None:
    found = tidying("Find the treasure.")
    assert not found.asked
    assert found.next("Kitchen", REACHED, "a dirty fork", explored=True) == ""
