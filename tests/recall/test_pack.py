"""Lines within a budget: order, provenance, nothing dropped in silence."""

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from clew.graph.types import Entity, Episode, Fact, Precision, Thesis
from clew.recall.base import Limits, Query
from clew.recall.pack import count_tokens, pack, render
from clew.recall.search.flat import Keyword
from tests.recall.worlds import EPISODE, world

TEXTS = ["key " * 20, "key", "a key in the chest"]


def ranking():
    view = world([], episodes=[(text, []) for text in TEXTS])
    return view, Keyword().retrieve(view, Query(text="key"), Limits())


def test_tokens_are_a_quarter_of_the_bytes_rounded_up():
    assert [count_tokens(text) for text in ("", "a", "four", "fiver", "ключ", "\ud800")] == [
        0,
        1,
        1,
        2,
        2,
        1,
    ]


@given(st.integers(0, 60))
def test_rows_stay_in_order_within_the_budget(budget):
    view, hits = ranking()
    kept = pack(view, hits, budget)
    assert kept == [one for one in hits if one in kept]
    costs = {one.id: count_tokens(render(one) + "\n") for one in view.items([h.id for h in hits])}
    assert sum(costs[one.id] for one in kept) <= budget
    assert (kept == hits) is (budget >= sum(costs.values()))


def test_a_shorter_line_still_fits_after_one_that_does_not():
    view, hits = ranking()
    assert [one.id for one in pack(view, hits, 10)] == [EPISODE + 1]


def test_an_item_is_one_line_with_its_time():
    fact = Fact(id=1, subject=2, relation="is in", object=3, subject_name="key", object_name="box")
    day = datetime(2024, 5, 1, tzinfo=UTC)
    assert render(fact) == "key is in box"
    assert render(replace(fact, valid_from=3)) == "key is in box [since step 3]"
    said = replace(fact, valid_from=day, valid_from_precision=Precision.SAID)
    assert render(said) == "key is in box [said 2024-05-01]"
    month = replace(said, valid_from_precision=Precision.MONTH)
    assert render(month) == "key is in box [since 2024-05]"
    until = replace(month, valid_to=day.replace(year=2025), valid_to_precision=Precision.YEAR)
    assert render(until) == "key is in box [since 2024-05 until 2025]"
    assert render(replace(fact, valid_to=9)) == "key is in box [until step 9]"
    assert (
        render(Thesis(id=1, text="a\n b", valid_from=day)) == "a b [since 2024-05-01 00:00+00:00]"
    )
    assert render(Episode(id=1, text="a\nb", at=0, source="", known_from=1)) == "a b [step 0]"
    assert render(Entity(id=1, name="box")) == "box"
