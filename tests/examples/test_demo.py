"""The demo's memory answers what its page promises: now, as of earlier, and after forgetting."""

from datetime import UTC, date, datetime, time
from pathlib import Path

import pytest

from clew.memory import Memory

FOLDER = Path(__file__).parent.parent.parent / "examples" / "demo"
SECRET = "2024-06-20-secret.txt"


def remember_pages(memory):
    """Remember all pages, in the order of their dates."""
    for page in sorted(FOLDER.glob("*.txt")):
        at = datetime.fromisoformat(page.name[:10]).replace(tzinfo=UTC)
        memory.remember(page.read_text(encoding="utf-8"), at=at, source=page.name)


@pytest.fixture(scope="module")
def island():
    """The memory of the demo."""
    with Memory.open(embedder=None) as memory:
        remember_pages(memory)
        yield memory


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where does Ida Lindqvist live?", "the pilot house"),
        ("Who is the director of the lighthouse museum?", "Amina Yusuf"),
        ("Who has the brass key?", "Tomas Berg"),
        ("Where is the logbook?", "the schoolhouse"),
        ("Where does Olga Petrova live?", "Marstrand"),
        ("Where is the company that Ida's brother works for based?", "Uddevalla"),
    ],
)
def test_what_is_true_now(island, question, answer):
    assert island.ask(question).text == answer


@pytest.mark.parametrize(
    ("question", "day", "answer"),
    [
        ("Where does Ida Lindqvist live?", date(2024, 2, 1), "the old pilot house"),
        ("Where does Ida Lindqvist live?", date(2024, 5, 1), "the schoolhouse"),
        ("Who is the director of the lighthouse museum?", date(2024, 4, 1), "Henrik Dahl"),
        ("Who has the brass key?", date(2024, 6, 1), "Amina Yusuf"),
        ("Where is the logbook?", date(2024, 6, 1), "Gothenburg"),
    ],
)
def test_what_was_true_earlier(island, question, day, answer):
    assert island.as_of(datetime.combine(day, time(), UTC)).ask(question).text == answer


def test_what_the_pages_do_not_say(island):
    assert island.ask("Who wrote the logbook?").abstained


def test_what_only_a_forgotten_page_said_is_gone():
    with Memory.open(embedder=None) as memory:
        remember_pages(memory)
        code = memory.ask("What is the code of the safe?")
        assert code.text is not None
        assert code.text.isdigit()
        memory.forget(source=SECRET)
        assert memory.ask("What is the code of the safe?").abstained
        assert memory.ask("Who has the brass key?").text == "Amina Yusuf"
