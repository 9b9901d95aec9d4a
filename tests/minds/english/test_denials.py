"""What texts deny: it is answered with no in its own words, and denies nothing else."""

from datetime import UTC, datetime, timedelta

import pytest

from clew import Memory

AT = datetime(2024, 5, 15, tzinfo=UTC)


def told(*texts: str) -> Memory:
    memory = Memory.open(embedder=None)
    for day, text in enumerate(texts):
        memory.remember(text, at=AT + timedelta(day))
    return memory


def answer(question: str, *texts: str) -> str | None:
    with told(*texts) as memory:
        return memory.ask(question).text


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Karin is not a dentist.", "Is Karin a dentist?"),
        ("Jonas does not eat meat.", "Does Jonas eat meat?"),
        ("Jonas does not eat raw fish.", "Does Jonas eat raw fish?"),
        ("I do not have a cat.", "Do I have a cat?"),
        ("Vera doesn't work at Norvik.", "Does Vera work at Norvik?"),
        ("Vera is not Otto's cousin.", "Is Vera Otto's cousin?"),
        ("Otto has no children.", "Does Otto have children?"),
        ("Otto does not speak Danish.", "Does Otto speak Danish?"),
        ("Otto doesn't live with Vera.", "Does Otto live with Vera?"),
    ],
)
def test_what_is_denied_is_answered_with_no(text, question):
    assert answer(question, text) == "no"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Jonas does not eat meat.", "Does Jonas eat fish?"),
        ("Jonas does not eat raw fish.", "Does Jonas eat fish?"),
        ("Jonas does not teach at the school.", "Does Jonas work at the school?"),
        ("Vera doesn't work at Norvik.", "Does Vera work at Norvik Labs?"),
        ("Vera doesn't work at Norvik.", "Did Vera work at Norvik?"),
        ("Vera doesn't work at Norvik.", "Where does Vera work?"),
        ("Karin is not a dentist.", "Was Karin a dentist?"),
        ("Karin is not just a dentist.", "Is Karin a dentist?"),
        ("I do not have a cat.", "Who has a cat?"),
        ("Otto has no children.", "How many children does Otto have?"),
    ],
)
def test_nothing_else_is(text, question):
    assert answer(question, text) is None


def test_a_later_text_may_say_otherwise():
    question = "Do I have a dog?"
    assert answer(question, "I do not have a dog.", "I have a dog.") == "yes"
    assert answer(question, "I have a dog.", "I do not have a dog.") == "no"
    assert answer(question, "I do not have a dog.", "We adopted a dog called Rex.") == "yes"
    assert answer(question, "I do not have a dog.", "A dog called Rex lives with us now.") is None
    assert answer(question, "I do not have a dog.", "The neighbour is loud.") == "no"


def test_a_denial_is_cited_and_is_no_fact_of_the_time_line():
    with told("Jonas does not eat meat.") as memory:
        found = memory.ask("Does Jonas eat meat?")
        with memory.view() as view:
            jonas = view.find("Jonas")
            assert [one.id for one in view.denied(jonas)] == [*found.facts]
            assert view.timeline(jonas) == []
        assert memory.facts("Jonas") == []
        assert (found.grounded, found.reason) == (True, "facts: said not to be so")


def test_what_holds_and_what_ended_is_not_denied():
    with (
        told("Jonas eats meat.", "Jonas no longer lives in Bonn.") as memory,
        memory.view() as view,
    ):
        jonas = view.find("Jonas")
        assert view.denied(jonas) == []
        assert [one.relation for one in view.timeline(jonas)] == ["eats", "lives in"]
