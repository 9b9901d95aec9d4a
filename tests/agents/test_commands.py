"""Which commands a world takes."""

import pytest

from clew.agents.commands import Permitted

FORMS = ("open OBJ", "pour OBJ in OBJ", "look around", "wait")


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("Open  red door", "Open red door"),
        ("pour cup of water in pot", "pour cup of water in pot"),
        ("LOOK around", "LOOK around"),
        ("open", None),
        ("pour cup", None),
        ("open café", None),
        ("open \\", None),
        ("open " + "a" * 200, None),
        ("open\ndoor", "open door"),
        ("", None),
    ],
)
def test_a_command_has_a_form_of_the_world(command, found):
    assert Permitted(templates=FORMS).find(command) == found


def test_a_list_of_actions_and_forms_both_count():
    permitted = Permitted.read({"admissible_actions": ("go North", "sit"), "templates": ("wait",)})
    assert permitted.find(" GO north") == "go North"
    assert permitted.find("wait") == "wait"
    assert permitted.find("fly") is None


def test_a_world_that_tells_nothing_takes_anything_that_can_be_typed():
    assert Permitted.read({}).find("xyzzy") == "xyzzy"
    assert Permitted().find("ё") is None


def test_a_choice_is_made_by_number_or_in_words():
    permitted = Permitted(actions=("wait",), choices=("white cup", "blue cup"))
    assert permitted.find("1") == "1"
    assert permitted.find("Blue cup") == "1"
    assert permitted.find("2") is None
    assert permitted.find("wait") is None
    assert permitted.idle == "0"


def test_to_look_around_does_least():
    assert Permitted(templates=FORMS).idle == "look around"
    assert Permitted(actions=("close door", "Look")).idle == "Look"
    assert Permitted(actions=("close door", "sit")).idle == "close door"
    assert Permitted(templates=("wait",)).idle == "look around"
    assert Permitted().idle == "look"  # of a parser game
