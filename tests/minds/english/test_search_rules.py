"""Offline, a question is taken apart by its grammar, and enough is what is solved."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.ask.tasks import MAX_SEARCH, MAX_SEARCHES, Decompose, Sufficient
from clew.minds.english.asking.search_rules import decompose, sufficient
from tests.ask.worlds import world

VIEW = world("Tom | is the brother of | Anna | 1990\nTom | works at | mill | 2019")
FACTS = tuple(VIEW.timeline([1, 2, 3]))
LINKS = (("Anna", (2,)), ("Tom", (1,)))


@pytest.mark.parametrize(
    ("question", "searches"),
    [
        ("Where does Anna's brother work?", ["What is Anna's brother?", "Where does #1 work?"]),
        (
            "Where does the wife of Anna's brother work?",
            ["What is Anna's brother?", "What is the wife of #1?", "Where does #2 work?"],
        ),
        ("When was the director of Alien born?", ["What is the director of Alien?",
                                                  "When was #1 born?"]),
        ("Where does Anna live?", []),
        ("", []),
        ("谁？", []),
    ],
)  # fmt: skip
def test_inner_phrases_are_asked_for_first(question, searches):
    assert [*decompose(Decompose(question)).searches] == searches


def test_what_is_solved_is_enough():
    task = Sufficient("Where does Anna's brother work?", None, FACTS, (), LINKS)
    found = sufficient(task)
    assert found.enough
    assert found.useful


def test_the_phrase_inside_is_searched_for_first():
    found = sufficient(Sufficient("Where does Anna's brother live?", None, FACTS, (), LINKS))
    assert not found.enough
    assert found.missing
    assert found.searches == ("What is Anna's brother?",)


@pytest.mark.parametrize("filling", ["very" * 200, "very " * 90])
def test_a_phrase_too_long_for_a_search_is_not_searched_for(filling):
    question = f"Where does the {filling} wife of {'Anna' * 300}'s brother live?"
    assert not decompose(Decompose(question)).searches
    found = sufficient(Sufficient(question, None, FACTS, (), LINKS))
    assert not found.enough
    assert all(len(text) <= MAX_SEARCH for text in found.searches)


_WORDS = "Anna Tom Anna's brother wife of the who where does is was born live work mill and"


@given(st.lists(st.sampled_from(_WORDS.split()), max_size=12).map(" ".join) | st.text())
def test_any_text_is_taken_apart_or_left_whole(text):
    found = decompose(Decompose(text, LINKS)).searches
    assert len(found) <= MAX_SEARCHES
    assert all(search.strip() for search in found)
    assert sufficient(Sufficient(text, None, FACTS, (), LINKS)).reasoning
    for at, search in enumerate(found):
        waits = [n for n in range(1, 9) if f"#{n}" in search]
        assert all(n <= at for n in waits) or "#" in text
