"""Who is introduced needs no introduction if known: rules leave open whether it is the same."""

import pytest

from tests.learn.test_resolve import rules_of


def together(one, other, found):
    """Return whether a memory has two names, as written, for one."""
    return any({one, other} <= {*names} for names in found)


@pytest.mark.parametrize(
    ("first", "second", "one", "other"),
    [
        # By whose relative somebody is.
        (
            "Valborg Osk teaches Latin.",
            "Valborg Osk, sixteen, granddaughter of the teacher, plays the organ.",
            "Valborg Osk",
            "Valborg Osk",
        ),
        (
            "Jelka Moran sells honey.",
            "His mother, poor Jelka, fell on the stairs.",
            "Jelka Moran",
            "Jelka",
        ),
        # By a word that says that there are others.
        (
            "Tarik Ozan mends bikes.",
            "A dealer called Tarik sold us a rug. He is old.",
            "Tarik Ozan",
            "Tarik",
        ),
        ("Conrad Pyle writes novels.", "A plumber from Hull named Conrad Pyle wrote to us.",
         "Conrad Pyle", "Conrad Pyle"),
        # A single name by what its owner is.
        ("Jerrik Manal has the measles.", "The tall boy Jerrik sings.", "Jerrik Manal", "Jerrik"),
    ],
)  # fmt: skip
def test_who_is_introduced_may_be_somebody_known_or_not(first, second, one, other):
    found = rules_of(first, second)
    assert not together(one, other, found) or one == other
    assert sum(one in names or other in names for names in found) == 2


def test_who_is_introduced_first_is_known_later():
    assert together("Heidi", "Heidi Lund", rules_of("My sister Heidi sings.",
                                                    "Heidi Lund, my sister, moved."))  # fmt: skip


def test_a_later_mention_still_means_who_was_known():
    texts = ("Jelka Moran sells honey.", "His mother, poor Jelka, fell.", "Jelka Moran left.")
    assert sum("Jelka Moran" in names for names in rules_of(*texts)) == 1


@pytest.mark.parametrize(
    "second",
    [
        "Jelka Moran wrote to her sister.",
        "I lent my bike to Jelka Moran.",
        "Jelka Moran's son is ill.",
        "The daughter of Jelka Moran is ill.",
        "Jelka Moran is expecting a baby.",
    ],
)
def test_whoever_is_told_beside_a_relative_is_known(second):
    found = rules_of("Jelka Moran sells honey.", second)
    assert sum("Jelka Moran" in names for names in found) == 1


@pytest.mark.parametrize(
    ("second", "is_open"),
    [
        ("Jelka Pumps hired ten people.", True),
        ("Jelka Moran's pump leaks.", False),
        ("Ana Ruiz hired ten people.", False),
    ],
)
def test_a_bare_name_is_open_where_something_else_has_it_in_its_own(second, is_open):
    found = rules_of("Jelka Moran sells honey.", second, "Jelka slept badly. She is ill.")
    assert together("Jelka Moran", "Jelka", found) is not is_open
