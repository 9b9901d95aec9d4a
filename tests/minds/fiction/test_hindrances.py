from clew.minds.fiction.hindrances import Hindrances
from clew.minds.fiction.room_text import read_room
from clew.minds.fiction.story_places import Place, Places


def street() -> Place:
    told = "Street\nA house with a door and a window. A path leads north. A guard stands here."
    return Places().arrived("Street", read_room(told, "Street"))


def never(name: str) -> bool:
    return name == "guard"


def test_a_blocked_way_is_tried_again_after_a_while_or_when_something_was_opened() -> None:
    found, place = Hindrances(), street()
    found.walled(place, "north", "The door is locked.", never)
    assert found.blocked("Street", "north")
    assert not found.ripe("Street", "north")
    found.steps = 12
    assert found.ripe("Street", "north")
    found.tried("Street", "north")
    assert not found.blocked("Street", "north")
    found.freed()
    assert found.ripe("Street", "north")
    found.passed("Street", "north")
    found.freed()
    assert not found.blocked("Street", "north")


def test_only_the_doors_that_a_reply_names_are_locked() -> None:
    found, place = Hindrances(), street()
    found.walled(place, "north", "The door is locked.", never)
    assert found.locked("Street", "door")
    assert not found.locked("Street", "window")
    found.freed("Street", "door")
    assert not found.locked("Street", "door")


def test_where_no_way_is_nothing_is_blocked() -> None:
    found, place = Hindrances(), street()
    found.walled(place, "north", "There is no way through here.", never)
    assert not found.blocked("Street", "north")


def test_who_is_named_in_a_refusal_bars_the_way() -> None:
    found, place = Hindrances(), street()
    found.walled(place, "north", "The guard blocks your path.", never)
    assert found.barring("Street", "guard")
    assert not found.barring("Street", "door")


def test_advice_to_leave_something_first_holds_for_every_way() -> None:
    found, place = Hindrances(), street()
    found.walled(place, "north", "You'll have to get out of bed first.", never)
    assert found.trust("Street") < 1
    found.handed()
    assert found.trust("Street") == 1


def test_what_was_opened_is_not_shut_and_what_is_welded_shut_stays_so() -> None:
    found = Hindrances()
    found.unopened("Hall", ["chest"], "The chest is locked.")
    found.unopened("Hall", ["locker"], "The locker is welded shut.")
    assert found.shut("Hall", "chest")
    assert [found.sealed("Hall", one) for one in ("chest", "locker")] == [False, True]
    found.freed("Hall", "chest")
    assert not found.shut("Hall", "chest")
