"""Where a thing is and who has it, read from sentences in the order of time."""

from datetime import UTC, datetime

import pytest

from clew.ask.evidence import Passage
from clew.graph.types import Kind
from clew.minds.english.asking.tracks import latest, track_asked, tracks

NOW = datetime(2024, 6, 1, tzinfo=UTC)


def found(question: str, *said: str, end: datetime | None = None) -> str | None:
    """Ask over passages of one text a month, from January 2023."""
    passages = [
        Passage(Kind.EPISODE, at, text, datetime(2023, at, 1, tzinfo=UTC), None, (at,))
        for at, text in enumerate(said, 1)
    ]
    asked = track_asked(question, NOW)
    assert asked is not None
    claim = latest(tracks(asked, passages, NOW), end)
    return None if claim is None else claim.holder


@pytest.mark.parametrize(
    "text",
    [
        "Ida Moss has the brass key.",
        "I gave the brass key to Ida Moss.",
        "I gave Ida Moss the brass key.",
        "The brass key was handed back to Ida Moss.",
        "The brass key was found. Ida Moss took it.",
        "Per lent the brass key in May to the painter Ida Moss.",
        "The brass key belongs to my aunt, Ida Moss.",
    ],
)
def test_the_holder_is_read_from_many_wordings(text):
    assert found("Who has the brass key?", text) == "Ida Moss"


@pytest.mark.parametrize(
    "text",
    [
        "Ida Moss does not have the brass key.",
        "Ida Moss has the brass key's box.",
        "The brass key shone. The lamp went out, and Ida Moss took it.",
        "Has Ida Moss the brass key?",
        "Ida Moss has the iron key.",
    ],
)
def test_no_holder_is_read_from_what_does_not_say_one(text):
    assert found("Who has the brass key?", text) is None


def test_a_loan_makes_no_owner():
    said = ("Per Lund bought the green boat.", "Per Lund lent the green boat to Ida Moss.")
    assert found("Who owns the green boat?", *said) == "Per Lund"
    assert found("Who has the green boat?", *said) == "Ida Moss"


PLACES = (
    "The old map hangs in the hall.",
    "I have put the old map in a drawer of the desk.",
    "On Sunday the map was moved from the desk to the attic.",
)


@pytest.mark.parametrize(
    ("end", "place"),
    [
        (None, "the attic"),
        (datetime(2023, 2, 15, tzinfo=UTC), "a drawer of the desk"),
        (datetime(2023, 1, 20, tzinfo=UTC), "the hall"),
    ],
)
def test_the_place_at_the_asked_time_counts(end, place):
    assert found("Where is the old map?", *PLACES, end=end) == place


def test_the_short_name_is_read_only_where_one_thing_has_it():
    said = ("The old map is in the hall.", "The map was moved to the attic.")
    assert found("Where is the old map?", *said) == "the attic"
    assert found("Where is the old map?", *said, "The new map is at school.") == "the hall"


@pytest.mark.parametrize("question", ["Who is Ida?", "Where does Ida live?", "What is the map?"])
def test_other_questions_ask_for_no_thing(question):
    assert track_asked(question, NOW) is None
