"""Opinions read from facts: the stance, and what it is about."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.minds.english.asking.stances import Stance, aspect_key, read_opinion, stance_of, target_of

READ = [
    ("likes the battery life of", "Lumo 4", "positive", "Lumo 4", "battery life"),
    ("loves", "the battery life of the Lumo 4", "positive", "the Lumo 4", "battery life"),
    ("praises", "the Pixo 2's camera", "positive", "the Pixo 2", "camera"),
    ("adores", "Rosa", "positive", "Rosa", ""),
    ("dislikes", "rain", "negative", "rain", ""),
    ("complained about", "the noise of the fan", "negative", "the fan", "noise"),
    ("does not like", "Rosa", "negative", "Rosa", ""),
    ("doesn't hate the taste of", "olives", "neutral", "olives", "taste"),
    ("no longer likes", "Rosa", "negative", "Rosa", ""),
    ("is not happy with the size of", "flat", "negative", "flat", "size"),
    ("is very satisfied with", "Acme", "positive", "Acme", ""),
    ("is neutral about", "tea", "neutral", "tea", ""),
    ("cannot stand", "opera", "negative", "opera", ""),
    ("is a fan of", "opera", "positive", "opera", ""),
    ("has a negative opinion of", "Acme", "negative", "Acme", ""),
    ("has a neutral opinion of the screen of", "Pixo 2", "neutral", "Pixo 2", "screen"),
    ("has", "positive opinion of the camera of the Pixo 2", "positive", "the Pixo 2", "camera"),
    ("has", "bad impression of Acme", "negative", "Acme", ""),
]


@pytest.mark.parametrize(("relation", "name", "stance", "thing", "aspect"), READ)
def test_an_opinion_has_a_stance_a_thing_and_an_aspect(relation, name, stance, thing, aspect):
    found = read_opinion(relation, name)
    assert found is not None
    assert (found.stance, found.target.thing) == (stance, thing)
    assert aspect_key(found.target.aspect) == aspect_key(aspect)
    assert found.whole == (thing == name)


@pytest.mark.parametrize(
    ("relation", "name"),
    [
        ("lives in", "Oslo"),
        ("has", "dog"),
        ("is like", "her sister"),
        ("is good at", "chess"),
        ("looks like", "a ferry"),
        ("is the best friend of", "Anna"),
        ("has", "opinion of Acme"),
        ("", "Acme"),
    ],
)
def test_what_states_no_stance_is_no_opinion(relation, name):
    assert read_opinion(relation, name) is None


@pytest.mark.parametrize("name", ["University of Oslo", "Rosa", "Oliver's Arms", "Lumo 4"])
def test_a_name_of_its_own_is_a_thing_without_aspect(name):
    assert target_of(name) == target_of(name).__class__(name)


@pytest.mark.parametrize("name", ["CPU of the K30", "the K30's CPU", "5G signal of K30"])
def test_a_code_or_capitals_may_be_an_aspect(name):
    assert target_of(name).aspect


def test_the_words_of_questions_name_stances():
    named = {text: stance_of(text) for text in ("negative", "good", "dislikes", "are happy with")}
    assert named == {
        "negative": Stance.NEGATIVE,
        "good": Stance.POSITIVE,
        "dislikes": Stance.NEGATIVE,
        "are happy with": Stance.POSITIVE,
    }
    assert stance_of("red") is None


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_an_opinion_about_something_or_none(relation, name):
    found = read_opinion(relation, name)
    assert found is None or found.stance in Stance
