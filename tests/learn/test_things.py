"""A text may say that a name is no person's: in every order nobody is taken for the thing."""

from datetime import UTC, datetime
from itertools import permutations

import pytest

from clew import Fact, Kind, Memory
from clew.learn.tasks import Extract, ExtractTriplets
from clew.llm.scripted import ScriptedModel

WEBER, FIRST, BOAT, LATER = (
    "Anna Weber | works at | Arken",
    "Anna | likes | tea",
    "! Anna | has | sails",
    "Anna | likes | jazz",
)
SHIP = "! Anna Weber | is in | Kiel"


def read(task):
    """A line is "WHO | RELATION | WHAT", for a thing "! WHO ..."; or "WHO = ALIAS"."""
    if not isinstance(task, Extract):
        return {"pairs": []}
    facts, people, aliases = [], [], []
    things: list[str] = []
    for line in task.text.splitlines():
        if " = " in line:
            aliases.append(line.split(" = "))
            people += line.split(" = ")
            continue
        subject, relation, what = line.removeprefix("! ").split(" | ")
        facts.append({"subject": subject, "relation": relation, "object": what})
        (things if line.startswith("!") else people).append(subject)
    return {"facts": facts, "people": people, "things": things, "aliases": aliases}


def owners(texts, *, order=None, forgotten=None, answer=read):
    """Return which entity each fact is of, by its object; the texts are a month apart."""
    with Memory.open(embedder=None, model=ScriptedModel(answer)) as memory:
        episodes = {}
        for place in order or range(len(texts)):
            at = datetime(2024, place + 1, 1, tzinfo=UTC)
            episodes[texts[place]] = memory.remember(texts[place], at=at).episode
        if forgotten:
            memory.forget(episode=episodes[forgotten])
        assert memory.check() == []
        with memory.view() as view:
            facts = view.items(view.ids(Kind.FACT))
    return {one.object_name: one.subject for one in facts if isinstance(one, Fact)}


@pytest.mark.parametrize("order", [*permutations(range(4))])
def test_a_thing_is_nobody_in_any_order_of_the_texts(order):
    found = owners([WEBER, FIRST, BOAT, LATER], order=order)
    assert found["sails"] not in {found["Arken"], found["tea"], found["jazz"]}
    assert found["jazz"] != found["Arken"]


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_who_had_the_name_before_the_thing_keeps_it(order):
    found = owners([WEBER, FIRST, BOAT], order=order)
    assert found["tea"] == found["Arken"] != found["sails"]


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_a_name_that_a_thing_had_before_is_undecided(order):
    found = owners([BOAT, WEBER, LATER], order=order)
    assert len(set(found.values())) == 3


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_a_thing_with_a_full_name_is_no_person(order):
    found = owners([WEBER, SHIP, "Weber | likes | jazz"], order=order)
    assert found["jazz"] == found["Arken"] != found["Kiel"]


def test_when_the_text_that_told_of_the_thing_is_forgotten_the_name_is_decided_again():
    texts = [WEBER, BOAT, LATER]
    assert len(set(owners(texts).values())) == 3
    found = owners(texts, forgotten=BOAT)
    assert found["jazz"] == found["Arken"]


def test_another_name_of_somebody_is_not_the_thing_that_has_it():
    found = owners([BOAT, "Nora Pell | likes | tea\nNora Pell = Anna", "! Anna | is in | Kiel"])
    assert found["sails"] == found["Kiel"] != found["tea"]


def test_a_reader_that_says_nothing_of_things_is_taken_as_before():
    def silent(task):
        said = read(task)
        return {key: said[key] for key in said if key != "things"}

    found = owners([WEBER, FIRST, BOAT], answer=silent)
    assert len(set(found.values())) == 1


def test_rules_tell_a_parrot_from_its_keeper_in_both_orders():
    texts = ["I have a parrot called Leander.", "Leander Busch lives in Oslo."]
    for order in (texts, texts[::-1]):
        with Memory.open(embedder=None, model="rules") as memory:
            for text in order:
                memory.remember(text, at=datetime(2024, 1, 1, tzinfo=UTC))
            assert memory.entity("Leander").id != memory.entity("Leander Busch").id


def test_two_that_were_shown_and_are_both_named_stay_two():
    replies = {
        "Cora came.": ([("Cora", "likes", "jazz")], []),
        "Mrs Hill came.": ([("Mrs Hill", "likes", "tea")], []),
        "Mrs Cora Hill has a granddaughter, Cora.": (
            [("Mrs Hill", "has", "a cat"), ("Cora", "has", "a dog")],
            [("Mrs Cora Hill", "Mrs Hill")],
        ),
        "Cora left.": ([("Cora", "is in", "Rome")], []),
    }

    def answer(task):
        if not isinstance(task, Extract):
            return {"pairs": []}
        facts, aliases = replies[task.text]
        names = [*(one[0] for one in facts), *(name for pair in aliases for name in pair)]
        keys = ("subject", "relation", "object")
        titles = [(name, "Mrs" if name.startswith("Mrs") else "") for name in names]
        return {
            "facts": [dict(zip(keys, one, strict=True)) for one in facts],
            "aliases": aliases,
            "people": [{"name": name, "title": title} for name, title in titles],
        }

    found = owners([*replies], order=(0, 1, 2, 3), answer=answer)
    assert found["tea"] == found["a cat"]
    assert found["jazz"] == found["a dog"] == found["Rome"] != found["tea"]


def test_a_fuller_name_that_a_text_tells_is_not_somebody_elses():
    texts = ["Rado | fixed | boiler", "Rado = Rado the plumber", "Rado Pavic | plays | chess"]
    found = owners(texts)
    assert found["boiler"] != found["chess"]


def test_a_thing_without_a_name_is_named_by_its_owner_and_is_nobody_elses():
    for task in (Extract, ExtractTriplets):
        (system, *_) = task("Ben has a dog.", datetime(2024, 1, 1, tzinfo=UTC)).messages()
        assert "What has no name of its own gets its owner's" in system.text
    dogs = ["! Anna's dog | is | black", "! Ben's dog | is | white", "! dog of Ben | eats | bones"]
    found = owners([WEBER, FIRST, *dogs])
    assert len({found[each] for each in ("Arken", "black", "white")}) == 3
    assert found["bones"] not in {found["Arken"], found["black"]}
