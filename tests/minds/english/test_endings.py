"""What is over by what texts tell: left, resigned, died, was so for three years, will be so."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.clock import FixedClock

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def said(texts: list[str], question: str) -> str:
    """Return what is answered after texts of one month after the other; "?" is no answer."""
    with Memory.open(embedder=None, clock=FixedClock(NOW)) as memory:
        for month, text in enumerate(texts, 1):
            memory.remember(text, at=datetime(2025, month, 1, tzinfo=UTC), source=f"note {month}")
        found = memory.ask(question)
        return "?" if found.abstained or found.text is None else found.text


_WORKS, _WHERE = "Anna Berg works at Bask.", "Does Anna Berg work at Bask?"
_HEAD, _WHO = "Anna Berg is the CEO of Hav.", "Who is the CEO of Hav?"


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        ([_WORKS, "Anna Berg was fired from Bask."], _WHERE, "no"),
        ([_WORKS, "Anna Berg was laid off by Bask."], _WHERE, "no"),
        ([_WORKS, "Anna Berg was dismissed from Bask."], _WHERE, "no"),
        ([_WORKS, "Bask fired Anna Berg."], _WHERE, "no"),
        ([_WORKS, "Anna Berg lost her job at Bask."], _WHERE, "?"),
        ([_WORKS, "Anna Berg gave up her position at Bask."], _WHERE, "no"),
        ([_WORKS, "Bask fired Tom Lund."], _WHERE, "yes"),
        ([f"{_WORKS} She doesn't work there anymore."], _WHERE, "?"),
        ([f"{_WORKS} She no longer works there."], _WHERE, "?"),
        ([f"{_WORKS} Tom Lund no longer works there."], _WHERE, "yes"),
        ([_HEAD, "Anna Berg resigned."], _WHO, "?"),
        ([_HEAD, "Anna Berg stepped down."], _WHO, "?"),
        ([_HEAD, "Anna Berg resigned as CEO."], _WHO, "?"),
        ([f"{_HEAD} Anna Berg resigned."], _WHO, "?"),
        ([f"{_HEAD} Tom Lund resigned."], _WHO, "Anna Berg"),
        ([f"{_HEAD} She is the mayor of Voss.", "Anna Berg resigned."], _WHO, "Anna Berg"),
        (["Anna Berg lives in Bask.", "Anna Berg left Bask."], "Where does Anna Berg live?", "?"),
        (["Anna Berg lives in Bask.", "Ida Lund left Bask."], "Where does Anna Berg live?", "Bask"),
        (
            ["Anna Berg lives in Oslo.", "Anna Berg left Oslo.", "Anna Berg lives in Oslo again."],
            "Where does Anna Berg live?",
            "Oslo",
        ),
        (["Anna Berg lives in Oslo.", "Anna Berg left Oslo in 2024."],
         "Where does Anna Berg live?", "?"),
        (["Anna Berg is ill.", "Anna Berg has recovered."], "Is Anna Berg ill?", "?"),
        (["Anna Berg is ill. She has recovered."], "Is Anna Berg ill?", "?"),
        (["Anna Berg is ill.", "Anna Berg recovered the boat."], "Is Anna Berg ill?", "yes"),
        (["The bug is open. The bug has been fixed."], "Is the bug open?", "?"),
        (["The window is open. The window has been fixed."], "Is the window open?", "yes"),
        (["Anna Berg is married to Tom Lund.", "Tom Lund died in January."],
         "Who is Anna Berg married to?", "?"),
        (["Anna Berg is married to Tom Lund.", "Tom Lund died in January."],
         "Who was Anna Berg married to?", "Tom Lund"),
        (["Anna Berg is married to Tom Lund.", "Ida Lund died in January."],
         "Who is Anna Berg married to?", "Tom Lund"),
        (["The server runs on port 8080.", "The server now runs on port 9090."],
         "Which port does the server run on?", "port 9090"),
        (["The server runs on Linux.", "The server runs on port 9090."],
         "What does the server run on?", "Linux, port 9090"),
        (["Anna Berg's phone number is 111.", "Anna Berg's new phone number is 222."],
         "What is Anna Berg's phone number?", "222"),
    ],
)  # fmt: skip
def test_an_end_ends_what_it_is_an_end_of(texts: list[str], question: str, answer: str) -> None:
    assert said(texts, question) == answer


@pytest.mark.parametrize(
    ("text", "present", "past", "answer"),
    [
        ("Tom worked at the mill.", "Where does Tom work?", "Where did Tom work?", "the mill"),
        ("Anna lived in Rome for three years. She had a dog.",
         "Where does Anna live?", "Where did Anna live?", "Rome"),
        ("Anna was married to Tom for ten years. Tom had a dog.",
         "Who is Anna married to?", "Who was Anna married to?", "Tom"),
        ("Anna's late husband Tom worked at the mill. He had a dog.",
         "Where does Tom work?", "Where did Tom work?", "the mill"),
        ("Anna worked at Bask before she moved to Rome. She had a dog.",
         "Where does Anna work?", "Where did Anna work?", "Bask"),
        ("Anna worked at Bask until she moved to Rome. She had a dog.",
         "Where does Anna work?", "Where did Anna work?", "Bask"),
        ("Anna worked at Bask until the merger. She had a dog.",
         "Where does Anna work?", "Where did Anna work?", "Bask"),
        ("Before working at Hav, Anna lived in Rome. She had a dog.",
         "Where does Anna live?", "Where did Anna live?", "Rome"),
        ("Anna once lived in Rome. She had a dog.",
         "Where does Anna live?", "Where did Anna live?", "Rome"),
        ("Back then Anna lived in Rome. She had a dog.",
         "Where does Anna live?", "Where did Anna live?", "Rome"),
        ("Anna was the director of the museum.",
         "Who is the director of the museum?", "Who was the director of the museum?", "Anna"),
    ],
)  # fmt: skip
def test_a_state_of_the_past_that_is_told_to_be_over_is_not_the_present(
    text: str, present: str, past: str, answer: str
) -> None:
    assert said([text], present) == "?"
    assert said([text], past) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Tom worked at the mill. One day a stranger came to the mill.",
        "In Voss there lived the miller Tom Reed.",
        "Tom worked at the mill before Anna came to Voss. A stranger sang.",
        "Tom has started working at the mill.",
    ],
)
def test_a_story_tells_its_present_in_the_past_tense(text: str) -> None:
    question = "Does Tom Reed live in Voss?" if "Reed" in text else "Does Tom work at the mill?"
    assert said([text], question) == "yes"
