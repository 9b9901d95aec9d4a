"""What rules say they compare: enough, so that looking nothing else up changes no result."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clew.bench.piped_facts import piped_facts_model
from clew.graph.types import TEXT_KINDS, AsOf
from clew.learn.observe import Input
from clew.learn.revisions import ScopedRule, anything, scope_of
from clew.learn.tasks import Candidate, NewStatement, Replacement, Replacements, Revise
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.minds.english.words.slots import fills, slot
from clew.minds.offline import RULES
from clew.minds.textworld.world_reader import world_slot

RELATIONS = """
    is;are;lives in;works at;works for;reports to;is in;is on;is inside;is under;is owned by
    belongs to;owns;carries;leads;is married to;is the wife of;is dating;is the ceo of
    is the new coach of;is the doctor of;is the best friend of;phone number is;has address;weighs
    is aged;likes;is unhappy with;visited;has exit;is north of;Lives_in;is the owner of
    is the boss of;edits
    """.strip().replace("\n    ", ";").split(";")  # fmt: skip
OBJECTS = """
    open;locked;34;red;alive;Anna;the red car;a car;Oslo;love;fire;uncut;switched on;empty
    """.strip().split(";")  # fmt: skip
relations, objects = st.sampled_from(RELATIONS), st.sampled_from(OBJECTS)


@given(relations, objects)
def test_every_slot_that_is_filled_is_in_the_scope(relation, thing):
    found = slot("Ben", relation, thing)
    if found is not None:
        name, whose, *_ = found.key
        scope = fills(relation)
        assert name in (scope.subject if whose == "ben" else scope.object)
    world = world_slot(relation, thing)
    assert world is None or world in fills_anywhere(relation).subject


def test_what_excludes_nothing_has_no_scope():
    assert not fills_anywhere("met")
    assert fills_anywhere("lives in")


NAMES = ("Anna", "Ben", "Oslo", "the red car", "open", "locked", "cup")
# One statement a text, in order of time, and nothing is both a subject and an object: then no
# history is too long for what a language model would be shown, which the scope is compared with.
SUBJECTS = st.sampled_from(["Anna", "Ben", "the door"])
THINGS = st.sampled_from(["Oslo", "the red car", "the blue bag", "open", "locked", "34"])
BETWEEN = st.sampled_from([each for each in RELATIONS if each not in ("belongs to", "is owned by")])
texts = st.tuples(SUBJECTS, BETWEEN, THINGS).map("|".join)


def learned(model, said):
    with Memory.open(model=model, embedder=None) as memory:
        receipts = memory.remember_many([Input(text, at, "") for text, at in said])
        with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
            return receipts, [view.items(view.ids(kind)) for kind in TEXT_KINDS]


def fills_anywhere(relation):
    """Return what the default mind's revision says a relation fills."""
    rule = RULES[Revise]
    assert isinstance(rule, ScopedRule)
    return rule.scope(relation)


@settings(deadline=None)
@given(st.lists(texts, min_size=2, max_size=10))
@example(["Anna|is in|Oslo", "Anna|is in|the red car", "Anna|is on|open"])
def test_looking_up_only_what_is_in_the_scope_changes_nothing(said):
    rule = RULES[Revise]
    assert isinstance(rule, ScopedRule)
    scoped = piped_facts_model()
    wide = scoped.extended({Revise: rule.answer})
    assert scope_of(scoped) is rule.scope
    assert scope_of(wide) is anything
    dated = [(text, at) for at, text in enumerate(said)]
    assert learned(scoped, dated) == learned(wide, dated)


def test_what_is_put_into_a_thing_does_not_hide_where_it_was():
    """Three newer facts with "is in" at the box: a wide search would look at two."""
    inside = [(f"{thing}|is in|the box", at) for at, thing in enumerate(("key", "ball", "cup"), 2)]
    said = [("the box|is in|the hall", 1), *inside, ("the box|is on|the table", 9)]
    receipts, _ = learned(piped_facts_model(), said)
    assert set(receipts[-1].superseded) == set(receipts[0].new)


def test_other_models_may_compare_anything():
    assert scope_of(ScriptedModel([])) is anything
    assert scope_of(RuleModel({})) is anything


def test_rules_are_not_asked_about_what_they_do_not_compare():
    asked = []

    def revise(task):
        asked.append([each.text for each in task.statements])
        return Replacements()

    rule = ScopedRule(revise, fills_anywhere)
    learned(piped_facts_model().extended({Revise: rule}), [("Anna|met|Bo", 1)])
    learned(piped_facts_model().extended({Revise: rule}), [("Anna|met|Bo; Anna|lives in|Oslo", 1)])
    assert asked == [["Anna lives in Oslo"]]


@pytest.mark.parametrize("later", ["Anna is in a meeting.", "Anna is in love.", "Anna is in bed."])
def test_a_world_where_a_thing_has_one_place_is_no_rule_for_people(later):
    with Memory.open(embedder=None) as memory:
        for at, text in enumerate(("Anna is in Oslo.", later)):
            memory.remember(text, at=at)
        assert "Anna is in Oslo" in [fact.text for fact in memory.facts("Anna")]


def test_a_world_where_a_thing_has_one_place_still_has_that_rule():
    moved = NewStatement(0, "", 2, None, "American gate", "is on", "floor")
    before = Candidate(7, "", 1, None, "American gate", "is in", "Kitchen")
    reply = RULES[Revise](Revise([moved], [before]))
    assert reply == Replacements(pairs=(Replacement(old=7, new=0),))
