"""Splitting undoes what the merge alone had made possible."""

import re
import sqlite3
from datetime import UTC, datetime

import pytest

from clew import AsOf, Kind, Memory
from clew.errors import UnknownNameError
from clew.learn.merge import merge
from clew.learn.tasks import Extract
from clew.llm.scripted import ScriptedModel


def day(number):
    return datetime(2024, 1, number, tzinfo=UTC)


def script(task):
    """Texts are "WHO lives in WHERE.", "WHO likes WHAT." "WHO is WHO."; nobody has two homes.

    "WHO left WHERE." ends the first.
    """
    if isinstance(task, Extract) and " is " in task.text:
        return {"aliases": [task.text.rstrip(".").split(" is ")]}
    if isinstance(task, Extract):
        (found,) = re.findall(r"(.+) (lives in|likes|left) (.+)\.", task.text)
        who, relation, what = found
        fact = {"subject": who, "relation": relation, "object": what, "thesis": 0}
        if relation == "left":
            fact |= {"relation": "lives in", "ended": True}
        return {"facts": [fact], "theses": [{"text": task.text, "entities": [who, what]}]}
    new = [one for one in task.statements if one.relation == "lives in" and one.valid_from]
    old = [one for one in task.candidates if one.relation == "lives in"]
    pairs = [(a, b) for a in old for b in new if a.subject == b.subject and a.object != b.object]
    return {"pairs": [{"old": a.id, "new": b.number} for a, b in pairs]}


@pytest.fixture
def memory(tmp_path):
    with Memory.open(
        tmp_path / "m.clew", embedder="hashing:64", model=ScriptedModel(script)
    ) as one:
        yield one


def tell(memory, *texts):
    with memory.view() as view:
        told = len(view.ids(Kind.EPISODE))
    for number, text in enumerate(texts, told + 1):
        receipt = memory.remember(text, at=day(number))
        assert not receipt.pending, receipt.error


def current(memory, kind=Kind.FACT, known=None):
    with memory.view(AsOf(valid=day(20), known=known)) as view:
        return {item.text for item in view.items(view.ids(kind))}


MERGED = {"Hanna lives in Bonn", "Anna likes tea"}
OPEN = MERGED | {"Anna lives in Oslo"}


def test_what_was_closed_through_a_merge_is_open_again_after_the_split(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Anna likes tea.")
    memory.merge("Anna", "Hanna")
    tell(memory, "Hanna lives in Bonn.")
    assert current(memory) == MERGED
    believed = memory.stats().revision
    memory.split("Hanna")
    assert current(memory) == OPEN
    assert "Anna lives in Oslo." in current(memory, Kind.THESIS)
    assert current(memory, known=believed) == MERGED
    assert memory.check() == []


def test_another_process_sees_the_split(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Anna likes tea.")
    memory.merge("Anna", "Hanna")
    tell(memory, "Hanna lives in Bonn.")
    with Memory.open(
        memory.store.database.path, embedder="hashing:64", model=ScriptedModel(script)
    ) as other:
        assert current(other) == MERGED
        memory.split("Hanna")
        assert current(other) == OPEN
    with Memory.open(
        memory.store.database.path, embedder="hashing:64", model=ScriptedModel(script)
    ) as later:
        assert current(later) == OPEN


def test_merging_again_closes_it_again_as_often_as_one_likes(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Anna likes tea.")
    memory.merge("Anna", "Hanna")
    tell(memory, "Hanna lives in Bonn.")
    for _ in range(3):
        memory.split("Hanna")
        assert current(memory) == OPEN
        assert current(memory, Kind.THESIS) == {f"{text}." for text in OPEN}
        memory.merge("Anna", "Hanna")
        assert current(memory) == MERGED
        assert current(memory, Kind.THESIS) == {f"{text}." for text in MERGED}
    assert memory.check() == []


def test_forgetting_after_a_split_leaves_what_was_told_of_the_other(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Anna likes tea.")
    memory.merge("Anna", "Hanna")
    tell(memory, "Hanna lives in Bonn.")
    memory.split("Hanna")
    memory.forget(episode=_episode(memory, "Hanna lives in Bonn."))
    assert current(memory) == {"Anna lives in Oslo", "Anna likes tea", "Hanna lives in Rome"}
    assert memory.check() == []


def _episode(memory, text):
    with memory.view() as view:
        (found,) = [one.id for one in view.items(view.ids(Kind.EPISODE)) if one.text == text]
    return found


def test_forgetting_the_source_of_an_alias_opens_what_was_closed_through_it(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Anna is Hanna.")
    tell(memory, "Hanna lives in Bonn.")
    assert current(memory) == {"Hanna lives in Bonn"}
    memory.forget(episode=_episode(memory, "Anna is Hanna."))
    assert current(memory) == {"Anna lives in Oslo", "Hanna lives in Bonn"}
    assert current(memory, Kind.THESIS) == {"Anna lives in Oslo.", "Hanna lives in Bonn."}
    assert memory.check() == []


def test_a_file_made_before_closures_could_end_is_brought_up_to_date(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Anna likes tea.")
    memory.merge("Anna", "Hanna")
    tell(memory, "Hanna lives in Bonn.")
    path = memory.store.database.path
    memory.close()
    old = sqlite3.connect(path)
    old.execute("DROP INDEX closures_known_to")
    old.execute("ALTER TABLE closures DROP COLUMN known_to")
    old.execute("PRAGMA user_version = 2")
    old.commit()
    old.close()
    with Memory.open(path, embedder="hashing:64", model=ScriptedModel(script)) as again:
        assert current(again) == MERGED
        again.split("Hanna")
        assert current(again) == OPEN
        assert again.check() == []


def closures(memory):
    with memory.store.projection(memory.namespace) as projection:
        return [row for rows in projection.closures_of.values() for row in rows]


def test_another_merge_closes_nothing_a_second_time(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Ann likes tea.")
    memory.merge("Anna", "Hanna")
    tell(memory, "Hanna lives in Bonn.")
    memory.split("Hanna")
    memory.merge("Anna", "Hanna")
    before = closures(memory)
    memory.merge("Anna", "Ann")
    assert closures(memory) == before


def test_a_text_does_not_undo_what_was_split_by_hand(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Anna likes tea.")
    memory.merge("Anna", "Hanna")
    tell(memory, "Hanna lives in Bonn.")
    memory.split("Hanna")
    tell(memory, "Anna is Hanna.")
    assert current(memory) == OPEN
    assert memory.check() == []


def test_an_alias_of_what_is_erased_does_not_go_where_that_once_belonged(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Rome.", "Joanna likes tea.")
    memory.merge("Anna", "Hanna")
    memory.split("Hanna")
    memory.merge("Hanna", "Joanna")
    memory.forget(episode=_episode(memory, "Hanna lives in Rome."))
    assert memory.entity("Joanna").name == "Joanna"
    assert memory.entity("Anna").aliases == ()
    assert memory.check() == []


def test_forgetting_who_made_two_one_also_frees_a_fact_that_a_text_had_split():
    told = [
        ("Bob Smith lives in Oslo.", 1, "diary"),
        ("Bob Smith lives in Oslo.", 9, "diary"),
        ("Bob Smith is also known as Robert Jones.", 2, "rumour"),
        ("Robert Jones lives in Rome.", 5, "rumour"),
        ("Robert Jones lives in Bergen.", 12, "letter"),
    ]
    with Memory.open(embedder=None, model="rules:english") as memory:
        for text, at, source in told:
            memory.remember(text, at=at, source=source)
        assert len(memory.history("Bob Smith")) == 4
        memory.forget(source="rumour")
        (oslo,) = memory.history("Bob Smith")
        assert (oslo.valid_from, oslo.valid_to) == (1, None)
        assert memory.check() == []


def lines(memory, who):
    return [(one.text, _day(one.valid_from), _day(one.valid_to)) for one in memory.history(who)]


def _day(moment):
    return moment and moment.day


@pytest.mark.parametrize("when", ["before", "after", "late"])
def test_what_is_over_for_one_name_is_over_for_both_while_they_are_one(memory, when):
    """Whether they are merged before the end is told, after it, or before the start is told."""
    texts = ["Anna lives in Oslo.", "Hanna lives in Oslo.", "Hanna left Oslo."]
    days = {"late": (3, 2, 1)}.get(when, (1, 2, 3))
    told = sorted(zip(days, (1, 2, 3), texts, strict=True))
    tell(memory, "Anna likes tea.", "Hanna likes tea.")
    if when != "after":
        memory.merge("Anna", "Hanna")
    for _, number, text in told:
        memory.remember(text, at=day(number))
    if when == "after":
        memory.merge("Anna", "Hanna")
    apart = {"Anna": ("Anna lives in Oslo", 1, None), "Hanna": ("Hanna lives in Oslo", 2, 3)}
    for _ in range(2):
        found = [line for line in lines(memory, "Anna") if "lives" in line[0]]
        assert found == [("Anna lives in Oslo", 1, 3)]  # shown once
        assert "Hanna lives in Oslo" not in current(memory)
        memory.split("Hanna")
        for who, line in apart.items():
            assert [one for one in lines(memory, who) if "lives" in one[0]] == [line]
        memory.merge("Anna", "Hanna")
    assert memory.check() == []


def test_who_is_only_told_to_have_left_stays_known_when_another_source_goes(memory):
    """What a text says under one name is not kept as what it says of the other."""
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Oslo.")
    memory.merge("Anna", "Hanna")
    tell(memory, "Hanna left Oslo.")
    memory.forget(episode=_episode(memory, "Hanna lives in Oslo."))
    assert memory.check() == []
    memory.split("Hanna")
    assert lines(memory, "Anna") == [("Anna lives in Oslo", 1, None)]
    assert lines(memory, "Hanna") == [("Hanna lives in Oslo", None, 3)]


def test_the_sources_of_both_names_stand_behind_what_is_shown_once(memory):
    tell(memory, "Anna lives in Oslo.", "Hanna lives in Oslo.")
    memory.merge("Anna", "Hanna")
    told = sorted(_episode(memory, f"{who} lives in Oslo.") for who in ("Anna", "Hanna"))
    assert [list(one.episodes) for one in memory.facts("Anna")] == [told]
    assert [list(one.episodes) for one in memory.history("Anna")] == [told]


def test_a_statement_that_names_both_is_listed_once():
    with Memory.open(embedder=None) as memory:
        memory.remember("Anna Weber is also known as Ben Lund.", at=day(1), source="note")
        memory.remember("Ben Lund lives in Rome.", at=day(2))
        assert memory.entity("Anna Weber").aliases == ("Ben Lund",)
        told = [one.text for one in memory.theses("Ben Lund")]
    assert told == ["Ben Lund lives in Rome.", "Anna Weber is also known as Ben Lund."]


def test_what_a_model_is_asked_besides_learning_is_counted(memory):
    def calls():
        usage = memory.usage(by_episode=False)
        return sum(row.calls for row in usage if row.task == "Revise")

    tell(memory, "Anna lives in Oslo.", "Hanna lives in Bonn.")
    (fact,) = memory.facts("Anna")
    memory.retire(fact.id)
    for act, told in (
        (lambda: memory.restore(fact.id), "Anna lives in Rome."),
        (lambda: memory.merge("Anna", "Hanna"), "Hanna lives in Bari."),
    ):
        tell(memory, told)
        before = calls()
        act()
        assert calls() > before


@pytest.mark.parametrize("forgotten_first", [True, False])
def test_who_was_forgotten_since_the_name_was_looked_up_is_not_merged(forgotten_first):
    with Memory.open(":memory:", embedder=None) as memory:
        memory.remember("Anna lives in Oslo.", at=day(1))
        memory.remember("Ben lives in Rome.", at=day(1))
        anna, ben = (memory.entity(name).id for name in ("Anna", "Ben"))
        memory.forget(entity="Ben", listed=True)  # by another process, while a model is asked
        before = memory.revision
        ends = (ben, anna) if forgotten_first else (anna, ben)
        with pytest.raises(UnknownNameError):
            merge(memory._writer(), *ends, memory._judging())
        assert memory.revision == before
        assert memory.check() == []
