"""The evidence for language models: the retriever's order, then what fits; nothing fills by id."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.ask.asking import Asking, QALimits
from clew.ask.evidence import DatedView, Passage
from clew.ask.gather import RuleWithEvidence, gather, gather_for, packed, passages_of, retrieved
from clew.ask.inquiry import ask
from clew.ask.tasks import AnswerQuestion, AnswerReply, evidence_line, told_at
from clew.clock import FixedClock
from clew.embed.hashing import Hashing
from clew.graph.times import shown_time
from clew.graph.types import Episode, Fact, Kind
from clew.llm.base import Sampling, rule_of
from clew.llm.budget import Budgeted
from clew.llm.cached import Cached
from clew.llm.retry import Deferred
from clew.llm.routed import Routed
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.llm.wrapper import Metered
from clew.memory import Memory
from clew.recall.base import Limits, Scored
from clew.recall.pack import count_tokens
from clew.recall.query import query_for, read_question
from clew.recall.selection import Selection
from clew.store.keyvalue import StoreKeyValue
from tests.ask.lines import line_reader
from tests.ask.worlds import NOW, day, source, world

QUESTION = "Where did Anna learn to sail?"
HUB = "\n".join(
    [f"Anna | met | person {n}" for n in range(400)]
    + ["Anna | learned to sail on | Lake Como", "Ben | likes | tea"]
)
TALE = [
    ("Anna learned to sail on a lake.", day("2020")),
    ("Ben likes tea.", day("2021")),
    ("Anna learned to sail on Lake Como", day("2022")),
]
VIEW = world(HUB, episodes=TALE)
TOLD_AT_ONCE = world(HUB, episodes=[(text, day("2020")) for text, _ in TALE])


class Found:
    """A retriever that gives the same items, whatever is asked."""

    def __init__(self, items):
        self._items = list(items)

    def retrieve(self, view, query, limits) -> list[Scored]:
        kinds = [Kind.FACT if isinstance(one, Fact) else Kind.EPISODE for one in self._items]
        return [
            Scored(id=one.id, kind=kind, score=1.0 / rank, channel="found", rank=rank)
            for rank, (one, kind) in enumerate(zip(self._items, kinds, strict=True), 1)
        ][: limits.k]


def as_found(items, **how) -> Asking:
    """Return how to ask for the items in their order."""
    return Asking(retriever=Found(items), selection=Selection(reranker=None), **how)


def evidence(view: DatedView = VIEW, text: str = QUESTION, **how) -> AnswerQuestion:
    return gather(view, read_question(text), Asking(**how))


def found_first(view, text=QUESTION, **how):
    """What the retriever finds alone, in its order."""
    asking = Asking(**how)
    query = query_for(view, read_question(text), skip=asking.skip)
    return view.items([hit.id for hit in retrieved(view, query, asking)])


def test_what_the_retriever_found_comes_first_in_its_order():
    found = found_first(VIEW)
    task = evidence(limits=QALimits(facts=60, passages=12, tokens=8000))
    facts = [item for item in found if isinstance(item, Fact)]
    assert list(task.facts[: len(facts)]) == facts
    texts = [item.text for item in found if isinstance(item, Episode)]
    assert [one.text for one in task.passages] == [
        text for text in texts if text != "Anna learned to sail on Lake Como"
    ]
    assert evidence(linked=False).facts == tuple(facts)


@pytest.mark.parametrize("tokens", [60, 200, 1000, 8000])
def test_a_hub_does_not_push_out_what_the_retriever_found(tokens):
    far = Found([*VIEW.episodes(), VIEW.items([VIEW.ids(Kind.FACT)[-1]])[0]])
    limits = QALimits(facts=60, passages=12, tokens=tokens)
    alone, _ = packed(evidence(retriever=far, linked=False, limits=limits), tokens)
    task, out = packed(evidence(retriever=far, limits=limits), tokens)
    assert task.facts[: len(alone.facts)] == alone.facts
    assert task.passages == alone.passages
    assert out == 0
    lines = [*map(evidence_line, task.evidence)]
    assert sum(count_tokens(f"999 | {line}\n") for line in lines) <= tokens


def test_of_a_hub_the_facts_that_fit_come_first_and_those_that_do_not_fill_nothing():
    nothing = Found([])
    few = evidence(retriever=nothing, limits=QALimits(facts=3))
    assert few.facts[0].relation == "learned to sail on"
    unlike = evidence(retriever=nothing, text="Anna?", limits=QALimits(facts=3))
    assert {"Anna"} == {fact.subject_name for fact in unlike.facts}
    aliased = world(HUB, aliases={"Anna": ("Q",)})
    assert evidence(aliased, "Q: price?", retriever=nothing, limits=QALimits(facts=9)).facts == ()
    small = world("Anna | met | Ben\nAnna | met | Cleo", aliases={"Anna": ("Q",)})
    assert len(evidence(small, "Q: price?", retriever=nothing).facts) == 2


def test_what_is_restricted_is_restricted_here_too():
    assert not evidence(skip=frozenset({Kind.EPISODE})).passages
    no_entities = evidence(retriever=Found([]), skip=frozenset({Kind.ENTITY}))
    assert (no_entities.facts, no_entities.passages) == ((), ())


def test_nothing_is_told_twice():
    view = world(
        "Anna | lives in | Oslo\nBen | lives in | Rome",
        episodes=[(text, day("2020")) for text in ("Anna lives in Oslo.", "Hm.", "hm")],
    )
    task = evidence(view, "Where do Anna and Ben live?")
    assert sorted(fact.object_name for fact in task.facts) == ["Oslo", "Rome"]
    assert [one.text for one in evidence(view, "hm?", linked=False).passages] in (["Hm."], ["hm"])
    assert "Anna lives in Oslo." not in {one.text for one in task.passages}


def room_of(lines: Sequence[Fact | Passage]) -> int:
    """Return the tokens that lines take in a prompt, and the times that stand above them."""
    shown = [f"999 | {evidence_line(one, NOW, told=False)}" for one in lines]
    times = {f"told {shown_time(at)}" for one in lines if (at := told_at(one)) is not None}
    return sum(count_tokens(f"{line}\n") for line in (*shown, *times))


@settings(deadline=None)
@given(
    st.sampled_from([VIEW, TOLD_AT_ONCE]),
    st.permutations(range(6)),
    st.integers(0, 6),
    st.integers(0, 6),
    st.none() | st.integers(0, 200) | st.tuples(st.integers(0, 6), st.sampled_from([-1, 0])),
)
def test_any_order_of_finding_is_kept_within_every_limit(view, order, facts, passages, room):
    items = [*view.items(view.ids(Kind.FACT)[:3]), *view.episodes()]
    found = [items[at] for at in order]
    tokens = room
    if isinstance(room, tuple):  # just enough for the first of them, or one token less
        first = [passages_of([one])[0] if isinstance(one, Episode) else one for one in found]
        tokens = max(0, room_of(first[: room[0]]) + room[1])
    limits = QALimits(facts=facts, passages=passages, tokens=tokens, recall=Limits(k=9))
    how = as_found(found, limits=limits)
    task = gather(view, read_question(QUESTION), how)
    told = [one for one in found if isinstance(one, Fact)][:facts]
    texts = passages_of([one for one in found if isinstance(one, Episode)])
    lines: list[Fact | Passage] = [*told, *texts]
    by_id = {one.id: one for one in lines}
    kept: list[Fact | Passage] = []
    for one in (by_id[item.id] for item in found if item.id in by_id):
        full = isinstance(one, Passage) and sum(isinstance(p, Passage) for p in kept) == passages
        if not full and (tokens is None or room_of([*kept, one]) <= tokens):
            kept.append(one)
    facts_kept = [one for one in kept if isinstance(one, Fact)]
    assert list(task.facts[: len(facts_kept)]) == facts_kept
    assert list(task.passages) == [one for one in kept if isinstance(one, Passage)]
    assert len(task.facts) <= facts
    assert len({fact.id for fact in task.facts}) == len(task.facts)
    assert packed(task, tokens) == (task, task.left_out)


def test_facts_and_texts_share_the_room_in_the_order_found():
    fact = VIEW.items(VIEW.ids(Kind.FACT)[:1])[0]
    first, second, *_ = VIEW.episodes()
    for found in ([first, second, fact], [fact, first, second]):
        lines = [one if isinstance(one, Fact) else passages_of([one])[0] for one in found]
        room = sum(count_tokens(f"999 | {evidence_line(one, NOW)}\n") for one in lines[:2])
        how = as_found(found, linked=False, limits=QALimits(tokens=room))
        task = gather(VIEW, read_question(QUESTION), how)
        assert set(task.evidence) == set(lines[:2])
        assert task.left_out == 1


@pytest.mark.parametrize("linked", [True, False])
@pytest.mark.parametrize("first", [Kind.FACT, Kind.EPISODE])
@pytest.mark.parametrize(("tokens", "shown"), [(None, {"Oslo", "Rome"}), (999, {"Rome"})])
def test_under_a_limit_a_fact_that_holds_is_left_out_beside_its_text(linked, first, tokens, shown):
    with Memory.open(model=line_reader(), embedder=None) as memory:
        memory.remember("Anna | likes | Oslo\n(as she said)", at=day("2020"))
        memory.remember("Anna | likes | Rome\n(as she said)", at=day("2021"))
        with memory.view() as view:
            items = [*view.items(view.ids(Kind.FACT)), *view.items(view.ids(Kind.EPISODE)[:1])]
            items.sort(key=lambda one: isinstance(one, Fact) is not (first is Kind.FACT))
            how = as_found(items, linked=linked, limits=QALimits(tokens=tokens))
            task = gather(view, read_question("Anna?"), how)
    assert len(task.passages) == 1
    assert {fact.object_name for fact in task.facts} == shown
    assert task.left_out == 0


def remembered(memory: Memory) -> None:
    """Anna's homes, one after the other, among three hundred acquaintances."""
    homes = [f"Anna | lives in | City{n}" for n in range(3)]
    for n, line in enumerate(homes):
        memory.remember(line, at=NOW - timedelta(days=900 - n))
    for n in range(0, 300, 50):
        met = "\n".join(f"Anna | met | person {m}" for m in range(n, n + 50))
        memory.remember(met, at=NOW - timedelta(days=300 - n / 50))


def test_facts_that_ended_are_compared_by_their_words_though_they_have_no_vector():
    clock = FixedClock(NOW)
    for embedder in (None, Hashing()):
        with Memory.open(model=line_reader("lives in"), embedder=embedder, clock=clock) as memory:
            remembered(memory)
            with memory.view() as view:
                asked = read_question("In which cities has Anna lived?", embedder)
                task = gather(view, asked, Asking(limits=QALimits(facts=60)))
                again = gather(view, asked, Asking(limits=QALimits(facts=60)))
            homes = {fact.object_name for fact in task.facts if fact.relation == "lives in"}
            assert homes == {"City0", "City1", "City2"}
            assert len(task.facts) == 60
            assert task == again


def test_facts_of_merged_entities_are_one_entitys():
    with Memory.open(model=line_reader(), embedder=Hashing(), clock=FixedClock(NOW)) as memory:
        memory.remember("Anna Berg | plays | cello", at=day("2020"))
        memory.remember("Annie | lives in | Oslo", at=day("2021"))
        memory.merge("Anna Berg", "Annie")
        with memory.view() as view:
            for name in ("Anna Berg", "Annie"):
                asked = read_question(f"What about {name}?", Hashing())
                task = gather(view, asked, Asking(retriever=Found([])))
                assert {fact.object_name for fact in task.facts} == {"cello", "Oslo"}


# -- a mind with its own evidence -------------------------------------------------------------


def own(view: DatedView, asked, how) -> AnswerQuestion:
    return AnswerQuestion(asked.text, None, passages=(Passage(Kind.EPISODE, 1, "own"),))


def reply(task: AnswerQuestion) -> AnswerReply:
    return AnswerReply(answer=task.passages[0].text, citations=(1,))


MIND = RuleModel({AnswerQuestion: RuleWithEvidence(reply, own)})


class Sampled(ScriptedModel):
    """A script that says it samples, as language models do."""

    def sampling(self, task):
        return Sampling()


def models_around(model):
    """Yield a model in every wrapper that asking meets."""
    with Memory.open(embedder=None) as memory:
        yield Metered(model)
        yield Budgeted(model, calls=9)
        yield Cached(model, StoreKeyValue(memory.store))
        yield Routed(model, {})
        yield Routed(ScriptedModel([]), {AnswerQuestion: model})
        yield Deferred(lambda _: model)
        yield Metered(Deferred(lambda _: Routed(Metered(model), {})))


def test_a_minds_own_evidence_is_found_behind_every_wrapper():
    for model in models_around(MIND):
        assert gather_for(model) is own
        found = ask(source(VIEW), model, QUESTION, Asking())
        assert found.text == "own"


def test_a_rule_without_evidence_and_a_language_model_get_what_is_gathered():
    plain = RuleModel({AnswerQuestion: reply})
    assert rule_of(plain, AnswerQuestion) is reply
    for inner in (plain, Sampled([]), RuleModel({})):
        for model in models_around(inner):
            assert gather_for(model) is gather
    assert rule_of(Routed(MIND, {AnswerQuestion: Sampled([])}), AnswerQuestion) is None
