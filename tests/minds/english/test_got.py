""" "Has got" is has, and who got a dog or a car has it; a phone call is nothing that one has."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, tzinfo=UTC)


def facts(text: str) -> set[tuple[str, str, str, bool]]:
    told = extract_prose(text, AT).facts
    return {(one.subject, one.relation, one.object, one.denied) for one in told}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Ben has got a dog.", ("Ben", "has", "dog", False)),
        ("Ben's got two cats.", ("Ben", "has", "two cats", False)),
        ("Ben: I've got a dog.", ("Ben", "has", "dog", False)),
        ("Ben hasn't got a car.", ("Ben", "has", "car", True)),
        ("Ben: I haven't got a car.", ("Ben", "has", "car", True)),
        ("Ben got a dog.", ("Ben", "owns", "dog", False)),
        ("Ben got a new laptop last week.", ("Ben", "owns", "new laptop", False)),
        ("Ben: I got a bike from Ida!", ("Ben", "owns", "bike", False)),
    ],
)
def test_what_somebody_got_they_have(text: str, fact: tuple[str, str, str, bool]) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ben got a phone call.",
        "Ben got a guitar lesson.",
        "Ben got a car loan.",
        "Ben has got to go.",
        "Ben wants to get a dog.",
        "Ben hopes to have got a dog.",
    ],
)
def test_what_is_no_thing_of_theirs_they_have_not(text: str) -> None:
    assert not [one for one in facts(text) if one[1] in {"has", "owns", "acquired"}]


def test_an_address_is_no_sign_of_code() -> None:
    with Memory.open(":memory:", embedder=None) as memory:
        memory.remember("Ben's email is ben.lund@mail.example.org.", at=AT)
        assert memory.ask("What is Ben's email?").text == "ben.lund@mail.example.org"
