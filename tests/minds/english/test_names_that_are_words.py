"""Names that are verbs, months or words of doubt, too, and orders about somebody."""

from datetime import UTC, datetime

import pytest

from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, tzinfo=UTC)


def facts(text: str) -> set[str]:
    return {f"{one.subject} {one.relation} {one.object}" for one in extract_prose(text, AT).facts}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Edward Said taught at Bask.", "Edward Said taught at Bask"),
        ("Ida Said works at Bask and lives in Voss.", "Ida Said works at Bask"),
        ("Will Hart works at Bask.", "Will Hart works at Bask"),
        ("Will has moved to Voss.", "Will lives in Voss"),
        ("Grace lives with Will.", "Grace lives with Will"),
        ("Mark May works at Bask.", "Mark May works at Bask"),
        ("May lives in Voss.", "May lives in Voss"),
        ("May moved to Voss in May.", "May lives in Voss"),
        ("April May lives in Voss.", "April May lives in Voss"),
        ("Ben is married to June.", "Ben is married to June"),
        ("Drew lives in Voss.", "Drew lives in Voss"),
        ("Sue moved to Voss with Drew.", "Sue lives in Voss"),
        ("Rob will meet Grace on 20 May.", "Rob will meet Grace"),
        ("Ben manages the Leeds store.", "Ben manages the Leeds store"),
        ("Ben bought the Leeds house.", "Ben owns the Leeds house"),
        ("Ok btw Anna works at Bask.", "Anna works at Bask"),
        ("Sorry, btw, Anna works at Bask.", "Anna works at Bask"),
        ("Ida works at Bask and Mark at Hav.", "Mark works at Hav"),
        ("Ida works at Bask and Mark at Hav.", "Ida works at Bask"),
    ],
)
def test_a_name_that_is_a_word_hides_nothing(text: str, fact: str) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "May I live in Voss.", "May she live in Voss.", "Will you call Ida.", "Sue them.",
        "Mark the spot with a pen.", "Ben may live in Voss.", "Ben Might Live In Voss.",
        "Rob said Grace lives in Voss.", "Hope Ben lives well.",
        "Call Mateusz tomorrow.", "Email Saoirse about the mill.", "Remind Ida to pay.",
        "Text Mateusz at noon, he lives in Voss.", "Visit Saoirse in Voss.", "Give Ida the book.",
    ],
)  # fmt: skip
def test_a_doubt_or_an_order_is_no_name(text: str) -> None:
    assert facts(text) == set()


@pytest.mark.parametrize("verb", ["Call", "Email", "Ask", "Remind", "Text", "Phone", "Visit"])
def test_an_order_is_no_part_of_a_name(verb: str) -> None:
    found = extract_prose(f"{verb} Mateusz tomorrow.", AT)
    names = {one.name for one in found.people} | {e for one in found.theses for e in one.entities}
    assert names <= {"Mateusz"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("The vote was moved to the May meeting.", "the vote was moved to the May meeting"),
        ("Ida won at the June opening in Bonn.", "Ida won at the June opening"),
        ("Ida joined the March training, and left.", "Ida joined the March training"),
        ("Ida visited the Bask meeting.", "Ida visited the Bask meeting"),
    ],
)
def test_an_event_of_a_month_is_no_deed_of_it(text: str, fact: str) -> None:
    assert fact in facts(text)
    assert not [one for one in facts(text) if one.endswith((" the May", " the June", " the Bask"))]
