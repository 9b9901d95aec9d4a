"""Which words a game has shown to know, and what is in view."""

from clew.minds.fiction.known_words import KnownWords
from clew.minds.fiction.room_text import Mentioned
from clew.minds.fiction.story_places import Place

CAN, JAR = (Mentioned(one, one, listed=True) for one in ("can", "jar"))


def test_a_word_that_the_game_did_not_know_is_not_tried_there_again_unless_it_lies_there() -> None:
    told = Mentioned("can", "can", listed=False)
    words, hall = KnownWords(), Place("Hall", things={"can": told})
    words.absent(hall, "can")
    words.seen("Hall", [told])
    assert not words.there("Hall", "can")
    assert words.there("Court", "can")
    words.begin_again()
    assert not words.there("Hall", "can")
    words.seen("Hall", [CAN])
    assert words.there("Hall", "can")


def test_what_came_to_light_together_is_out_of_view_together() -> None:
    words, hall = KnownWords(), Place("Hall")
    for one in (CAN, JAR):
        words.came_to_light(hall, one, "open box")
    words.absent(hall, "can")
    assert not words.there("Hall", "jar")
    for one in (CAN, JAR):
        words.came_to_light(hall, one, "open box")
    assert words.there("Hall", "can")
    assert words.there("Hall", "jar")


def test_what_was_taken_is_back_in_another_life() -> None:
    words = KnownWords()
    words.taken("Hall", "can")
    assert not words.there("Hall", "can")
    words.begin_again()
    assert words.there("Hall", "can")
