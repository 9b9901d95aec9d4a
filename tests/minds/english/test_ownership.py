"""Whose things are: what is lent, kept or had is not owned, and what is given need be no thing."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, tzinfo=UTC)


def owning(text: str) -> set[str]:
    """Return the facts of a text about who owns or has what."""
    found = extract_prose(text, AT).facts
    return {
        f"{one.subject} {one.relation} {one.object}{' no more' * one.ended}"
        for one in found
        if one.relation in {"owns", "has"}
    }


def answer(question: str, *texts: str) -> str | None:
    with Memory.open(embedder=None) as memory:
        for text in texts:
            memory.remember(text, at=AT)
        return memory.ask(question).text


@pytest.mark.parametrize(
    ("text", "thing", "holder"),
    [
        ("Anna has Ben's laptop.", "Ben's laptop", "Anna"),
        ("Tom lent the drill to Eva.", "the drill", "Eva"),
        ("Eva borrowed the drill from Tom.", "the drill", "Eva"),
        ("Eva is keeping the key for Tom.", "the key", "Eva"),
        ("Henrik gave the brass key to Amina for the weekend.", "the brass key", "Amina"),
        ("Tom gave Eva the van for two days.", "the van", "Eva"),
    ],
)
def test_who_only_holds_a_thing_is_not_its_owner(text: str, thing: str, holder: str) -> None:
    assert answer(f"Who owns {thing}?", text) is None
    assert answer(f"Who is the owner of {thing}?", text) is None
    assert answer(f"Does {holder} own {thing}?", text) is None
    assert answer(f"Who has {thing}?", text) == holder


def test_who_has_a_thing_may_own_it() -> None:
    assert answer("Who owns the attic?", "Anna has the attic. Ben owns the cellar.") == "Anna"
    assert answer("Does Anna own a dog?", "Anna has a dog.") == "yes"
    assert answer("Who owns the brass key?", "Henrik gave the brass key to Amina.") == "Amina"


def test_whose_a_thing_is_said_to_be_owns_it_and_who_has_it_has_it() -> None:
    texts = ("The drill belongs to Tom.", "Eva has the drill.")
    assert answer("Who owns the drill?", *texts) == "Tom"
    assert answer("Who has the drill?", *texts) == "Eva"
    assert answer("Does Eva own the drill?", *texts) != "yes"
    assert answer("Who has a boat?", "Eva owns a boat.", "Tom has a boat.") == "Eva, Tom"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Tom gave Eva the keys to the house.", ["Eva owns the keys", "Tom owns the keys no more"]),
        ("Tom gave Eva a lift to the station.", []),
        ("Tom gave a lift to Eva.", []),
        ("Tom gave Eva a call.", []),
        ("Tom gave Eva the flu.", []),
        ("Tom gave the wall a coat of paint.", []),
        ("Tom gave the museum a painting.", ["the museum owns painting"]),
        ("The king gave the land to the monks.",
         ["the king owns the land no more", "the monks owns the land"]),
        ("Tom was given a watch by Eva.", ["Tom owns watch"]),
        ("Tom was sold a car by Eva.", ["Tom owns car"]),
        ("Tom gave Eva the van for two days.", ["Eva has the van"]),
        ("Tom gave Eva a scarf for the winter.", ["Eva owns scarf"]),
        ("Tom gave back the key to Eva.", ["Tom has the key no more", "Eva has the key"]),
    ],
)  # fmt: skip
def test_what_is_given_and_to_whom(text: str, facts: list[str]) -> None:
    assert owning(text) == {*facts}


def test_who_is_sold_something_is_not_sold() -> None:
    assert "Tom" not in {
        one.object for one in extract_prose("Tom was sold a car by Eva.", AT).facts
    }


@pytest.mark.parametrize(
    ("text", "holder"),
    [
        ("Tom gave Ida the tent back, but it leaks.", "Ida"),
        ("Tom brought the tent back to Ida.", "Ida"),
        ("Tom handed Ida Lund the tent back in May.", "Ida Lund"),
        ("Tom gave the tent back.", None),
        ("Tom returned the tent to the office.", None),
    ],
)
def test_who_is_given_a_thing_back_has_it(text: str, holder: str | None) -> None:
    assert "Tom has the tent no more" in owning(text)
    assert answer("Who has the tent?", text) == holder


def test_a_lent_thing_that_was_given_back_is_lent_no_more() -> None:
    with Memory.open(embedder=None) as memory:
        for day, said in enumerate(("I lent my bike to Tom.", "Tom gave me the bike back.")):
            turn = {"role": "user", "name": "Ida", "content": said}
            memory.remember(turn, at=AT + timedelta(day), conversation="c")
        assert memory.ask("Who has the bike?").text == "Ida"
        assert memory.ask("Does Tom have the bike?").text == "no"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What car does Ben have?", None),
        ("What is Ben's car?", "blue Volvo"),
        ("What does Ben own?", "Ben's car"),
    ],
)
def test_the_words_of_the_question_are_no_answer(question: str, said: str | None) -> None:
    assert answer(question, "Ben's car is a blue Volvo. He bought it in 2019.") == said


@pytest.mark.parametrize(
    ("question", "texts", "told"),
    [
        ("What colour is Ben's car?", ("Ben drives a Volvo. Ben's car is red.",), "red"),
        ("What color is the boat?", ("The boat is dark green.",), "dark green"),
        ("What colour is Ben's car?", ("Ben drives a Volvo. Ben's car is fast.",), None),
        ("What colour is Ben's car?", ("Ben drives a Volvo.",), None),
        ("What is Ben's favourite colour?", ("Ben's favourite colour is blue.",), "blue"),
    ],
)
def test_a_colour_is_no_thing_of_the_owner(
    question: str, texts: tuple[str, ...], told: str | None
) -> None:
    assert answer(question, *texts) == told


def test_the_colour_that_was_told_last_is_the_answer() -> None:
    with Memory.open(embedder=None) as memory:
        memory.remember("Ben's car is red.", at=AT)
        memory.remember("Ben's car is blue now.", at=AT.replace(month=7))
        assert memory.ask("What colour is Ben's car?").text == "blue"
