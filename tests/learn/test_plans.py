"""Plans hold until their date is over or until they are fulfilled, in any order of arrival."""

import itertools
import os
import random
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Memory
from clew.ask.asking import Asking
from clew.ask.gather import gather
from clew.clock import FixedClock
from clew.learn.tasks import Extract, Revise
from clew.llm.scripted import ScriptedModel
from clew.recall.query import read_question
from tests.learn.readers import reader

CASES = int(os.environ.get("CLEW_CASES", "100"))
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


def visits(planned, happened):
    """Return a model that reads `Said`; planned and done have these relations."""

    def read(text):
        _, due, ended = text.split(" ")
        fact = {"subject": "Ann", "relation": planned if due else happened, "object": "Rome"}
        plan = {"planned_for": due, "ended": ended == "True"} if due else {}
        return {
            "facts": [{**fact, **plan, "thesis": 0}],
            "theses": [{"text": text, "entities": ["Ann", "Rome"]}],
        }

    def excludes(old, new):
        return planned != happened and {old.relation, new.relation} == {planned, happened}

    return ScriptedModel(reader(read, excludes))


SAME = "visits", "visits"
TOLD_APART = "plans to visit", "visited"


def learned(said, relations=SAME, gone=()):
    """Return the time line that a memory shows after it was told all this, in this order.

    The texts in `gone`, by their places, are then forgotten.
    """
    with Memory.open(embedder=None, model=visits(*relations)) as memory:
        receipts = [memory.remember(str(one), at=day(one.told)) for one in said]
        for receipt in receipts:
            assert not receipt.pending
            assert not receipt.losses
        for place in gone:
            memory.forget(episode=receipts[place].episode)
        assert not memory.check()
        facts = memory.history("Ann") if len(gone) < len(said) else []
        rows = [(one.planned_for, one.valid_from, one.valid_to) for one in facts]
    return sorted((row for row in rows if row[1] is None or row[1] != row[2]), key=str)


def timeline(said):
    """Return the rows of the plan for each day, and of the visit, from the moments told alone."""
    rows: list[Any] = []
    visits = sorted(one.told for one in said if one.due is None)
    if visits:
        rows.append(("", day(visits[0]), None))
    for due in {one.due for one in said if one.due is not None}:
        date, known = str(day(due).date()), False
        row: Any = None
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
    """Return plans for two days, cancellations and visits, told at different times."""
    moments = chance.sample(range(1, 9), chance.randint(1, 6))
    said = [Said(told, chance.choice((10, 20)), chance.random() < 0.3) for told in moments]
    for place in chance.sample(range(len(said)), chance.randint(0, min(3, len(said)))):
        said[place] = Said(moments[place])
    return said


@pytest.mark.parametrize("relations", [SAME, TOLD_APART])
@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_plans_and_their_fulfilment_have_the_same_time_line_in_any_order(relations, random):
    said = drawn(random)
    assert learned(said, relations) == timeline(said)


@pytest.mark.parametrize("relations", [SAME, TOLD_APART])
@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_forgetting_leaves_the_plans_of_what_is_left(relations, random):
    said = drawn(random)
    gone = [place for place in range(len(said)) if random.random() < 0.4]
    left = [one for place, one in enumerate(said) if place not in gone]
    assert learned(said, relations, gone) == timeline(left)


@pytest.mark.parametrize(
    "said",
    [
        [Said(8, 10), Said(5, 10, ended=True), Said(2, 10), Said(6)],
        [Said(5), Said(3, 10, ended=True), Said(2, 10), Said(1)],
    ],
)
def test_a_plan_whose_end_is_forgotten_meets_what_happened_after_it(said):
    """A plan made after the visit, or meanwhile, did not show whether the two are at odds."""
    assert learned(said, TOLD_APART, gone=[1]) == timeline([said[0], *said[2:]])


@pytest.mark.slow
def test_many_random_orders_of_plans():
    """`make bench` runs 2,000."""
    chance = random.Random(13)
    for number in range(CASES):
        said = drawn(chance)
        assert learned(said, (SAME, TOLD_APART)[number % 2]) == timeline(said)


def opened(now, model=None):
    return Memory.open(embedder=None, model=model, clock=FixedClock(day(now)))


def told(memory, *said):
    for one in said:
        memory.remember(str(one), at=day(one.told))


def shown(memory, question="Rome?"):
    """Return the evidence lines that a model is shown for a question."""
    with memory.view() as view:
        prompt = gather(view, read_question(question, None), Asking()).inputs()
    return [line.split(" | ", 1)[1] for line in prompt.splitlines() if " | Rome | " in line]


def test_a_plan_holds_until_its_date_is_over_and_was_planned_from_then_on():
    with opened(5, visits(*TOLD_APART)) as memory:
        told(memory, Said(1, due=10))
        (plan,) = memory.facts("Ann")
        assert (plan.planned_for, plan.valid_to) == ("2024-01-11", day(11))
        assert shown(memory) == ["Ann | plans to visit | Rome | planned for 2024-01-11"]
        assert memory.theses("Ann")
        later = memory.as_of(day(11))
        assert (later.facts("Ann"), later.theses("Ann")) == ([], [])
        assert shown(later) == ["Ann | plans to visit | Rome | was planned for 2024-01-11"]


@pytest.mark.parametrize("relations", [SAME, TOLD_APART])
def test_a_plan_ends_when_it_is_fulfilled_and_forgetting_that_gives_it_back(relations):
    with opened(6, visits(*relations)) as memory:
        told(memory, Said(1, due=10))
        done = memory.remember(str(Said(4)), at=day(4)).episode
        (fact,) = memory.facts("Ann")
        assert (fact.relation, fact.planned_for) == (relations[1], "")
        assert [one.text for one in memory.theses("Ann")] == [str(Said(4))]
        memory.forget(episode=done)
        assert [one.planned_for for one in memory.facts("Ann")] == ["2024-01-11"]
        assert [one.text for one in memory.theses("Ann")] == [str(Said(1, due=10))]
        assert memory.check() == []


AGAIN = (Said(1), Said(3, due=10), Said(6))
"""A visit, a plan for another, and that."""


@pytest.mark.parametrize("relations", [SAME, TOLD_APART])
@pytest.mark.parametrize("order", tuple(itertools.permutations(AGAIN)))
def test_a_plan_is_fulfilled_by_what_has_happened_before_and_happens_again(relations, order):
    with opened(8, visits(*relations)) as memory:
        told(memory, *order)
        plan = next(one for one in memory.history("Ann") if one.planned_for)
        assert (plan.valid_from, plan.valid_to) == (day(3), day(6))


@pytest.mark.parametrize("relations", [SAME, TOLD_APART])
def test_forgetting_that_it_happened_again_gives_the_plan_back(relations):
    with opened(8, visits(*relations)) as memory:
        told(memory, *AGAIN[:2])
        (plan,) = [one.id for one in memory.facts("Ann") if one.planned_for]
        again = memory.remember(str(AGAIN[2]), at=day(6))
        assert plan in again.superseded
        memory.forget(episode=again.episode)
        assert {one.planned_for for one in memory.facts("Ann")} == {"", "2024-01-11"}
        assert memory.check() == []


def test_what_an_untrusted_source_tells_again_fulfils_no_plan_but_disputes_it():
    with opened(8, visits(*SAME)) as memory:
        memory.trust.set("rumour", -1)
        told(memory, *AGAIN[:2])
        memory.remember(str(AGAIN[2]), at=day(6), source="rumour")
        assert {one.planned_for for one in memory.facts("Ann")} == {"", "2024-01-11"}
        assert len(memory.conflicts()) == 1
        memory.trust.unset("rumour")
        assert [one.planned_for for one in memory.facts("Ann")] == [""]
        assert memory.check() == []


def test_a_plan_ends_nothing_that_holds():
    """Whatever a model pairs: what is planned does not override today, nor what has happened."""
    with opened(6, visits(*TOLD_APART)) as memory:
        told(memory, Said(1), Said(4, due=10))
        assert {one.relation for one in memory.facts("Ann")} == {"visited", "plans to visit"}


@pytest.mark.parametrize(
    ("date", "end"),
    [("2024-03", "2024-04"), ("2024", "2025-01"), ("2024-12", "2025-01"), ("unknown", None)],
)
def test_a_plan_lasts_as_long_as_the_period_that_it_is_for(date, end):
    fact = {"subject": "Ann", "relation": "plans to visit", "object": "Rome", "planned_for": date}
    with opened(2, ScriptedModel([{"facts": [fact]}])) as memory:
        memory.remember("Ann plans to visit Rome.", at=FIRST)
        (plan,) = memory.facts("Ann")
        assert plan.planned_for == date
        assert plan.valid_to == (end and datetime.fromisoformat(f"{end}-01T00:00+00:00"))


def test_a_plan_whose_date_is_its_start_or_no_date_is_a_plan_all_the_same():
    """A small model writes the date twice, or writes a word."""
    fact = {"subject": "Ann", "relation": "plans to visit", "object": "Rome"}
    twice = fact | {"valid_from": "2024-03-26", "planned_for": "2024-03-26"}
    word = fact | {"planned_for": "soon"}
    script = [{"facts": [twice]}, {"facts": [word]}, {"pairs": []}]
    with opened(2, ScriptedModel(script)) as memory:
        memory.remember("one", at=FIRST)
        (loss,) = memory.remember("two", at=FIRST).losses
        assert "time not understood" in loss.reason
        rows = {(one.planned_for, one.valid_from) for one in memory.facts("Ann")}
        assert rows == {("2024-03-26", FIRST), ("unknown", FIRST)}


def test_what_begins_in_the_future_is_shown_to_models_as_planned():
    """In the evidence of an answer, among the statements of a revision, and not as known today."""
    asked = []

    def answer(task):
        asked.append(task)
        if isinstance(task, Revise):
            pairs = [{"old": old.id, "new": 0} for old in task.candidates if old.id > 0]
            return {"pairs": pairs}
        place, start = task.text.split()
        fact = {"subject": "Ann", "relation": "lives in", "object": place, "valid_from": start}
        return {"facts": [fact] if start.startswith("20") else [], "people": ["Ann"]}

    with opened(5, ScriptedModel(answer)) as memory:
        for number, text in enumerate(
            ("Oslo 2023", "Rome 2024-01-21", "Turin 2024-01-31", "Ann x")
        ):
            memory.remember(text, at=day(number + 1))
        lines = shown(memory, "Ann in Rome?")
        assert lines == ["Ann | lives in | Rome | planned from 2024-01-21 until 2024-01-31"]
        assert [one.object_name for one in memory.facts("Ann")] == ["Oslo"]
    revised = [task.inputs() for task in asked if isinstance(task, Revise)]
    assert "Rome | planned from 2024-01-21" in revised[1]
    assert "since 2024-01" not in "".join(revised)
    (known,) = [task.known for task in asked if isinstance(task, Extract)][-1]
    assert known.about == ("lives in Oslo",)
