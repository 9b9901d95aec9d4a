"""Whom a text brings as somebody new is nobody known, and two whom it brings are two."""

from itertools import permutations

import pytest

from tests.learn.test_resolve import rules_of

EITHER_ORDER = pytest.mark.parametrize("order", [*permutations(range(2))])


def apart(one, other, found):
    assert any(one in names and other not in names for names in found)
    assert any(other in names and one not in names for names in found)


@EITHER_ORDER
@pytest.mark.parametrize(
    ("first", "second", "one", "other"),
    [
        # Two come at once, and the text does not tell which of them was known.
        (
            "J. Aldrin signed the lease.",
            "Jane Aldrin lives in Bath. Her brother Jost Aldrin lives in Wells.",
            "J. Aldrin",
            "Jane Aldrin",
        ),
        (
            "Dr Bekker works at the clinic.",
            "Dr Karla Bekker and her husband Dr Hans Bekker moved to Trier.",
            "Dr Bekker",
            "Dr Karla Bekker",
        ),
        # Who is told as a relative with a nickname and a last name is not whose nickname it is.
        (
            "Everyone calls Frederick Lowther 'Fritz'. Frederick Lowther, called Fritz, sings.",
            "Fritz Lowther was his father. Fritz Lowther founded the pub.",
            "Frederick Lowther",
            "Fritz Lowther",
        ),
        (
            "Kasper Lauer, called Peer by his aunt, juggles.",
            "Peer Lauer is his brother. Peer Lauer has a mule.",
            "Kasper Lauer",
            "Peer Lauer",
        ),
        (
            "Van Doorn sold his mill.",
            "Griet van Doorn is his widow.",
            "Van Doorn",
            "Griet van Doorn",
        ),
        # A familiar first name beside the long one that somebody else has.
        (
            "Elizabeth Forde lives in Ely.",
            "Liz Forde and her aunt Elizabeth went to York.",
            "Elizabeth Forde",
            "Liz Forde",
        ),
        # Nobody of ten years is called Mrs.
        (
            "Nora Gillis is ten years old.",
            "Mrs Gillis came to school.",
            "Nora Gillis",
            "Mrs Gillis",
        ),
        ("Nora Gillis, 9, sings.", "Mrs Gillis came to school.", "Nora Gillis", "Mrs Gillis"),
        (
            "Nora Gillis goes to school. She is eight.",
            "Mrs Gillis came to school.",
            "Nora Gillis",
            "Mrs Gillis",
        ),
        (
            "New in 3A: Greet Vandorp, sister of the man in 2B.",
            "Mr Vandorp in 2B reports a leak.",
            "Greet Vandorp",
            "Mr Vandorp",
        ),
        # Two courtesy titles, and nobody tells which of them is known.
        (
            "Lesley Padgett took the class to the quarry.",
            "Mr Padgett teaches physics. Ms Padgett teaches art.",
            "Lesley Padgett",
            "Mr Padgett",
        ),
        (
            "Frau Nowak is a widow. Her daughter Jitka Nowak is a singer.",
            "Jitka Nowak bought Frau Nowak a hat.",
            "Frau Nowak",
            "Jitka Nowak",
        ),
        # A last name before the full one.
        (
            "Bolling lost his keys. Trude Bolling brought him hers.",
            "Trude Bolling lives next door.",
            "Bolling",
            "Trude Bolling",
        ),
        # Who is told to be no relation, or to be new.
        (
            "Henrietta Woodrow, known to all as Harry, plays darts.",
            "Harry Woodrow is no relation. Harry Woodrow keeps the bar.",
            "Henrietta Woodrow",
            "Harry Woodrow",
        ),
        ("Lena D. sings.", "Lena Dahlke is new here.", "Lena D", "Lena Dahlke"),
        # A pen name of two is neither's.
        (
            "Elery Grange is the pen name of Ann Holler and Bert Holler.",
            "Ann Holler lives in Lynton. Elery Grange won a prize.",
            "Ann Holler",
            "Elery Grange",
        ),
    ],
)
def test_who_is_new_is_nobody_known(first, second, one, other, order):
    apart(one, other, rules_of(first, second, order=order))


@EITHER_ORDER
@pytest.mark.parametrize(
    ("first", "second", "one", "other"),
    [
        (
            "Oskar Tveiten owns a bakery.",
            "I adopted a cat. His name is Oskar.",
            "Oskar Tveiten",
            "Oskar",
        ),
        (
            "Maria Rusk from Bari is a florist.",
            "Maria, the one from Turin, sings.",
            "Maria Rusk",
            "Maria",
        ),
        (
            "Thea Lorenzen lives in Bonn.",
            "Ina had a baby today: little Thea.",
            "Thea Lorenzen",
            "Thea",
        ),
        (
            "Petra Vukas gave an interview.",
            "I meant Petra Vukas from Zadar, not our Petra.",
            "Petra Vukas",
            "Petra",
        ),
        (
            "Nele Brockmann said good morning.",
            "Nele is not here, Nele Brockmann is.",
            "Nele Brockmann",
            "Nele",
        ),
        (
            "Professor Ivo Karsten teaches Greek.",
            "Professor Ivo Karsten left. Professor Karsten from Graz took his chair.",
            "Professor Ivo Karsten",
            "Professor Karsten",
        ),
        (
            "Margit Sandow turned sixty. Her daughter Lotte, a nurse, came from Kiel.",
            "Lotte Sandow died in 1999.",
            "Lotte Sandow",
            "Lotte",
        ),
    ],
)
def test_what_a_text_tells_of_a_bare_name_is_no_known_person(first, second, one, other, order):
    found = rules_of(first, second, order=order)
    assert not any({one, other} <= names for names in found)


@EITHER_ORDER
def test_his_mother_is_not_the_wife_of_whom_the_text_has_told(order):
    told = "Jim Pratley's wife Della Pratley is a judge. His mother is Mrs Pratley."
    found = rules_of(told, "Della Pratley likes snow.", order=order)
    assert not any({"Della Pratley", "Mrs Pratley"} <= names for names in found)


def test_a_firm_that_a_text_has_before_a_full_name_is_not_its_owner():
    found = rules_of(
        "Alfred Buschel works at the station.",
        "Buschel makes drills. My sister works at Buschel.",
        "Buschel has a new boss. Alfred Buschel is ill.",
    )
    assert not any({"Alfred Buschel", "Buschel"} <= names for names in found)


def test_a_birth_name_that_another_has_in_full_is_undecided_later():
    found = rules_of(
        "Irma Kastler, née Dorning, was born in Worms.",
        "Her niece Irma Dorning studies in Mainz.",
        "Irma Dorning paints.",
    )
    assert not any("Irma Kastler" in names and "paints" in names for names in found)
    assert sum("Irma Dorning" in names for names in found) >= 3


def test_a_name_that_another_takes_is_undecided_later():
    found = rules_of(
        "Dora Flinton left Max Flinton and is Dora Bellamy again.",
        "Max Flinton's new wife, Dora Kaye, is now called Dora Flinton.",
        "Dora Flinton has a baby.",
    )
    assert sum("Dora Flinton" in names for names in found) >= 3


def test_a_doll_with_a_nickname_and_a_last_name_is_not_whose_nickname_it_is():
    found = rules_of(
        "Rosa Zechlin was called Rosi as a child.",
        "Rosi Zechlin is the name of her doll.",
        "Rosi Zechlin lies in the attic.",
    )
    assert not any({"Rosa Zechlin", "Rosi Zechlin"} <= names for names in found)
