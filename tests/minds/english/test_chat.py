"""What people write in chats: words that only open a message are no names and hide nothing."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory
from clew.graph.types import Kind
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, tzinfo=UTC)


def facts(text: str) -> set[str]:
    return {f"{one.subject} {one.relation} {one.object}" for one in extract_prose(text, AT).facts}


def chat(*said: str) -> Memory:
    """Return a memory of what Cleo said, a month between the turns."""
    memory = Memory.open(embedder=None)
    for month, content in enumerate(said):
        turn = {"role": "user", "name": "Cleo", "content": content}
        memory.remember(turn, at=AT + timedelta(30 * month), conversation="c")
    return memory


def known(memory: Memory) -> tuple[set[str], set[str]]:
    """Return the names and the facts of a memory."""
    with memory.view() as view:
        names = {one.text for one in view.items(view.ids(Kind.ENTITY))}
        return names, {one.text for one in view.items(view.ids(Kind.FACT))}


@pytest.mark.parametrize(
    "opener",
    ["Ok", "Ok,", "Btw", "Sorry", "Fwiw", "FYI", "Yeah", "Yes", "Oh", "PS", "P.S.", "Tbh ok"],
)
def test_a_word_that_opens_a_message_is_no_name(opener: str) -> None:
    found = extract_prose(f"{opener} Anna works at Bask.", AT)
    assert [(one.subject, one.object) for one in found.facts] == [("Anna", "Bask")]
    assert not [one for one in found.people if one.name.startswith(opener.rstrip(","))]


@pytest.mark.parametrize(
    "text",
    [
        "Hi Tom.", "Hello Tom!", "Morning Tom.", "Dear Tom, the van is late.",
        "Thanks Tom, I am late.", "Sorry Tom. The van is late.", "Congrats Tom on the job.",
    ],
)  # fmt: skip
def test_whom_a_message_greets_has_no_greeting_in_the_name(text: str) -> None:
    found = extract_prose(text, AT)
    assert not [one for thesis in found.theses for one in thesis.entities if one.endswith(" Tom")]
    assert " ".join(one.text for one in found.theses) == text


@pytest.mark.parametrize(
    "name",
    [
        "Hey Jude is a song", "Ok Computer is an album", "Yes Minister is a comedy",
        "OK Corral is in Tombstone", "Yes Bank is in Mumbai", "Er Li lives in Rome",
        "Yo Yo Ma plays the cello",
    ],
)  # fmt: skip
def test_a_name_may_open_like_a_message(name: str) -> None:
    assert {
        one.split(" is ")[0].split(" lives ")[0].split(" plays ")[0] for one in facts(name)
    } == {name.split(" is ")[0].split(" lives ")[0].split(" plays ")[0]}


@pytest.mark.parametrize("opener", ["Whether", "Neither", "Either"])
def test_what_opens_a_doubt_is_no_first_name(opener: str) -> None:
    (thesis,) = extract_prose(f"{opener} Anna lives in Rome is unclear.", AT).theses
    assert "Anna" in thesis.entities
    assert not [one for one in thesis.entities if opener in one]


def test_two_of_whom_both_is_said_are_no_namesakes() -> None:
    assert facts("Both Anna and Ben work at Bask.") == {"Anna works at Bask", "Ben works at Bask"}
    assert facts("Both Oslo and Bergen are in Norway.") == {
        "Oslo is in Norway",
        "Bergen is in Norway",
    }
    found = extract_prose("Both men called Tom work at Bask.", AT)
    assert "Tom (another)" in found.theses[0].entities


def test_whose_brothers_both_are_is_told() -> None:
    (fact,) = facts("Both Anna's brothers live in Rome.")
    assert fact.startswith("Anna's brothers")


def test_who_speaks_has_no_opener_in_the_name() -> None:
    with chat("Ok i am tired.", "He lives in Rome.", "Btw i like tea.") as memory:
        names, said = known(memory)
    assert names == {"Cleo", "Rome", "tea", "tired"}
    assert said == {"Cleo is tired", "Cleo likes tea"}


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("i live in Oslo", "Cleo lives in Oslo"),
        ("im a nurse", "Cleo is nurse"),
        ("I dont like tea", "Cleo dislikes tea"),
        ("ok so i moved to Oslo last week", "Cleo lives in Oslo"),
        ("nope, i work at Bask", "Cleo works at Bask"),
        ("Good news: i work at Bask", "Cleo works at Bask"),
        ("Omg I work at Bask.", "Cleo works at Bask"),
    ],
)
def test_what_is_said_as_people_chat_is_read(said: str, fact: str) -> None:
    with chat(said) as memory:
        assert fact in known(memory)[1]


def test_a_joke_and_an_aside_say_nothing_more_than_before() -> None:
    for said in ("lol i live in Oslo", "I moved to Rome lol", "i.e. the van", "guess i live here"):
        with chat(said) as memory:
            assert known(memory)[1] == set()


def test_a_chat_turn_ends_what_an_earlier_one_said() -> None:
    with chat("I got a job at Farfetch.", "Btw i don't work at Farfetch anymore.") as memory:
        assert memory.ask("Does Cleo work at Farfetch?").text == "no"
    with chat("I live in Lisbon.", "I lied, I live in Porto.") as memory:
        assert memory.ask("Where does Cleo live?").text == "Porto"


def test_what_never_was_so_is_answered_neither_as_now_nor_as_then() -> None:
    with chat("I live in Lisbon.", "Just kidding, I never lived in Lisbon.") as memory:
        for question in ("Where does Cleo live?", "Did Cleo live in Lisbon?"):
            assert memory.ask(question).abstained
    with chat("I live in Lisbon. I lived in Rome in 2019.", "Ben never lived in Rome.") as memory:
        assert memory.ask("Where does Cleo live?").text == "Lisbon"
        assert memory.ask("Did Cleo live in Rome?").text == "yes"


@pytest.mark.parametrize("text", ["Anna never left Oslo.", "Anna never stopped living in Oslo."])
def test_what_never_ended_is_not_denied(text: str) -> None:
    assert not [one for one in extract_prose(text, AT).facts if one.denied or one.ended]


def test_who_had_never_lived_there_before_lives_there_now() -> None:
    with Memory.open(embedder=None) as memory:
        memory.remember("Anna moved to Rome in 2020. She had never lived in Rome before.", at=AT)
        assert memory.ask("Where does Anna live?").text == "Rome"


@pytest.mark.parametrize(
    "head",
    [
        "Present: Maya Lindqvist.", "Present: Maya Lindqvist, Tom Berg.\nApologies: Eva Lund.",
        "Attendees: Maya Lindqvist, Tom Berg",
    ],
)  # fmt: skip
def test_sentences_under_who_came_are_read(head: str) -> None:
    assert facts(f"{head}\n\nMaya leads Project Heron.") == {"Maya Lindqvist leads Project Heron"}


def test_fragments_under_who_came_are_not() -> None:
    assert facts("Present: Maya, Tom\n\n1. Budget\n- approved\n2. Van\nMaya leads it.") == set()
    assert facts("Minutes\nPresent: Maya Lindqvist.\n\nMaya leads Project Heron.") == set()
