"""Rewordings beside plans, denials and how exactly times are told."""

import json
from datetime import UTC, datetime

from clew import Memory
from clew.graph.types import Precision
from clew.llm.scripted import ScriptedModel
from tests.learn.readers import reader

ARKEN = {"subject": "Ann", "relation": "works at", "object": "Arken"}
EMPLOYED = {**ARKEN, "relation": "is employed by"}


def read(text):
    """Read a list of facts."""
    return {"facts": json.loads(text)}


def same(old, new):
    """Facts with the same ends say the same."""
    return old.object == new.object and old.relation != new.relation


def told(*texts):
    """Return the facts of Ann after these were told on the first days of 2024, and all losses."""
    with Memory.open(embedder=None, model=ScriptedModel(reader(read, same=same))) as memory:
        receipts = [
            memory.remember(json.dumps([fact]), at=datetime(2024, 1, day, tzinfo=UTC))
            for day, fact in enumerate(texts, start=1)
        ]
        assert memory.check() == []
        return memory.history("Ann"), [loss.reason for one in receipts for loss in one.losses]


def test_a_denial_in_other_words_ends_the_fact():
    (fact,), losses = told(ARKEN, {**EMPLOYED, "denied": True})
    assert not losses
    assert (fact.relation, fact.wordings) == ("works at", ("is employed by",))
    assert (fact.valid_to, fact.told) == (datetime(2024, 1, 2, tzinfo=UTC), (Precision.SAID,) * 2)


def test_a_start_told_in_other_words_makes_the_fact_exact():
    (fact,), _ = told(ARKEN, {**EMPLOYED, "valid_from": "2024-01-01"})
    assert fact.wordings == ("is employed by",)
    assert fact.valid_from_precision is Precision.DAY


def test_what_happens_in_other_words_ends_the_plan():
    plan = {**EMPLOYED, "planned_for": "2024-06"}
    facts, _ = told({**ARKEN, "valid_to": "2024-01-03"}, EMPLOYED, plan, EMPLOYED)
    assert {fact.relation for fact in facts} == {"works at"}
    (planned,) = (fact for fact in facts if fact.planned_for)
    assert (planned.planned_for, planned.valid_to) == ("2024-06", datetime(2024, 1, 4, tzinfo=UTC))


def test_a_plan_is_no_rewording_of_what_has_happened():
    facts, losses = told(ARKEN, {**EMPLOYED, "planned_for": "2024-06"})
    assert losses == ["a plan said to be the same as what has happened"]
    assert {(fact.relation, fact.planned_for) for fact in facts} == {
        ("works at", ""),
        ("is employed by", "2024-06"),
    }
