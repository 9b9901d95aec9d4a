"""Where "he" or "she" may mean two, one of them without a name, no fact is read."""

from datetime import UTC, datetime

import pytest

from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, 12, tzinfo=UTC)


def _facts(text: str) -> set[str]:
    found = extract_prose(text, AT).facts
    return {f"{one.subject} | {one.relation} | {one.object}" for one in found}


@pytest.mark.parametrize(
    "text",
    [
        "Max came. Joan lives with her brother. He works at Acme.",
        "Max came. Joan lives with a friend. He works at Acme.",
        "Max came. The flat of my uncle is cold. He works at Acme.",
        "Max came. My neighbour is ill. He works at Acme.",
        "Max came. A colleague's car broke down. He works at Acme.",
        "Anna met Tom's boss. He works at Acme.",
        "Max's dad is ill. He works at Acme.",
        "Tom's brother moved to Oslo. He works at Acme.",
        "Ben has a new manager. He works at Acme.",
        "Max came. Joan spoke to a friend. He works at Acme.",
        "Max called the plumber. He works at Acme.",
        "Karl visited Anna. The doctor was there, too. He works at Acme.",
        "Joan came with Max and Ben. He works at Acme.",
        "Ada thanked a nurse. She works at Acme.",
    ],
)
def test_two_may_be_meant(text: str) -> None:
    assert [one for one in _facts(text) if one.endswith("Acme")] == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "My sister Joan came for lunch with the twins, Max and Ella. Dad's knee operation is on"
            " the 14th. He used to play football, now he paints.",
            "Dad | plays | football",
        ),
        ("Ella came with Max. Mum's flat is cold. She works at Acme.", "Mum | works at | Acme"),
        ("Max came. Our neighbours are ill. He works at Acme.", "Max | works at | Acme"),
        ("Max's parents moved to Oslo. He works at Acme.", "Max | works at | Acme"),
        ("Anna is a lawyer. She works at Acme.", "Anna | works at | Acme"),
        ("Anna works as a nurse. She lives in Oslo.", "Anna | lives in | Oslo"),
        ("Anna works for a lawyer. She lives in Oslo.", "Anna | lives in | Oslo"),
        ("Eva shook her head. She works at Acme.", "Eva | works at | Acme"),
        ("Captain Rowe came. Hugh met him at the door.", "Hugh | met | Captain Rowe"),
        ("Our boss is Karl. He works at Acme.", "Karl | works at | Acme"),
        ("The twins, Max and Ella, came for lunch. He works at Acme.", "Max | works at | Acme"),
        ("Tom's wife Eva is a nurse. She works at Acme.", "Eva | works at | Acme"),
    ],
)
def test_one_is_meant(text: str, fact: str) -> None:
    assert fact in _facts(text)


def test_the_sentence_is_told_with_the_one_who_is_meant() -> None:
    text = "Joan came with Max. Dad's operation is on the 14th. He used to play football."
    told = extract_prose(text, AT).theses[-1].text
    assert told == "Dad used to play football."
    text = "Joan came with Max. My dad's operation is on the 14th. He used to play football."
    assert extract_prose(text, AT).theses[-1].text == "He used to play football."
