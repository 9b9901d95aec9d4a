"""Later texts that undo a state in their own words: an answer would be a guess."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.clock import FixedClock

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def said(first: str, later: str, question: str) -> str:
    """Return what is answered after two texts, the second a month later; "?" is no answer."""
    with Memory.open(embedder=None, clock=FixedClock(NOW)) as memory:
        for month, text in enumerate((first, later), 6):
            memory.remember(text, at=datetime(2026, month, 13, tzinfo=UTC), source=f"note {month}")
        found = memory.ask(question)
        return "?" if found.abstained or found.text is None else found.text


@pytest.mark.parametrize(
    ("first", "question", "answer", "undone", "others"),
    [
        ("Tom is in hospital.", "Is Tom in hospital?", "yes",
         ["Tom came home from hospital yesterday.", "Tom is back home."],
         ["Ida came home from hospital yesterday.", "Tom got a letter from Ida."]),
        ("Ola lives in Oslo.", "Where does Ola live?", "Oslo",
         ["Ola is back in Bergen since the job fell through."],
         ["Ola is back in Oslo after the holidays.", "Per is back in Bergen."]),
        ("The printer is broken.", "Is the printer broken?", "yes",
         ["The printer works again.", "Somebody mended the printer."],
         ["The lamp works again.", "Tom works near the printer."]),
        ("Ida is pregnant.", "Is Ida pregnant?", "yes",
         ["Ida had a baby girl on Tuesday.", "Ida gave birth."],
         ["Ida had a bad cold on Tuesday.", "Eva gave birth."]),
        ("Kofi is a vegetarian.", "Is Kofi a vegetarian?", "yes",
         ["Kofi has started eating meat again.", "Kofi had a steak."],
         ["Kofi likes soup.", "Tom had a steak."]),
        ("Greta is learning Spanish.", "What is Greta learning?", "Spanish",
         ["Greta gave up Spanish after a month."], ["Greta gave up smoking after a month."]),
        ("Yusuf drives a Fiat.", "What does Yusuf drive?", "Fiat",
         ["Yusuf crashed his Fiat on Sunday."], ["Yusuf washed his Fiat.", "Yusuf burned a cake."]),
        ("Rosa is Eva's cleaner.", "Is Rosa Eva's cleaner?", "yes",
         ["Rosa stopped coming in May.", "Rosa has retired."],
         ["Rosa stopped smoking in May.", "Tom has retired."]),
        ("Karl lives in Graz.", "Where does Karl live?", "Graz",
         ["Nina has thrown Karl out."], ["Karl threw a party.", "Nina has thrown Tom out."]),
        ("Jo plays for Ajax.", "Who does Jo play for?", "Ajax",
         ["Ajax have sold Jo to Porto."], ["Jo sold the boat.", "Ajax have a new shirt."]),
        ("Anna weighs 84 kilos.", "How much does Anna weigh?", "84 kilos",
         ["Anna has lost weight since June."], ["Anna has a cat.", "Ida has lost weight."]),
    ],
)  # fmt: skip
def test_what_a_later_text_may_undo_is_no_answer(
    first: str, question: str, answer: str, undone: list[str], others: list[str]
) -> None:
    assert [said(first, later, question) for later in undone] == ["?"] * len(undone)
    assert [said(first, later, question) for later in others] == [answer] * len(others)


@pytest.mark.parametrize("opener", ["Great", "Wonderful", "Perfect", "Ugh", "Oh"])
def test_a_word_that_only_opens_a_sentence_is_no_name(opener: str) -> None:
    text = f"{opener}, the printer is broken."
    assert said(text, "The lamp is new.", "Is the printer broken?") == "yes"
    assert said(text, "The lamp is new.", f"Is {opener} broken?") == "?"
