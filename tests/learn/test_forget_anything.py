"""Whatever was learned, written and decided, forgetting leaves a sound memory."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Kind, Memory, NewEdge, NewNode
from clew.bench.random_world import RandomVectors
from clew.errors import ClewError, ModelError
from clew.llm.scripted import ScriptedModel
from tests.learn.readers import other_object, reader

PEOPLE, PLACES = ("Ann", "Ann Lee", "Ben"), ("Oslo", "Rome", "Turin")
STEPS = (*("text",) * 3, "write", *("forget",) * 2, "merge", "split", "decide", "source")


def read(text):
    """Read "WHO|PLACE|START|END|ENDED"; "-" says nothing."""
    who, place, start, end, ended = text.split("|")
    fact = {"subject": who, "relation": "is in", "object": place, "ended": ended == "1"}
    times = {"valid_from": start, "valid_to": end}
    return {
        "facts": [fact | {key: told for key, told in times.items() if told != "-"}],
        "theses": [{"text": text, "entities": [who, place]}],
        "people": [{"name": who}],
    }


def text(memory, chance, texts):
    start = chance.choice(("-", "unknown", str(chance.randrange(50))))
    end = chance.choice(("-", "-", str(50 + chance.randrange(20))))
    told = (chance.choice(PEOPLE), chance.choice(PLACES), start, end, chance.choice("0001"))
    source = chance.choice(("low", "note", f"source {len(texts)}"))
    receipt = memory.remember("|".join(told), at=chance.randrange(60), source=source)
    texts.append(receipt.episode)


def write(memory, chance, texts):
    who, place = (NewNode(kind=Kind.ENTITY, text=chance.choice(of)) for of in (PEOPLE, PLACES))
    with memory.view() as view:
        facts = view.items(view.ids(Kind.FACT))
    known = [one for one in facts if one.subject_name == who.text]
    memory.write(
        nodes=[who, place],
        edges=[
            NewEdge(
                kind=Kind.FACT,
                source=who,
                target=place,
                relation="is in",
                valid_from=chance.choice((None, chance.randrange(60))),
                replaces=tuple(one.id for one in known[:1]),
            )
        ],
    )


def decide(memory, chance, texts):
    for one in memory.conflicts()[:1]:
        decision = chance.choice((memory.trust.confirm, memory.trust.reject))
        decision(chance.choice((one.fact.id, one.claim.id)))


def merge(memory, chance, texts):
    memory.merge(*chance.sample(PEOPLE, 2))


def split(memory, chance, texts):
    memory.split(chance.choice(PEOPLE))


def act(memory, kind, chance, texts):
    if kind == "forget" and texts:
        memory.forget(episode=texts.pop(chance.randrange(len(texts))))
    elif kind == "source":
        memory.forget(source="low")
        texts.clear()
    elif kind in DOES:
        DOES[kind](memory, chance, texts)


DOES = {"text": text, "write": write, "decide": decide, "merge": merge, "split": split}


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_forgetting_anything_leaves_a_sound_memory(chance):
    model = ScriptedModel(reader(read, other_object))
    with Memory.open(embedder=None, model=model) as memory:
        memory.trust.set("low", -5)
        texts: list[int] = []
        for _ in range(14):
            try:
                act(memory, chance.choice(STEPS), chance, texts)
            except ClewError:  # nobody of that name, merged already, nothing in dispute
                continue
            assert memory.check() == []
        for episode in texts:
            memory.forget(episode=episode)
        assert memory.check() == []


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_direct_fact_and_a_text_that_begin_at_once_are_both_later(order):
    """A start without a teller is compared with one that has one."""
    with Memory.open(embedder=None, model=ScriptedModel(reader(read, other_object))) as memory:
        ann, oslo = (NewNode(kind=Kind.ENTITY, text=name) for name in ("Ann", "Oslo"))
        fact = NewEdge(kind=Kind.FACT, source=ann, target=oslo, relation="is in", valid_from=5)
        steps = (
            lambda: memory.write(nodes=[ann, oslo], edges=[fact]),
            lambda: memory.remember("Ann|Oslo|5|-|0", at=6),
        )
        for place in order:
            steps[place]()
        memory.remember("Ann|Rome|3|-|0", at=7)
        rows = {(one.object_name, one.valid_from, one.valid_to) for one in memory.history("Ann")}
        assert rows == {("Rome", 3, 5), ("Oslo", 5, None)}


@pytest.mark.parametrize("error", [ValueError, ModelError])
def test_a_model_that_fails_keeps_nothing_from_being_forgotten_or_merged(error):
    failing: list[bool] = []

    def script(task):
        if failing:
            raise error("no reply")
        return reader(read, other_object)(task)

    with Memory.open(embedder=None, model=ScriptedModel(script)) as memory:
        texts = ["Ann|Oslo|1|-|0", "Ann|Rome|2|-|0", "Ann|Turin|3|-|0", "Ben|Rome|4|-|0"]
        told = [memory.remember(text, at=number) for number, text in enumerate(texts, 1)]
        failing.append(True)
        memory.forget(episode=told[1].episode)
        rows = [(one.object_name, one.valid_from, one.valid_to) for one in memory.history("Ann")]
        assert rows == [("Oslo", 1, 3), ("Turin", 3, None)]
        memory.merge("Ann", "Ben")
        memory.split("Ben")
        assert memory.check() == []


@pytest.mark.parametrize("error", [ValueError, ModelError])
def test_an_embedder_that_fails_keeps_nothing_from_being_forgotten(error):
    """What is left of a fact is its other wording, which has no vector yet."""
    failing: list[bool] = []

    class Failing(RandomVectors):
        def embed(self, texts, *, kind):
            if failing:
                raise error("no reply")
            return super().embed(texts, kind=kind)

    def wording(text):
        fact = {"subject": "Ann", "relation": text, "object": "Oslo"}
        return {"facts": [fact]}

    model = ScriptedModel(reader(wording, same=lambda old, new: old.object == new.object))
    with Memory.open(embedder=Failing(8), model=model) as memory:
        first = memory.remember("lives in", at=1)
        memory.remember("resides in", at=2)
        failing.append(True)
        memory.forget(episode=first.episode)
        assert [one.text for one in memory.facts("Ann")] == ["Ann resides in Oslo"]
        assert [one.code for one in memory.check()] == ["vector-missing"]
