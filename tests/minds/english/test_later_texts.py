"""What a later text ends of what an earlier one said, with the rules alone."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory
from clew.learn.tasks import Extract, Extraction
from clew.minds.english.reading.prose import read_prose

FIRST = datetime(2024, 1, 10, tzinfo=UTC)  # a Wednesday


def told(*texts: str) -> list[tuple[str, str, str]]:
    """Return all facts after texts of one day after the other: text, start and end, by start."""
    with Memory.open(embedder=None) as memory:
        for days, text in enumerate(texts):
            memory.remember(text, at=FIRST + timedelta(days))
        rows = memory.history("Anna")
        return sorted((one.text, _day(one.valid_from), _day(one.valid_to)) for one in rows)


def _day(time: object) -> str:
    return time.date().isoformat() if isinstance(time, datetime) else ""


@pytest.mark.parametrize("thing", ["pets", "car"])
def test_who_has_none_of_a_thing_has_it_no_more_and_may_have_it_again(thing: str) -> None:
    has = f"Anna has {'a ' if thing == 'car' else ''}{thing}."
    none = f"Anna has no {thing}."
    fact = f"Anna has {thing}"
    assert told(has, none) == [(fact, "2024-01-10", "2024-01-11")]
    assert told(none, has) == [(fact, "2024-01-11", "")]
    assert told(has, none, has) == [(fact, "2024-01-10", "2024-01-11"), (fact, "2024-01-12", "")]


@pytest.mark.parametrize(
    "text",
    [
        "Anna has had Pepper for ages.",
        "Anna has had Pepper for many years.",
        "Anna has always had Pepper.",
    ],
)
def test_what_has_been_so_for_ages_began_at_an_unknown_time_and_is_one_fact(text: str) -> None:
    assert told(text) == [("Anna has Pepper", "", "")]


def test_what_lies_some_days_ahead_is_planned_for_that_day() -> None:
    for text in ("Anna has an exam in two weeks.", "Anna has an exam in 14 days' time."):
        with Memory.open(embedder=None) as memory:
            memory.remember(text, at=FIRST)
            (fact,) = memory.as_of(FIRST + timedelta(1)).facts("Anna")
            assert fact.planned_for == "2024-01-24"
            assert memory.as_of(FIRST + timedelta(15)).facts("Anna") == []


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("Anna will visit Rome next week.", "2024-01-22"),
        ("Anna is meeting Ben tomorrow.", "2024-01-12"),
        ("Anna is planning a trip to Rome in March.", "2024-04-01"),
    ],
)
def test_a_plan_and_its_sentence_are_over_with_its_date(text: str, over: str) -> None:
    assert {end for _, _, end in told(text)} == {over}
    with Memory.open(embedder=None) as memory:
        memory.remember(text, at=FIRST)
        assert memory.as_of(FIRST + timedelta(1)).theses("Anna")
        assert memory.as_of(datetime.fromisoformat(f"{over}T00:00Z")).theses("Anna") == []


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("Anna is employed by Arken.", ["Anna"]),
        ("Anna was hired by Arken.", ["Anna"]),
        ("Anna is employed by Karl, a baker.", ["Anna", "Karl"]),
        ("The novel was written by Arken.", ["Arken"]),
    ],
)
def test_who_employs_may_be_a_firm(text: str, people: list[str]) -> None:
    read = read_prose(Extract(text, FIRST)).value
    assert isinstance(read, Extraction)
    assert [one.name for one in read.people] == people


def test_a_thing_without_a_name_is_its_owners_and_nobody_elses() -> None:
    with Memory.open(embedder=None) as memory:
        memory.remember("Anna has a dog. The dog is called Rex.", at=FIRST)
        memory.remember("Ben has a dog. Eva walked the dog. The dog is black.", at=FIRST)
        assert {one.text for one in memory.facts("Ben's dog")} == {
            "Ben's dog is black",
            "Eva walked Ben's dog",
        }
        assert [one.text for one in memory.facts("Rex")] == ["Rex is the dog of Anna"]


def test_of_a_thing_that_two_have_it_is_not_said_whose_it_is() -> None:
    read = read_prose(Extract("Anna has a dog. Ben has a dog. The dog is black.", FIRST)).value
    assert isinstance(read, Extraction)
    assert {one.subject for one in read.facts} == {"Anna", "Ben"}
