"""What a text says people think of things."""

from datetime import UTC, datetime

import pytest

from clew.memory import Memory
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 3, 1, tzinfo=UTC)


def told(text):
    facts = extract_prose(text, AT).facts
    return {(fact.subject, fact.relation, fact.object) for fact in facts}


@pytest.mark.parametrize(
    ("said", "relation"),
    [
        ("I like the tea.", "likes"),
        ("I do not like the tea.", "dislikes"),
        ("I don't really like the tea.", "dislikes"),
        ("I am unhappy with the tea.", "is unhappy with"),
        ("I am indifferent to the tea.", "is indifferent to"),
    ],
)
def test_an_opinion_is_its_speakers(said, relation):
    assert ("Ida", relation, "the tea") in told(f"Ida: {said}")


def test_names_keep_plus_signs_and_inner_capitals():
    facts = told("Ida: I bought the S10+. I like the iQOO Z5.")
    assert {("Ida", "bought", "the S10+"), ("Ida", "likes", "the iQOO Z5")} <= facts


def test_of_one_thing_only_the_last_opinion_holds():
    with Memory.open(embedder=None) as memory:
        for day, said in enumerate(("like", "dislike"), 1):
            memory.remember(f"Ida: I {said} the tea.", at=datetime(2024, 3, day, tzinfo=UTC))
        memory.remember("Ida: I love the coffee.", at=datetime(2024, 3, 3, tzinfo=UTC))
        assert [fact.text for fact in memory.facts("Ida")] == [
            "Ida loves the coffee",
            "Ida dislikes the tea",
        ]
