"""One statement: put right, taken out and back again; what it had ended, and what ended it."""

from dataclasses import replace

import pytest

from clew import Correction, Kind, Memory, NewEdge, NewNode
from clew.errors import UnknownNameError, UsageError
from clew.llm.scripted import ScriptedModel
from tests.store.memories import day, opened


@pytest.fixture
def memory():
    with opened() as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail")
        yield memory
        assert memory.check() == []


def lives_in(memory, valid=None, known=None):
    facts = memory.as_of(valid, known).facts("Anna")
    return [one.object_name for one in facts if one.relation == "lives in"]


def fact_of(memory, name="Anna"):
    return memory.facts(name)[0]


def test_a_correction_supersedes_and_both_stay(memory):
    old = fact_of(memory)
    made = memory.correct(old.id, Correction(object="Rome", source="Ann"), at=day(50))
    assert made.superseded == (old.id,)
    assert lives_in(memory) == ["Rome"]
    assert lives_in(memory, day(20)) == ["Oslo"]
    told = memory.episode(made.episode)
    assert (told.text, told.source, told.at) == ("Anna lives in Rome", "Ann", day(50))
    assert memory.ask("Where does Anna live?").text == "Rome"
    assert memory.recall("Anna lives in Rome", k=1)[0].why.episodes == (made.episode,)


def retired_and_restored(memory, item):
    memory.retire(item)
    memory.restore(item)


RELATED = {
    "another text is told and forgotten": lambda memory: (
        memory.remember("Anna moved to Rome.", at=day(40), source="chat"),
        memory.forget(source="chat"),
    ),
    "its fact is retired and restored": lambda memory: retired_and_restored(
        memory, fact_of(memory).id
    ),
    "its fact is corrected, and that forgotten": lambda memory: memory.forget(
        episode=memory.correct(fact_of(memory).id, Correction(object="Rome"), at=day(50)).episode
    ),
}


@pytest.mark.parametrize(
    ("retired", "late"), [("Oslo", "Rome"), ("Rome", "Oslo")], ids=["news", "old news"]
)
def test_what_is_restored_is_compared_with_what_was_told_meanwhile(retired, late):
    began = {"Oslo": day(1), "Rome": day(40)}
    with opened() as memory:
        memory.remember(f"Anna lives in {retired}.", at=began[retired])
        fact = fact_of(memory)
        memory.retire(fact.id)
        memory.remember(f"Anna lives in {late}.", at=began[late])
        assert lives_in(memory) == [late]
        memory.restore(fact.id)
        assert lives_in(memory) == ["Rome"]
        assert lives_in(memory, day(20)) == ["Oslo"]
        assert memory.check() == []


@pytest.mark.parametrize("again", [-3, 1, 9], ids=["earlier", "at the same time", "later"])
def test_what_is_retired_and_told_again_is_new(memory, again):
    old = fact_of(memory)
    memory.retire(old.id)
    receipt = memory.remember("Anna lives in Oslo.", at=day(again), source="chat")
    (new,) = memory.facts("Anna")
    assert new.id in receipt.new
    assert (new.valid_from, new.episodes) == (day(again), (receipt.episode,))
    made = memory.correct(new.id, Correction(object="Rome"), at=day(50))
    memory.retire(made.item)
    assert memory.correct(new.id, Correction(object="Rome"), at=day(45)).superseded == (new.id,)
    assert lives_in(memory) == ["Rome"]


def said(memory):
    return [one.text for one in memory.browse("theses").items]


@pytest.mark.parametrize("happen", RELATED.values(), ids=RELATED)
def test_a_thesis_stays_retired_whatever_becomes_of_its_facts(memory, happen):
    (thesis,) = memory.browse("theses").items
    memory.retire(thesis.id)
    happen(memory)
    assert said(memory) == []
    memory.restore(thesis.id)
    assert said(memory) == [thesis.text]


@pytest.mark.parametrize("happen", RELATED.values(), ids=RELATED)
def test_a_thesis_stays_corrected_whatever_becomes_of_its_facts(memory, happen):
    (thesis,) = memory.browse("theses").items
    made = memory.correct(thesis.id, Correction(text="Anna is in Oslo."), at=day(3))
    happen(memory)
    assert said(memory) == ["Anna is in Oslo."]
    memory.forget(episode=made.episode)
    assert said(memory) == [thesis.text]


@pytest.mark.parametrize("happen", RELATED.values(), ids=RELATED)
def test_a_thesis_stays_replaced_whatever_becomes_of_its_facts(memory, happen):
    (thesis,) = memory.browse("theses").items
    new = NewNode(
        kind=Kind.THESIS,
        text="Anna is in Oslo.",
        valid_from=day(3),
        replaces=(thesis.id,),
        told_by=memory.browse("episodes").items[0].id,
    )
    memory.write([new])
    happen(memory)
    assert said(memory) == ["Anna is in Oslo."]


def test_forgetting_a_correction_undoes_it(memory):
    made = memory.correct(fact_of(memory).id, Correction(object="Rome"), at=day(50))
    memory.forget(episode=made.episode)
    assert lives_in(memory) == ["Oslo"]
    assert memory.browse("entities").total == 2


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"subject": "Ben"}, "Ben lives in Oslo"),
        ({"relation": "works in"}, "Anna works in Oslo"),
        ({"relation": "is  from", "object": "Rome"}, "Anna is from Rome"),
    ],
)
def test_each_part_can_be_put_right(memory, given, text):
    made = memory.correct(fact_of(memory).id, Correction(**given), at=day(50))
    assert [one.text for one in memory.browse("facts").items] == [text]
    assert memory.browse("facts").items[0].id == made.item


def test_what_was_over_is_put_right_for_its_own_time_only(memory):
    """News ended Oslo; that it was Lima does not make Lima news."""
    oslo = fact_of(memory)
    rome = memory.remember("Anna lives in Rome.", at=day(40), source="chat")
    made = memory.correct(oslo.id, Correction(object="Lima"), at=day(20))
    assert made.superseded == (oslo.id,)
    assert lives_in(memory) == ["Rome"]
    assert [lives_in(memory, day(at)) for at in (2, 20, 39)] == [["Oslo"], ["Lima"], ["Lima"]]
    memory.forget(episode=rome.episode)
    assert lives_in(memory) == ["Lima"]
    memory.forget(episode=made.episode)
    assert lives_in(memory) == ["Oslo"]


@pytest.mark.parametrize("given", [{"subject": "Ben"}, {"relation": "works in"}])
def test_what_is_put_right_of_another_kind_ends_when_the_old_one_did(memory, given):
    oslo = fact_of(memory)
    memory.remember("Anna lives in Rome.", at=day(40))
    made = memory.correct(oslo.id, Correction(**given), at=day(20))
    new = next(one for one in memory.browse("facts", past=True).items if one.id == made.item)
    assert (new.valid_from, new.valid_to) == (day(20), day(40))


@pytest.mark.parametrize("at", [0, 40, None], ids=["before", "over", "now"])
def test_what_does_not_hold_then_cannot_be_put_right(memory, at):
    oslo = fact_of(memory)
    memory.remember("Anna lives in Rome.", at=day(40))
    when = None if at is None else day(at)
    with pytest.raises(UsageError, match="from 2024-01-02 until 2024-02-10"):
        memory.correct(oslo.id, Correction(object="Lima"), at=when)
    memory.retire(oslo.id)
    with pytest.raises(UsageError, match="restore it first"):
        memory.correct(oslo.id, Correction(object="Lima"), at=day(20))


def test_a_told_end_stays_that_of_what_is_right():
    with opened() as memory:
        memory.remember("Anna lived in Oslo from 2020 to 2022.", at=day(1))
        (oslo,) = memory.history("Anna")
        made = memory.correct(oslo.id, Correction(object="Rome"), at=oslo.valid_from)
        rome = next(one for one in memory.history("Anna") if one.id == made.item)
        assert (rome.valid_to, rome.told[1]) == (oslo.valid_to, oslo.told[1])
        assert memory.facts("Anna") == []
        assert memory.check() == []


def test_what_is_put_right_may_be_known_already(memory):
    """Nobody had said that the two exclude each other."""
    (anna,) = (one for one in memory.browse("entities").items if one.name == "Anna")
    rome = NewNode(kind=Kind.ENTITY, text="Rome")
    lives = NewEdge(kind=Kind.FACT, source=anna.id, target=rome, relation="lives in")
    memory.write([rome], [replace(lives, valid_from=day(9))])
    oslo = next(one for one in memory.history("Anna") if one.object_name == "Oslo")
    made = memory.correct(oslo.id, Correction(object="Rome"), at=day(50))
    assert made.superseded == (oslo.id,)
    assert [lives_in(memory, day(at)) for at in (2, 20, 60)] == [["Oslo"], ["Rome"], ["Rome"]]


def test_a_plan_is_put_right_as_a_plan():
    plan = {"subject": "Ann", "relation": "is in", "object": "Oslo", "planned_for": "60"}
    with Memory.open(embedder=None, model=ScriptedModel([{"facts": [plan]}])) as memory:
        memory.remember("Ann is going to Oslo.", at=1)
        (oslo,) = memory.history("Ann")
        memory.correct(oslo.id, Correction(object="Rome"), at=1)
        (rome,) = memory.facts("Ann")
        assert (rome.object_name, rome.planned_for, rome.valid_to) == ("Rome", "60", oslo.valid_to)


def test_now_is_the_clocks_or_the_last_step(memory):
    memory.correct(fact_of(memory).id, Correction(object="Rome"))
    assert fact_of(memory).valid_from == day(900)
    with opened() as steps:
        steps.remember("Anna lives in Oslo.", at=3)
        steps.remember("Ben has a cat.", at=7)
        steps.correct(fact_of(steps).id, Correction(object="Rome"))
        assert fact_of(steps).valid_from == 7
        assert steps.check() == []


def test_a_more_trusted_source_is_not_overruled(memory):
    memory.trust.set("mail", 5)
    made = memory.correct(fact_of(memory).id, Correction(object="Rome"), at=day(50))
    assert made.superseded == ()
    assert len(memory.conflicts()) == 1
    memory.trust.confirm(made.item)
    assert lives_in(memory) == ["Rome"]


def test_a_thesis_is_put_right_by_its_text(memory):
    thesis = NewNode(kind=Kind.THESIS, text="The door is red.", valid_from=day(1))
    old = memory.write([thesis]).nodes[0]
    made = memory.correct(old, Correction(text="The door is  blue."), at=day(9))
    shown = [one.text for one in memory.browse("theses").items]
    assert "The door is blue." in shown
    assert "The door is red." not in shown
    past = {one.id: one for one in memory.browse("theses", past=True).items}
    assert (past[old].valid_to, past[old].superseded_by) == (day(9), made.item)


def test_a_thesis_that_is_over_is_put_right_for_its_own_time_only():
    with opened() as memory:
        red, closed = (NewNode(kind=Kind.THESIS, text=text) for text in ("It is red.", "It shut."))
        red, closed = (
            replace(red, valid_from=day(1), valid_to=day(8)),
            replace(closed, valid_from=day(1)),
        )
        ids = memory.write([red, closed]).nodes
        memory.write([NewNode(kind=Kind.THESIS, text="Open.", valid_from=day(8), replaces=ids[1:])])
        for item in ids:
            memory.correct(item, Correction(text=f"Not {item}."), at=day(3))
            with pytest.raises(UsageError, match="a moment at which"):
                memory.correct(item, Correction(text="Never."), at=day(8))
        assert [one.text for one in memory.browse("theses").items] == ["Open."]
        assert len(memory.as_of(day(5)).browse("theses").items) == len(ids)
        assert memory.check() == []


def test_a_correction_that_makes_no_sense_is_refused(memory):
    fact, entity = fact_of(memory), memory.entity("Anna")
    before = memory.revision
    for parts, said in (
        ({}, "what is right"),
        ({"object": " "}, "an empty text"),
        ({"text": "x", "object": "y"}, "got both"),
    ):
        with pytest.raises(UsageError, match=said):
            Correction(**parts)
    for item, given, said in (
        (fact.id, Correction(object="oslo"), "says so already"),
        (fact.id, Correction(text="x"), "subject, relation or object"),
        (entity.id, Correction(text="x"), "a fact or a thesis"),
    ):
        with pytest.raises(UsageError, match=said):
            memory.correct(item, given, at=day(9))
    with pytest.raises(UnknownNameError, match="9999"):
        memory.correct(9999, Correction(text="x"), at=day(9))
    assert memory.revision == before


def test_what_is_retired_is_shown_no_more_and_what_it_ended_holds_again(memory):
    memory.remember("Anna lives in Rome.", at=day(30), source="chat")
    known, rome = memory.revision, fact_of(memory)
    assert rome.object_name == "Rome"
    memory.retire(rome.id)
    assert lives_in(memory) == ["Oslo"]
    assert memory.ask("Where does Anna live?").text == "Oslo"
    assert lives_in(memory, known=known) == ["Rome"]
    assert memory.conflicts() == []
    memory.restore(rome.id)
    assert lives_in(memory) == ["Rome"]
    assert lives_in(memory, day(2)) == ["Oslo"]


def test_a_retired_thesis_comes_back(memory):
    thesis = memory.browse("theses").items[0].id if memory.browse("theses").total else None
    if thesis is None:
        node = NewNode(kind=Kind.THESIS, text="The door is red.", valid_from=day(1))
        thesis = memory.write([node]).nodes[0]
    before = memory.browse("theses").items
    memory.retire(thesis)
    assert thesis not in [one.id for one in memory.browse("theses").items]
    memory.restore(thesis)
    assert [one.id for one in memory.browse("theses").items] == [one.id for one in before]


def test_a_text_that_is_told_again_says_it_again(memory):
    memory.retire(fact_of(memory).id)
    assert lives_in(memory) == []
    memory.remember("Anna lives in Oslo.", at=day(90), source="letter")
    assert lives_in(memory) == ["Oslo"]


def test_what_cannot_be_retired_or_restored_says_so(memory):
    fact = fact_of(memory).id
    with pytest.raises(UsageError, match="a retired item"):
        memory.restore(fact)
    memory.retire(fact)
    with pytest.raises(UsageError, match="is retired already"):
        memory.retire(fact)
    with pytest.raises(UsageError, match="forget takes a whole text away"):
        memory.retire(memory.browse("episodes").items[0].id)
    with pytest.raises(UnknownNameError, match="fact or thesis"):
        memory.retire(9999)
