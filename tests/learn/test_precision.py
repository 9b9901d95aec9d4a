"""How exactly times are told is kept: through every order of arrival, forgetting, merge and split.

"Since 2015" is a year, and a fact whose time is only that of its text was said then.
"""

import itertools
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Kind, Memory, NewEdge, NewNode
from clew.graph.types import Precision
from clew.learn.tasks import Extract, Revise
from clew.llm.scripted import ScriptedModel
from tests.learn.readers import other_object, reader
from tests.learn.test_any_order import PLACES, drawn, timeline

DIGITS = {"year": 4, "month": 7, "day": 10}


def day(number):
    """A moment of `test_any_order` as the first day of a year."""
    return datetime(1900 + number, 1, 1, tzinfo=UTC)


def date(number, exact):
    """A moment as it is told; `None` if it is only that of the text."""
    if number is None:
        return None
    return None if exact == "said" else day(number).isoformat()[: DIGITS[exact]]


def read(text):
    who, place, start, end, ended = text.split()
    fact = {"subject": who, "relation": "is in", "object": place, "ended": ended == "True"}
    times = {"valid_from": start, "valid_to": end}
    return {"facts": [fact | {name: told for name, told in times.items() if told != "None"}]}


answer = reader(read, other_object)


def opened():
    return Memory.open(embedder=None, model=ScriptedModel(answer))


def tell(memory, place, start, end, at, ended=False, who="Ann", source=""):
    receipt = memory.remember(f"{who} {place} {start} {end} {ended}", at=at, source=source)
    assert not receipt.pending
    assert not receipt.losses
    return receipt.episode


def shown(memory, who="Ann"):
    """Return place, start and end as they were told, of every fact that held at some time."""
    assert not memory.check()
    rows = [
        (one.object_name, _told(one.valid_from, one.told[0]), _told(one.valid_to, one.told[1]))
        for one in memory.history(who)
        if one.valid_from is None or one.valid_from != one.valid_to
    ]
    return sorted(rows, key=str)


def _told(time, precision):
    return None if time is None else (time.year - 1900, precision.value)


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_in_any_order_each_moment_is_as_exact_as_whoever_told_it(random):
    exact = {}
    said = []
    for one in drawn(random, PLACES[: random.randint(1, 3)]):
        for moment in (one.start, one.end):
            exact[moment] = random.choice(sorted(DIGITS))
        if one.end is None and one.start is not None and random.random() < 0.4:
            one = replace(one, told=one.start)
            exact[one.start] = "said"
        elif one.ended and one.start is None and random.random() < 0.4:
            exact[one.end] = "said"
        said.append(one)
    with opened() as memory:
        for one in said:
            unknown = one.start is None and not one.ended
            start = "unknown" if unknown else date(one.start, exact[one.start])
            tell(memory, one.place, start, date(one.end, exact[one.end]), day(one.told), one.ended)
        rows = shown(memory)
    expected = [
        (place, *((each, exact[each]) if each is not None else None for each in times))
        for place, *times in timeline(said)
    ]
    assert rows == sorted(expected, key=str)


def coinciding(random):
    """Return a statement whose start or end others tell too, more or less exactly."""
    start, end = random.choice((110, 112, 114)), random.choice((111, 113, 115))
    exact = [random.choice(sorted(DIGITS)) for _ in range(2)]
    told = day(120)
    return random.choice(
        (
            ("Oslo", None, None, day(start)),
            ("Oslo", date(start, exact[0]), None, told),
            ("Oslo", date(start, exact[0]), date(max(start + 1, end), exact[1]), told),
            ("Oslo", "unknown", date(end, exact[1]), told, True),
        )
    )


@settings(deadline=None)
@given(st.randoms(use_true_random=False))
def test_any_order_of_who_tells_the_same_moments_gives_the_same(random):
    said = [(*coinciding(random), number) for number in range(random.randint(2, 5))]
    found = []
    for order in (said, said[::-1], random.sample(said, len(said))):
        with opened() as memory:
            for place, start, end, at, *ended, number in order:
                tell(memory, place, start, end, at, bool(ended), source=f"text {number}")
            found.append(shown(memory))
    assert found == found[:1] * 3


SAME = (
    ("Oslo", None, None, datetime(2015, 1, 1, tzinfo=UTC)),
    ("Oslo", "2015", None, datetime(2017, 5, 2, tzinfo=UTC)),
    ("Oslo", "2015-01", None, datetime(2018, 5, 2, tzinfo=UTC)),
)
"""One start, only said, told to the year and told to the month."""


@pytest.mark.parametrize("count", [1, 2, 3])
def test_of_equal_starts_the_one_told_most_exactly_counts(count):
    for order in itertools.permutations(SAME[:count]):
        with opened() as memory:
            for one in order:
                tell(memory, *one)
            assert shown(memory) == [("Oslo", (115, ("said", "year", "month")[count - 1]), None)]


def test_of_equal_ends_the_one_told_most_exactly_counts():
    left = ("Oslo", "unknown", "2019", datetime(2020, 2, 1, tzinfo=UTC), True)
    again = ("Oslo", "unknown", "2019-01", datetime(2021, 2, 1, tzinfo=UTC), True)
    for order in itertools.permutations([SAME[1], left, again]):
        with opened() as memory:
            for one in order:
                tell(memory, *one)
            assert shown(memory) == [("Oslo", (115, "year"), (119, "month"))]


def test_an_end_told_twice_and_a_split_between_come_in_any_order():
    told = datetime(2020, 1, 1, tzinfo=UTC)
    said = (
        ("unknown", "2011-01", True),
        ("2012-01-01", "2013", False),
        ("2010-01-01", "2013-01", False),
    )
    for order in itertools.permutations(said):
        with opened() as memory:
            for number, (start, end, ended) in enumerate(order):
                tell(memory, "Oslo", start, end, told, ended, source=f"text {number}")
            assert shown(memory) == [
                ("Oslo", (110, "day"), (111, "month")),
                ("Oslo", (112, "day"), (113, "month")),
            ]


def test_who_only_says_that_it_will_end_tells_no_start():
    with opened() as memory:
        will = tell(memory, "Oslo", "2015", None, datetime(2016, 5, 2, tzinfo=UTC))
        tell(memory, "Oslo", "None", "2030", datetime(2017, 5, 2, tzinfo=UTC), ended=True)
        assert shown(memory) == [("Oslo", (115, "year"), (130, "year"))]
        tell(memory, "Oslo", "2015-01", None, datetime(2018, 5, 2, tzinfo=UTC))
        assert shown(memory) == [("Oslo", (115, "month"), (130, "year"))]
        memory.forget(episode=will)
        assert shown(memory) == [("Oslo", (115, "month"), (130, "year"))]


def test_forgetting_a_text_takes_its_exactness_along():
    with opened() as memory:
        episodes = [tell(memory, *one) for one in SAME]
        gone = [tell(memory, "Rome", "2019-01", None, datetime(2021, 2, 1, tzinfo=UTC))]
        gone.append(tell(memory, "Rome", "2019", None, datetime(2022, 2, 1, tzinfo=UTC)))
        memory.forget(episode=episodes[2])
        memory.forget(episode=gone[0])
        assert shown(memory) == [
            ("Oslo", (115, "year"), (119, "year")),
            ("Rome", (119, "year"), None),
        ]
        memory.forget(episode=episodes[1])
        memory.forget(episode=gone[1])
        assert shown(memory) == [("Oslo", (115, "said"), None)]


def test_what_was_believed_before_keeps_its_exactness():
    with opened() as memory:
        for one in SAME:
            tell(memory, *one)
        told = [
            one.valid_from_precision.value
            for known in range(1, memory.stats().revision + 1)
            for one in memory.as_of(known=known).history("Ann")
        ]
        assert list(dict.fromkeys(told)) == ["said", "year", "month"]


def test_a_merge_ends_as_exactly_as_it_is_told_and_a_split_undoes_it():
    with opened() as memory:
        tell(memory, "Oslo", "2015", None, datetime(2016, 5, 2, tzinfo=UTC))
        tell(memory, "Lima", "2012", None, datetime(2016, 5, 2, tzinfo=UTC), who="Nan")
        memory.merge("Ann", "Nan")
        tell(memory, "Rome", "2019-01", None, datetime(2021, 2, 1, tzinfo=UTC), who="Nan")
        assert ("Oslo", (115, "year"), (119, "month")) in shown(memory)
        memory.split("Nan")
        assert shown(memory) == [("Oslo", (115, "year"), None)]
        assert ("Rome", (119, "month"), None) in shown(memory, "Nan")
        memory.merge("Ann", "Nan")
        assert ("Oslo", (115, "year"), (119, "month")) in shown(memory)


def test_told_again_after_an_end_both_rows_are_as_exact_as_told():
    with opened() as memory:
        tell(memory, "Oslo", "2010", None, datetime(2011, 5, 2, tzinfo=UTC))
        tell(memory, "Oslo", "2020-01", None, datetime(2021, 5, 2, tzinfo=UTC))
        tell(memory, "Oslo", "unknown", "2015", datetime(2022, 5, 2, tzinfo=UTC), ended=True)
        assert shown(memory) == [
            ("Oslo", (110, "year"), (115, "year")),
            ("Oslo", (120, "month"), None),
        ]


def test_no_longer_without_a_date_is_the_time_of_the_text():
    with opened() as memory:
        tell(memory, "Oslo", "2015", None, datetime(2016, 5, 2, tzinfo=UTC))
        tell(memory, "Oslo", "None", "None", datetime(2019, 5, 2, tzinfo=UTC), ended=True)
        assert shown(memory) == [("Oslo", (115, "year"), (119, "said"))]


def test_a_thesis_ends_as_exactly_as_its_fact():
    def with_thesis(task):
        reply = answer(task)
        if isinstance(task, Extract):
            reply["facts"][0]["thesis"] = 0
            reply["theses"] = [{"text": f"It is told: {task.text}", "entities": ["Ann"]}]
        return reply

    with Memory.open(embedder=None, model=ScriptedModel(with_thesis)) as memory:
        tell(memory, "Oslo", "2015", None, datetime(2016, 5, 2, tzinfo=UTC))
        tell(memory, "Rome", "2019-01", None, datetime(2021, 2, 1, tzinfo=UTC))
        then = memory.as_of(datetime(2017, 1, 1, tzinfo=UTC))
        (thesis,) = then.theses("Ann")
        assert thesis.told == (Precision.SAID, Precision.MONTH)
        assert memory.check() == []


def test_what_is_observed_at_a_step_holds_since_that_step():
    with opened() as memory:
        tell(memory, "Oslo", "None", "None", 3)
        tell(memory, "Rome", "None", "None", 5)
        for one in memory.history("Ann"):
            assert one.told == (Precision.MOMENT, Precision.MOMENT)


def test_a_model_is_shown_what_is_only_said():
    lines = []

    def listening(task):
        if isinstance(task, Revise):
            lines.extend(task.inputs().splitlines())
        return answer(task)

    with Memory.open(embedder=None, model=ScriptedModel(listening)) as memory:
        tell(memory, "Oslo", "2015", None, datetime(2016, 5, 2, tzinfo=UTC))
        tell(memory, "Rome", "None", "None", datetime(2019, 5, 2, tzinfo=UTC))
    assert any(line.endswith("Ann | is in | Oslo | since 2015") for line in lines)
    assert any(line.endswith("Ann | is in | Rome | said 2019-05-02") for line in lines)


def test_among_very_many_facts_the_same_is_told_as_exactly():
    with opened() as few, opened() as many:
        for memory in (few, many):
            tell(memory, "Oslo", date(1, "year"), None, day(5))
            tell(memory, "Rome", date(3, "month"), None, day(6))
            tell(memory, "Oslo", date(1, "day"), None, day(7), source="letter")
        filler = [NewNode(kind=Kind.ENTITY, text=f"thing {n}") for n in range(300)]
        ends = [NewNode(kind=Kind.ENTITY, text=name) for name in ("Ann", "Oslo", "Rome")]
        many.write(
            [*ends, *filler],
            [
                NewEdge(kind=Kind.FACT, source=end, target=thing, relation="has")
                for end in ends
                for thing in filler
            ],
        )
        placed = [row for row in shown(many) if row[0] in {"Oslo", "Rome"}]
        assert placed == shown(few)
        assert (1, "day") in {start for _, start, _ in placed}
