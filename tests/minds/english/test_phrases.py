"""Relation phrases that mean the same share a reading; those that do not, do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.minds.english.asking.relation_phrases import (
    is_event,
    noun_readings,
    parse_phrase,
    readings,
)
from clew.minds.english.asking.stems import stem


def _meanings(relation: str) -> set[tuple[str, str, str]]:
    return {(one.key, one.subject, one.object) for one in readings(relation)}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("works at", "is employed by"),
        ("lives in", "moved to"),
        ("lives in", "now lives in"),
        ("leads", "is the director of"),
        ("is the wife of", "is married to"),
        ("founded", "set up"),
        ("was located in", "is located in"),
    ],
)
def test_synonyms_share_a_reading(left: str, right: str) -> None:
    assert _meanings(left) & _meanings(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("works at", "lives in"),
        ("is the mayor of", "is the director of"),
        ("likes", "dislikes"),
        ("was written by", "wrote"),
        ("is the mother of", "is the sister of"),
        ("is in", "is from"),
    ],
)
def test_different_relations_share_none(left: str, right: str) -> None:
    assert not _meanings(left) & _meanings(right)


def test_a_passive_turns_the_roles_round() -> None:
    active = {(key, subject, object) for key, subject, object in _meanings("wrote")}
    passive = {(key, object, subject) for key, subject, object in _meanings("was written by")}
    assert active & passive


@pytest.mark.parametrize("verb", ["move", "plan", "study", "live", "found", "use"])
def test_forms_of_a_verb_share_a_stem(verb: str) -> None:
    forms = {
        "move": ["moves", "moved", "moving"],
        "plan": ["plans", "planned", "planning"],
        "study": ["studies", "studied", "studying"],
        "live": ["lives", "lived", "living"],
        "use": ["uses", "used", "using"],
        "found": [],
    }[verb]
    assert {stem(form) for form in forms} <= {stem(verb)}


@given(st.text(max_size=60))
def test_any_relation_text_is_read(text: str) -> None:
    assert readings(text)
    assert noun_readings(text)
    assert isinstance(is_event(text), bool)
    assert parse_phrase(text) == parse_phrase(text)
