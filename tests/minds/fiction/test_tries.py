"""What is laid to a loss, and how often advice is followed."""

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
