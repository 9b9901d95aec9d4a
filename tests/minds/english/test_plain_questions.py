"""Questions as people put them to their own notes."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory
from clew.clock import FixedClock
from clew.minds.english.asking.stems import stem

_AT = datetime(2036, 11, 25, tzinfo=UTC)


def answer(question: str, *notes: str) -> str | None:
    """Return what is answered the day after the last note, one an hour."""
    with Memory.open(embedder=None, clock=FixedClock(_AT + timedelta(1))) as memory:
        for hour, note in enumerate(notes):
            memory.remember(note, at=_AT + timedelta(hours=hour))
        return memory.ask(question).text


_NOTES = {
    "times": (
        "The meeting is on 7 December 2036 at ten.",
        "The train leaves at 9:15.",
        "I have an appointment with Dr Weber on 8 December 2036.",
        "I have a dentist appointment on 9 December 2036.",
        "Ben has lived in Oslo since 2019.",
        "Ben has been vegetarian since 2018.",
    ),
    "trips": ("Ben has been to Japan and Peru.", "Ben visited Rome and Paris in 2019."),
    "likes": (
        "Ben hates flying.",
        "Ben likes sushi.",
        "Ben loves playing the guitar.",
        "Ben's favorite color is green.",
    ),
    "mine": ("My keys are in the blue bowl.", "The wifi password is hunter22.", "We use Redis."),
    "prices": ("Ben paid 300 euros for the bike.",),
    "wishes": ("Ben wants to buy a boat.", "We decided to use FastAPI.", "Ann wants to buy a car."),
}


@pytest.mark.parametrize(
    ("notes", "question", "wanted"),
    [
        ("times", "When is the meeting?", "7 December 2036 at ten"),
        ("times", "What time is the meeting?", "ten"),
        ("times", "When does the train leave?", "9:15"),
        ("times", "When is my appointment with Dr Weber?", "8 December 2036"),
        ("times", "When is my dentist appointment?", "9 December 2036"),
        ("times", "How long has Ben lived in Oslo?", "since 2019"),
        ("times", "Since when is Ben vegetarian?", "2018"),
        ("times", "How long has Ben been vegetarian?", "since 2018"),
        ("trips", "Has Ben been to Peru?", "yes"),
        ("trips", "Which countries has Ben been to?", "Japan, Peru"),
        ("trips", "Which cities has Ben visited?", "Rome, Paris"),
        ("likes", "Does Ben like flying?", "no"),
        ("likes", "Does Ben hate sushi?", "no"),
        ("likes", "Does Ben like chess?", None),
        ("likes", "What does Ben not like?", "flying"),
        ("likes", "What does Ben love doing?", "playing the guitar"),
        ("likes", "What is Ben's favourite colour?", "green"),
        ("likes", "Which colour does Ben like best?", "green"),
        ("mine", "Where are my keys?", "the blue bowl"),
        ("mine", "Where did I put my keys?", "the blue bowl"),
        ("mine", "What is the password of the wifi?", "hunter22"),
        ("mine", "What do we use?", "Redis"),
        ("prices", "How much did the bike cost?", "300 euros"),
        ("wishes", "What does Ben want to buy?", "boat"),
        ("wishes", "What did we decide to use?", "FastAPI"),
        ("wishes", "Does Ben have a boat?", None),
        ("wishes", "What did Ben buy?", None),
    ],
)
def test_it_is_answered_from_plain_notes(notes: str, question: str, wanted: str | None) -> None:
    assert answer(question, *_NOTES[notes]) == wanted


@pytest.mark.parametrize(
    ("notes", "question", "wanted"),
    [
        (("Kim is the sister of Lou.",), "Who is Kim's brother?", None),
        (("Kim is the sister of Tom.",), "Who is Kim's brother?", "Tom"),
        (("Anna is married to Taavi.",), "Who is Anna's husband?", "Taavi"),
        (("Anna has an appointment on 7 May 2037.",), "When is my appointment?", None),
        (
            ("Anna has an appointment with Dr Weber on 7 May 2037.",),
            "When is Anna's appointment with Dr Weber?",
            "7 May 2037",
        ),
        (("We decided to try Flask.", "We tried Flask."), "What did we decide to try?", "Flask"),
        (("Ben wants to buy a boat.", "Ben bought a boat."), "What does Ben want to buy?", None),
        (("Ben has to call the bank.",), "Does Ben call the bank?", None),
        (("Ben has to call the bank.",), "Who does Ben have to call?", "the bank"),
        (("We want to buy a house.",), "What do we want to buy?", "house"),
        (("We want to buy a house.", "We bought a house."), "What do we want to buy?", None),
        (("Ola is on holiday in Spain.",), "Is Ola on holiday?", "yes"),
        (("Ola is on holiday in Spain.",), "Where is Ola?", "Spain"),
        (("Ola is going to Rome.",), "Where is Ola going?", "Rome"),
        (("Ola is going to Rome.",), "Where is Ola?", None),
        (
            ("Ola is going to Rome next week.",),
            "When is Ola going to Rome?",
            "the week of 1 December 2036",
        ),
        (("Ola is going to sell the boat.",), "Who sold the boat?", None),
    ],
)
def test_what_is_open_is_not_guessed(
    notes: tuple[str, ...], question: str, wanted: str | None
) -> None:
    assert answer(question, *notes) == wanted


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("favourite", "favorite"),
        ("colours", "color"),
        ("neighbours", "neighbors"),
        ("theatres", "theater"),
        ("centre", "centers"),
        ("jewellery", "jewelry"),
        ("pyjamas", "pajamas"),
        ("grey", "gray"),
        ("flavours", "flavor"),
        ("harbours", "harbors"),
    ],
)
def test_both_spellings_are_one_word(british: str, american: str) -> None:
    assert stem(british) == stem(american)


def test_a_price_is_no_number_of_things() -> None:
    assert answer("How much did the bike cost?", "Ben paid 300 for the bike.") is None
