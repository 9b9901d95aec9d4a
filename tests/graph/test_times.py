"""Valid time: axes, ticks, and the fold of a statement's history."""

from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import AxisError, UsageError
from clew.graph.times import (
    END,
    START,
    Assertion,
    Axis,
    Closure,
    asserted,
    axis_of,
    closed_at,
    fold,
    parse_time,
    shown_time,
    to_ticks,
    to_time,
    told_to,
)

moments = st.datetimes(timezones=st.just(UTC))
small = st.integers(0, 4)
starts = st.none() | small
assertions = st.lists(
    st.builds(Assertion, starts, st.none() | small, st.integers(1, 4), small | st.just(END)),
    max_size=4,
)
closures = st.lists(
    st.builds(
        Closure,
        small,
        st.none() | st.integers(7, 9),
        st.integers(1, 4),
        st.none() | st.integers(1, 6),
    )
)


@given(moments)
def test_a_datetime_survives_its_ticks(moment):
    assert to_time(to_ticks(moment, Axis.TIME), Axis.TIME) == moment


def test_a_naive_datetime_is_utc_and_an_offset_is_kept_apart():
    naive = datetime(2024, 5, 1, 12)  # noqa: DTZ001 - that is the point
    east = datetime(2024, 5, 1, 14, tzinfo=timezone(timedelta(hours=2)))
    assert to_ticks(naive, Axis.TIME) == to_ticks(east, Axis.TIME)


@pytest.mark.parametrize(
    ("time", "axis"), [(3, Axis.TIME), (datetime(2024, 1, 1, tzinfo=UTC), Axis.STEP)]
)
def test_mixed_axes_are_refused(time, axis):
    with pytest.raises(AxisError, match="counts in"):
        to_ticks(time, axis)


@pytest.mark.parametrize("time", [True, "2024", 1.5, None])
def test_what_is_no_time_is_refused(time):
    with pytest.raises(UsageError, match="expected an aware datetime or a step"):
        axis_of(time)


def test_a_step_beyond_the_range_is_refused():
    with pytest.raises(UsageError, match="between"):
        to_ticks(2**62, Axis.STEP)


@pytest.mark.parametrize(
    ("time", "hours"),
    [(datetime.min.replace(tzinfo=UTC), 14), (datetime.max.replace(tzinfo=UTC), -12)],
)
def test_a_moment_that_utc_has_no_date_for_is_refused(time, hours):
    assert to_time(to_ticks(time, Axis.TIME), Axis.TIME) == time
    away = time.replace(tzinfo=timezone(timedelta(hours=hours)))
    with pytest.raises(UsageError, match="years 1 to 9999"):
        to_ticks(away, Axis.TIME)


@pytest.mark.parametrize("ticks", [None, START, END])
def test_unbounded_has_no_time(ticks):
    assert to_time(ticks, Axis.TIME) is None


@given(assertions, closures)
def test_versions_adjoin_and_differ(told, closed):
    versions = fold(told, closed)
    assert bool(versions) == bool(told)
    for before, after in pairwise(versions):
        assert before.known_to == after.known_from
        assert before.known_from < after.known_from
        assert before.state() != after.state()
    if versions:
        assert versions[-1].known_to is None


@given(assertions, closures, st.integers(1, 7))
def test_what_counts_no_more_leaves_no_trace_afterwards(told, closed, known):
    seen = [one for one in told if one.revision <= known]
    counts = [
        one._replace(until=None)
        for one in closed
        if one.revision <= known and (one.until is None or one.until > known)
    ]
    then = [one for one in fold(told, closed) if one.known_from <= known]
    assert [one.state() for one in then[-1:]] == [one.state() for one in fold(seen, counts)[-1:]]


@given(assertions, closures, st.randoms())
def test_the_order_of_events_within_a_revision_does_not_matter(told, closed, random):
    shuffled = random.sample(told, len(told)), random.sample(closed, len(closed))
    assert fold(*shuffled) == fold(told, closed)


@given(assertions, closures)
def test_folding_step_by_step_gives_the_last_version(told, closed):
    closed = [each for each in closed if each.until is None]
    events = sorted([(e.revision, 0, e) for e in told] + [(e.revision, 1, e) for e in closed],
                    key=lambda event: event[:2])  # fmt: skip
    current, begun = None, END
    for _, _, event in events:
        if isinstance(event, Assertion):
            current = asserted(current, event, begun)
            begun = min(begun, END if event.start is not None else event.begun)
        elif current is not None:
            current = closed_at(current, event)
    last = fold(told, closed)[-1:]
    if current is None:
        assert not last
    elif min(e.revision for e in told) <= min((e.revision for e in closed), default=9):
        assert current.state() == last[0].state()


@pytest.mark.parametrize(("begun", "start"), [(END, 5), (9, 5), (5, 5), (4, None), (START, None)])
def test_an_unknown_start_wipes_out_no_known_one_unless_it_held_before(begun, start):
    """ "has worked there since 5", and an episode that knows no start but says it held then."""
    told = [Assertion(5, None, 1), Assertion(None, None, 2, begun)]
    for order in (told, [one._replace(revision=3 - one.revision) for one in told]):
        assert fold(order, [])[-1].valid_from == start


WRITTEN = {
    "2015": ["2015"],
    "2015-05": ["2015-05", "2015-5"],
    "2015-05-03": ["2015-05-03", "20150503", "2015-W18-7", "2015W187"],
    "2015-05-03T10:00Z": ["2015-05-03T10:00", "2015-05-03T10:00:00"],
    "2015-05-03T08:00:07Z": ["2015-05-03 10:00:07+02:00"],
}
"""How a date is shown -> the ways in which it may be written."""
EXACT = {4: "year", 7: "month", 10: "day"}
WAYS = [(text, shown) for shown, texts in WRITTEN.items() for text in texts]


@pytest.mark.parametrize(("text", "shown"), WAYS)
def test_a_date_is_shown_as_exactly_as_it_is_written(text, shown):
    assert told_to(text) == EXACT.get(len(shown), "moment")
    assert shown_time(parse_time(text), told_to(text)) == shown
    assert parse_time(shown) == parse_time(text)


@pytest.mark.parametrize("week", ["2024-W05", "2024W05", "2024W05T10"])
def test_a_week_is_refused_for_no_precision_fits_it(week):
    with pytest.raises(UsageError, match="a time is an ISO date"):
        parse_time(week)
