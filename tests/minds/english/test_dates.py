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
        ("She left last Mon.", "2024-05-13", None),
        ("She left last Tue.", "2024-05-14", None),
        ("She left last Tues.", "2024-05-14", None),
        ("She left last Wed.", "2024-05-08", None),
        ("She left last Weds.", "2024-05-08", None),
        ("She comes next Thu.", "2024-05-16", None),
        ("She comes next Thur.", "2024-05-16", None),
        ("She comes next Thurs.", "2024-05-16", None),
        ("She left last Fri.", "2024-05-10", None),
        ("She left last Sat.", "2024-05-11", None),
        ("She left last Sun.", "2024-05-12", None),
        ("She left two weekends ago.", "2024-05-04", None),
        ("She comes next Friday.", "2024-05-17", None),
        ("She comes next month.", "2024-06-01", None),
        ("She comes tomorrow.", "2024-05-16", None),
        ("She has an exam in two weeks.", "2024-05-29", None),
        ("The exam is in three days.", "2024-05-18", None),
        ("In a month she will visit Rome.", "2024-06-01", None),
        ("She is meeting Ben in 2 days' time.", "2024-05-17", None),
        ("She has had Pepper for ages.", None, None),
        ("She has lived there for many years.", None, None),
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
             "She wrote it in two weeks.", "She reads a book in a week.",
             "She has read it in two days.", "Ask April or June.",
             "Call me on 0200 555 1234.", "The call is at 14:00 +0200.", "Ring on 2033 555 120.",
             "The hotline is on 1800 555 123.", "The shift is from 0600 to 1400.",
             "Her code was in 4711.", "The shop closes at 0900 -0500.",
             "The report was written by May Parker."]
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


@pytest.mark.parametrize(
    "when", ["Two years later", "The next day", "The following week", "Three days earlier"]
)
def test_what_counts_from_a_day_that_was_not_told_has_no_date(when):
    (span,), _ = find_times(f"{when} she left.", AT)
    assert (span.first, span.last, span.valid_from) == (None, None, None)
    (span,), _ = find_times(f"{when} she left.", AT, date(2010, 6, 1))
    assert span.first is not None


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


_WINTER = datetime(2024, 1, 10, tzinfo=UTC)  # a Wednesday
_COMING = (
    "The dentist appointment is on 13 February.",
    "Anna has an appointment on 13 February.",
    "Anna has a dentist appointment on 13 February at 10:30.",
    "The report is due on 13 February.",
    "The report is due 13 February.",
    "Deadline: 13 February.",
    "The deadline is 13 February.",
    "Submit the form by 13 February.",
    "Please send the slides by 13 February.",
    "We plan to launch on 13 February.",
    "Anna plans to move to Oslo on 13 February.",
    "She is planning to visit us on 13 February.",
    "They want to marry on 13 February.",
    "Her flight to Lima leaves on 13 February.",
    "Next meeting: 13 February.",
    "The next meeting is on 13 February.",
    "The concert takes place on 13 February.",
    "The exam is scheduled for 13 February.",
    "The wedding is set for 13 February.",
    "The meeting was moved to 13 February.",
    "The trip has been postponed until 13 February.",
    "We booked a table for 13 February.",
    "Tom can't come on 13 February.",
    "Remind me on 13 February.",
    "The offer expires on 13 February.",
    "The lease runs until 13 February.",
    "Ben hopes to finish on 13 February.",
    "Let's meet on 13 February.",
    "I fly to Lima on 13 February.",
    "Anna promised to return the book by 13 February.",
    "13 February: lunch with Tom.",
    "On 13 February Anna flies to Lima.",
    "On February 13 Anna will start at Arken.",
    "On 13 February, Anna has an exam.",
    "Mum's operation is booked for 13 February.",
    "Kickoff 13 February, room 4.",
    "Invoice 3321 must be paid by 13 February.",
    "Payment is expected on 13 February.",
    "Dana is flying to Oslo on 13 February.",
    "We're meeting the landlord on 13 February.",
    "I'm seeing the doctor on 13 February.",
    "She's giving a talk in Bonn on 13 February.",
    "Could you pick up the parcel on 13 February?",
    "The kids have a school trip on 13 February.",
    "The museum will be closed from 13 February.",
    "Starting 13 February, the office opens at nine.",
    "Effective 13 February the fee is 30 euros.",
    "From 13 February, Lena works three days a week.",
    "The contract ends on 13 February.",
    "The contract with Borealis runs until 13 February.",
    "Do not forget the tax return, 13 February at the latest.",
    "Tickets are available until 13 February.",
    "The premiere, planned for 13 February, is sold out.",
    "The hearing was postponed to 13 February.",
    "Ravi got a dentist appointment for 13 February.",
    "Ravi has been invited to a wedding on 13 February.",
    "He said he will be back on 13 February.",
    "Vote on 13 February!",
    "Jonas turns forty on 13 February.",
    "Yoga class restarts on 13 February.",
    "I need to renew my passport before 13 February.",
    "The sale lasts until 13 February.",
    "Final exam (13 February) counts double.",
    "TODO call the bank on 13 February",
    "Sprint review on 13 February with the whole team.",
    "Mia's new job at Koval begins on 13 February.",
    "Their lease is up on 13 February.",
    "Please note that the pool stays closed until 13 February.",
    "The vote has been set for 13 February.",
    "I'd like to book a room for 13 February.",
    "He would like to meet on 13 February.",
    "Applications close on 13 February.",
    "Noor told me that she is leaving on 13 February.",
)
_GONE = (
    "Anna moved to Oslo on 13 February.",
    "She was born on 13 February.",
    "The meeting was on 13 February.",
    "He died on 13 February.",
    "Anna has lived in Oslo since 13 February.",
    "Since 13 February she works at Arken.",
    "The appointment on 13 February went well.",
    "She had an appointment on 13 February.",
    "The deadline was 13 February.",
    "The deadline, 13 February, has passed.",
    "We missed the deadline of 13 February.",
    "I saw the dentist on 13 February.",
    "In her letter of 13 February she said that she will come.",
    "The report was due on 13 February.",
    "Where did Anna live on 13 February?",
    "What happened on 13 February?",
    "Ben left Arken on 13 February.",
    "She went to school on 13 February.",
    "The shop burnt down on 13 February.",
    "Rosa gave birth to twins on 13 February.",
    "On 13 February Dana met Karl.",
    "On 13 February, after lunch, the server crashed.",
    "Dana hit a deer on 13 February.",
    "We put the house on the market on 13 February.",
    "Dana's father passed away on 13 February.",
    "The bridge was closed on 13 February.",
    "The contract was signed on 13 February.",
    "The photo was taken on 13 February.",
    "Your order of 13 February has arrived.",
    "Thanks for your letter of 13 February.",
    "According to the minutes of 13 February, Karl is the treasurer.",
    "Dana has been ill since 13 February.",
    "Did you see Karl on 13 February?",
    "Who won the race on 13 February?",
    "They used to meet on 13 February.",
    "Karl quit on 13 February.",
    "The last inspection was on 13 February.",
    "Karl, who joined on 13 February, is a nurse.",
    "We have not heard from Noor since 13 February.",
    "Noor graduated on 13 February.",
    "The twins' birthday party on 13 February was great.",
    "The fire of 13 February destroyed the barn.",
    "On 13 February the council approved the plan.",
    "Noor fell and broke her arm on 13 February.",
    "The shop has been open since 13 February.",
    "As decided on 13 February, the fee is 30 euros.",
    "Her first day was 13 February.",
    "I was in Oslo on 13 February.",
    "Why did Noor resign on 13 February?",
    "The report that Noor sent on 13 February is wrong.",
)
_OTHER_DAYS = (
    ("28 December: lunch with Tom.", "2023-12-28"),
    ("Anna has an appointment on 20 December.", "2024-12-20"),
    ("The exam is in November.", "2024-11-01"),
    ("The course starts in January.", "2024-01-01"),
    ("Anna has a cold since November.", "2023-11-01"),
    ("She is on holiday until 20 January.", "2024-01-20"),
    ("The report is due on Friday.", "2024-01-12"),
    ("Anna has an exam on Friday.", "2024-01-12"),
    ("Tom phoned on Friday.", "2024-01-05"),
    ("Lunch with Tom on Friday.", "2024-01-05"),
    ("Anna is in Rome in March.", "2024-03-01"),
    ("Release 2.0 ships in March.", "2024-03-01"),
    ("The festival was held in March.", "2023-03-01"),
    ("She became head of the clinic in March.", "2023-03-01"),
    ("He is said to have died in March.", "2023-03-01"),
    ("We hired Tom in March.", "2023-03-01"),
    ("Release 1.9 shipped in March.", "2023-03-01"),
    ("The dog died in March.", "2023-03-01"),
    ("The baby is due in February.", "2024-02-01"),
    ("They are getting married in June.", "2024-06-01"),
)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        *((text, "2024-02-13") for text in _COMING),
        *((text, "2023-02-13") for text in _GONE),
        *_OTHER_DAYS,
    ],
)
def test_a_date_ahead_is_ahead_and_one_in_the_past_is_the_last_one(text, first):
    (span,), _ = find_times(text, _WINTER)
    assert span.first == first
