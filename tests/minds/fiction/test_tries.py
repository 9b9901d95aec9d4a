"""What is laid to a loss, and how often advice is followed."""

import pytest

from clew.minds.fiction.room_text import Mentioned
from clew.minds.fiction.story_places import Place
from clew.minds.fiction.tries import Tries, Try


def test_an_attack_shortly_before_a_loss_is_blamed_for_it_too() -> None:
    tries, hall = Tries(), Place("Hall")
    tries.reply(Try("attack", "attack dog", "dog"), hall, "The dog growls.", did=True, moved=False)
    tries.hindrances.steps += 6
    assert tries.blamed("Hall", "south") == (("Hall", "south"), ("Hall", "attack dog"))
    tries.hindrances.steps += 1
    assert tries.blamed("Hall", "south") == (("Hall", "south"),)


def test_advice_that_failed_twice_is_not_followed_again() -> None:
    tries, hall = Tries(), Place("Hall")
    advised, told = Try("advice", "ring bell", "bell"), "You have to ring the bell first."
    for _ in range(2):
        tries.reply(Try("search", "search bed", "bed"), hall, told, did=False, moved=False)
        assert "ring bell" in [one.action for one in tries.untried(hall, here=True)]
        tries.tried.add(("Hall", "ring bell"))
        tries.reply(advised, hall, "You can't do that.", did=False, moved=False)
        tries.hindrances.handed()
    tries.reply(Try("search", "search bed", "bed"), hall, told, did=False, moved=False)
    assert "ring bell" not in [one.action for one in tries.untried(hall, here=True)]


def actions(tries: Tries, place: Place) -> list[str]:
    return [one.action for one in tries.untried(place, here=True)]


def test_advice_waits_until_the_tool_that_it_names_is_carried() -> None:
    tries, hall = Tries(), Place("Hall")
    told = "You have to unlock the chest with the golden key first."
    tries.carries({"key 1": "key 1"})
    tries.reply(Try("open", "open chest", "chest"), hall, told, did=False, moved=False)
    assert "unlock chest with golden key" not in actions(tries, hall)
    tries.carries({"key 1": "key 1", "golden key": "golden key"})
    assert "unlock chest with golden key" in actions(tries, hall)


@pytest.mark.parametrize(
    ("held", "advised"),
    [
        ({}, "speak with anna"),
        ({}, "clean table with hands"),
        ({"bottle": "bottle"}, "fill bath with bottle of water"),
        ({"key": "key"}, "unlock chest with key of silver"),
    ],
)
def test_advice_that_needs_no_other_tool_does_not_wait(held: dict[str, str], advised: str) -> None:
    tries, hall = Tries(), Place("Hall")
    tries.carries(held)
    told = f"You have to {advised} first."
    tries.reply(Try("read", "read note", "note"), hall, told, did=False, moved=False)
    assert advised in actions(tries, hall)


def test_what_is_unlocked_is_opened_however_often_it_was_locked_and_not_unlocked_again() -> None:
    tries, hall = Tries(), Place("Hall", things={"chest": Mentioned("chest", "chest", listed=True)})
    told = "You have to unlock the chest with the key 2 first."
    tries.carries({"key 1": "key 1", "key 2": "key 2"})
    for _ in range(3):
        tries.tried.add(("Hall", "open chest"))
        tries.reply(Try("open", "open chest", "chest"), hall, told, did=False, moved=False)
    tries.reply(Try("advice", "unlock chest with key 2"), hall, "Click.", did=True, moved=False)
    assert Try("works", "open chest") in [*tries.untried(hall, here=True)]
    assert not [one for one in actions(tries, hall) if one.startswith("unlock ")]


def test_what_is_shut_is_not_looked_into() -> None:
    tries, hall = Tries(), Place("Hall", things={"chest": Mentioned("chest", "chest", listed=True)})
    fixed = "That's fixed in place."
    tries.reply(Try("take scenery", "take chest", "chest"), hall, fixed, did=False, moved=False)
    assert "search chest" not in actions(tries, hall)  # not opened yet
    tries.tried.add(("Hall", "open chest"))
    opening = Try("open", "open chest", "chest")
    tries.carries({"key": "brass key"})
    tries.reply(opening, hall, "It is welded shut.", did=False, moved=False)
    assert not {"search chest", "unlock chest with key"} & {*actions(tries, hall)}
    tries.reply(opening, hall, "You open it.", did=True, moved=False)
    assert "search chest" in actions(tries, hall)
