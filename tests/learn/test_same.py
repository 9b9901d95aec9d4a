"""One thing told in other words: confirmed, both wordings kept, whatever comes first or goes."""

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import AsOf, Kind, Memory
from clew.embed.hashing import Hashing
from clew.errors import UnknownNameError
from clew.learn.tasks import Revise
from clew.llm.reply.replies import read_reply
from clew.llm.scripted import ScriptedModel
from tests.learn.readers import other_object, reader
from tests.learn.test_any_order import Said, drawn, timeline

WAYS = ("is in", "stays in", "can be found in")


def read(text):
    """Read lines "SUBJECT | RELATION | OBJECT | START | END | ENDED"."""
    return {"facts": [fact_of(line) for line in text.splitlines()]}


def fact_of(line):
    subject, relation, target, start, end, ended = (line + " | None | None | False").split(" | ")[
        :6
    ]
    return {
        "subject": subject,
        "relation": relation,
        "object": target,
        "valid_from": None if start == "None" else start,
        "valid_to": None if end == "None" else end,
        "ended": ended == "True",
    }


def before(old, new):
    """Of one text, only what it says earlier counts as old."""
    return -old.id - 1 < new.number


def excludes(old, new):
    return other_object(old, new) and before(old, new)


def same(old, new):
    return old.object == new.object and old.relation != new.relation and before(old, new)


answer = reader(read, excludes, same)


def opened(reply=answer, path=":memory:", embedder=None):
    return Memory.open(path, embedder=embedder, model=ScriptedModel(reply))


def facts(memory):
    with memory.view() as view:
        return view.items(view.ids(Kind.FACT))


def said(memory):
    return [(one.text, one.wordings) for one in facts(memory)]


WORKS, EMPLOYED = "Ann | works at | Arken", "Ann | is employed by | Arken"


def test_a_rewording_confirms_the_stored_fact_and_keeps_both_wordings():
    with opened() as memory:
        first = memory.remember(WORKS, at=1, source="a")
        second = memory.remember(EMPLOYED, at=5, source="b")
        (fact,) = facts(memory)
        assert (second.new, second.confirmed) == ((), (fact.id,))
        assert (fact.relation, fact.wordings) == ("works at", ("is employed by",))
        assert fact.episodes == (first.episode, second.episode)
        assert (fact.valid_from, fact.valid_to) == (1, None)
        found = memory.recall("Who is employed by Arken?", kinds=[Kind.FACT])
        assert [one.item.id for one in found] == [fact.id]
        with memory.view(AsOf(known=fact.known_from)) as before:
            assert before.items([fact.id])[0].wordings == ()


def test_a_known_wording_is_not_asked_about_again():
    model = ScriptedModel(answer)
    with Memory.open(embedder=None, model=model) as memory:
        for at, text in enumerate((WORKS, EMPLOYED, EMPLOYED, WORKS), start=1):
            memory.remember(text, at=at)
        assert len([task for task in model.asked if isinstance(task, Revise)]) == 1
        assert said(memory) == [("Ann works at Arken", ("is employed by",))]


def test_two_wordings_in_one_text_are_one_fact():
    with opened() as memory:
        memory.remember("Ann | is in | Oslo", at=1)  # of a text alone nobody is asked
        receipt = memory.remember(f"{EMPLOYED}\n{WORKS}", at=2)
        assert len(receipt.new) == 1
        assert not receipt.losses
        assert said(memory) == [("Ann is employed by Arken", ("works at",))]


def test_an_end_in_other_words_ends_the_fact():
    for texts in ((WORKS, EMPLOYED), (EMPLOYED, WORKS)):
        with opened() as memory:
            memory.remember(texts[0], at=1)
            memory.remember(f"{texts[1]} | None | 9 | True", at=9)
            (fact,) = memory.history("Ann")
            assert (fact.valid_from, fact.valid_to) == (1, 9)


def test_forgetting_leaves_each_wording_to_those_who_told_it(tmp_path):
    path = tmp_path / "same.clew"
    with opened(path=path, embedder=Hashing(16)) as memory:
        first = memory.remember(WORKS, at=1)
        second = memory.remember(EMPLOYED, at=5)
        memory.remember("Ann | has a post at | Arken", at=7)
        memory.forget(episode=first.episode)
        assert said(memory) == [("Ann is employed by Arken", ("has a post at",))]
        (fact,) = facts(memory)
        assert fact.valid_from == 5
        found = memory.recall("employed", kinds=[Kind.FACT], retriever="keyword")
        assert [one.item.id for one in found] == [fact.id]
        assert not memory.check()
        memory.remember(EMPLOYED, at=8)  # it is known by its new words
        assert len(facts(memory)) == 1
        memory.forget(episode=second.episode)
        assert said(memory) == [("Ann is employed by Arken", ("has a post at",))]
    assert b"works" not in path.read_bytes()


def test_a_wording_that_names_somebody_goes_with_them():
    with opened() as memory:
        memory.remember(WORKS, at=1)
        memory.remember("Ann | is the aide of Quist at | Arken", at=2)
        memory.remember("Quist | is in | Oslo", at=3)
        memory.forget(entity="Quist")
        assert said(memory) == [("Ann works at Arken", ())]


def test_a_rewording_counts_as_a_source_for_trust():
    with opened() as memory:
        memory.trust.set("register", 5)
        memory.remember("Ann | lives in | Oslo", at=1, source="note")
        memory.remember("Ann | has a home in | Oslo", at=2, source="register")
        memory.remember("Ann | lives in | Rome", at=3, source="note")
        oslo, rome = facts(memory)
        assert (oslo.object_name, oslo.valid_to, oslo.disputed) == ("Oslo", None, (rome.id,))


def test_merged_names_are_told_in_other_words_and_split_again():
    """Each keeps what was told under its own name, so that a split parts it."""
    with opened(reader(read, lambda old, new: False, same)) as memory:
        memory.remember(WORKS, at=1)
        memory.remember("Nan | is in | Oslo", at=2)
        memory.merge("Ann", "Nan")
        memory.remember("Nan | is employed by | Arken", at=3)
        nan = ("Nan works at Arken", ("is employed by",))
        assert {("Ann works at Arken", ()), nan} <= {*said(memory)}
        memory.split("Nan")
        assert [one.text for one in memory.history("Nan")] == ["Nan is in Oslo", nan[0]]
        memory.merge("Ann", "Nan")
        assert nan in said(memory)
        assert not memory.check()


@pytest.mark.parametrize(
    ("same", "losses"),
    [
        ([(99, 0)], 1),
        ([(-7, 0)], 1),
        ([("works", 0), ("works", 0)], 1),
        ([("oslo", 0)], 1),
        ([("works", 7)], 1),
        ([("works", 0)], 0),
    ],
)
def test_what_is_wrong_in_a_reply_is_a_loss(same, losses):
    def reply(task):
        if not isinstance(task, Revise):
            return answer(task)
        ids = {"works": 0, "oslo": 0} | {
            "works" if one.object == "Arken" else "oslo": one.id
            for one in task.candidates
            if one.id > 0
        }
        return {"same": [[ids.get(old, old), new] for old, new in same] if ids["oslo"] else []}

    with opened(reply) as memory:
        memory.remember(WORKS, at=1)
        memory.remember("Ann | is in | Oslo", at=2)
        receipt = memory.remember(EMPLOYED, at=3)
        assert len(receipt.losses) == losses
        kept = ("works", 0) not in same
        assert len(facts(memory)) == 2 + kept


def test_a_pair_that_is_said_to_exclude_and_to_be_the_same_is_neither():
    def reply(task):
        if not isinstance(task, Revise):
            return answer(task)
        pairs = [[one.id, 0] for one in task.candidates if one.id > 0]
        return {"pairs": pairs, "same": pairs}

    with opened(reply) as memory:
        memory.remember(WORKS, at=1)
        receipt = memory.remember(EMPLOYED, at=3)
        assert [one.reason for one in receipt.losses] == [
            "statements said to exclude each other and to be the same"
        ]
        assert [one.valid_to for one in facts(memory)] == [None, None]


@pytest.mark.parametrize(
    ("reply", "same"),
    [
        ({"pairs": [[12, 0]]}, []),
        ([[12, 0]], []),
        ({"pairs": [], "same": ["12 -> 0"]}, [(12, 0)]),
        ({"same": {"old": 12, "new": 0}}, [(12, 0)]),
        ({"replacements": [], "same_as": {"12": 0}}, [(12, 0)]),
        ({"pairs": [], "same": None}, []),
    ],
)
def test_replies_of_the_old_shape_and_of_others_are_read(reply, same):
    found = read_reply(Revise((), ()), reply)
    assert found.value is not None
    assert [(one.old, one.new) for one in found.value.same] == same


@dataclass(frozen=True)
class Worded:
    """What one text says, and in which of the ways."""

    said: Said
    way: str

    def __str__(self):
        one = self.said
        start = "unknown" if one.start is None else one.start
        return f"Ann | {self.way} | {one.place} | {start} | {one.end} | {one.ended}"


def worded(chance, places):
    return [Worded(one, chance.choice(WAYS)) for one in drawn(chance, places)]


def shown(memory):
    rows = [(one.object_name, one.valid_from, one.valid_to) for one in memory.history("Ann")]
    return sorted((row for row in rows if row[1] is None or row[1] != row[2]), key=str)


def learned(told, forgotten=()):
    """Return the time line and the wordings after these texts, without those forgotten."""
    with opened() as memory:
        receipts = {one: memory.remember(str(one), at=one.said.told) for one in told}
        for receipt in receipts.values():
            assert not receipt.pending
            assert not receipt.losses
        for one in forgotten:
            memory.forget(episode=receipts[one].episode)
        assert not memory.check()
        try:
            return shown(memory), ways(memory)
        except UnknownNameError:  # all is forgotten
            return [], {}


def ways(memory):
    """Return the ways in which each place is told, whichever of them leads."""
    found: dict[str, set[str]] = {}
    for one in memory.history("Ann"):
        found.setdefault(one.object_name, set()).update((one.relation, *one.wordings))
    return found


def ways_of(told):
    found: dict[str, set[str]] = {}
    for one in told:
        found.setdefault(one.said.place, set()).add(one.way)
    return found


@pytest.mark.parametrize(
    "told",
    [
        pytest.param(
            [
                Worded(Said("Rome", 11, None, 12, False), "is in"),
                Worded(Said("Oslo", 17, None, 18, False), "stays in"),
                Worded(Said("Oslo", 10, 16, 16, False), "is in"),
                Worded(Said("Oslo", 13, 14, 14, False), "is in"),
                Worded(Said("Oslo", 15, None, 19, False), "is in"),
                Worded(Said("Rome", 22, None, 23, False), "is in"),
            ],
            id="the newest facts in other words came late and are over",
        ),
        pytest.param(
            [
                Worded(Said("Rome", 13, None, 15, False), "is in"),
                Worded(Said("Oslo", None, 14, 14, True), "is in"),
                Worded(Said("Rome", None, 12, 12, True), "is in"),
                Worded(Said("Oslo", None, 64, 4, False), "stays in"),
            ],
            id="the newest facts in other words are only told to be over",
        ),
    ],
)
def test_what_a_statement_in_other_words_excludes_is_found_among_much_else(told):
    assert learned(told) == (timeline([one.said for one in told]), ways_of(told))


@settings(deadline=None, max_examples=50)
@given(st.randoms(use_true_random=False))
def test_one_thing_in_many_words_has_one_time_line_in_any_order(chance):
    told = worded(chance, ("Oslo",))
    line = timeline([one.said for one in told])
    assert learned(told) == (line, ways_of(told))


@settings(deadline=None, max_examples=50)
@given(st.randoms(use_true_random=False))
def test_things_that_exclude_each_other_have_one_time_line_in_any_words_and_order(chance):
    told = worded(chance, ("Oslo", "Rome"))
    assert learned(told) == (timeline([one.said for one in told]), ways_of(told))


@settings(deadline=None, max_examples=30)
@given(st.randoms(use_true_random=False))
def test_forgetting_leaves_the_time_line_and_the_words_of_what_is_left(chance):
    """Each wording goes with those who told it, and the time line is that of what is left."""
    told = [*{one.said: one for one in worded(chance, ("Oslo", "Rome"))}.values()]
    gone = [one for one in told if chance.random() < 0.4]
    left = [one for one in told if one not in gone]
    assert learned(told, gone) == (timeline([one.said for one in left]), ways_of(left))
