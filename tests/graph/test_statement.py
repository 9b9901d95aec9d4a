"""How a fact reads where it is shown: what is said of oneself is plain English."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.recall.pack import render
from clew.text import statement


@pytest.mark.parametrize(
    ("fact", "shown"),
    [
        (("Anna", "lives in", "Oslo"), "Anna lives in Oslo"),
        (("I", "lives in", "Oslo"), "I live in Oslo"),
        (("I", "goes to", "Hill School"), "I go to Hill School"),
        (("I", "studies", "law"), "I study law"),
        (("I", "teaches", "maths"), "I teach maths"),
        (("I", "uses", "a cane"), "I use a cane"),
        (("I", "has", "two cats"), "I have two cats"),
        (("I", "is allergic to", "cats"), "I am allergic to cats"),
        (("I", "was born in", "Rome"), "I was born in Rome"),
        (("I", "bought", "the car"), "I bought the car"),
        (("I", "will visit", "Rome"), "I will visit Rome"),
        (("I", "name is", "Bob"), "My name is Bob"),
        (("I", "favourite colour is", "green"), "My favourite colour is green"),
        (("I", "is the sister of", "Joan"), "I am the sister of Joan"),
        (("Joan", "is the sister of", "I"), "Joan is my sister"),
        (("Rex", "is the old dog of", "I"), "Rex is my old dog"),
        (("Joan", "called", "I"), "Joan called me"),
        (("We", "lives in", "Bonn"), "We live in Bonn"),
        (("Max", "is the son of", "we"), "Max is our son"),
        (("the safe", "code is", "1234"), "the safe's code is 1234"),
    ],
)
def test_a_statement_agrees_with_who_says_it(fact: tuple[str, str, str], shown: str) -> None:
    assert statement(*fact) == shown


def test_only_what_is_shown_changes() -> None:
    with Memory.open(":memory:", embedder=None) as memory:
        memory.remember(
            "I live in Oslo. My sister Joan called.", at=datetime(2024, 1, 5, tzinfo=UTC)
        )
        told = {fact.text: fact for fact in memory.facts("I")}
        assert sorted(told) == ["I live in Oslo", "Joan is my sister"]
        lives = told["I live in Oslo"]
        assert (lives.subject_name, lives.relation, lives.object_name) == ("I", "lives in", "Oslo")
        assert render(lives).startswith("I live in Oslo")
        assert memory.ask("Where do I live?").text == "Oslo"
        assert lives.id in [hit.item.id for hit in memory.recall("lives in Oslo")]
