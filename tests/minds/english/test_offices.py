"""Offices written with a capital: "the CEO of Acme" is no name."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, 12, tzinfo=UTC)


def _facts(text: str) -> set[str]:
    found = extract_prose(text, AT).facts
    return {f"{one.subject} | {one.relation} | {one.object}" for one in found}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Tom is the CEO of Acme.", {"Tom | is the CEO of | Acme"}),
        ("Tom is CTO of Acme.", {"Tom | is the CTO of | Acme"}),
        ("Eva is the President of the club.", {"Eva | is the president of | the club"}),
        ("Eva is the Mayor of Bonn.", {"Eva | is the mayor of | Bonn"}),
        ("Eva was elected Mayor of Bonn.", {"Eva | is the mayor of | Bonn"}),
        ("Eva became Chair of the club.", {"Eva | is the chair of | the club"}),
        (
            "Tom Hall, the CEO of Acme, lives in Oslo.",
            {"Tom Hall | is the CEO of | Acme", "Tom Hall | lives in | Oslo"},
        ),
        (
            "The Mayor of Bonn, Eva Hall, lives in Bonn.",
            {"Eva Hall | is the mayor of | Bonn", "Eva Hall | lives in | Bonn"},
        ),
        ("The CEO of Acme is Tom Hall.", {"Tom Hall | is the CEO of | Acme"}),
        ("Acme's CEO is Tom Hall.", {"Tom Hall | is the CEO of | Acme"}),
        ("Tom is the Chief Executive of Acme.", {"Tom | is the chief executive of | Acme"}),
        ("Tom is the Managing Director of Acme.", {"Tom | is the managing director of | Acme"}),
        (
            "Tom was named Chief Executive Officer of Acme.",
            {"Tom | is the chief executive officer of | Acme"},
        ),
        (
            "Our CEO, Tom Hall, lives in Oslo.",
            {"Tom Hall | is | CEO", "Tom Hall | lives in | Oslo"},
        ),
    ],
)
def test_an_office_with_a_capital_is_an_office(text: str, facts: set[str]) -> None:
    assert _facts(text) == facts
    names = {one.name for one in extract_prose(text, AT).people}
    assert names <= {"Tom", "Eva", "Tom Hall", "Eva Hall"}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Stephen King lives in Maine.", {"Stephen King | lives in | Maine"}),
        ("Anna Bishop works at Acme.", {"Anna Bishop | works at | Acme"}),
        ("Ida works at the King's Head.", {"Ida | works at | the King's Head"}),
        ("Their son was named Dean.", set()),
        ("Captain Ida Lie lives in Bergen.", {"Captain Ida Lie | lives in | Bergen"}),
    ],
)
def test_a_name_that_is_an_office_too_stays_a_name(text: str, facts: set[str]) -> None:
    assert _facts(text) == facts


@pytest.mark.parametrize(
    ("old", "new", "question"),
    [
        ("Tom Hall is the CEO of Acme.", "Ida Lie is the CEO of Acme.", "Who is the CEO of Acme?"),
        ("Tom Hall is the ceo of Acme.", "Ida Lie is CEO of Acme.", "Who is Acme's CEO?"),
        (
            "Tom Hall is the President of the club.",
            "Ida Lie was elected President of the club.",
            "Who is the President of the club?",
        ),
        (
            "Tom Hall is the Mayor of Bonn.",
            "Ida Lie became Mayor of Bonn.",
            "Who is Mayor of Bonn?",
        ),
        (
            "Tom Hall is the Chief Executive of Acme.",
            "Ida Lie is chief executive of Acme.",
            "Who is the Chief Executive of Acme?",
        ),
    ],
)
def test_a_new_one_in_office_ends_the_one_before(old: str, new: str, question: str) -> None:
    with Memory.open(":memory:", embedder=None) as memory:
        memory.remember(old, at=datetime(2023, 1, 1, tzinfo=UTC))
        assert memory.ask(question).text == "Tom Hall"
        memory.remember(new, at=datetime(2024, 1, 1, tzinfo=UTC))
        assert memory.ask(question).text == "Ida Lie"


def test_an_office_of_a_firm_is_not_the_writers() -> None:
    told = "Kim Vance, our CTO, is leaving in June. My boss Olu lives in Bonn. I live in Moss."
    facts = _facts(f"Dear Ida,\n\n{told} The office is cold.\n\nBest wishes,\nRuben\n")
    assert "Olu | is the boss of | Ruben" in facts
    assert [one for one in facts if "CTO of" in one] == []
