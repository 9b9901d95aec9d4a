from clew.agents.base import Move
from clew.minds.fiction.story_mind import StoryMind, nouns_of


def test_things_are_mentioned_with_an_article() -> None:
    assert nouns_of("A brass lamp is here, by the door.") == ("lamp", "door")


def test_a_refused_action_is_not_tried_in_another_place() -> None:
    mind = StoryMind()
    mind.begin("Welcome!", {"location": "Hall"})
    assert mind.act("", {}).action == "look"
    mind.learn(Move("look"), "You see a statue.", {"location": "Hall"})
    assert mind.act("", {}).action == "take statue"
    mind.learn(Move("take statue"), "You can't take that.", {"location": "Hall"})
    mind.learn(Move("north"), "You see a statue.", {"location": "Court"})
    assert mind.act("", {}).action != "take statue"


def test_what_killed_is_not_done_again() -> None:
    mind = StoryMind()
    mind.begin("Welcome!", {"location": "Cliff"})
    mind.learn(Move("look"), "A path leads west.", {"location": "Cliff"})
    assert mind.act("", {}).action == "west"
    mind.learn(Move("west"), "You fall.", {"location": "Cliff", "lost": True})
    assert mind.act("", {}).action == "restart"
    mind.learn(Move("restart"), "A path leads west.", {"location": "Cliff", "lost": False})
    assert mind.act("", {}).action != "west"
