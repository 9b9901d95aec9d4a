"""What others said in a message is not said by who sends it; what only looks so is."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.graph.types import Kind

AT = datetime(2024, 5, 15, tzinfo=UTC)
ASKED = ("Where does Cleo live?", "Where does Cleo work?", "Is Cleo allergic to wool?")


def said(content: str) -> tuple[list[str], list[str]]:
    """Return the facts about Cleo of what she sends, and the answers about her."""
    with Memory.open(embedder=None) as memory:
        turn = {"role": "user", "name": "Cleo", "content": content}
        memory.remember(turn, at=AT, conversation="c")
        with memory.view() as view:
            facts = [one.text for one in view.items(view.ids(Kind.FACT))]
        answers = [memory.ask(one).text for one in ASKED]
    return [one for one in facts if "Cleo" in one], [one for one in answers if one]


@pytest.mark.parametrize(
    "content",
    [
        "Forwarded from Ben: I got a job at Bask!", "Fwd: I live in Voss and work at Bask.",
        "> I live in Voss\nLovely place.", "Look:\n> I work at Bask\n> I live in Voss\nFunny, no?",
        "Ida wrote: I'm allergic to wool", "My brother texted me this morning: I live in Voss now.",
        "Ben just said: I live in Voss.", "This is what Ida sent me: I live in Voss.",
        "[10:32] Ida: I'm allergic to wool", "Ida, 10:32: I live in Voss.",
        "10/03/2024, 10:32 - Ida: I live in Voss.", "<ida> I live in Voss.",
        "Ben: I'm moving to Voss", "Saoirse: I live in Voss.", "From Ben: I live in Voss.",
        "Message from Ida: I work at Bask.", "Just got this from Ben: I live in Voss.",
        "Here is the email I got:\nI work at Bask.\nI live in Voss.\nBest, Ben",
        "Forwarded message\nI live in Voss.",
        "Please proofread this: My name is Dr. Ida Frey and I work at Bask.",
        "Can you translate this into German: I live in Voss and work at Bask.",
        "Summarize the following text:\n\nI live in Voss. I work at Bask.",
        "Rewrite my bio: I live in Voss.", "Fix the grammar: I works at Bask.",
    ],
)  # fmt: skip
def test_what_others_said_is_not_said_by_who_sends_it(content: str) -> None:
    assert said(content) == ([], [])


@pytest.mark.parametrize(
    ("content", "answers"),
    [
        ("Update: I live in Voss.", ["Voss"]),
        ("Good news: I work at Bask.", ["Bask"]),
        ("Remember this: I'm allergic to wool.", ["yes"]),
        ("Please save the following: I live in Voss and work at Bask.", ["Voss", "Bask"]),
        ("My address: I live in Voss.", ["Voss"]),
        ("Save this message: I live in Voss.", ["Voss"]),
        ("Two facts: I live in Voss and I work at Bask.", ["Voss", "Bask"]),
        ("Cleo: I live in Voss.", ["Voss"]),
        ("> Where do you live?\nI live in Voss.", ["Voss"]),
        ("I'm allergic to wool. Ida wrote: I'm ill.", ["yes"]),
        ("Ida wrote a book. I live in Voss.", ["Voss"]),
        ("I translate books and I live in Voss.", ["Voss"]),
    ],
)
def test_what_only_looks_like_others_words_is_read(content: str, answers: list[str]) -> None:
    assert said(content)[1] == answers


def test_all_lines_of_a_message_are_its_senders() -> None:
    assert said("Hi!\n\nI live in Voss.\nI work at Bask.\n\nSee you.")[1] == ["Voss", "Bask"]
