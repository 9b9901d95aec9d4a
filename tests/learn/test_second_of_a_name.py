"""A second one of a name, as plain notes tell of one: nobody whom the earlier texts had."""

import pytest

from tests.learn.test_resolve import rules_of


def are_one(found, one, other):
    return any(one in names and other in names for names in found)


@pytest.mark.parametrize(
    "second",
    [
        "Tom is engaged. Her name is Kerstin.",
        "Tom brought a friend. Kerstin flies planes.",
        "I have a sister. Kerstin lives in Lyon.",
        "I met Kerstin on the train, a student from Lyon.",
        "Tom and Kerstin are getting married.",
        "Their children are Kerstin and Kai.",
        "Kai and Kerstin, the twins, are two.",
        "Not our Kerstin but the one from the choir came.",
        "Kerstin is my sister's name as well.",
        "My son is in love with Kerstin from 3b.",
        "Kerstin is ten months old.",
        "The Larsens christened their daughter Kerstin.",
    ],
)
def test_who_is_told_of_in_such_words_is_no_kerstin_known_before(second):
    found = rules_of("Kerstin Volkov works at the port.", second)
    assert not are_one(found, "Kerstin Volkov", "Kerstin")


def test_a_nickname_in_such_words_is_not_its_owners():
    found = rules_of("Ada Bruun, called Kiki, works at the port.", "Tom's mother is Kiki.")
    assert sum("Kiki" in names for names in found) == 2


def test_a_first_name_that_somebody_had_is_undecided_once_another_has_it_in_full():
    found = rules_of(
        "Roisin from downstairs lent me her ladder.",
        "Roisin Tierney teaches pottery.",
        "I gave the ladder back to Roisin.",
    )
    assert not are_one(found, "Roisin Tierney", "Roisin")


def test_an_age_behind_a_last_name_introduces_nobody_else():
    found = rules_of("Josip Barac rescued a cat. Barac, 34, has worked in Split since 2015.")
    assert are_one(found, "Josip Barac", "Barac")


@pytest.mark.parametrize(
    ("first", "second", "one", "other"),
    [
        (
            "Dr Jutta Sand has looked after us for thirty years.",
            "Dr Sand is thirty and still in training.",
            "Dr Jutta Sand",
            "Dr Sand",
        ),
        ("Dr Helga Bruun sings.", "Dr Bruun shaved off his beard.", "Dr Helga Bruun", "Dr Bruun"),
        (
            "Magdalena Wirth has three children.",
            "Lena Wirth is eight and plays the flute.",
            "Magdalena Wirth",
            "Lena Wirth",
        ),
        (
            "Alexander Brandt leads the project.",
            "Alex Brandt is on maternity leave.",
            "Alexander Brandt",
            "Alex Brandt",
        ),
        (
            "Karin Brodersen sings alto.",
            "K. Brodersen, tenor, paid his dues.",
            "Karin Brodersen",
            "K. Brodersen",
        ),
        (
            "Robert Quill founded the yard.",
            "Bob Quill took over the yard from his father.",
            "Robert Quill",
            "Bob Quill",
        ),
        (
            "Helga Bruun plays chess.",
            "Mrs Bruun and her daughter Helga came.",
            "Helga Bruun",
            "Mrs Bruun",
        ),
    ],
)
def test_a_life_or_a_daughter_tells_two_apart(first, second, one, other):
    for texts in ((first, second), (second, first)):
        assert not are_one(rules_of(*texts), one, other)


def test_an_uncle_is_not_everybodys_uncle():
    found = rules_of("My uncle Bert Hallam came for lunch.", "Paul brought his Uncle Bert.")
    assert not are_one(found, "Bert Hallam", "Uncle Bert")


def test_an_initial_of_two_in_a_text_is_undecided():
    found = rules_of("Hans and Helga Bruun are twins. H. Bruun won the regatta.")
    assert not are_one(found, "Helga Bruun", "H. Bruun")
