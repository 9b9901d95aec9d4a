"""What each main clause of a sentence gives, whatever the others say; subjects behind the verb."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, tzinfo=UTC)


def facts(text: str) -> set[str]:
    """Return what a text states, the ended marked."""
    found = extract_prose(text, AT).facts
    return {
        f"{one.subject} | {one.relation} | {one.object}{' | ended' * one.ended}" for one in found
    }


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Eva left the van, without a scratch; Tom has the tent.", "Tom | has | the tent"),
        ("The lilac is out as before, and Eva is a nurse.", "Eva | is | nurse"),
        ("Our plumber is Tom Reed, and you can call him any time.", "Tom Reed | is | plumber"),
        ("At No. 9 lived the widow Eva Lund.", "Eva Lund | lives at | No. 9"),
        ("In Voss there lived the miller Tom Reed.", "Tom Reed | lives in | Voss"),
        ("Eva herself is working at the harbour office.", "Eva | works at | the harbour office"),
        ("Eva got engaged to Tom Reed.", "Eva | is engaged to | Tom Reed"),
        ("Eva went to live with her sister in Voss.", "Eva | lives in | Voss"),
        ("Tom went to work for Acme.", "Tom | works at | Acme"),
        ("Tom brought the tent back.", "Tom | has | the tent | ended"),
        ("Since January Tom has been warden of the hut.", "Tom | is the warden of | the hut"),
    ],
)
def test_a_main_clause_is_read_for_itself(text: str, fact: str) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "Tom lives in Voss, and that may be wrong.",
        "Tom lives in Voss, and Eva might know if it is so.",
        "Perhaps Tom lives in Voss, and Eva works at Acme.",
        "Eva said that Tom lives in Voss, and Ben works at Acme.",
        "Tom lives in Voss if he is well, and Eva works at Acme.",
    ],
)
def test_what_is_lost_or_in_doubt_is_no_fact(text: str) -> None:
    assert not {"lives in", "works at", "left"} & {one.split(" | ")[1] for one in facts(text)}


def test_who_holds_a_title_last_is_meant() -> None:
    with Memory.open(embedder=None) as memory:
        for days, text in enumerate(("Our plumber is Tom Reed.", "Our plumber is Ida Lund.")):
            memory.remember(text, at=AT + timedelta(days))
        assert memory.ask("Who is our plumber?").items == ("Ida Lund",)
