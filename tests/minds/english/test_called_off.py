"""Plans that a later message calls off or puts off, and days that come again each year."""

import pytest

from tests.minds.english.notes_asked import answer

FLIGHT = ("When is Nora flying to Rome?", "I'm flying to Rome on 24 March.")
TALK = ("When is Nora's interview?", "I have an interview at Ericsson on 25 March.")
MOVE = ("When is Nora moving to Canada?", "I'm moving to Canada in May.")


@pytest.mark.parametrize(
    ("plan", "later"),
    [
        (FLIGHT, "I had to cancel my flight to Rome."),
        (FLIGHT, "The trip is cancelled."),
        (FLIGHT, "The trip to Rome is off."),
        (TALK, "They cancelled my interview."),
        (TALK, "Ericsson called it off."),
        (MOVE, "I'm not moving to Canada after all."),
        (MOVE, "We decided not to move to Canada."),
        (("When is the concert?", "The concert is on 20 March."), "The concert was put off."),
        (("When is Mum's surgery?", "Mum's surgery is on 24 March."), "They postponed it."),
    ],
)
def test_a_plan_that_is_called_off_is_no_answer(plan: tuple[str, str], later: str) -> None:
    question, text = plan
    assert answer(question, text) is not None
    assert answer(question, text, later) is None


@pytest.mark.parametrize(
    ("plan", "later"),
    [
        (FLIGHT, "My appointment at the dentist was cancelled."),
        (FLIGHT, "I love tea."),
        (TALK, "I cancelled my gym membership."),
        (MOVE, "Tom is not moving to Canada after all."),
        (FLIGHT, "I won't forget my passport for the flight to Rome."),
        (TALK, "The interview is on my only day off."),
    ],
)
def test_a_plan_is_not_called_off_by_another(plan: tuple[str, str], later: str) -> None:
    question, text = plan
    assert answer(question, text, later) == answer(question, text)


@pytest.mark.parametrize(
    ("question", "texts", "day"),
    [
        ("When is Mum's surgery?",
         ("Mum's surgery is on 24 March.", "They postponed it to 31 March."), "31 March 2026"),
        ("When is Nora's interview?", (TALK[1], "They moved my interview to 30 March."),
         "30 March 2026"),
        ("When is the meeting?",
         ("The meeting is on 20 March.", "The meeting was moved to 25 March."), "25 March 2026"),
        ("When is the Heron deadline?", ("The Heron deadline slipped to 15 May.",), "15 May 2026"),
        ("When is the exam?", ("The exam has been pushed back to Thursday next week. Tea?",), None),
        ("When is the launch?", ("The launch is delayed until 4 June.",), "4 June 2026"),
        ("When is the concert?", ("The concert is on 20 March.", "The concert was cancelled.",
                                  "Good news: the concert is on 22 March again."),
         "22 March 2026"),
        ("Where does Nora live?", ("I moved to Rome in March.",), "Rome"),
    ],
)  # fmt: skip
def test_what_is_put_off_is_on_its_new_day(
    question: str, texts: tuple[str, ...], day: str | None
) -> None:
    assert answer(question, *texts) == day


def test_what_moved_to_a_weekday_is_on_the_next_one() -> None:
    assert answer("When is the meeting?", "The meeting moved to Thursday.", later=1) == (
        "12 March 2026"
    )


@pytest.mark.parametrize(
    ("question", "text", "day"),
    [
        ("When is Nora's birthday?", "My birthday is 4 May.", "4 May"),
        ("When is Nora's birthday?", "My birthday is on the 4th of May.", "4 May"),
        ("When is Nora's birthday?", "May 4 is my birthday.", "4 May"),
        ("When is Nora's birthday?", "My birthday is in October.", "October"),
        ("When is Tom's birthday?", "Tom's birthday is tomorrow.", "11 March"),
        ("When is Nora's wedding anniversary?", "Our wedding anniversary is on 7 August.",
         "7 August"),
        ("When is Tom's birthday party?", "Tom's birthday party is on 12 March.", None),
    ],
)  # fmt: skip
def test_a_birthday_is_each_year(question: str, text: str, day: str | None) -> None:
    assert answer(question, text, later=600) == day
