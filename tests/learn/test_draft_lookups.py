"""What a draft keeps of its look-ups is what a look at every row finds, also later."""

from hypothesis import given
from hypothesis import strategies as st

from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.projection.image import Projection
from clew.text import normalise_relation

_THINGS = 5
_SAYS = st.tuples(
    st.just("say"),
    st.integers(0, _THINGS - 1),
    st.sampled_from(["is", "Is ", "has"]),
    st.integers(0, _THINGS - 1),
    st.sampled_from(["", "", "2024"]),
)
_MERGES = st.tuples(st.just("merge"), st.integers(0, _THINGS - 1), st.integers(0, _THINGS - 1))
_STEPS = st.lists(_SAYS | _MERGES | st.just(("part",)), max_size=10)


@given(_STEPS, _STEPS)
def test_facts_are_found_as_a_look_at_all_of_them_finds_them(stored, steps):
    projection, facts = Projection(None), dict[int, tuple[int, str, int, str]]()
    draft = Draft(projection)
    things = [draft.add_node(Kind.ENTITY, f"thing {n}") for n in range(_THINGS)]
    for step in stored:
        _take(draft, things, facts, step)
    projection.apply(draft.finish().delta())
    projection.next_id = draft.changes.next_id
    draft = Draft(projection)
    for step in [("part",), *steps]:
        _compare(draft, things, facts)
        _take(draft, things, facts, step)
    _compare(draft, things, facts)


def _take(draft, things, facts, step):
    kind, *rest = step
    if kind == "say":
        subject, relation, target, planned = rest
        ends = things[subject], things[target]
        about = {"planned_for": planned} if planned else None
        fact = draft.add_edge(Kind.FACT, *ends, relation=relation, attributes=about)
        draft.assert_item(fact, draft.telling(None, 1, None))
        facts[fact] = ends[0], normalise_relation(relation), ends[1], planned
    elif kind == "merge":
        draft.merge(things[rest[0]], things[rest[1]], None)
    elif merges := [row for one in things for row in draft.merges_of(one)][:1]:
        draft.undo(merges)


def _compare(draft, things, facts):
    """Compare all look-ups with all rows, twice, as what is kept is another way than the first."""
    for subject, target in [(one, other) for one in things for other in things] * 2:
        ends = draft.root(subject), draft.root(target)
        between = {
            fact: (relation, planned)
            for fact, (source, relation, end, planned) in facts.items()
            if (draft.root(source), draft.root(end)) == ends
        }
        assert draft.facts_between(subject, target) == [*between]
        for relation in ("IS", "has", "was"):
            said = {
                fact: planned
                for fact, (told, planned) in between.items()
                if told == normalise_relation(relation)
            }
            assert draft.same_facts(subject, relation, target, None) == [*said]
            for plan in ("", "2024", "2025"):
                expected = [fact for fact, planned in said.items() if planned == plan]
                assert draft.same_facts(subject, relation, target, plan) == expected


_ROLES = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([None, None, "person", "thing"])))


@given(st.lists(_ROLES, max_size=4))
def test_what_texts_say_that_things_are_is_what_their_edges_say(batches):
    projection, things = Projection(None), list[int]()
    for batch in [None, *batches]:
        draft = Draft(projection)
        if batch is None:
            things = [draft.add_node(Kind.ENTITY, f"thing {n}") for n in range(4)]
        for thing, role in batch or ():
            episode = draft.add_node(Kind.EPISODE, "words", at=1)
            roles = {things[thing]: role} if role else {}
            draft.add_links(Kind.EPISODIC, episode, [things[thing]], roles)
        projection.apply(draft.finish().delta())
        projection.next_id = draft.changes.next_id
        for thing in [*things, projection.next_id]:
            said = {row.relation for row in projection.told(thing) if row.relation is not None}
            assert projection.told_as(thing) == sorted(said)
