"""Theses end: each is judged by what it states, and a denial by what it denies."""

import itertools
from dataclasses import replace

import pytest

from clew import Correction, Kind, Memory, NewEdge, NewNode
from clew.llm.scripted import ScriptedModel
from tests.learn.readers import other_object, reader


def read(text):
    """Read "lives in Oslo, works at Acme": facts about Ann, marked ones denied or over."""
    facts = []
    for said in text.split(", "):
        *words, place = said.split()
        mark = words[0] if words[0] in {"denied", "ended"} else ""
        relation = " ".join(words[bool(mark) :])
        fact = {"subject": "Ann", "relation": relation, "object": place, "thesis": 0}
        facts.append({**fact, mark: True} if mark else fact)
    return {"facts": facts, "theses": [{"text": text, "entities": ["Ann"]}]}


def opened():
    script = reader(read, lambda old, new: old.relation == new.relation and other_object(old, new))
    return Memory.open(embedder=None, model=ScriptedModel(script))


def learned(*said):
    """Return when each thesis held, told at these steps in this order."""
    with opened() as memory:
        for at, text in said:
            assert not memory.remember(text, at=at).losses
        assert memory.check() == []
        return {text: _when(memory, text) for _, text in said}


def _when(memory, text):
    steps = [at for at in range(1, 12) if text in {one.text for one in _at(memory, at)}]
    return steps[0], (steps[-1] + 1 if steps[-1] < 11 else None)


def _at(memory, at):
    return memory.as_of(at).theses("Ann")


BOTH, ROME, ONLY = "lives in Oslo, works at Acme", "lives in Rome", "works at Bolt"


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ([(1, BOTH), (4, ROME)], {BOTH: (1, 4), ROME: (4, None)}),
        ([(1, BOTH), (4, ROME), (6, ONLY)], {BOTH: (1, 4), ROME: (4, None), ONLY: (6, None)}),
        ([(1, "lives in Oslo"), (4, ROME)], {"lives in Oslo": (1, 4), ROME: (4, None)}),
        (
            [(1, "lives in Oslo"), (4, "moved to Rome, lives in Rome"), (7, "lives in Turin")],
            {
                "lives in Oslo": (1, 4),
                "moved to Rome, lives in Rome": (4, None),  # that she moved there stays true
                "lives in Turin": (7, None),
            },
        ),
        (
            [(1, "works at Acme"), (4, "ended works at Acme")],
            {"works at Acme": (1, 4), "ended works at Acme": (4, None)},
        ),
        (
            [(1, "works at Acme"), (4, "denied works at Acme"), (8, "again works at Acme")],
            {
                "works at Acme": (1, 4),
                "denied works at Acme": (4, None),
                "again works at Acme": (8, None),
            },
        ),
    ],
)
def test_a_thesis_ends_with_the_first_part_of_what_it_states(said, held):
    for order in itertools.permutations(said):
        assert learned(*order) == held


DENIED, BACK = "denied works at Acme", "works at Acme"


@pytest.mark.parametrize(("entities", "left"), [(("Ann", "Oslo"), 0), (("Ann",), 1)])
def test_a_fact_whose_thesis_is_not_told_belongs_to_the_only_one_that_names_its_ends(
    entities, left
):
    def told(text):
        facts = [{"subject": "Ann", "relation": "lives in", "object": text}]
        theses = [{"text": f"Ann lives in {text}.", "entities": entities}, {"text": "Ann sings."}]
        return {"facts": facts, "theses": theses if text == "Oslo" else []}

    with Memory.open(embedder=None, model=ScriptedModel(reader(told, other_object))) as memory:
        for at, text in ((1, "Oslo"), (4, "Rome")):
            assert not memory.remember(text, at=at).losses
        assert len(memory.theses("Ann")) == left
        assert len(memory.as_of(3).theses("Ann")) == 1


@pytest.mark.parametrize("end", ["denied", "ended"])
def test_what_denies_a_fact_ends_when_that_holds_again(end):
    over = f"{end} works at Acme"
    said = [(1, "works at Acme, likes tea"), (4, over), (8, "works at Acme")]
    held = {"works at Acme, likes tea": (1, 4), over: (4, 8), "works at Acme": (8, None)}
    for order in itertools.permutations(said):
        assert learned(*order) == held


def test_a_denial_closes_what_it_denies_in_any_order_and_tells_of_no_past():
    for order in itertools.permutations([(1, BACK), (4, DENIED)]):
        with opened() as memory:
            for at, text in order:
                memory.remember(text, at=at, source=text)
            assert [(one.valid_from, one.valid_to) for one in memory.history("Ann")] == [(1, 4)]
            memory.forget(source=DENIED)
            assert [(one.valid_from, one.valid_to) for one in memory.history("Ann")] == [(1, None)]
    with opened() as memory:
        memory.remember(DENIED, at=4)
        assert memory.history("Ann") == []


def test_forgetting_what_ended_one_part_leaves_the_end_of_the_other():
    with opened() as memory:
        memory.remember(BOTH, at=1)
        moved = memory.remember(ROME, at=4).episode
        memory.remember("ended works at Acme", at=6)
        assert _when(memory, BOTH) == (1, 4)
        memory.forget(episode=moved)
        assert _when(memory, BOTH) == (1, 6)
        assert memory.check() == []


def test_a_thesis_ends_with_its_fact_also_when_that_is_replaced_directly():
    with opened() as memory:
        memory.remember("lives in Oslo", at=1)
        (fact,) = memory.facts("Ann")
        rome = NewNode(kind=Kind.ENTITY, text="Rome")
        move = NewEdge(
            kind=Kind.FACT,
            source=fact.subject,
            target=rome,
            relation="lives in",
            valid_from=5,
            replaces=(fact.id,),
        )
        memory.write(nodes=[rome], edges=[move])
        assert _when(memory, "lives in Oslo") == (1, 5)
        assert memory.check() == []


def being(text):
    """Read "Oslo 3": Ann is in Oslo since 3."""
    place, start = text.split()
    fact = {"subject": "Ann", "relation": "is in", "object": place, "valid_from": start}
    return {"facts": [fact | {"thesis": 0}], "theses": [{"text": text, "entities": ["Ann"]}]}


def test_what_was_over_when_its_text_told_it_never_held_and_no_level_opens_it():
    """At 5 it is told that Ann is in Oslo since 1; at 9, that it was Rome since 3."""
    for order in itertools.permutations([(5, "Oslo 1"), (7, "Rome 7"), (9, "Rome 3")]):
        script = ScriptedModel(reader(being, other_object))
        with Memory.open(embedder=None, model=script) as memory:
            for at, text in order:
                memory.remember(text, at=at)
            for _ in range(2):
                assert sorted(one.text for one in memory.theses("Ann")) == ["Rome 3", "Rome 7"]
                assert [one.text for one in _at(memory, 6)] == []
                memory.trust.set("anybody", 1)


def test_a_thesis_of_what_begins_later_ends_with_that_and_no_level_ends_it_before():
    """Rome is told for 52 on before it is told of 4, and Oslo in between."""
    said = [(8, "Rome 52"), (4, "Rome 4"), (3, "Oslo 23"), (5, "Oslo 5")]

    with Memory.open(embedder=None, model=ScriptedModel(reader(being, other_object))) as memory:
        for at, text in said:
            memory.remember(text, at=at)
        for _ in range(2):
            assert "Rome 52" in {one.text for one in _at(memory, 60)}
            memory.trust.set("anybody", 1)


@pytest.mark.parametrize(
    "said",
    [
        [(1, BACK), (4, DENIED)],
        [(1, BACK), (2, "again works at Acme"), (4, DENIED)],
        [(4, "ended works at Acme"), (5, ONLY), (6, DENIED)],
    ],
)
def test_of_a_denial_alone_nothing_is_left_in_the_history(said):
    with opened() as memory:
        for at, text in said:
            memory.remember(text, at=at, source=text)
        for _, text in said:
            if text not in {DENIED, ONLY}:
                memory.forget(source=text)
        assert [one for one in memory.history("Ann") if one.object_name == "Acme"] == []
        assert memory.check() == []


def test_a_denial_before_an_end_tells_of_no_past_in_any_order():
    for order in itertools.permutations([(1, DENIED), (5, BACK), (10, "ended works at Acme")]):
        with opened() as memory:
            for at, text in order:
                memory.remember(text, at=at)
            assert [(one.valid_from, one.valid_to) for one in memory.history("Ann")] == [(5, 10)]


@pytest.mark.parametrize("how", ["written", "corrected", "told"])
def test_a_denial_is_over_when_what_it_denies_holds_again_by_whatever_says_so(how):
    denial = "ended works at Acme"
    with opened() as memory:
        memory.remember(denial, at=1)
        if how == "told":
            memory.remember("works at Acme", at=5)
        elif how == "written":
            ann, acme = (NewNode(kind=Kind.ENTITY, text=name) for name in ("Ann", "Acme"))
            fact = NewEdge(kind=Kind.FACT, source=ann, target=acme, relation="works at")
            memory.write([ann, acme], [replace(fact, valid_from=5)])
        else:
            memory.remember("works at Bolt", at=2)
            (bolt,) = memory.facts("Ann")
            memory.correct(bolt.id, Correction(object="Acme"), at=5)
        assert _when(memory, denial) == (1, 5)
        assert memory.check() == []
