"""Answers are scored as the official scripts score them."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.bench.metrics import SCRIPTS, exact_match, f1, normalised

TEXTS = st.text(alphabet=string.ascii_letters + " .,'!", max_size=30)


@pytest.mark.parametrize(
    ("given_", "right", "score"),
    [
        ("The Beatles", "beatles", 1.0),
        ("Beatles!", "the  Beatles", 1.0),
        ("a", "the", 1.0),  # nothing is left of either, as in the official script
        ("Beatle", "Beatles", 0.0),
        ("can't", "cant", 1.0),
        ("theatre", "atre", 0.0),  # articles go as words only
    ],
)
def test_exact_match(given_, right, score):
    assert exact_match(given_, [right]) == score


def test_f1_counts_words_as_often_as_they_come_and_takes_the_best_spelling():
    assert f1("a big big dog", ["big dog"]) == pytest.approx(0.8)
    assert f1("dog", ["cat", "hot dog"]) == pytest.approx(2 / 3)
    assert f1("dog", []) == 0.0
    assert f1("no one", ["no"]) == f1("no", ["no one"]) == 0.0
    assert f1("No.", ["no"]) == 1.0


@pytest.mark.parametrize(
    ("given_", "right"),
    [("Rolls Royce", "Rolls-Royce"), ("O\u2019Hara", "O'Hara"), ("snow_white", "Snow White")],
)
def test_trivias_script_makes_spaces_of_punctuation(given_, right):
    assert exact_match(given_, [right], SCRIPTS["triviaqa"]) == 1.0
    assert exact_match(given_, [right]) == 0.0


def test_partial_credit_for_yes_is_of_the_sets_script():
    assert f1("yes it is", ["yes"]) == 0.0
    assert f1("yes it is", ["yes"], SCRIPTS["musique"]) == 0.5
    assert f1("yes it is", ["yes"], SCRIPTS["triviaqa"]) == 0.5


@given(TEXTS, TEXTS)
def test_scores_agree_where_they_must(one, other):
    assert f1(one, [other]) == f1(other, [one])
    assert 0.0 <= f1(one, [other]) <= 1.0
    assert normalised(normalised(one)) == normalised(one)
    if exact_match(one, [other]):
        assert f1(one, [other]) == 1.0
