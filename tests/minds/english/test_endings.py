"""What is over by what texts tell: left, resigned, died, was so for three years, will be so."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.clock import FixedClock
from tests.minds.english.cases import extract_prose

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def said(texts: list[str], question: str) -> str:
    """Return what is answered after texts of one month after the other; "?" is no answer."""
    with Memory.open(embedder=None, clock=FixedClock(NOW)) as memory:
        for month, text in enumerate(texts, 1):
            memory.remember(text, at=datetime(2025, month, 1, tzinfo=UTC), source=f"note {month}")
        found = memory.ask(question)
        return "?" if found.abstained or found.text is None else found.text


_WORKS, _WHERE = "Anna Berg works at Bask.", "Does Anna Berg work at Bask?"
_HEAD, _WHO = "Anna Berg is the CEO of Hav.", "Who is the CEO of Hav?"


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        ([_WORKS, "Anna Berg was fired from Bask."], _WHERE, "no"),
        ([_WORKS, "Anna Berg was laid off by Bask."], _WHERE, "no"),
        ([_WORKS, "Anna Berg was dismissed from Bask."], _WHERE, "no"),
        ([_WORKS, "Bask fired Anna Berg."], _WHERE, "no"),
        ([_WORKS, "Anna Berg lost her job at Bask."], _WHERE, "?"),
        ([_WORKS, "Anna Berg gave up her position at Bask."], _WHERE, "no"),
        ([_WORKS, "Bask fired Tom Lund."], _WHERE, "yes"),
        ([f"{_WORKS} She doesn't work there anymore."], _WHERE, "no"),
        ([f"{_WORKS} She no longer works there."], _WHERE, "no"),
        ([f"{_WORKS} Tom Lund no longer works there."], _WHERE, "yes"),
        ([_HEAD, "Anna Berg resigned."], _WHO, "?"),
        ([_HEAD, "Anna Berg stepped down."], _WHO, "?"),
        ([_HEAD, "Anna Berg resigned as CEO."], _WHO, "?"),
        ([f"{_HEAD} Anna Berg resigned."], _WHO, "?"),
        ([f"{_HEAD} Tom Lund resigned."], _WHO, "Anna Berg"),
        ([f"{_HEAD} She is the mayor of Voss.", "Anna Berg resigned."], _WHO, "Anna Berg"),
        (["Anna Berg lives in Bask.", "Anna Berg left Bask."], "Where does Anna Berg live?", "?"),
        (["Anna Berg lives in Bask.", "Ida Lund left Bask."], "Where does Anna Berg live?", "Bask"),
        (
            ["Anna Berg lives in Oslo.", "Anna Berg left Oslo.", "Anna Berg lives in Oslo again."],
            "Where does Anna Berg live?",
            "Oslo",
        ),
        (["Anna Berg lives in Oslo.", "Anna Berg left Oslo in 2024."],
         "Where does Anna Berg live?", "?"),
        (["Anna Berg is ill.", "Anna Berg has recovered."], "Is Anna Berg ill?", "?"),
        (["Anna Berg is ill. She has recovered."], "Is Anna Berg ill?", "?"),
        (["Anna Berg is ill.", "Anna Berg recovered the boat."], "Is Anna Berg ill?", "yes"),
        (["The bug is open. The bug has been fixed."], "Is the bug open?", "?"),
        (["The window is open. The window has been fixed."], "Is the window open?", "yes"),
        (["Anna Berg is married to Tom Lund.", "Tom Lund died in January."],
         "Who is Anna Berg married to?", "?"),
        (["Anna Berg is married to Tom Lund.", "Tom Lund died in January."],
         "Who was Anna Berg married to?", "Tom Lund"),
        (["Anna Berg is married to Tom Lund.", "Ida Lund died in January."],
         "Who is Anna Berg married to?", "Tom Lund"),
        (["The server runs on port 8080.", "The server now runs on port 9090."],
         "Which port does the server run on?", "port 9090"),
        (["The server runs on Linux.", "The server runs on port 9090."],
         "What does the server run on?", "Linux, port 9090"),
        (["Anna Berg's phone number is 111.", "Anna Berg's new phone number is 222."],
         "What is Anna Berg's phone number?", "222"),
    ],
)  # fmt: skip
def test_an_end_ends_what_it_is_an_end_of(texts: list[str], question: str, answer: str) -> None:
    assert said(texts, question) == answer


@pytest.mark.parametrize(
    ("text", "present", "past", "answer"),
    [
        ("Tom worked at the mill.", "Where does Tom work?", "Where did Tom work?", "the mill"),
        ("Anna lived in Rome for three years. She had a dog.",
         "Where does Anna live?", "Where did Anna live?", "Rome"),
        ("Anna was married to Tom for ten years. Tom had a dog.",
         "Who is Anna married to?", "Who was Anna married to?", "Tom"),
        ("Anna's late husband Tom worked at the mill. He had a dog.",
         "Where does Tom work?", "Where did Tom work?", "the mill"),
        ("Anna worked at Bask before she moved to Rome. She had a dog.",
         "Where does Anna work?", "Where did Anna work?", "Bask"),
        ("Anna worked at Bask until she moved to Rome. She had a dog.",
         "Where does Anna work?", "Where did Anna work?", "Bask"),
        ("Anna worked at Bask until the merger. She had a dog.",
         "Where does Anna work?", "Where did Anna work?", "Bask"),
        ("Before working at Hav, Anna lived in Rome. She had a dog.",
         "Where does Anna live?", "Where did Anna live?", "Rome"),
        ("Anna once lived in Rome. She had a dog.",
         "Where does Anna live?", "Where did Anna live?", "Rome"),
        ("Back then Anna lived in Rome. She had a dog.",
         "Where does Anna live?", "Where did Anna live?", "Rome"),
        ("Karl Orth was a painter. He lived in Oslo. He died in 1920.",
         "Where does Karl Orth live?", "Where did Karl Orth live?", "Oslo"),
        ("Anna was the director of the museum.",
         "Who is the director of the museum?", "Who was the director of the museum?", "Anna"),
    ],
)  # fmt: skip
def test_a_state_of_the_past_that_is_told_to_be_over_is_not_the_present(
    text: str, present: str, past: str, answer: str
) -> None:
    assert said([text], present) == "?"
    assert said([text], past) == answer


@pytest.mark.parametrize(
    "text",
    [
        "Tom worked at the mill. One day a stranger came to the mill.",
        "In Voss there lived the miller Tom Reed.",
        "Tom worked at the mill before Anna came to Voss. A stranger sang.",
        "Tom has started working at the mill.",
    ],
)
def test_a_story_tells_its_present_in_the_past_tense(text: str) -> None:
    question = "Does Tom Reed live in Voss?" if "Reed" in text else "Does Tom work at the mill?"
    assert said([text], question) == "yes"


_COMING = "Anna Berg is moving to Rome in June 2025."


@pytest.mark.parametrize(
    ("texts", "question", "answer"),
    [
        (["My sister Ingrid is moving to Copenhagen in May."],
         "Has Ingrid moved to Copenhagen?", "?"),
        ([_COMING], "Where does Anna Berg live?", "?"),
        ([_COMING], "Does Anna Berg live in Rome?", "?"),
        ([_COMING], "When is Anna Berg moving to Rome?", "June 2025"),
        ([_COMING, "Anna Berg is not moving to Rome."], "Where does Anna Berg live?", "?"),
        ([_COMING, "The move was called off."], "Where does Anna Berg live?", "?"),
        (["Anna Berg is moving to Rome."], "Where does Anna Berg live?", "?"),
        (["Anna Berg lives in Oslo.", _COMING], "Where does Anna Berg live?", "?"),
        (["Anna Berg lives in Oslo.", _COMING], "Does Anna Berg live in Oslo?", "?"),
        (["Anna Berg lives in Oslo.", _COMING, *["Tom sang."] * 6, "Anna Berg lives in Oslo."],
         "Where does Anna Berg live?", "Oslo"),
        (["Anna Berg lives in Oslo.", _COMING, *["Tom sang."] * 6, "Anna Berg moved to Rome."],
         "Where does Anna Berg live?", "Rome"),
        (["Anna Berg will start at Google on 3 May 2025."], "Where does Anna Berg work?", "?"),
        (["Anna Berg is marrying Tom Lund in June 2025."],
         "Is Anna Berg married to Tom Lund?", "?"),
        (["Tom Lund will replace Eva Moss as CEO of Hav in June 2025."],
         "Who is the CEO of Hav?", "?"),
        (["Eva Moss is the CEO of Hav.", "Tom Lund will become CEO of Hav in June 2025."],
         "Who is the CEO of Hav?", "?"),
        (["Anna Berg works at Arken from 3 May 2025."], "Where does Anna Berg work?", "Arken"),
    ],
)  # fmt: skip
def test_a_plan_is_no_news_that_it_came_true(texts: list[str], question: str, answer: str) -> None:
    assert said(texts, question) == answer


def told(text: str) -> list[tuple[str, str | None, str | None]]:
    """Return the facts of a text of Wednesday, 1 January 2025: text, start and end."""
    facts = extract_prose(text, datetime(2025, 1, 1, tzinfo=UTC)).facts
    return [
        (f"{one.subject} {one.relation} {one.object}", one.valid_from, one.valid_to)
        for one in facts
    ]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "Tobias is on vacation this week.",
            [("Tobias is on vacation", "2024-12-30", "2025-01-06")],
        ),
        ("Tobias is off today.", []),
        ("Tobias is away on Friday.", []),
        ("Tobias is ill this week.", [("Tobias is ill", "2024-12-30", "2025-01-06")]),
        ("Ben is in Paris for the weekend.", [("Ben is in Paris", "2025-01-04", "2025-01-06")]),
        ("Ben was in Paris for the weekend.", [("Ben is in Paris", "unknown", None)]),
        ("Ben is in London on Tuesday.", [("Ben is in London", "2025-01-07", "2025-01-08")]),
        ("Ben is in London today.", [("Ben is in London", "2025-01-01", "2025-01-02")]),
        ("Ben is in London.", [("Ben is in London", None, None)]),
        ("Ben has been in London since Tuesday.",
         [("Ben is in London", "2024-12-31", None)]),
    ],
)  # fmt: skip
def test_a_state_of_some_days_ends_with_them(
    text: str, facts: list[tuple[str, str | None, str | None]]
) -> None:
    assert told(text) == facts


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Anna started working at Bask in 2020 and stopped in 2022. Tom sang.",
         "Where does Anna work?", "?"),
        ("Anna started working at Bask in 2020 and stopped in 2022. Tom sang.",
         "Where did Anna work in 2021?", "Bask"),
        ("Anna likes tea and stopped in 2022.", "What does Anna like?", "tea"),
        ("Anna works at Bask. On the way she stopped.", "Where does Anna work?", "Bask"),
        ("Anna bought a bike but returned it.", "What does Anna own?", "?"),
        ("Anna bought a bike but returned it.", "Does Anna own a bike?", "no"),
        ("Anna bought a book and returned the umbrella.", "Does Anna own a book?", "yes"),
        ("Bask was bought by Hav in 2020 and sold to Lund in 2023.", "Who owns Bask?", "Lund"),
        ("Anna moved from Rome to Milan in 2019 and back in 2021.",
         "Where does Anna live?", "Rome"),
        ("Anna moved from Rome to Milan and back.", "Where does Anna live?", "Rome"),
    ],
)  # fmt: skip
def test_what_one_sentence_begins_and_ends_is_over(text: str, question: str, answer: str) -> None:
    assert said([text], question) == answer


@pytest.mark.parametrize(
    ("line", "present", "past", "answer"),
    [
        ("Maya worked at Zalando until 2021.",
         "Where does Maya work?", "Where did Maya work?", "Zalando"),
        ("Tom was the director of the museum until 2020.",
         "Who is the director of the museum?", "Who was the director of the museum?", "Tom"),
        ("Tom lived in Oslo and then in Bergen.",
         "Where does Tom live?", "Where did Tom live?", "Oslo"),
    ],
)  # fmt: skip
def test_a_line_that_is_read_only_for_a_question_keeps_its_times(
    line: str, present: str, past: str, answer: str
) -> None:
    text = f"Minutes\nPresent: Tobias, Priya.\n{line}"
    assert said([text], present) == "?"
    assert said([text], past) == answer


def test_the_date_of_an_event_in_such_a_line_is_its_own() -> None:
    text = "Present: Tobias, Priya.\nTom bought a bike in 2019."
    assert said([text], "When did Tom buy a bike?") == "2019"


def test_an_end_that_was_read_first_ends_what_was_before_it() -> None:
    with Memory.open(embedder=None, clock=FixedClock(NOW)) as memory:
        memory.remember("Anna Berg left Bask.", at=datetime(2025, 6, 1, tzinfo=UTC), source="a")
        memory.remember("Anna Berg lives in Bask.", at=datetime(2025, 1, 1, tzinfo=UTC), source="b")
        memory.remember("Anna Berg works at Hav.", at=datetime(2025, 1, 1, tzinfo=UTC), source="c")
        ends = {one.text: str(one.valid_to)[:10] for one in memory.history("Anna Berg")}
    assert ends["Anna Berg lives in Bask"] == "2025-06-01"
    assert ends["Anna Berg works at Hav"] == "None"


def test_what_the_turns_before_tell_is_meant_by_there() -> None:
    before, turn = "Anna Berg works at Bask.", "She does not work there any more."
    (fact,) = extract_prose(turn, datetime(2025, 1, 1, tzinfo=UTC), context=[before]).facts
    assert (fact.subject, fact.relation, fact.object) == ("Anna Berg", "works at", "Bask")
    assert fact.ended


@pytest.mark.parametrize(
    ("state", "event", "holds"),
    [
        (_WORKS, "Anna Berg left Bask.", False),
        (_WORKS, "Anna Berg left Bask early.", True),
        (_WORKS, "Tom Lund left Bask.", True),
        ("Anna Berg works at the bakery.", "Anna Berg left the bakery.", True),
        ("Anna Berg is in the bakery.", "Anna Berg left the bakery.", False),
        ("Anna Berg lives in Oslo.", "Anna Berg left Oslo.", False),
        ("Anna Berg lives in Oslo.", "Anna Berg left Oslo for a week.", True),
        ("Anna Berg likes Oslo.", "Anna Berg left Oslo.", True),
    ],
)
def test_leaving_ends_what_one_cannot_leave_and_keep(state: str, event: str, holds: bool) -> None:
    with Memory.open(embedder=None) as memory:
        for month, text in ((1, state), (2, event)):
            memory.remember(text, at=datetime(2025, month, 1, tzinfo=UTC), source=f"note {month}")
        assert (state.removesuffix(".") in {one.text for one in memory.facts("Anna Berg")}) is holds


@pytest.mark.parametrize(
    ("told", "note"),
    [
        ("Anna Berg lives in Oslo.", "Anna Berg left Oslo on holiday."),
        ("Anna Berg lives in Oslo.", "Anna Berg left Oslo for a conference."),
        ("Anna Berg works at Bask.", "Anna Berg just left Bask."),
        ("Anna Berg works at Bask.", "When Anna Berg left Bask, she saw Tom."),
        ("Anna Berg attends Hill School.", "Anna Berg left Hill School by bus."),
        ("Anna Berg lives in Rome.", "Anna Berg lived in Rome during the war."),
        ("Anna Berg works at Bask.", "Tom Lund visited Anna Berg, who worked at Bask."),
        ("Anna Berg is married to Tom.", "I saw that Anna Berg was married to Tom."),
    ],
)
def test_who_goes_out_or_is_told_of_on_the_way_keeps_a_state(told: str, note: str) -> None:
    with Memory.open(embedder=None, model="rules") as memory:
        for number, text in enumerate((told, note)):
            memory.remember(text, at=datetime(2025, 1 + number, 1, tzinfo=UTC), source="a")
        first = memory.history("Anna Berg")[0]
        assert first.valid_to is None
