"""What people note of themselves and others in plain words: deeds, likings, ages, holidays."""

from datetime import UTC, datetime

import pytest

from clew.minds.english.parsing.clause_types import Triple
from clew.minds.english.reading.fact_checks import is_sound
from clew.minds.english.words.word_lists import word_table, words_in_order
from tests.minds.english.cases import extract_prose

AT = datetime(2026, 11, 25, 9, tzinfo=UTC)


def facts(text: str) -> set[str]:
    """Return what a text says is or was so."""
    return {f"{one.subject} {one.relation} {one.object}" for one in extract_prose(text, AT).facts}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Mia takes aspirin every morning.", {"Mia takes aspirin"}),
        ("Mia took the train to Bern.", {"Mia took the train", "Mia took the train to Bern"}),
        ("Mia took part in the race.", set()),
        ("Mia took the kids to a show.", set()),
        ("The course takes two hours.", set()),
        ("Ann found the bug on Monday.", {"Ann found the bug"}),
        ("Ann found peace in the hills.", set()),
        ("Ben needs a new passport.", {"Ben needs new passport"}),
        ("Ben called Ann yesterday.", {"Ben called Ann"}),
        ("Ben called a halt.", set()),
        ("Ben saw Alien at the cinema.", {"Ben saw Alien", "Ben saw Alien at the cinema"}),
        ("Tom Reed saw Reed in Voss.", set()),
        ("I started a new job today.", {"I started new job"}),
        ("The film started a fashion.", set()),
    ],
)
def test_what_a_person_does_to_a_thing_is_a_deed(text: str, stated: set[str]) -> None:
    assert facts(text) == stated


@pytest.mark.parametrize(
    ("verb", "noun"),
    [
        (verb, noun)
        for verb, nouns in word_table("deeds_of_people").items()
        for noun in nouns.split()
    ],
)
def test_what_is_no_thing_makes_no_deed(verb: str, noun: str) -> None:
    assert is_sound(Triple("Mia", verb, "old boat"))
    assert not is_sound(Triple("Mia", verb, noun))


@pytest.mark.parametrize(
    ("verb", "noun"),
    [(verb, noun) for verb, nouns in word_table("deeds_with").items() for noun in nouns.split()],
)
def test_few_things_make_a_deed_of_a_verb_that_says_little(verb: str, noun: str) -> None:
    assert is_sound(Triple("Mia", verb, noun))
    assert not is_sound(Triple("Mia", verb, "boat"))


@pytest.mark.parametrize("done", words_in_order("results"))
def test_what_was_so_treated_is_so(done: str) -> None:
    assert facts(f"The order was {done}.") == {f"the order is {done}"}


@pytest.mark.parametrize("verb", words_in_order("liking"))
def test_a_doing_is_an_object_of_verbs_of_liking(verb: str) -> None:
    (told,) = extract_prose(f"I {verb} flying.", AT).facts
    assert (told.subject, told.object) == ("I", "flying")


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Ben hates flying.", {"Ben hates flying"}),
        (
            "Ben loves playing the guitar and cooking.",
            {"Ben loves playing the guitar", "Ben loves cooking"},
        ),
        ("Ben enjoys hiking in Wales.", {"Ben enjoys hiking in Wales"}),
        (
            "Ben loves reading about bees and cooking.",
            {"Ben loves reading about bees", "Ben loves cooking"},
        ),
        ("Ben loves swimming when it is hot.", set()),
        ("Ben enjoys watching Tom play.", set()),
        ("Ben likes breaking up work into parts.", set()),
        ("I like sushi.", {"I likes sushi"}),
        ("We really like hiking.", {"we likes hiking"}),
        ("I, like Ann, live in Rome.", set()),
        ("Ben looks like Tom.", set()),
        ("Ben stopped smoking in 2020.", {"Ben stopped smoking"}),
        ("Ben quit smoking.", {"Ben stopped smoking"}),
        ("Ben stopped working at Acme.", {"Ben works at Acme"}),
    ],
)
def test_what_one_likes_or_stops_doing_is_told(text: str, stated: set[str]) -> None:
    assert facts(text) == stated


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Ben met Ann in Rome.", {"Ben met Ann", "Ben met Ann in Rome"}),  # "met" is Dutch, too
        ("Anna woont met Tom in een huis.", set()),
        ("Ben turned 34 on 3 May 2024.", {"Ben is 34"}),
        ("Ben turned the page.", {"Ben turned the page"}),
        ("Ola is on holiday in Spain.", {"Ola is on holiday", "Ola is in Spain"}),
        ("Ben is friends with Ann.", {"Ben is friends with Ann"}),
        ("Ben reports to Ann.", {"Ben reports to Ann"}),
        ("Ben reported to the police that Ann left.", set()),
        ("Ben finished the report.", {"Ben finished the report"}),
        ("Ben reports that Ann left.", set()),
        ("The function returns a list.", {"the function returns list"}),
        ("Ben returned the key.", {"Ben has the key", "Ben returned the key"}),
        ("My car is a Volvo.", {"my car is Volvo"}),
        ("The meeting is at 10 am on Friday.", {"the meeting (2026-11-25) is at 10 am"}),
        ("Ben booked a table for two.", {"Ben booked table"}),
        ("Ben lives in Rome or Oslo.", set()),
        ("Ben is a cook or a waiter.", set()),
        ("The problem is that Ben left.", set()),
        ("Ben found Tom asleep.", set()),
        ("Ben took Tom for a fool.", set()),
        ("Ben called his boat Rosa.", {"Rosa is boat"}),
        (
            "Ben bought the bike for 300 euros.",
            {
                "the bike (2026-11-25) cost 300 euros",
                "Ben owns bike",
                "Ben bought bike",
                "Ben bought the bike for 300 euros",
            },
        ),
        ("The key to the shed is under the mat.", {"the key to the shed is under the mat"}),
        ("The man with the dog lives in Bern.", set()),
        ("Ben works from home.", {"Ben works from home"}),
        ("The invoice was paid.", {"the invoice is paid"}),
        ("We use NATS.", {"we uses NATS"}),
        ("We live in Rome.", {"we lives in Rome"}),
        ("Ida: We live in Rome.", {"Ida lives in Rome"}),
    ],
)
def test_plain_notes_are_read(text: str, stated: set[str]) -> None:
    assert facts(text) == stated


@pytest.mark.parametrize(
    ("text", "stated", "planned"),
    [
        ("Ben wants to buy a boat.", "Ben wants to buy boat", "unknown"),
        ("I want to learn Spanish.", "I wants to learn Spanish", "unknown"),
        ("Ben plans to visit Rome in May 2027.", "Ben plans to visit Rome", "2027-05"),
        ("We decided to use Flask.", "we decided to use Flask", None),
    ],
)
def test_a_wish_is_told_as_one(text: str, stated: str, planned: str | None) -> None:
    (told,) = extract_prose(text, AT).facts
    assert f"{told.subject} {told.relation} {told.object}" == stated
    assert told.planned_for == planned


@pytest.mark.parametrize(
    "text",
    [
        "Maybe Ben wants to buy a boat.",
        "Ben wants to buy a boat if he can.",
        "Ben wants Tom to buy a boat.",
        "Ben might want to buy a boat.",
        "Ben said that Ann wants to buy a boat.",
        "Ben wants to buy a boat or a car.",
    ],
)
def test_a_wish_in_doubt_is_none(text: str) -> None:
    assert facts(text) == set()


def test_a_timetable_in_the_present_is_of_the_day_to_come() -> None:
    (told,) = extract_prose("Tom's flight lands at 6 pm on Sunday.", AT).facts
    assert told.planned_for == "2026-11-29"
