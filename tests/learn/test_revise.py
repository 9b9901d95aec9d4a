"""Candidates for revision, and replies about them."""

import pytest

from clew import Kind, Memory, NewEdge, NewNode
from clew.bench.piped_facts import read
from clew.learn.draft import Draft
from clew.learn.revisions import MOST_CANDIDATES, candidates_for, pairs_of, statements_for_model
from clew.learn.tasks import Candidate, Replacements, Revise
from clew.learn.timelines.place import held, place
from clew.learn.timelines.spans import Statement
from clew.llm.scripted import ScriptedModel
from clew.minds.english.words.slots import revise_rules as revise


def drafted(*facts):
    """Return a memory with facts (subject, relation, object, from, to), and a draft on it."""
    memory = Memory.open(embedder=None)
    for subject, relation, target, start, end in facts:
        ends = [NewNode(kind=Kind.ENTITY, text=name) for name in (subject, target)]
        fact = NewEdge(
            kind=Kind.FACT,
            source=ends[0],
            target=ends[1],
            relation=relation,
            valid_from=start,
            valid_to=end,
        )
        memory.write(ends, [fact])
    with memory.store.projection("default") as projection:
        return memory, Draft(projection)


def statement(draft, subject, relation, target, start=None, end=None):
    def entity(name):
        found = draft.find(name)
        return draft.add_node(Kind.ENTITY, name) if found is None else found

    return Statement(entity(subject), relation, entity(target), start, end)


def test_candidates_share_an_end_and_are_not_over():
    _, draft = drafted(
        ("A", "is in", "x", 1, None),
        ("A", "is in", "w", 0, 1),
        ("B", "is in", "x", 1, None),
        ("C", "is in", "z", 1, None),
    )
    found = candidates_for(draft, [statement(draft, "A", "is in", "y", 3)])
    assert [each.text for each in found] == ["A is in x"]
    assert (found[0].subject, found[0].valid_from, found[0].valid_to) == ("A", 1, None)


def test_a_later_fact_is_a_candidate_for_old_news():
    _, draft = drafted(("A", "is in", "x", 5, 9))
    assert candidates_for(draft, [statement(draft, "A", "is in", "y", 3)])
    assert not candidates_for(draft, [statement(draft, "A", "is in", "y", 9)])


def test_protected_relations_are_never_offered():
    _, draft = drafted(("hall", "is east of", "kitchen", 1, None))
    asked = [statement(draft, "hall", "is", "dark", 3)]
    assert not candidates_for(draft, asked, protected=["is east of"])


def test_candidates_are_capped_with_the_own_relation_first():
    facts = [("A", f"relation {n}", f"x{n}", 1, None) for n in range(MOST_CANDIDATES + 5)]
    _, draft = drafted(("A", "is in", "x", 0, None), *facts)
    found = candidates_for(draft, [statement(draft, "A", "is in", "y", 3)])
    assert len(found) == MOST_CANDIDATES
    assert "A is in x" in [each.text for each in found]


def test_replies_may_name_candidates_and_earlier_statements_only():
    candidates = [Candidate(7, "x", None, None), Candidate(-1, "y", None, None)]
    reply = Replacements.model_validate(
        {
            "pairs": [
                {"old": old, "new": new} for old, new in [(7, 0), (-1, 1), (-2, 1), (8, 0), (7, 5)]
            ]
        }
    )
    rivals, wrong = pairs_of(reply.pairs, range(2), candidates)
    assert rivals == {0: [7], 1: [-1]}
    assert len(wrong) == 3


@pytest.mark.parametrize("old", [-1, -3, -9, 0])
def test_a_negative_or_unknown_id_is_a_loss(old):
    reply = Replacements.model_validate({"pairs": [{"old": old, "new": 0}]})
    assert pairs_of(reply.pairs, range(2), [Candidate(7, "x", None, None)])[1] == [
        f"{old} and statement 0"
    ]


def test_two_statements_of_one_text_may_be_named_either_way_round():
    for pairs in ([(-1, 1)], [(-2, 0)], [(-1, 1), (-2, 0)]):
        said = {"pairs": [{"old": old, "new": new} for old, new in pairs]}
        assert pairs_of(Replacements.model_validate(said).pairs, range(2), []) == ({1: [-1]}, [])


def test_statements_are_shown_with_their_times():
    _, draft = drafted(("A", "is in", "x", 1, None))
    (shown,) = statements_for_model(draft, [statement(draft, "A", "is in", "y", 3, 9)])
    assert (shown.number, shown.text, shown.valid_from, shown.valid_to) == (0, "A is in y", 3, 9)


@pytest.mark.parametrize("end", [None, 2, 5])
def test_an_interval_told_later_stops_where_the_newer_fact_begins(end):
    _, draft = drafted(("A", "is in", "x", 4, None))
    new = statement(draft, "A", "is in", "y", 1, end)
    old = draft.facts_at(new.subject, "is in")
    placed = place(draft, new, old, None)
    version = draft.version(placed.item)
    assert (version.valid_from, version.valid_to) == (1, min(end or 9, 4))
    assert placed.superseded == ()


def test_the_same_start_goes_to_the_later_arrival():
    _, draft = drafted(("A", "is", "open", 3, None))
    new = statement(draft, "A", "is", "closed", 3)
    (old,) = draft.facts_at(new.subject, "is")
    placed = place(draft, new, [old], None)
    assert placed.superseded == (old,)
    assert draft.version(old).valid_to == 3
    assert draft.version(placed.item).valid_to is None


def test_an_unknown_start_supersedes_nothing():
    _, draft = drafted(("A", "is in", "x", None, None))
    new = statement(draft, "A", "is in", "y", None, 5)
    (old,) = draft.facts_at(new.subject, "is in")
    assert place(draft, new, [old], None).superseded == ()


@pytest.mark.parametrize(("start", "said"), [(3, True), (9, False), (0, False), (None, False)])
def test_a_statement_is_held_while_a_fact_says_it(start, said):
    _, draft = drafted(("A", "is in", "x", 1, 9))
    new = statement(draft, "A", "is in", "x", start)
    assert (held(draft, new) is not None) == said


def learned(*texts):
    """Return what was asked about each text, and what is known of the door in the end.

    Texts are telegraphic (`clew.bench.piped_facts`); "from N" at the end of a clause dates it.
    """
    asked: list[list[str]] = []

    def answer(task):
        if isinstance(task, Revise):
            asked[-1] += [one.text for one in task.statements]
            return revise(task).model_dump()
        facts = []
        for fact in read(task).facts:
            thing, _, start = fact.object.partition(" from ")
            facts.append({**fact.model_dump(), "object": thing, "valid_from": start or None})
        return {"facts": facts}

    with Memory.open(embedder=None, model=ScriptedModel(answer)) as memory:
        for step, text in enumerate(texts, 1):
            asked.append([])
            assert not memory.remember(text, at=step).pending
        assert not memory.check()
        door = [(one.object_name, one.valid_from, one.valid_to) for one in memory.history("door")]
    return asked, door


def test_what_is_known_is_not_asked_about_again():
    asked, door = learned(
        "lamp|is on|desk; door|is|closed",
        "lamp|is on|desk; door|is|closed",
        "lamp|is on|desk; door|is|open",
        "lamp|is on|desk; door|is|closed",
    )
    assert asked == [[], [], ["door is open"], ["door is closed"]]
    assert door == [("closed", 1, 3), ("open", 3, 4), ("closed", 4, None)]


def test_what_excludes_a_known_fact_excludes_its_repetition_in_the_same_text():
    asked, door = learned("door|is|closed", "door|is|open from 5; door|is|closed from 8")
    assert asked == [[], ["door is open"]]
    assert door == [("closed", 1, 5), ("open", 5, 8), ("closed", 8, None)]


@pytest.mark.parametrize(
    ("told", "asks"),
    [
        ("lamp|is|closed", []),
        ("lamp|stands by|desk", []),
        ("door|stands in|hall", ["door stands in hall"]),
        ("lamp|is on|desk", ["lamp is on desk"]),
        ("desk|stands in|hall", ["desk stands in hall"]),
    ],
)
def test_a_language_model_is_asked_only_where_a_stored_fact_could_fill_the_place(told, asks):
    """The same subject at either end, or the same relation to the same object; else never."""
    asked, _ = learned("door|is on|desk", told)
    assert asked == [[], asks]
