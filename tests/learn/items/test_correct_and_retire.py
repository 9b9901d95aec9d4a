"""One statement: put right, taken out and back again; what it had ended, and what ended it."""

import pytest

from clew import Correction, Kind, NewNode
from clew.errors import UnknownNameError, UsageError
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
