"""Plans hold until their date is over or until they are fulfilled, in any order of arrival."""

import itertools
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Memory
from clew.clock import FixedClock
from clew.learn.tasks import Extract, Revise
from clew.llm.scripted import ScriptedModel

FIRST = datetime(2024, 1, 1, tzinfo=UTC)


def day(number):
    return FIRST + timedelta(days=number)


@dataclass(frozen=True)
class Said:
    """One text, told on a day: Ann plans a visit for a day, plans it no more, or visits."""

    told: int
    due: int | None = None
    ended: bool = False

    def __str__(self):
        return f"{self.told} {'' if self.due is None else day(self.due).date()} {self.ended}"


def reader(planned, happened):
    """Return a model that reads `Said`; planned and done have these relations."""

    def answer(task):
        if isinstance(task, Revise):
            pairs = [
                {"old": old.id, "new": new.number}
                for new in task.statements
                for old in task.candidates
                if {old.relation, new.relation} == {planned, happened}
            ]
            return {"pairs": pairs if planned != happened else []}
        assert isinstance(task, Extract)
        _, due, ended = task.text.split(" ")
        fact = {"subject": "Ann", "relation": planned if due else happened, "object": "Rome"}
        plan = {"planned_for": due, "ended": ended == "True"} if due else {}
        return {
            "facts": [{**fact, **plan, "thesis": 0}],
            "theses": [{"text": task.text, "entities": ["Ann", "Rome"]}],
        }

    return ScriptedModel(answer)


SAME = "visits", "visits"
TOLD_APART = "plans to visit", "visited"


def learned(said, relations=SAME):
    """Return the time line that a memory shows after it was told all this, in this order."""
    with Memory.open(embedder=None, model=reader(*relations)) as memory:
        for one in said:
            receipt = memory.remember(str(one), at=day(one.told))
            assert not receipt.pending
            assert not receipt.losses
        assert not memory.check()
        rows = [(one.planned_for, one.valid_from, one.valid_to) for one in memory.history("Ann")]
    return sorted((row for row in rows if row[1] is None or row[1] != row[2]), key=str)


def timeline(said):
    """Return the rows of the plan for each day, and of the visit, from the moments told alone."""
    rows = []
    visits = sorted(one.told for one in said if one.due is None)
    if visits:
        rows.append(("", day(visits[0]), None))
    for due in {one.due for one in said if one.due is not None}:
        date, row, known = str(day(due).date()), None, False
        for one in sorted(said, key=lambda one: one.told):
            if row is not None and row[1] <= one.told:
                row = None
            ends = one.due is None or (one.due == due and one.ended)
            if one.due == due and not one.ended and row is None:
                row, known = [one.told, due + 1], True
                rows.append((date, row))
            elif ends and row is not None:
                row[1], row = one.told, None
            elif one.due == due and one.ended and not known:
                rows.append((date, [None, one.told]))
                known = True
    return sorted((_dated(row) for row in rows), key=str)


def _dated(row):
    if len(row) == 3:
        return row
    date, (start, end) = row
    return date, None if start is None else day(start), day(end)


def drawn(chance):
    """Return plans for two days, cancellations and at most one visit, told at different times.

    Limit: what has happened before and is told again adds nothing, so it fulfils no later plan.
    """
    moments = chance.sample(range(1, 9), chance.randint(1, 5))
    said = [Said(told, chance.choice((10, 20)), chance.random() < 0.3) for told in moments]
    if chance.random() < 0.7:
        place = chance.randrange(len(said))
        said[place] = Said(moments[place])
    return said


@pytest.mark.parametrize("relations", [SAME, TOLD_APART])
@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_plans_and_their_fulfilment_have_the_same_time_line_in_any_order(relations, random):
    said = drawn(random)
    assert learned(said, relations) == timeline(said)


@pytest.mark.slow
def test_a_thousand_random_orders_of_plans():
    chance = random.Random(13)
    for number in range(1000):
        said = drawn(chance)
        assert learned(said, (SAME, TOLD_APART)[number % 2]) == timeline(said)
