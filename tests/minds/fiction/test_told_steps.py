"""The steps of a task that a text tells."""

import pytest

from clew.minds.fiction.told_steps import told_steps


def _commands(text: str) -> list[str]:
    return [one.command for one in told_steps(text)]


@pytest.mark.parametrize(
    ("sentence", "command"),
    [
        ("Then, try to go east.", "east"),
        ("After that, venture south.", "south"),
        ("Once you have done that, make sure that the oak chest is open.", "open oak chest"),
        ("Then, check that the gate is locked.", "lock gate"),
        ("Next, retrieve the coin from the floor of the attic.", "take coin"),
        ("And then, place the coin on the floor of the study.", "drop coin"),
        ("Then, rest the lamp on the shelf.", "put lamp on shelf"),
        ("After unlocking the gate, insert the pin into the crate's lock to unlock it.",
         "unlock crate with pin"),
        ("If you can manage that, unlock the round safe in the kitchen.", "unlock round safe"),
        ("Finally, give the letter to the guard.", "give letter to guard"),
    ],
)  # fmt: skip
def test_a_step_is_a_command(sentence: str, command: str) -> None:
    assert _commands(f"Your task is simple. {sentence}") == [command]


def test_what_a_story_tells_is_no_task() -> None:
    assert told_steps("You go east and open the door. Your aunt takes the lamp.") == ()
    assert (
        told_steps(
            "Your mission is to solve it. If this gets any bad publicity or the mayor "
            "hears of it, we are lost."
        )
        == ()
    )
    assert told_steps("") == ()


def test_steps_that_are_told_one_after_the_other_are_a_task() -> None:
    assert _commands("First, it would be good if you could go south. That done, open the box.") == [
        "south",
        "open box",
    ]


def test_what_stands_before_the_task_is_not_of_it() -> None:
    assert _commands("You open the old box. Here is your task for today. Take the pin.") == [
        "take pin"
    ]


def test_only_the_paragraph_of_the_task_is_read() -> None:
    assert _commands("Your objective: eat the pear.\n\nYou can go north. Take the stairs.") == [
        "eat pear"
    ]


@pytest.mark.parametrize(
    ("how", "command"),
    [("grilled", "put leek on stove"), ("fried", "put leek on stove"),
     ("roasted", "put leek in oven")],
)  # fmt: skip
def test_a_dish_that_is_missing_is_put_on_the_heat(how: str, command: str) -> None:
    (step,) = told_steps(f"Lunch is nearly done! It is only missing a {how} leek.")
    assert step.command == command
    assert step.things[0] == "leek"


def test_a_way_needs_no_thing() -> None:
    way, deed = told_steps("Your goal is near. Go up. Then open the hatch.")
    assert way.is_way
    assert not deed.is_way
