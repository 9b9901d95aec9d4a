"""What games print: headings, points, ends."""

import pytest

from clew.envs.fiction.signs import ended, heading, points
from clew.envs.parser_text import commands_in, printable, typeable
from clew.errors import UsageError


@pytest.mark.parametrize(
    ("text", "room"),
    [
        ("<< Outside >>\nYou are outside.", "Outside"),
        ("Chief's office\nYou stand here.", "Chief's office"),
        ("-= Cellar =-\nIt is dark.\n\n-= Attic =-", "Attic"),
        ("In the Mud (on the log)\nRain falls.", "In the Mud (on the log"),
        ("You can't go that way.\nReally.", None),
        ("Taken", None),
        (f"{'long ' * 20}\nline", None),
        ("...\nstill", None),
        ("", None),
    ],
)
def test_a_heading_stands_alone_before_its_description(text, room):
    assert heading(text) == room


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("[Your score has just gone up by ten points.]", 10),
        ("Your score has just gone up by one point.", 1),
        ("[Your score has gone down by 5 points.]", -5),
        ("Your score has gone up by twenty-five points. Your score has gone up by 3 points.", 28),
        ("Your score has just gone up by umpteen points.", 0),
        ("You score.", 0),
    ],
)
def test_points_are_told_in_words_or_figures(text, change):
    assert points(text) == change


@pytest.mark.parametrize(
    ("text", "won"),
    [
        ("  *** You have won ***", True),
        ("*** The End ***\n\nWould you like to RESTART?", True),
        ("\n    ****  You have died  ****\n", False),
        ("*** You have missed your train ***", False),
        ("He said *** and left.", None),
        ("", None),
    ],
)
def test_an_end_is_a_line_between_stars(text, won):
    assert ended(text) is won


def test_commands_of_a_line_are_parted():
    assert commands_in("Take lamp. GO north, then look; ") == [
        ["take", "lamp"],
        ["go", "north"],
        ["look"],
    ]
    assert commands_in(" . ") == []


def test_what_no_game_prints_is_marked():
    assert printable(" a\x07b ") == "a\ufffdb"


@pytest.mark.parametrize("action", ["", "a\nb", "back\\slash", "x" * 199, "grüß"])
def test_what_nobody_types_is_refused(action):
    with pytest.raises(UsageError, match="expected an action of 1 to 198"):
        typeable(action)
