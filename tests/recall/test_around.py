"""Looking around: every fact is reached once, a neighbour at a time; a sentence is found."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew import Memory
from clew.errors import UnknownNameError
from clew.graph.types import Thesis
from clew.learn.tasks import Extract
from clew.llm.scripted import ScriptedModel
from clew.recall.around import around, beginning
from clew.recall.told_texts import grounds, said_at
from tests.store.memories import actions, day, fill, opened, play


@pytest.fixture(scope="module")
def filled():
    with opened() as memory:
        yield fill(memory)


def parts_of(view, entity, limit):
    """Yield the parts around an entity, to the last one."""
    skip = 0
    while True:
        part = around(view, entity, limit=limit, skip=skip)
        yield part
        skip += limit
        if not part.more:
            return


@given(actions, st.integers(1, 4))
def test_parts_one_after_the_other_show_every_fact_once(deeds, limit):
    with opened() as memory:
        play(memory, [("tell", "Anna lives in Oslo.", 0, "a"), *deeds])
        with memory.view() as view:
            if not view.find("Anna"):
                return
            parts = list(parts_of(view, "Anna", limit))
            found = [fact.id for part in parts for fact in part.facts]
            (anna,) = parts[0].centre
            told = view.always.items(view.always.ids("fact"))
            assert sorted(found) == [one.id for one in told if anna in (one.subject, one.object)]
            assert {part.total for part in parts} == {len(found)}
            for part in parts:
                near = {one.entity.id for one in part.entities}
                assert near == {anna, *(e for f in part.facts for e in (f.subject, f.object))}


def test_what_holds_comes_first_and_each_neighbour_before_the_second_of_any():
    with opened() as memory:
        for number, text in enumerate(
            ("Anna lives in Oslo.", "Anna likes Ben.", "Anna moved to Rome.", "Anna knows Ben.")
        ):
            memory.remember(text, at=day(number))
        with memory.view() as view:
            facts = around(view, "Anna", limit=10).facts
            texts = [fact.text for fact in facts]
            assert texts[-1] == "Anna lives in Oslo"
            firsts = [fact.object_name for fact in facts[:2]]
            assert len({*firsts}) == 2


def test_the_past_is_what_was_known_at_a_revision(filled: Memory):
    with filled.as_of(known=1).view() as view:
        assert [fact.text for fact in around(view, "Anna", limit=9).facts][:1]
        with pytest.raises(UnknownNameError):
            around(view, "Cleo", limit=9)
    with filled.as_of(known=0).view() as view:
        assert beginning(view, limit=9).facts == ()


def test_others_of_the_same_name_are_told():
    with opened(model=ScriptedModel(two_annas)) as memory:
        for text in ("Anna Weber sails.", "Anna Smith paints."):
            memory.remember(text, source=text)
        with memory.view() as view:
            first, second = view.items(view.find("Anna"))
            assert around(view, "Anna", limit=9).namesakes == (second,)
            assert around(view, second.id, limit=9).namesakes == (first,)


def two_annas(task):
    if not isinstance(task, Extract):
        return {"pairs": []}
    name, does = task.text.rsplit(" ", 1)
    fact = {"subject": name, "relation": "likes", "object": does.strip(".")}
    return {"facts": [fact], "people": [name], "aliases": [[name, "Anna"]]}


def test_a_beginning_has_the_things_with_most_facts(filled: Memory):
    with filled.view() as view:
        begun = beginning(view, limit=30)
        most = max(begun.entities, key=lambda one: (one.facts, -one.entity.id))
        assert begun.centre[0] == most.entity.id
        assert not any(fact.rejected for fact in begun.facts)


def test_a_fact_is_told_with_its_texts_and_the_sentence_in_each():
    with opened() as memory:
        memory.remember("It rained. Anna moved to Rome. She was glad.", at=day(1))
        sentences = {"Rome": "Anna moved to Rome.", "glad": "She was glad."}
        for fact in memory.facts("Anna"):
            with memory.view() as view:
                told = grounds(view, fact.id, limit=5)
            (text,) = told.texts
            assert text.episode.text[text.start : text.end] == sentences[fact.object_name]
            assert (told.total, told.item) == (1, fact)


@pytest.mark.parametrize(
    ("text", "statement", "sentence"),
    [
        ("Dr. Who is here. Anna has 3.5 cats! So?", "Anna has 3.5 cats", "Anna has 3.5 cats!"),
        ("Анна живёт в Осло. Бен спит.", "Бен спит", "Бен спит."),
        ("one line\nAnna lived in Rome\nend", "Anna lives in Rome", "Anna lived in Rome"),
        ("Nothing of the kind.", "Ben owns boats", ""),
    ],
)
def test_the_sentence_is_the_one_with_most_of_the_words(text, statement, sentence):
    start, end = said_at(text, Thesis(id=1, text=statement))
    assert text[start:end] == sentence


@pytest.mark.parametrize(
    ("text", "statement", "names", "sentence"),
    [
        (
            "Ida Holm has moved once more. She shares the house with her niece, Wilma.",
            "Wilma is the niece of Ida Holm",
            ["Wilma", "Ida Holm"],
            "She shares the house with her niece, Wilma.",
        ),
        (
            "Ida Holm lives by the harbour. She is a carpenter and works at the boatyard.",
            "Ida Holm is carpenter",
            ["Ida Holm", "carpenter"],
            "She is a carpenter and works at the boatyard.",
        ),
        (
            "The ferry company is not in Torp. It is based in Lund and has an office in Torp.",
            "the ferry company has office in Torp",
            ["the ferry company", "office in Torp"],
            "It is based in Lund and has an office in Torp.",
        ),
        (
            "Ida Holm is in Rome. Rome is old, and she likes Rome.",
            "Ida Holm is in Rome",
            ["Ida Holm", "Rome"],
            "Ida Holm is in Rome.",
        ),
        (
            "Amina lost her way. She gave the key to Tom, as she does not trust the stairs.",
            "Amina owns the key",
            ["Amina", "the key"],
            "She gave the key to Tom, as she does not trust the stairs.",
        ),
        (
            "It is not true that Ann lives in Oslo. She lived in Oslo until May.",
            "Ann lives in Oslo",
            ["Ann", "Oslo"],
            "She lived in Oslo until May.",
        ),
        (
            "Ann does not live in Oslo. Ann sings.",
            "Ann lives in Oslo",
            ["Ann", "Oslo"],
            "Ann does not live in Oslo.",
        ),
    ],
)
def test_a_sentence_that_names_somebody_before_is_not_the_one_that_tells(
    text, statement, names, sentence
):
    start, end = said_at(text, Thesis(id=1, text=statement), names)
    assert text[start:end] == sentence
