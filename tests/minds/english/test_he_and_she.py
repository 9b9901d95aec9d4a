"""Who "he" and "she" are over sentences: a nameless relative, or whom an article is about."""

import pytest

from tests.minds.english.facts_told import facts_told


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My brother called. He has a boat.", {"my brother has boat"}),
        ("Ida met Tom Berg. My brother called. He has a boat.",
         {"Ida met Tom Berg", "my brother has boat"}),
        ("Tom Berg lives in Voss. My father is ill. He groans all night. He moved to Rona.",
         {"Tom Berg lives in Voss", "my father is ill", "my father moved to Rona",
          "my father lives in Rona"}),
        ("My neighbour is ill. She works at Acme.",
         {"my neighbour is ill", "my neighbour works at Acme"}),
        ("My father is a baker. His shop is in Voss.",
         {"my father is baker", "My father's shop is in Voss"}),
        ("My boss lives in Voss. Tom Berg called. He has a boat.",
         {"my boss lives in Voss", "Tom Berg has boat"}),
    ],
)  # fmt: skip
def test_a_relative_without_a_name_is_meant(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "My father met my brother. He has a boat.",
        "Tom Berg met my brother. He has a boat.",
        "My father is ill. Tom Berg called him. He was tired. He has a boat.",
        "Max came. My neighbour is ill. He has a boat.",
        "My mother has a cat. She has a boat.",
        "My brother and my uncle came. He has a boat.",
        "Ida's mother lives in Rona. She has a boat.",
    ],
)
def test_of_two_nobody_is_meant(text: str) -> None:
    assert [one for one in facts_told(text) if one.endswith("boat")] == []


@pytest.mark.parametrize(
    "text",
    [
        "Max Lund called Tom Berg. He sailed. He met Karl Roy. He has a boat.",
        "Jo Falk and Tom Berg sailed. He rowed to Holm Hall. He has a boat.",
    ],
)
def test_after_a_he_who_was_not_known_another_is_none_of_those_met_since(text: str) -> None:
    assert [one for one in facts_told(text) if one.endswith("boat")] == []


_ARTICLE = "Karl Berg\nKarl Berg (1877 - 1950) was a painter. "


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("He rowed with Tom Lund and Max Roy. He owned a boat.", True),
        ("Tom Lund and Max Roy taught him. He rowed to Holm Hall. He owned a boat.", True),
        ("His rival was Tom Lund. He owned a boat.", False),
        ("Tom Lund was his teacher. He owned a boat.", False),
        ("She owned a boat.", False),
    ],
)
def test_a_sentence_of_an_article_opens_with_whom_it_is_about(text: str, *, told: bool) -> None:
    assert ("Karl Berg owns boat" in facts_told(_ARTICLE + text)) is told
