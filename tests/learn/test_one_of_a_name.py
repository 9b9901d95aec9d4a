"""Ordinary notes about one person: whoever has a name alone stays the one whom it is told of."""

from itertools import permutations

import pytest

from tests.learn.test_resolve import rules_of
from tests.learn.test_second_of_a_name import are_one

NOTES = (
    "{} lives in Oslo.", "{} works at Acme.", "{} has a dog.", "{} has a sister.", "{} called.",
    "{} left Acme.", "{} had a baby.", "{} is Tom's sister.", "{} is Ben's wife.",
    "{}'s cat is ill.", "Ben met {} at the station.", "I gave {} the keys.", "Is {} coming?",
    "{} used to live in Bonn.", "{} got a new job at Bask.", "My mother called {}.",
    "I have a new phone, {} says that it is slow.", "I like the book {} gave me.",
    "{} is not my boss.", "{} is not the owner.", "{} was not our coach.", "{} is not the tallest.",
)  # fmt: skip


@pytest.mark.parametrize("name", ["Anna", "Tobias", "Oluwaseun", "Zsófia"])
@pytest.mark.parametrize("first", range(0, len(NOTES), 4))
def test_a_name_that_nobody_else_has_means_one_in_every_note(name, first):
    found = rules_of(*(note.format(name) for note in (*NOTES[first:], *NOTES[:first])))
    assert sum(name in names for names in found) == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [*permutations(["{} left Acme.", "{} has a dog.", "{}'s car broke down."], 2)],
)
def test_a_given_name_is_short_for_the_only_one_of_that_name_whatever_is_told(first, second):
    found = rules_of("Maya Lindqvist works at Acme.", first.format("Maya"), second.format("Maya"))
    assert are_one(found, "Maya Lindqvist", "Maya")
    assert sum("Maya" in names for names in found) == 1
