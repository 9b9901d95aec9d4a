"""Recall, ask, lists and prompt blocks of one part of a memory: nothing else is read."""

from datetime import UTC, datetime

import pytest

from clew import Asking, AsOf, Filter, Kind, Memory, NewNode
from clew.errors import AxisError
from tests.store.memories import day, opened

MAIL, CHAT = Filter(sources=("mail/*",)), Filter(sources=("chat",))


@pytest.fixture
def memory():
    with opened() as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail/1", metadata={"n": 1})
        memory.remember("Ben lives in Lima.", at=day(2), source="mail/2", metadata={"n": 2})
        memory.remember("Anna moved to Rome.", at=day(40), source="chat", metadata={"n": 3})
        yield memory
        assert memory.check() == []


def texts(memory, where, **more):
    return {each.item.text for each in memory.recall("Where does Anna live?", where=where, **more)}


def test_nothing_from_outside_the_filter_is_recalled(memory):
    assert texts(memory, MAIL) == {
        "Anna lives in Oslo.", "Ben lives in Lima.", "Ben lives in Lima",
    }  # fmt: skip
    assert not any("Oslo" in text for text in texts(memory, CHAT))
    assert texts(memory, Filter(sources=("nowhere",))) == set()


@pytest.mark.parametrize(
    ("where", "answer"),
    [
        (Filter(), "Rome"),
        (CHAT, "Rome"),
        (Filter(since=day(30)), "Rome"),
        (Filter(until=day(40)), None),
        (MAIL, None),
        (Filter(metadata={"n": {"$gte": 3}}), "Rome"),
        (Filter(metadata={"n": 2}), None),
        (Filter(kinds=(Kind.FACT,)), "Rome"),
    ],
)
def test_an_answer_is_from_the_texts_that_fit(memory, where, answer):
    assert memory.ask("Where does Anna live?", Asking(where=where)).text == answer


def test_the_filter_comes_before_the_best_are_chosen():
    with opened() as memory:
        for number in range(120):
            memory.remember("Anna lives in Oslo.", at=day(number), source=f"many/{number}")
        memory.remember("Anna has a cat.", at=day(1), source="one")
        found = memory.recall("Where does Anna live?", k=3, where=Filter(sources=("one",)))
        assert {each.item.text for each in found} == {"Anna has a cat.", "Anna has cat"}


def test_kinds_are_what_is_returned_not_what_is_read(memory):
    found = memory.recall("Anna", where=Filter(kinds=(Kind.FACT,), sources=("chat",)))
    assert found
    assert {each.why.kind for each in found} == {Kind.FACT}
    assert all(each.why.episodes for each in found)
    answer = memory.ask("Where does Ben live?", Asking(where=Filter(kinds=(Kind.EPISODE,))))
    assert not answer.facts


def test_a_fact_told_twice_cites_the_texts_that_fit(memory):
    memory.remember("Ben lives in Lima.", at=day(3), source="chat")
    (fact,) = [one for one in memory.browse("facts", where=CHAT).items if "Ben" in one.text]
    assert [memory.episode(one).source for one in fact.episodes] == ["chat"]


def test_an_alias_counts_for_the_thing_it_is_merged_into(memory):
    memory.remember("Annie has a cat.", at=day(50), source="note")
    memory.merge("Anna", "Annie")
    (found,) = memory.browse("facts", where=Filter(sources=("note",))).items
    assert found.text == "Annie has cat"
    assert "cat" not in [each.name for each in memory.browse("entities", where=CHAT).items]


def test_one_conversation_is_read_alone(memory):
    talk = [{"role": "user", "name": "Ben", "content": "I live in Turin."}]
    memory.remember_many(talk, at=day(60), source="chat", conversation="c1")
    memory.remember_many(talk, at=day(61), source="chat", conversation="c2")
    one = Filter(conversations=("c1",))
    assert [each.conversation for each in memory.browse("episodes", where=one).items] == ["c1"]
    named = memory.browse("conversations")
    assert [(each.name, each.episodes) for each in named.items] == [("c1", 1), ("c2", 1)]
    assert {each.item.text for each in memory.recall("Anna", where=one)} <= {
        each.item.text for each in memory.recall("Turin", where=one)
    }
    assert memory.browse("episodes", where=Filter(conversations=("c3",))).total == 0


def test_metadata_are_those_of_the_revision_that_is_read(memory):
    before = memory.revision
    memory.patch_metadata(memory.browse("episodes").items[0].id, {"n": 9})
    nine = Filter(metadata={"n": 9})
    assert memory.browse("episodes", where=nine).total == 1
    assert memory.as_of(known=before).browse("episodes", where=nine).total == 0


def test_a_time_of_the_other_axis_is_refused(memory):
    with pytest.raises(AxisError):
        memory.recall("Anna", where=Filter(since=3))


def test_where_nothing_has_a_time_yet_every_range_is_empty():
    with opened() as memory:
        for written in (False, True):
            if written:
                memory.write([NewNode(kind=Kind.ENTITY, text="cup")])
            for where in (Filter(since=3), Filter(until=day(1))):
                assert memory.recall("the cup", where=where) == []
                assert memory.browse("episodes", where=where).total == 0


def test_a_view_of_another_time_keeps_the_filter(memory):
    with memory.view(where=MAIL) as view:
        then = view.at(AsOf(valid=day(5)))
        assert {one.source for one in then.items(then.ids(Kind.EPISODE))} == {"mail/1", "mail/2"}
        assert len(view.timeline(view.find("Anna"))) == 1


def test_what_was_written_directly_has_no_source(memory):
    with Memory.open(embedder=None) as other:
        other.import_(memory.export())
        assert other.browse("facts", where=Filter(since=datetime(1990, 1, 1, tzinfo=UTC))).total
        assert other.browse("facts", where=Filter(sources=("written",))).total == 0


def test_a_block_for_a_prompt_has_citations_and_keeps_its_budget(memory):
    whole = memory.context("Where does Anna live?", budget=400)
    assert whole.left_out == 0
    lines = whole.text.splitlines()
    assert [line.split()[0] for line in lines] == [f"[{n}]" for n in range(1, len(lines) + 1)]
    assert whole.citations[0].sources == ("chat",)
    assert "(chat)" in lines[0]
    small = memory.context("Where does Anna live?", budget=whole.tokens - 1)
    assert small.left_out == 1
    assert small.tokens < whole.tokens
    assert memory.context("Where does Anna live?", budget=0).text == ""
    assert "Rome" not in memory.context("Where does Anna live?", where=MAIL).text
