"""Any order of arrival gives the same time line: starts, ends, unknown starts, late news.

`timeline` is the reference: it sweeps once over the moments that are told, whatever came first.
The memory learns the same statements in any order and must show the same.
"""

import itertools
import os
import random
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Memory
from clew.llm.scripted import ScriptedModel
from tests.learn.readers import other_object, reader

CASES = int(os.environ.get("CLEW_CASES", "100"))
PLACES = ("Oslo", "Rome", "Turin")


@dataclass(frozen=True)
class Said:
    """One text: "Ann is in PLACE", from `start` (`None`: unknown) to `end`, told at `told`."""

    place: str
    start: int | None
    end: int | None
    told: int
    ended: bool = False

    def __str__(self):
        start = "unknown" if self.start is None else self.start
        return f"{self.place} {start} {self.end} {self.ended}"


def timeline(said):
    """Return (place, from, to) of each time somebody was somewhere, from the moments told alone."""
    rows: list[list[Any]] = []
    current: dict[str, list[Any]] = {}
    for moment, what, place in sorted(event for one in said for event in events(one)):
        here = current.get(place)
        if what == "begins":
            for other in [each for each in current if each != place]:
                current.pop(other)[2] = moment
        if what in {"begins", "holds"} and here is None:
            current[place] = [place, moment if what == "begins" else None, None]
            rows.append(current[place])
        elif what in {"ends", "is over"} and here is not None:
            current.pop(place)[2] = moment
        elif what == "is over" and all(place != other for other, _, _ in rows):
            rows.append([place, None, moment])
    return sorted(map(tuple, rows), key=str)


def events(one):
    """Yield (moment, what, place) of one statement."""
    over = one.start is None and one.end is not None and one.end <= one.told
    if one.start is not None:
        yield one.start, "begins", one.place
    elif not over:
        yield one.told, "holds", one.place
    if one.end is not None:
        yield one.end, "is over" if over else "ends", one.place


def read(text):
    place, start, end, ended = text.split()
    fact = {
        "subject": "Ann",
        "relation": "is in",
        "object": place,
        "valid_from": start,
        "valid_to": None if end == "None" else end,
        "ended": ended == "True",
    }
    return {"facts": [fact]}


answer = reader(read, other_object)


def learned(said):
    """Return the time line that a memory shows after it was told all this, in this order."""
    with Memory.open(embedder=None, model=ScriptedModel(answer)) as memory:
        for one in said:
            receipt = memory.remember(str(one), at=one.told)
            assert not receipt.pending
            assert not receipt.losses
        assert not memory.check()
        rows = [(one.object_name, one.valid_from, one.valid_to) for one in memory.history("Ann")]
    return sorted((row for row in rows if row[1] is None or row[1] != row[2]), key=str)


KINDS = ("start", "period", "over", "ended period", "unknown")


def drawn(random, places):
    """Return statements in no order; no two of their moments are the same."""
    count = random.randint(1, 7)
    moments = iter(random.sample(range(10, 10 + 2 * count), 2 * count))
    said = []
    for _ in range(count):
        place, kind = random.choice(places), random.choice(KINDS)
        first, last = sorted((next(moments), next(moments)))
        if kind == "unknown":
            said.append(Said(place, None, random.choice((None, 60 + first)), first))
        elif kind == "over":
            said.append(Said(place, None, last, last, ended=True))
        else:
            end = None if kind == "start" else last
            said.append(Said(place, first, end, last, ended=kind == "ended period"))
    return said


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_one_place_has_the_same_time_line_in_any_order(random):
    said = drawn(random, ("Oslo",))
    assert learned(said) == timeline(said)


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_places_that_exclude_each_other_have_the_same_time_line_in_any_order(random):
    said = drawn(random, PLACES)
    assert learned(said) == timeline(said)


@pytest.mark.slow
def test_many_random_orders_of_arrival():
    """`make bench` runs 2,000."""
    chance = random.Random(13)
    for number in range(CASES):
        said = drawn(chance, PLACES[: 1 + number % 3])
        assert learned(said) == timeline(said)


WORKED = Said("Arken", 2015, None, 2016)
LEFT = Said("Arken", None, 2019, 2024, ended=True)
OVER = Said("Arken", None, None, 2024, ended=True)
AGES = Said("Arken", None, None, 2018)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ([WORKED, LEFT], [("Arken", 2015, 2019)]),
        ([WORKED, LEFT, OVER], [("Arken", 2015, 2019)]),
        ([WORKED, AGES], [("Arken", 2015, None)]),
        ([AGES, LEFT], [("Arken", None, 2019)]),
        ([WORKED, AGES, LEFT], [("Arken", 2015, 2019)]),
        ([AGES, Said("Arken", 2020, None, 2020)], [("Arken", None, None)]),
        ([Said("Oslo", 2010, None, 2011), AGES], [("Arken", None, None), ("Oslo", 2010, None)]),
    ],
)
def test_a_known_start_stays_and_an_unknown_one_holds_now(said, shown):
    """Starts at 2015, ends told later, "has worked there for ages": in every order."""
    for order in itertools.permutations(said):
        assert learned(order) == shown


def test_forgetting_the_end_gives_the_fact_back():
    with Memory.open(embedder=None, model=ScriptedModel(answer)) as memory:
        for one in (WORKED, Said("Arken", 2022, None, 2022)):
            memory.remember(str(one), at=one.told)
        left = memory.remember(str(LEFT), at=LEFT.told)
        assert [(one.valid_from, one.valid_to) for one in memory.history("Ann")] == [
            (2015, 2019),
            (2022, None),
        ]
        memory.forget(episode=left.episode)
        assert [(one.valid_from, one.valid_to) for one in memory.history("Ann")] == [(2015, None)]
        assert not memory.check()


def test_late_news_ends_by_the_row_that_begins_then_and_goes_on_if_that_is_forgotten():
    with Memory.open(embedder=None, model=ScriptedModel(answer)) as memory:
        for source, one in (
            ("first", Said("Oslo", 1, None, 1)),
            ("again", Said("Oslo", 10, None, 10)),
            ("late", Said("Rome", 5, None, 12)),
        ):
            memory.remember(str(one), at=one.told, source=source)
        oslo, rome, second = memory.history("Ann")
        assert (oslo.superseded_by, rome.superseded_by) == (rome.id, second.id)
        memory.forget(source="again")
        rows = [(one.object_name, one.valid_from, one.valid_to) for one in memory.history("Ann")]
        assert rows == [("Oslo", 1, 5), ("Rome", 5, None)]
        assert memory.check() == []
