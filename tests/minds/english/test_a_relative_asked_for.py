"""What was told of "my brother" answers a question after him, whether or not he has a name."""

import pytest

from clew import Memory


def _asked(question: str, *notes: str) -> str | None:
    with Memory.open(":memory:", embedder="hashing") as memory:
        for number, note in enumerate(notes):
            memory.remember(note, source=f"note {number}")
        return memory.ask(question).text


@pytest.mark.parametrize(
    ("question", "note", "answer"),
    [
        ("Where does my brother live?", "My brother lives in Voss.", "Voss"),
        ("Where does my brother live?", "My brother called. He lives in Voss.", "Voss"),
        ("Does my brother live in Voss?", "My brother called. He lives in Voss.", "yes"),
        ("Who lives in Voss?", "My brother called. He lives in Voss.", "my brother"),
        ("When was my father born?", "My father was born in Rona in 1950.", "1950"),
        ("What is my mother allergic to?", "My mother is allergic to nuts.", "nuts"),
        ("Which school does my son go to?", "My son goes to Hill School.", "Hill School"),
        ("Where does my boss live?", "My boss is Karl Roy. He lives in Voss.", "Voss"),
        ("Where does my sister live?", "My brother lives in Voss.", None),
        ("Who is my brother?", "My brother lives in Voss.", None),
    ],
)
def test_a_relative_without_a_name(question: str, note: str, answer: str | None) -> None:
    assert _asked(question, note) == answer


def test_who_has_a_name_is_meant_by_it() -> None:
    notes = ("My brother called.", "Tom is my brother. Tom lives in Rome.")
    assert _asked("Where does my brother live?", *notes) == "Rome"
    assert _asked("Who is my brother?", *notes) == "Tom"


def test_what_came_later_counts() -> None:
    notes = ("My sister lives in Rome.", "My sister moved. She lives in Voss now.")
    assert _asked("Where does my sister live?", *notes) == "Voss"
