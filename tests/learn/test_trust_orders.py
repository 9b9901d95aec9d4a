"""Trust as properties: any order of arrival, and forgetting, against a sweep over what is told.

`timeline` is the reference: each statement holds until the next one of a source trusted at least
as much, or its own end.
"""

import random as chance

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Memory
from clew.llm.scripted import ScriptedModel
from tests.learn.test_any_order import Said, answer

LEVELS = {"low": -1, "note": 0, "register": 5}
PLACES = ("Oslo", "Rome", "Turin")


def opened():
    memory = Memory.open(embedder=None, model=ScriptedModel(answer))
    for source, level in LEVELS.items():
        memory.trust.set(source, level)
    return memory


def learned(told, memory=None):
    """Return a memory that was told all this, in this order."""
    memory = memory or opened()
    for source, one in told:
        receipt = memory.remember(str(one), at=one.told, source=source)
        assert not receipt.pending
        assert not receipt.losses
    return memory


def shown(memory):
    """Return, for each moment at which anything begins or ends, the places that hold then."""
    assert not memory.check()
    facts = memory.history("Ann") if memory.stats().kinds["entity"] else []
    rows = [(one.object_name, one.valid_from, one.valid_to) for one in facts]
    return states(rows)


def states(rows):
    return [
        {
            place
            for place, start, end in rows
            if (start is None or start <= at) and (end is None or at < end)
        }
        for at in range(70)
    ]


def timeline(told):
    """Return (place, from, to) of each time that somebody says somebody was somewhere."""
    rows = []
    for source, one in told:
        ends = [
            other.start
            for teller, other in told
            if other.start > one.start
            and other.place != one.place
            and LEVELS[teller] >= LEVELS[source]
        ]
        ends += [] if one.end is None else [one.end]
        # An end told of the place by a source trusted as much ends what holds of it before.
        rows.append((one.place, one.start, min(ends, default=None)))
    return rows


def drawn(random, places=PLACES):
    """Return statements of several sources in no order, each with a start of its own."""
    count = random.randint(1, 7)
    starts = random.sample(range(1, 40), count)
    return [
        (random.choice(tuple(LEVELS)), Said(random.choice(places), start, None, start))
        for start in starts
    ]


@settings(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_any_order_gives_what_the_sources_and_their_levels_give(random):
    told = drawn(random)
    with learned(told) as memory:
        assert shown(memory) == states(timeline(told))
