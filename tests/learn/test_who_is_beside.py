"""Two beside each other in a text are two people, and so may be who leaves and who comes after."""

from itertools import permutations

import pytest

from tests.learn.test_resolve import rules_of


@pytest.mark.parametrize("order", [*permutations(range(3))])
@pytest.mark.parametrize(
    "listed",
    [
        "Present: H. Quandt, Heike Quandt.",
        "Present: Heike Quandt, Bo Lund and H. Quandt",
        "Please ask H. Quandt or Heike Quandt for the key.",
        "- Heike Quandt\n- H. Quandt\n- Bo Lund",
        "The gold went to Heike Quandt, the silver to H. Quandt.",
        "1. H. Quandt\n2. Heike Quandt\n3. Bo Lund",
    ],
)
def test_two_of_one_list_are_two_though_one_is_the_initial_of_the_other(listed, order):
    found = rules_of(listed, "Heike Quandt works at Acme.", "H. Quandt sings well.", order=order)
    assert {"H. Quandt"} in found
    assert {"Heike Quandt"} in found


@pytest.mark.parametrize(
    "told", ["H. Quandt is Heike Quandt.", "Heike Quandt, also known as H. Quandt, is ill."]
)
def test_an_initial_that_the_sentence_explains_is_the_whole_name(told):
    found = rules_of(told, "H. Quandt sings well.")
    assert {"Heike Quandt", "H. Quandt"} in found


@pytest.mark.parametrize(
    ("listed", "short"),
    [
        ("Guests: Ina Holt, Mrs Holt, Bo Lund.", "Mrs Holt"),
        ("Saturday shift is Ina, Ina Holt and me.", "Ina"),
        ("On duty:\n- Ina Holt\n- Ina\n- Bo", "Ina"),
        ("Mrs Holt and Ina Holt came late.", "Mrs Holt"),
    ],
)
def test_a_short_name_in_a_list_with_the_full_one_is_another_ones(listed, short):
    found = rules_of(listed, "Ina Holt works at Acme.", f"{short} sings well.")
    assert any("Ina Holt" in names and short not in names for names in found)
    assert any(short in names and "Ina Holt" not in names for names in found)


def test_a_name_that_is_explained_by_a_longer_one_is_no_list():
    assert {"Ina Holt", "Ina"} in rules_of("I met Ina, Ina Holt, in town. Ina sings.")


@pytest.mark.parametrize(
    "told",
    [
        "Ina and Ida Holt came to tea.",
        "The brothers Ivo and Ian Holt bought a ferry.",
        "The Holt sisters, Ina and Ida, open the ball.",
        "Ivo Holt and his wife Ina joined the club.",
        "Bo, Ina and Ivo Holt built a barn.",
        "Ina Holt and her sons, Ivo and Bo, own the mill.",
    ],
)
@pytest.mark.parametrize("later", ["I. Holt wrote me a card.", "I. Holt is ill."])
def test_an_initial_of_two_who_are_told_with_their_family_is_open(told, later):
    found = rules_of(told, later)
    assert {"I. Holt"} in found


@pytest.mark.parametrize(
    ("told", "later", "names"),
    [
        ("Ina and Ivo Holt came to tea.", "Ina Holt sings well.", {"Ina Holt", "Ina"}),
        ("The Holt twins, Ina and Bo, sing.", "Ina Holt works at Acme.", {"Ina Holt", "Ina"}),
        ("Ina Lund and Ivo Holt came.", "I. Holt sings well.", {"Ivo Holt", "I. Holt"}),
    ],
)
def test_who_is_told_with_their_family_is_known_by_its_name(told, later, names):
    assert names in rules_of(told, later)


@pytest.mark.parametrize(
    "role", ["the intern", "The trainee", "the new cook", "Our plumber", "the young apprentice"]
)
def test_a_first_name_behind_a_role_is_nobody_known_without_it(role):
    found = rules_of("Hilke Holt runs the lab.", f"{role.capitalize()} Hilke broke the printer.")
    assert {"Hilke Holt"} in found


@pytest.mark.parametrize(
    "gone",
    [
        "Dr Holt retired after forty years.",
        "Dr Holt died on Sunday.",
        "Dr Holt has resigned.",
        "Dr Holt left the practice.",
        "Dr Holt was followed by his daughter.",
        "The late Dr Holt had a dog.",
        "We went to Dr Holt's funeral.",
        "Dr Holt lost the election.",
    ],
)
def test_who_has_the_title_after_somebody_left_is_another(gone):
    found = rules_of(gone, "Dr Ina Holt has the practice now.")
    assert {"Dr Holt"} in found
    assert {"Dr Ina Holt"} in found


@pytest.mark.parametrize(
    "there", ["Dr Holt left the room.", "Dr Holt buried her dog.", "Dr Holt lost her keys."]
)
def test_who_is_still_there_is_known_by_the_fuller_name(there):
    assert {"Dr Ina Holt", "Dr Holt"} in rules_of(there, "Dr Ina Holt has a new desk.")


def test_who_leaves_is_the_one_whose_fuller_name_was_known():
    assert {"Dr Ina Holt", "Dr Holt"} in rules_of("Dr Ina Holt is ill.", "Dr Holt has retired.")


@pytest.mark.parametrize("order", [*permutations(range(3))])
@pytest.mark.parametrize(
    "told",
    [
        "My neighbour Eva Roy was born Eva Hall.",
        "Eva Roy from the choir got married. She is Eva Hall now.",
        "Eva Roy took the name Eva Hall when she married.",
    ],
)
def test_a_name_that_somebody_takes_was_anothers_before_in_any_order(told, order):
    found = rules_of("Eva Hall works at Acme.", told, "Eva Roy has a pear tree.", order=order)
    assert {"Eva Hall"} in found
    assert {"Eva Roy", "Eva Hall"} in found


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_who_had_a_nickname_before_it_is_told_in_passing_is_another_in_any_order(order):
    told = "Raymonda Kehr, called Ray by her team, works at Acme."
    found = rules_of("Ray sings well.", told, "Raymonda Kehr is ill.", order=order)
    assert {"Ray"} in found
    assert {"Raymonda Kehr", "Ray"} in found


@pytest.mark.parametrize("order", [*permutations(range(3))])
@pytest.mark.parametrize(
    "other", ["Ida Roy, a nurse from Leeds, is ill.", "The boxer Ida Roy lost."]
)
def test_who_is_introduced_by_a_pen_name_is_another_in_any_order(other, order):
    found = rules_of("Clara Wendt writes as Ida Roy.", other, "Clara Wendt is ill.", order=order)
    assert {"Ida Roy"} in found
    assert {"Clara Wendt", "Ida Roy"} in found


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_an_initial_is_whose_a_text_tells_it_is_in_any_order(order):
    texts = ("P. Sand works at the bank.", "Pablo Sand is ill.", "P. Sand is Pia Sand.")
    assert {"Pia Sand", "P. Sand"} in rules_of(*texts, order=order)


def test_a_full_name_after_a_second_one_is_not_the_first_in_reverse():
    texts = ("Eva Hall was a bishop.", "His niece, also Eva Hall, sings.", "Eva Hall was hanged.")
    found = rules_of(*texts, order=(2, 1, 0))
    assert sum(any(name.startswith("Eva Hall") for name in names) for names in found) == 3


@pytest.mark.parametrize("ours", ["ours", "our Eva Hall", "the other one"])
def test_who_is_no_relation_of_ours_is_another(ours):
    told = f"The runner Eva Hall, no relation to {ours}, broke the record."
    assert {"Eva Hall"} in rules_of("Eva Hall works at Acme.", told)
