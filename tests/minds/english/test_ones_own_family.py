""" "Mum" is the mother of who says it: two people's in one memory are two."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory
from clew.graph.types import Kind

AT = datetime(2024, 5, 15, tzinfo=UTC)


def told(*said: tuple[str, str]) -> Memory:
    """Return a memory of what each of some speakers says, in a conversation of their own."""
    memory = Memory.open(embedder=None)
    for day, (name, content) in enumerate(said):
        turn = {"role": "user", "name": name, "content": content} if name else content
        at = AT + timedelta(day)
        memory.remember(turn, at=at, conversation=name or f"{day}", source=name or f"note {day}")
    return memory


def facts(memory: Memory) -> set[str]:
    with memory.view() as view:
        return {one.text for one in view.items(view.ids(Kind.FACT))}


TWO = (("Cleo", "Mum lives in Voss."), ("Ben", "Mum lives in Bonn."))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does Cleo's mum live?", "Voss"),
        ("Where does Ben's mother live?", "Bonn"),
        ("Where does Mum live?", None),
    ],
)
def test_two_peoples_mothers_are_two(question: str, answer: str | None) -> None:
    with told(*TWO) as memory:
        assert facts(memory) == {"Cleo's mum lives in Voss", "Ben's mum lives in Bonn"}
        assert memory.ask(question).text == answer


def test_ones_grandmother_died_and_not_the_others() -> None:
    with told(("Cleo", "Grandma lives in Voss."), ("Ben", "Grandma died last week.")) as memory:
        assert memory.ask("Did Ben's grandma die?").text == "yes"
        assert memory.ask("Did Cleo's grandma die?").text is None
        assert memory.ask("Where does Cleo's grandma live?").text == "Voss"


def test_of_one_speaker_all_is_about_one_mother() -> None:
    with told(
        ("Cleo", "Mum lives in Voss. She likes tea."), ("Cleo", "My mum is a cook.")
    ) as memory:
        assert facts(memory) == {
            "Cleo's mum lives in Voss", "Cleo's mum likes tea", "Cleo's mum is cook"
        }  # fmt: skip
        assert memory.ask("Where does Mum live?").text == "Voss"


def test_notes_of_nobody_who_is_named_have_one_mother() -> None:
    with told(
        ("", "Mum lives in Voss."), ("", "Mum likes tea."), ("", "Mum moved to Bonn.")
    ) as memory:
        assert memory.ask("Where does Mum live?").text == "Bonn"
        assert memory.ask("What does Mum like?").text == "tea"


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Mum's flat is in Voss.", "Cleo's mum's flat is in Voss"),
        ("Dad is a cook.", "Cleo's dad is cook"),
        ("Ida is Mum's sister.", "Ida is the sister of Cleo's mum"),
        ("Grandma Rose lives in Voss.", "Grandma Rose lives in Voss"),
        ("Mum Hill works at Bask.", "Mum Hill works at Bask"),
    ],
)
def test_a_longer_name_with_such_a_word_stays(said: str, fact: str) -> None:
    with told(("Cleo", said)) as memory:
        assert facts(memory) == {fact}


@pytest.mark.parametrize(
    ("called", "said", "fact"),
    [
        ("Mum", "Mum is at the dentist.", "Mum is at the dentist"),
        ("Grandma", "Grandma likes tea.", "Grandma likes tea"),
        ("Dad", "Dad's car is in Voss.", "Dad's car is in Voss"),
        ("Dad", "Mum is in Voss.", "Cleo's mum is in Voss"),
    ],
)
def test_who_speaks_as_mum_is_meant_by_it(called: str, said: str, fact: str) -> None:
    turns = [(called, "I am at the harbour."), ("Cleo", said)]
    with Memory.open(embedder=None) as memory:
        for name, content in turns:
            turn = {"role": "user", "name": name, "content": content}
            memory.remember(turn, at=AT, conversation="family")
        assert fact in facts(memory)
