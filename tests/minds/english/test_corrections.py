"""A message that corrects the one before it is read where it is sure, and else doubts it."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory

AT = datetime(2024, 5, 15, tzinfo=UTC)


def asked(question: str, *said: str | tuple[str, str]) -> str | None:
    """Return the answer after a chat with Cleo; a pair is what somebody else says."""
    with Memory.open(embedder=None) as memory:
        for day, one in enumerate(said):
            name, content = one if isinstance(one, tuple) else ("Cleo", one)
            role = "assistant" if name == "assistant" else "user"
            turn = {"role": role, "name": "" if role == "assistant" else name, "content": content}
            memory.remember(turn, at=AT + timedelta(minutes=day), conversation="c")
        return memory.ask(question).text


@pytest.mark.parametrize(
    ("question", "said", "answer"),
    [
        (
            "Where does Ada live?",
            ("My aunt Ada lives in Voss.", "No wait, it's Bonn, not Voss."),
            "Bonn",
        ),
        (
            "Is Ada Cleo's aunt?",
            ("My aunt Ada lives in Voss.", "No wait, it's Bonn, not Voss."),
            "yes",
        ),
        ("Where does Ben work?", ("Ben works at Bask.", "Sorry, I meant Hav."), "Hav"),
        ("Where does Ben work?", ("Ben works at Bask. Sorry, I meant Hav.",), "Hav"),
        ("Where does Ben work?", ("Ben works at Bask.", "I mean Hav, not Bask."), "Hav"),
        (
            "Where does Cleo work?",
            ("I work at Bask.", ("assistant", "Noted."), "Oops, I meant Hav."),
            "Hav",
        ),
        (
            "Where does Ben live?",
            ("Ben moved to Voss last week.", "Correction: Bonn, not Voss."),
            "Bonn",
        ),
        (
            "Where does Ben live?",
            ("Ben lives in Voss.", "That's not right, he lives in Bonn."),
            "Bonn",
        ),
        (
            "What is Ben's phone number?",
            ("Ben's phone number is 555 0100.", "Actually it's 555 0101, I mistyped."),
            "555 0101",
        ),
        ("What is the alarm code?", ("The alarm code is 4711.", "Hold on, it's 4712."), "4712"),
        (
            "What is the alarm code?",
            ("The alarm code is 4711.", "Scratch that, they changed the alarm code to 4712."),
            "4712",
        ),
        (
            "What is Ben allergic to?",
            ("Ben is allergic to nuts.", "shrimp, not nuts, sorry"),
            "shrimp",
        ),
        ("Who is Ben married to?", ("Ben is married to Eva.", "Oops, I meant Ida."), "Ida"),
        (
            "Who is Ida?",
            ("Ida is my sister.", ("Ida", "cousin, not sister lol")),
            "the cousin of Cleo",
        ),
        ("Is Ida Cleo's sister?", ("Ida is my sister.", ("Ida", "cousin, not sister lol")), "no"),
    ],
)
def test_what_is_sure_to_be_meant_is_corrected(
    question: str, said: tuple[str, ...], answer: str
) -> None:
    assert asked(question, *said) == answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Where does Ida live?", ("Ida lives in Voss.", "Oops, that's wrong.")),
        ("Where does Ida live?", ("Ida lives in Voss.", "Hm, I got that wrong, will ask her.")),
        ("Does Ida live in Voss?", ("Ida lives in Voss.", "Sorry, I mixed that up.")),
        (
            "Does Ida live in Voss?",
            ("Ida lives in Voss.", ("assistant", "Noted."), "Scratch that."),
        ),
        ("Who is Ben married to?", ("Ben is married to Eva.", "Oops, I meant Tom.")),
        ("Where does Ben work?", ("Ben works at Bask and lives in Voss.", "I meant Hav.")),
        ("Where is Acme based?", ("Acme is based in Voss.", "I meant Bolt.")),
    ],
)
def test_what_may_be_corrected_is_doubted(question: str, said: tuple[str, ...]) -> None:
    assert asked(question, *said) is None


@pytest.mark.parametrize(
    "later",
    [
        ("Sorry, I'm late.",),
        ("I mean, it's a lovely place.",),
        ("No, it's raining.",),
        ("Actually, she likes it there.",),
        ("No, Ben.",),
        ("Wait, Saturday?",),
        ("Tea, not coffee.",),
        ("Ben works at Bask.", "Oops, I meant Hav."),
        ("Thanks Ben.", "Sorry, I meant Ben's sister."),
        ("It's sunny.",),
        ("I meant to ask about the weather.",),
        ("It should be fun.",),
        ("That is wrong on so many levels, the price of milk.",),
        ("There is a correction facility nearby.",),
    ],
)
def test_what_corrects_something_else_leaves_it(later: tuple[str, ...]) -> None:
    assert asked("Where does Ida live?", "Ida lives in Voss.", *later) == "Voss"


def test_what_is_said_again_of_somebody_is_no_name() -> None:
    with Memory.open(embedder=None) as memory:
        for minute, said in enumerate(("Ben is 37.", "Actually he's 38, my mistake.")):
            turn = {"role": "user", "name": "Cleo", "content": said}
            memory.remember(turn, at=AT + timedelta(minutes=minute), conversation="c")
        assert [one.text for one in memory.facts("Ben")] == ["Ben is 38"]
