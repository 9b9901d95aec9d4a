"""Relative clauses without a relative word, and "which" that means a whole clause."""

from datetime import UTC, datetime

import pytest

from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, 12, tzinfo=UTC)


def _facts(text: str) -> set[str]:
    found = extract_prose(text, AT).facts
    lines = (f"{one.subject} | {one.relation} | {one.object}" for one in found)
    return {line.replace(" (2024-05-15)", "") for line in lines}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("The village Anna loved.", {"Anna | loves | the village"}),
        ("Henrik Dahl left. The chain he kept.", {"Henrik Dahl | kept | the chain"}),
        ("Eva likes the cake Mia bakes.", {"Eva | likes | the cake", "Mia | bakes | the cake"}),
        (
            "Ben sold the house Anna built.",
            {"Ben | owns | house", "Ben | sold | house", "Anna | built | the house"},
        ),
        (
            "The lamps are in the museum Ben opened in 2019.",
            {"the lamps | is in | the museum", "Ben | opened | the museum"},
        ),
        (
            "Ada uses the book Tom gave Ida.",
            {"Ada | uses | the book", "Ida | owns | book", "Tom | owns | book"},
        ),
        (
            "Eva works at the firm Ben founded.",
            {"Eva | works at | the firm", "Ben | founded | the firm"},
        ),
    ],
)
def test_what_somebody_kept_or_loved_is_not_what_he_is(text: str, facts: set[str]) -> None:
    assert _facts(text) == facts


@pytest.mark.parametrize(
    "text",
    [
        "The dog Tom kept was old.",
        "The village Anna and Ben loved was flooded.",
        "The woman Tom married was a nurse.",
        "The woman Tom married lives in Oslo.",
        "The man Anna loved plays chess.",
        "The song Anna sang.",
        "The company Ben works for is in Leeds.",
        "Books Anna wrote won prizes.",
    ],
)
def test_nobody_is_the_noun_before_a_relative_clause(text: str) -> None:
    names = ("Tom", "Anna", "Ben")
    assert [one for one in _facts(text) if " | is | " in one and one.startswith(names)] == []


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("The dog Tom kept is old.", {"Tom | kept | the dog", "the dog | is | old"}),
        (
            "The cafe Anna works in is closed.",
            {"Anna | works in | the cafe", "the cafe | is | closed"},
        ),
        (
            "The firm that Eva works for sells lamps.",
            {"Eva | works at | the firm", "the firm | sells | lamps"},
        ),
        (
            "The flat that Tom lives in is cold.",
            {"Tom | lives in | the flat", "the flat | is | cold"},
        ),
        (
            "The roses Mother planted by the gate are old.",
            {"Mother | planted | the roses", "the roses | is | old"},
        ),
        (
            "Ben keeps the shop Ida's father built.",
            {"Ben | keeps | the shop", "Ida's father | built | the shop"},
        ),
        ("The man who called Ben lives in Oslo.", {"the man | lives in | Oslo"}),
    ],
)
def test_the_main_clause_is_about_what_stands_before_it(text: str, facts: set[str]) -> None:
    assert facts <= _facts(text)
    assert {one.split(" | ")[0] for one in _facts(text)} == {one.split(" | ")[0] for one in facts}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The dog Rex bit the postman.", "Rex | is | dog"),
        ("The dog Rex barked.", "Rex | is | dog"),
        ("The painter Monet lived in Giverny.", "Monet | is | painter"),
        ("The poet Anna Lund loved Oslo.", "Anna Lund | is | poet"),
        ("The village Vik has a church.", "Vik | is | village"),
        ("The ship Titanic sank in 1912.", "Titanic | is | ship"),
        ("Ben hired the singer Eva Holm.", "Eva Holm | is | singer"),
    ],
)
def test_a_noun_before_a_name_is_what_it_is(text: str, fact: str) -> None:
    assert fact in _facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tom climbed the stairs, which is a record.",
        "Anna married Ben, which is a surprise.",
        "Anna married Ben, which is very nice.",
        "Anna married Ben, which nobody expected.",
        "Eva bought two boats, which was a mistake.",
        "Eva bought two boats, which costs a fortune.",
        "Ben left Acme, which surprised Eva.",
        "Eva sold the mill, which was a pity.",
    ],
)
def test_which_may_mean_all_that_was_said(text: str) -> None:
    ends = ("record", "surprise", "nice", "mistake", "fortune", "Eva", "pity")
    assert [one for one in _facts(text) if one.endswith(ends)] == []


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Eva bought a boat, which is in the harbour.", "boat | is in | the harbour"),
        ("Eva moved to Oslo, which is a city in Norway.", "Oslo | is | city"),
        ("Eva moved to Sofia, which is a city in Bulgaria.", "Sofia | is | city"),
        ("Ben works at Acme, which is a firm in Leeds.", "Acme | is | firm"),
        ("Ben works at Acme, which sells lamps.", "Acme | sells | lamps"),
    ],
)
def test_which_else_means_the_thing_before_it(text: str, fact: str) -> None:
    assert fact in _facts(text)


def test_that_behind_a_place_is_not_the_place() -> None:
    facts = _facts("Eva told Ben about the house in Kinsale that Ada saw. Ida owned it once.")
    assert [one for one in facts if one.endswith("Kinsale")] == ["the house | is in | Kinsale"]
