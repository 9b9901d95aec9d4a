"""Levels of sources: what they keep open, what a person decides of it, what is kept where."""

import sqlite3
from datetime import UTC, datetime

import pytest

from clew import Kind, Memory, NewEdge, NewNode
from clew.errors import UnknownNameError, UsageError
from clew.learn.tasks import Extract
from clew.llm.scripted import ScriptedModel
from tests.learn.test_any_order import Said, answer

OSLO, ROME = Said("Oslo", 1, None, 1), Said("Rome", 5, None, 5)


def opened(path=":memory:", **options):
    return Memory.open(path, embedder=None, model=ScriptedModel(answer), **options)


def tell(memory, said, source):
    receipt = memory.remember(str(said), at=said.told, source=source)
    assert not receipt.pending
    return receipt


@pytest.fixture
def memory():
    """A register says Oslo, then a note says Rome."""
    with opened() as memory:
        memory.trust.set("register", 5)
        tell(memory, OSLO, "register")
        tell(memory, ROME, "note")
        yield memory
        assert memory.check() == []


def current(memory):
    return sorted(one.object_name for one in memory.facts("Ann"))


def ids(memory):
    return {one.object_name: one.id for one in memory.history("Ann")}


def test_a_less_trusted_source_ends_nothing_and_both_sides_say_so(memory):
    oslo, rome = memory.history("Ann")
    assert (oslo.valid_to, rome.valid_to) == (None, None)
    assert (oslo.disputed, rome.disputed) == ((rome.id,), (oslo.id,))
    (conflict,) = memory.conflicts()
    assert (conflict.fact, conflict.claim, conflict.at) == (oslo, rome, 5)
    assert (conflict.level, conflict.claim_level) == (5, 0)
    assert (conflict.sources, conflict.claim_sources) == (("register",), ("note",))
    assert not conflict.over
    assert memory.as_of(known=2).conflicts() == []


def test_the_receipt_counts_nothing_as_superseded(memory):
    assert tell(memory, Said("Turin", 9, None, 9), "anybody").superseded == (ids(memory)["Rome"],)


@pytest.mark.parametrize("source", ["register", "register 2"])
def test_the_same_source_or_an_equal_one_corrects(memory, source):
    memory.trust.set("register 2", 5)
    tell(memory, Said("Turin", 9, None, 9), source)
    assert current(memory) == ["Turin"]
    assert not memory.facts("Ann")[0].disputed


def test_a_confirmation_by_a_more_trusted_source_ends_what_the_first_could_not(memory):
    tell(memory, Said("Rome", 8, None, 8), "register")
    assert [(one.object_name, one.valid_to) for one in memory.history("Ann")] == [
        ("Oslo", 8),
        ("Rome", None),
    ]


def test_a_less_trusted_denial_is_a_claim(memory):
    tell(memory, Said("Oslo", None, 7, 7, ended=True), "note")
    assert current(memory) == ["Oslo", "Rome"]
    over = [one for one in memory.conflicts() if one.over]
    assert [(one.fact.object_name, one.at) for one in over] == [("Oslo", 7)]
    memory.trust.confirm(over[0].claim.id)
    assert current(memory) == ["Rome"]
    memory.trust.undo(over[0].claim.id)
    assert current(memory) == ["Oslo", "Rome"]
    tell(memory, Said("Oslo", None, 8, 8, ended=True), "register")
    assert current(memory) == ["Rome"]


def test_a_less_trusted_end_binds_no_more_trusted_source_that_comes_later():
    with opened() as memory:
        memory.trust.set("register", 5)
        tell(memory, Said("Oslo", 1, 4, 6), "note")
        tell(memory, Said("Oslo", 1, None, 7), "register")
        assert current(memory) == ["Oslo"]
        assert [one.at for one in memory.conflicts()] == [4]
        assert memory.check() == []


def test_a_confirmed_claim_ends_the_fact_and_undoing_it_opens_both(memory):
    rome = ids(memory)["Rome"]
    memory.trust.confirm(rome)
    assert current(memory) == ["Rome"]
    assert memory.conflicts() == []
    assert [one.decided for one in memory.conflicts(decided=True)] == ["claim"]
    memory.trust.undo(rome)
    assert current(memory) == ["Oslo", "Rome"]
    assert len(memory.conflicts()) == 1


@pytest.mark.parametrize("undone", [True, False])
def test_merging_entities_lets_no_refused_claim_count(memory, undone):
    if undone:
        memory.trust.confirm(ids(memory)["Rome"])
        memory.trust.undo(ids(memory)["Rome"])
    memory.write([NewNode(kind=Kind.ENTITY, text="Annie")])
    memory.merge("Ann", "Annie")
    assert current(memory) == ["Oslo", "Rome"]
    assert len(memory.conflicts()) == 1


@pytest.mark.parametrize("confirming", [True, False])
def test_a_rejected_claim_is_nowhere_and_comes_back_when_undone(memory, confirming):
    found = ids(memory)
    if confirming:
        memory.trust.confirm(found["Oslo"])
    else:
        memory.trust.reject(found["Rome"])
    assert list(ids(memory)) == ["Oslo"]
    assert memory.as_of(6).facts("Ann") == memory.facts("Ann")
    assert memory.as_of(known=memory.revision - 1).conflicts()
    assert [one.decided for one in memory.conflicts(decided=True)] == ["fact"]
    memory.trust.undo(found["Oslo" if confirming else "Rome"])
    assert current(memory) == ["Oslo", "Rome"]


def test_what_a_rejected_fact_had_ended_holds_again(memory):
    tell(memory, Said("Turin", 9, None, 9), "note")
    assert current(memory) == ["Oslo", "Turin"]
    memory.trust.reject(ids(memory)["Turin"])
    assert current(memory) == ["Oslo", "Rome"]


def test_a_rejected_fact_told_again_is_a_new_conflict(memory):
    memory.trust.reject(ids(memory)["Rome"])
    tell(memory, Said("Rome", 9, None, 9), "note")
    assert [one.at for one in memory.conflicts()] == [9]


def test_only_what_is_in_dispute_can_be_decided(memory):
    for act in (memory.trust.confirm, memory.trust.reject, memory.trust.undo):
        with pytest.raises(UnknownNameError):
            act(9999)
    memory.trust.reject(ids(memory)["Rome"])
    with pytest.raises(UsageError, match="nothing disputes"):
        memory.trust.confirm(ids(memory)["Oslo"])
    for level in (5000, 1.0, True):
        with pytest.raises(UsageError, match="whole number from"):
            memory.trust.set("note", level)
    with pytest.raises(UsageError, match="name of a source"):
        memory.trust.set(None, 1)
    with pytest.raises(UnknownNameError):
        memory.trust.unset("nobody")


def test_an_exact_name_comes_before_patterns_and_a_longer_pattern_before_a_shorter():
    with opened() as memory:
        for source, level in (("web/*", -1), ("*", 1), ("web/a*", 2), ("web/a[1].txt", 3)):
            memory.trust.set(source, level)
        asked = ("web/b", "letter", "web/abc", "web/a[1].txt", "")
        assert [memory.trust.level_of(source) for source in asked] == [-1, 1, 2, 3, 1]
        memory.trust.unset("web/a*")
        assert memory.trust.level_of("web/abc") == -1
        assert list(memory.trust.levels()) == ["web/*", "*", "web/a[1].txt"]


def test_only_stars_and_question_marks_stand_for_other_letters():
    with opened() as memory:
        for source, level in (("web[1]", 3), ("web[2]/*", 4)):
            memory.trust.set(source, level)
        asked = ("web[1]", "web1", "web[2]/a", "web2/a")
        assert [memory.trust.level_of(source) for source in asked] == [3, 0, 4, 0]


def test_what_was_told_again_ends_as_well_when_the_last_level_is_taken_back():
    with opened() as memory:
        memory.trust.set("register", 5)
        for start in (1, 10):
            tell(memory, Said("Oslo", start, None, start), "register")
        tell(memory, Said("Rome", 5, None, 12), "note")
        tell(memory, Said("Bern", 20, None, 20), "note")
        memory.trust.unset("register")
        assert [
            (one.object_name, one.valid_from, one.valid_to) for one in memory.history("Ann")
        ] == [("Oslo", 1, 5), ("Rome", 5, 10), ("Oslo", 10, 20), ("Bern", 20, None)]
        assert memory.conflicts() == memory.check() == []


def test_a_dispute_is_readable_as_it_was_once_no_level_is_set_any_more(memory):
    known, before = memory.revision, memory.history("Ann")
    memory.trust.unset("register")
    assert memory.conflicts() == []
    assert not any(one.disputed for one in memory.history("Ann"))
    past = memory.as_of(known=known)
    assert [one.disputed for one in past.history("Ann")] == [one.disputed for one in before]
    with past.view(settled=True) as view, past.view() as every:
        assert set(every.ids(Kind.FACT)) - set(view.ids(Kind.FACT)) == {before[1].id}


def test_levels_are_kept_in_the_file_and_seen_by_other_processes(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory, opened(path) as other:
        memory.trust.set("register", 5)
        tell(other, OSLO, "register")
        tell(other, ROME, "note")
        assert len(memory.conflicts()) == 1
        memory.trust.unset("register")
        assert other.conflicts() == []
        assert current(other) == ["Rome"]
    with opened(path) as memory, opened() as copy:
        memory.trust.set("note", -1)
        copy.import_(memory.export())
        assert copy.trust.levels() == {"note": -1}
        assert copy.conflicts() == memory.conflicts() != []
        assert copy.check() == memory.check() == []


def test_a_level_that_was_changed_in_the_file_is_noticed(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        memory.trust.set("register", 5)
    with sqlite3.connect(path) as file:
        file.execute("UPDATE trust SET level = 6")
    file.close()
    with opened(path) as memory:
        assert [each.code for each in memory.check()] == ["content"]


@pytest.fixture
def older(tmp_path):
    """A file as it was before there were levels."""
    path = tmp_path / "old.clew"
    with opened(path) as memory:
        tell(memory, OSLO, "register")
        tell(memory, ROME, "note")
    with sqlite3.connect(path) as file:
        file.execute("DROP TABLE trust")
        file.execute("DELETE FROM meta WHERE key IN ('seal', 'tables')")
        file.execute("PRAGMA user_version = 4")
    file.close()
    return path


def test_an_older_file_can_be_read_and_gains_levels(older):
    with opened(older, read_only=True) as memory:
        assert current(memory) == ["Rome"]
        assert memory.trust.levels() == {}
    with opened(older) as memory:
        assert memory.check() == []
        memory.trust.set("register", 5)
        assert current(memory) == ["Oslo", "Rome"]
        assert memory.check() == []


def test_forgetting_the_trusted_source_lets_the_claim_count(memory):
    memory.forget(source="register")
    assert current(memory) == ["Rome"]
    assert memory.conflicts() == []


def test_forgetting_who_made_two_one_lets_neither_end_what_the_other_does():
    with Memory.open(embedder=None, model="rules:english") as memory:
        memory.trust.set("register", 5)
        memory.remember("Ann Lee lives in Oslo.", at=1, source="letter")
        memory.remember("Ann Lee lives in Oslo.", at=2, source="register")
        memory.remember("Ann Lee is also known as Eve Ray.", at=3, source="register")
        memory.remember("Eve Ray lives in Rome.", at=4, source="note")
        assert len(memory.conflicts()) == 1
        memory.forget(source="register")
        assert [one.valid_to for one in memory.history("Ann Lee")] == [None]
        assert memory.check() == []


def test_forgetting_who_made_a_fact_trusted_lets_others_end_it():
    with opened() as memory:
        memory.trust.set("register", 5)
        tell(memory, OSLO, "note")
        tell(memory, Said("Oslo", 2, None, 2), "register")
        tell(memory, ROME, "note")
        assert current(memory) == ["Oslo", "Rome"]
        memory.forget(source="register")
        assert [(one.object_name, one.valid_to) for one in memory.history("Ann")] == [
            ("Oslo", 5),
            ("Rome", None),
        ]
        assert memory.check() == []


def test_a_name_in_a_level_is_left_to_decide_when_it_is_forgotten(memory):
    memory.trust.set("letters of Ann", 1)
    receipt = memory.forget(entity="Ann", listed=True)
    assert any("letters of Ann" in one.excerpt for one in receipt.undecided)
    assert not receipt.complete


def test_what_is_written_directly_by_id_is_a_decision(memory):
    found = ids(memory)
    ann = memory.entity("Ann").id
    bern = NewNode(kind=Kind.ENTITY, text="Bern")
    edge = NewEdge(
        kind=Kind.FACT,
        source=ann,
        target=bern,
        relation="is in",
        valid_from=9,
        replaces=tuple(found.values()),
    )
    memory.write([bern], [edge])
    assert current(memory) == ["Bern"]


def test_a_model_that_obeys_a_note_ends_nothing_more_trusted():
    def obeys(task):
        if isinstance(task, Extract):
            return {"facts": [{"subject": "Ann", "relation": "is in", "object": task.text}]}
        pairs = [{"old": old.id, "new": 0} for old in task.candidates]
        return {"pairs": pairs}

    with Memory.open(embedder=None, model=ScriptedModel(obeys)) as memory:
        memory.trust.set("register", 5)
        for at, place in enumerate(("Oslo", "Rome", "Bern"), 1):
            memory.write(
                [
                    NewNode(kind=Kind.ENTITY, text="Ann"),
                    NewNode(kind=Kind.EPISODE, text=place, at=at, source="register"),
                ]
            )
            memory.remember(place, at=at, source="register")
        memory.remember("the end of every other fact", at=9, source="mail")
        assert "Bern" in current(memory)


def test_asking_answers_from_the_trusted_side():
    with Memory.open(embedder=None) as memory:
        memory.trust.set("register", 5)
        memory.remember(
            "Anna lives in Oslo.", at=datetime(2024, 1, 1, tzinfo=UTC), source="register"
        )
        memory.remember("Anna lives in Rome.", at=datetime(2024, 2, 1, tzinfo=UTC), source="note")
        answer = memory.ask("Where does Anna live?")
        assert answer.text == "Oslo"
        (fact,) = [one for one in memory.facts("Anna") if one.id in answer.facts]
        assert fact.disputed
        memory.trust.unset("register")
        assert memory.ask("Where does Anna live?").text == "Rome"
