"""Time expressions in sentences, and times a user types."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.times import parse_time
from clew.minds.english.words.dates import find_times

AT = datetime(2024, 5, 15, 12, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "valid_from", "valid_to"),
    [
        ("She left on 2024-03-01.", "2024-03-01", None),
        ("She left at 2024-03-01T10:00:00Z.", "2024-03-01", None),
        ("She left on 3 May 2024.", "2024-05-03", None),
        ("She left on Friday, 3rd of May 2024.", "2024-05-03", None),
        ("She left on May 3, 2024.", "2024-05-03", None),
        ("She left in May 2024.", "2024-05-01", None),
        ("In 2019 she left.", "2019-01-01", None),
        ("She left yesterday.", "2024-05-14", None),
        ("She left last week.", "2024-05-06", None),
        ("She left last month.", "2024-04-01", None),
        ("She left last year.", "2023-01-01", None),
        ("She left two years ago.", "2022-01-01", None),
        ("She left 3 days ago.", "2024-05-12", None),
        ("She left on Monday.", "2024-05-13", None),
        ("She left last Friday.", "2024-05-10", None),
        ("She comes next Friday.", "2024-05-17", None),
        ("She comes next month.", "2024-06-01", None),
        ("She comes tomorrow.", "2024-05-16", None),
        ("She has lived there since 2010.", "2010-01-01", None),
        ("She has lived there for ten years.", "2014-05-15", None),
        ("She worked there until March 2021.", None, "2021-04-01"),
        ("She worked there before 2015.", None, "2015-01-01"),
        ("She worked there after 2015.", "2016-01-01", None),
        ("She worked there from 2010 to 2015.", "2010-01-01", "2016-01-01"),
        ("She worked there between May 2010 and June 2011.", "2010-05-01", "2011-07-01"),
        ("She ruled (1950-1961).", "1950-01-01", "1962-01-01"),
        ("In March she left.", "2024-03-01", None),
        ("In August she left.", "2023-08-01", None),
        ("She left in the summer of 2019.", "2019-06-01", None),
        ("It was popular in the 1990s.", "1990-01-01", None),
        ("She left on 13/12/2020.", "2020-12-13", None),
    ],
)
def test_a_time_expression_is_read(text, valid_from, valid_to):
    spans, losses = find_times(text, AT)
    assert [(span.valid_from, span.valid_to) for span in spans] == [(valid_from, valid_to)]
    assert not losses


@pytest.mark.parametrize(
    "text", ["He may march on.", "It costs 2019 dollars.", "In 2000 houses it rained.",
     "Call 555-2010.",
             "Ask April or June.", "The report was written by May Parker."]
)  # fmt: skip
def test_what_only_looks_like_a_time_is_left_alone(text):
    assert find_times(text, AT) == ((), ())


@pytest.mark.parametrize("bad", ["30 February 2024", "13/45/2020", "0000-01-01", "2023-02-29"])
def test_a_date_that_is_on_no_calendar_is_a_loss(bad):
    spans, losses = find_times(f"She left on {bad}.", AT)
    assert not spans
    assert [(loss.reason, loss.item) for loss in losses] == [("no such date", bad)]


def test_an_ambiguous_date_keeps_its_year_and_is_reported():
    (span,), (loss,) = find_times("She left on 03/04/2020.", AT)
    assert (span.first, span.last) == ("2020-01-01", "2021-01-01")
    assert "cannot be told apart" in loss.reason


def test_later_counts_from_the_last_date_named():
    (span,), _ = find_times("Two years later she left.", AT, date(2010, 6, 1))
    assert span.first == "2012-01-01"


def test_a_step_axis_has_no_dates():
    (span,), _ = find_times("She left in 2019.", 17)
    assert (span.first, span.last, span.valid_from, span.valid_to) == (None, None, None, None)


@given(st.text(), st.datetimes(timezones=st.just(UTC)))
def test_any_text_at_any_time_gives_ordered_disjoint_spans(text, at):
    spans, _ = find_times(text, at)
    ends = [0]
    for span in spans:
        assert ends[-1] <= span.start < span.end <= len(text)
        ends.append(span.end)


_WORDS = ["next", "last", "year", "May", "ago", "two", "in", "from", "to", "9999", "2999", "Monday",
          "0001-01-01", "9999-12-31", "the 9990s", "decade", "later", "for", "Easter",
           "31"]  # fmt: skip


@given(st.lists(st.sampled_from(_WORDS)), st.datetimes(timezones=st.just(UTC)))
def test_times_at_the_edge_of_the_calendar_do_not_raise(words, at):
    for span in find_times(" ".join(words), at)[0]:
        assert span.first is not None
        date.fromisoformat(span.first)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2024-05-03", datetime(2024, 5, 3, tzinfo=UTC)),
        (" 2024-05-03T10:00 ", datetime(2024, 5, 3, 10, tzinfo=UTC)),
        ("2024-05-03T10:00+02:00", datetime(2024, 5, 3, 8, tzinfo=UTC)),
        ("2024", datetime(2024, 1, 1, tzinfo=UTC)),
        ("2024-05", datetime(2024, 5, 1, tzinfo=UTC)),
        ("0", 0),
        ("17", 17),
    ],
)
def test_a_typed_time_is_read(text, time):
    assert parse_time(text) == time


def test_four_digits_are_a_step_when_steps_are_asked_for():
    assert parse_time("2024", steps=True) == 2024


@pytest.mark.parametrize("text", ["", "soon", "2024-13", "2024-02-30", "-4", "1.5", "0000", "٣"])
def test_a_typed_time_that_is_none_says_what_was_expected(text):
    with pytest.raises(UsageError, match="ISO date") as caught:
        parse_time(text)
    assert repr(text) in str(caught.value)


@given(st.datetimes(timezones=st.just(UTC)), st.integers(-12, 12))
def test_a_datetime_survives_being_typed(moment, hours):
    assume(2 <= moment.year <= 9998)
    aware = moment.replace(tzinfo=timezone(timedelta(hours=hours)))
    assert parse_time(aware.isoformat()) == aware
