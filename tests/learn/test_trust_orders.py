"""Trust as properties: any order of arrival, and forgetting, against a sweep over what is told.

`timeline` is the reference: each statement holds until the next one of a source trusted at least
as much, its own end, or one that such a source tells of the same place.
"""

import itertools
import os
import random as chances

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Memory
from clew.llm.scripted import ScriptedModel
from tests.learn.test_any_order import Said, answer

CASES = int(os.environ.get("CLEW_CASES", "100"))
LEVELS = {"low": -1, "note": 0, "register": 5}
PLACES = ("Oslo", "Rome", "Turin")
EVERYWHERE = (*PLACES, "Bern", "Bonn", "Kyiv", "Lima")


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
        heard = [other for teller, other in told if LEVELS[teller] >= LEVELS[source]]
        ends = [each.end if each.place == one.place else each.start for each in heard]
        later = [end for end in ends if end is not None and end > one.start]
        rows.append((one.place, one.start, min(later, default=None)))
    return rows


def drawn(random, places=PLACES, *, again=True):
    """Return statements of several sources in no order, each with a start of its own.

    The same place may be told `again`, by any source.
    """
    count = random.randint(1, 7)
    where = random.choices(places, k=count) if again else random.sample(places, count)
    starts = random.sample(range(1, 40), count)
    return [
        (random.choice(tuple(LEVELS)), Said(place, start, None, start))
        for place, start in zip(where, starts, strict=True)
    ]


def with_periods(random):
    """Return such statements of which half have an end; no two of their moments are the same."""
    count = random.randint(1, 6)
    moments = iter(random.sample(range(1, 60), 2 * count))
    told = []
    for _ in range(count):
        first, last = sorted((next(moments), next(moments)))
        end = random.choice((None, last))
        said = Said(random.choice(PLACES), first, end, first if end is None else last)
        told.append((random.choice(tuple(LEVELS)), said))
    return told


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_any_order_gives_what_the_sources_and_their_levels_give(random):
    for told in (drawn(random), with_periods(random)):
        with learned(told) as memory:
            assert shown(memory) == states(timeline(told))


@settings(max_examples=30, deadline=None)
@given(st.randoms(use_true_random=False))
def test_forgetting_texts_gives_what_the_others_say(random):
    for told in (drawn(random), with_periods(random)):
        gone = {place for place in range(len(told)) if random.random() < 0.4}
        left = [one for place, one in enumerate(told) if place not in gone]
        with opened() as memory:
            texts = [memory.remember(str(one), at=one.told, source=by) for by, one in told]
            for place in sorted(gone):
                memory.forget(episode=texts[place].episode)
            assert shown(memory) == states(timeline(left))


@pytest.mark.parametrize(
    "told",
    [
        "low Oslo 29, low Rome 37, register Rome 9, register Turin 18, note Oslo 26",
        "low Turin 4, note Oslo 25, low Rome 33, register Turin 13, note Turin 34",
        "note Turin 5, note Turin 1, low Oslo 4, low Turin 3, note Rome 2",
        "low Oslo 43, low Rome 6-57, register Rome 19-59",
        "note Oslo 16-31, low Rome 13-25, register Rome 14",
        "note Oslo 38-51, low Oslo 18-44, register Oslo 1-33, note Oslo 3",
    ],
    ids=[
        "what ended one that ends another no more is no later end",
        "a more trusted source revives what was over when others came",
        "a row split twice",
        "an end told below comes to light when what came before it is outranked",
        "so it does of what has no end",
        "who confirms a fact does not say what another has told of its end",
    ],
)
def test_orders_of_arrival_that_once_differed(told):
    rows = [read_row(*each.split()) for each in told.split(", ")]
    with learned(rows) as memory:
        assert shown(memory) == states(timeline(rows))


def read_row(who, place, times):
    """Return what "note Oslo 5-9" says, or "note Oslo 5"; "note Oslo ?-9": until 9."""
    start, _, last = times.partition("-")
    begins = None if start == "?" else int(start)
    ends = int(last) if last else None
    return who, Said(place, begins, ends, int(last or start), ended=begins is None)


@pytest.mark.parametrize(
    ("told", "rows"),
    [
        ("low Rome 10-12, note Rome ?-41", [("Rome", None, 41)]),
        ("low Rome 20, low Oslo 10-19, note Oslo ?-31", [("Rome", 20, None), ("Oslo", None, 31)]),
        ("register Rome ?-35, low Rome 6, low Oslo 18", [("Rome", 6, 35), ("Oslo", 18, None)]),
    ],
    ids=[
        "an end told below binds nobody above",
        "nor where another place holds by then",
        "who tells only an end says that it held until then",
    ],
)
def test_ends_without_a_start_are_the_same_in_any_order(told, rows):
    """Limit: of several such ends of one place some orders differ (docs)."""
    said = [read_row(*each.split()) for each in told.split(", ")]
    for order in itertools.permutations(said):
        with learned(order) as memory:
            assert shown(memory) == states(rows)


@pytest.mark.slow
def test_many_orders_of_arrival():
    """`make bench` runs 2,000."""
    chance = chances.Random(13)
    for number in range(CASES):
        told = (drawn, with_periods)[number % 2](chance)
        with learned(told) as memory:
            assert shown(memory) == states(timeline(told))


@settings(max_examples=15, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_level_set_later_gives_what_it_would_have_given_before(random):
    told = sorted(drawn(random), key=lambda each: each[1].told)
    with learned(told, Memory.open(embedder=None, model=ScriptedModel(answer))) as memory:
        before = shown(memory)
        for source, level in LEVELS.items():
            memory.trust.set(source, level)
        assert shown(memory) == states(timeline(told))
        for source in LEVELS:
            memory.trust.unset(source)
        assert shown(memory) == before
        assert memory.conflicts() == []


@pytest.mark.parametrize(
    "told",
    [
        "note Rome 1, low Turin 7, register Rome 13, register Oslo 32",
        "register Rome 2, note Turin 5, note Rome 32, register Oslo 35",
    ],
)
def test_what_holds_again_ends_with_what_ended_its_second_row(told):
    rows = [read_row(*each.split()) for each in told.split(", ")]
    with learned(rows, Memory.open(embedder=None, model=ScriptedModel(answer))) as memory:
        for source, level in LEVELS.items():
            memory.trust.set(source, level)
        assert shown(memory) == states(timeline(rows))


@settings(max_examples=15, deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(tuple(LEVELS)))
def test_forgetting_a_source_gives_what_the_others_say(random, source):
    """Limit: each place is told once; what is told again after an end stays one fact (docs)."""
    told = drawn(random, EVERYWHERE, again=False)
    told.sort(key=lambda each: each[1].told)
    left = [each for each in told if each[0] != source]
    with learned(told) as memory:
        if left != told:
            memory.forget(source=source)
        assert shown(memory) == states(timeline(left))


def test_forgetting_a_source_that_told_two_in_a_row_closes_by_the_third():
    """What ended the first is erased, and what ended that too: the next one ends it now."""
    told = [("a", "Turin", 13), ("b", "Rome", 14), ("b", "Oslo", 24), ("a", "Bern", 36)]
    with Memory.open(embedder=None, model=ScriptedModel(answer)) as memory:
        learned([(source, Said(place, at, None, at)) for source, place, at in told], memory)
        memory.forget(source="b")
        rows = [(one.object_name, one.valid_from, one.valid_to) for one in memory.history("Ann")]
    assert rows == [("Turin", 13, 36), ("Bern", 36, None)]
