"""A name is nobody's any more once a text tells of a second one who bears it."""

import pytest

from tests.learn.test_resolve import rules_of


def bearers(name, *texts):
    """Return how many entities have a name after texts, told apart by brackets or not."""
    found = rules_of(*texts)
    return sum(any(one.partition(" (")[0] == name for one in names) for names in found)


@pytest.mark.parametrize(
    ("name", "texts", "count"),
    [
        # A longer name that comes later, told as somebody new or not.
        ("Corvin", ("Corvin sings.", "Our new cook is Corvin Dahl.", "Corvin laughed."), 2),
        ("Corvin", ("Corvin sings.", "Corvin Dahl cooks.", "Corvin laughed."), 2),
        ("Corvin", ("Corvin sings.", "Ida Dahl cooks.", "Corvin laughed."), 1),
        # Whoever is told as new, or introduced, and who is meant afterwards.
        ("Corvin", ("Corvin sings.", "A Corvin was on the train and sang."), 2),
        ("Corvin", ("Corvin sings.", "A Corvin left and sang.", "Corvin laughed."), 3),
        ("Corvin", ("Corvin sings.", "My cousin Corvin laughed.", "Corvin slept."), 3),
        ("Corvin", ("My cousin Corvin sings.", "My cousin Corvin laughed."), 1),
        ("Corvin", ("Saw Corvin.", "A Corvin left and sang.", "Corvin slept."), 3),
        ("Ines", ("Ines sings.", "My great-grandmother was called Ines.", "Ines slept."), 3),
        ("Ines", ("Saw Ines.", "She is to be Ines. She was born today."), 2),
        ("Ines", ("Ines sings.", "Our twin will be named Ines.", "Ines slept."), 3),
        ("Ines", ("Ines sings.", "Ines was born at four this morning.", "Ines slept."), 3),
        ("Ines", ("Ines sings.", "Ines was born in Rome.", "Ines slept."), 1),
        # A cat may do what people do.
        ("Corvin", ("Corvin sings.", "The cat is called Corvin.", "Corvin slept."), 3),
        # Two whom only their trades tell apart, or nothing.
        (
            "Corvin",
            ("Corvin the baker sings. Corvin the judge cooks.", "Corvin slept.", "Corvin sang."),
            4,
        ),
        (
            "Dr Dahl",
            ("Dr Dahl the dentist sings, Dr Dahl the eye doctor cooks.", "Dr Dahl left."),
            3,
        ),
        ("Corvin Dahl", ("Two men named Corvin Dahl live here.", "Corvin Dahl sang."), 3),
        # A courtesy title for two of the text.
        (
            "Mr Dahl",
            (
                "Mr Dahl spoke. Mr Tom Dahl is the builder, Mr Jan Dahl the caretaker.",
                "Mr Dahl came back.",
            ),
            2,
        ),
        # The name of somebody is told of another, too.
        (
            "Corvin Dahl",
            ("Ida Roy, also known as Corvin Dahl, paints.", "A Corvin Dahl came to town."),
            2,
        ),
        ("Corvin Dahl", ("Corvin Dahl sings.", "A real Corvin Dahl lives in Ulm."), 2),
        # A street.
        ("Corvin Dahl", ("The lane is named after Corvin Dahl.", "Corvin Dahl is to be paved."), 3),
    ],
)
def test_a_name_that_a_second_one_bears(name, texts, count):
    assert bearers(name, *texts) == count


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("Cousin Ines sings.", "Ines Dahl laughed.", False),
        ("Ida Roy sings.", "Ines Dahl laughed.", True),
    ],
)
def test_an_uncle_keeps_a_first_name_from_who_has_a_last_one(first, second, joined):
    found = rules_of(first, second, "Ines slept.")
    assert any({"Ines", "Ines Dahl"} <= names for names in found) == joined


def test_signora_may_be_either_of_two_who_have_the_last_name():
    texts = ("Leila Dahl sings.", "Tom Dahl married Ida Hall. She is Ida Dahl now.")
    assert bearers("Signora Dahl", *texts, "Signora Dahl laughed.", "Signora Dahl slept.") == 2


def test_a_grandfather_and_a_nephew_with_one_full_name_are_two():
    texts = ("Grandfather Otto Dahl told us of the ice.", "My nephew Otto Dahl started school.")
    found = rules_of(*texts, "Otto read a word.")
    assert not any({"Otto", "Otto Dahl"} <= names for names in found)


def test_who_comes_for_the_first_time_is_nobody_known():
    found = rules_of("Tom Dahl is an electrician.", "Mr Dahl, inspector, came. First visit here.")
    assert not any({"Tom Dahl", "Mr Dahl"} <= names for names in found)


def test_a_full_name_behind_a_word_for_a_person_is_no_place():
    found = rules_of("Our guide Santiago Dahl knows the coast.", "Dahl said goodbye.")
    assert any({"Santiago Dahl", "Dahl"} <= names for names in found)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("later", ["My cousin Corvin laughed.", "A Corvin left and sang."])
def test_whoever_was_told_of_first_is_nobody_new_in_either_order(order, later):
    found = rules_of("Corvin sings.", later, order=order)
    assert len([names for names in found if "Corvin" in names]) == 2
