"""What the light extractor promises on ordinary English prose."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.learn.tasks import Alias, Extract, ExtractedFact, Extraction
from clew.minds.english.reading.prose import read_prose
from tests.minds.english.cases import (
    ALIASES,
    NEVER,
    NO_FACTS,
    NO_PROSE,
    PROSE_AMONG_LINES,
    SAYS,
    UNCLAIMED,
    UNPLACED,
    extract_prose,
)

AT = datetime(2024, 5, 15, 12, tzinfo=UTC)


def shown(fact: ExtractedFact) -> list[str]:
    """Return a fact in the notation of the cases, bare and with its time."""
    bare = f"{fact.subject} | {fact.relation} | {fact.object}"
    start = "?" if fact.valid_from == "unknown" else fact.valid_from or ""
    if fact.ended:
        return [f"{bare} | ended"]
    return [bare, f"{bare} | {start}..{fact.valid_to or ''}"]


_STATED = SAYS + PROSE_AMONG_LINES


@pytest.mark.parametrize(("text", "facts"), _STATED, ids=[text for text, _ in _STATED])
def test_a_sentence_gives_the_facts_it_states(text: str, facts: tuple[str, ...]) -> None:
    got = [line for fact in extract_prose(text, AT).facts for line in shown(fact)]
    assert [fact for fact in facts if fact not in got] == [], got


@pytest.mark.parametrize("text", NO_FACTS + UNCLAIMED)
def test_what_is_not_claimed_is_no_fact(text: str) -> None:
    assert [shown(fact)[0] for fact in extract_prose(text, AT).facts if not fact.denied] == []


def test_a_denied_state_is_told_as_denied_and_other_denials_are_no_fact() -> None:
    for text in ("Anna does not live in Oslo.", "It is not true that Anna lives in Oslo."):
        (fact,) = extract_prose(text, AT).facts
        assert (shown(fact)[0], fact.denied) == ("Anna | lives in | Oslo", True)
    (fact,) = extract_prose("Anna has no pets.", AT).facts
    assert (shown(fact)[0], fact.denied) == ("Anna | has | pets", True)
    for text in (
        "Anna does not live in Oslo all year.",
        "Anna has no pets in Oslo.",
        "Anna had no pets.",
        "Anna has no time today.",
        "Anna does not work at Acme on Fridays.",
        "Anna doesn't always like tea.",
        "Anna isn't only a nurse.",
        "Anna does not always drink tea.",
        "It is not true that Anna is not a nurse.",
        "It is not true that Anna works at Acme and that Ben lives in Oslo.",
    ):
        assert extract_prose(text, AT).facts == (), text


@pytest.mark.parametrize(
    ("text", "relation", "date"),
    [
        ("Anna will visit Rome on 26 August.", "will visit", "2024-08-26"),
        (
            "Anna has an appointment with Dr Weber on 26 August.",
            "has appointment with",
            "2024-08-26",
        ),
        ("The premiere is on 26 August.", "is on", "2024-08-26"),
        ("Anna will visit Rome next week.", "will visit", "2024-05-26"),
        ("Anna will visit Rome next winter.", "will visit", "2025-02"),
        ("Anna will have an exam next week.", "has", "2024-05-26"),
        ("The report is due on 26 August.", "is due on", "2024-08-26"),
        ("The baby is due in August.", "is due in", "2024-08"),
        ("The concert takes place on 26 August 2024.", "takes place on", "2024-08-26"),
        ("The concert takes place in ten days.", "takes place on", "2024-05-25"),
        ("Anna is planning a trip to Rome in August.", "plans trip to", "2024-08"),
        ("Anna is meeting Ben tomorrow.", "meets", "2024-05-16"),
        ("Anna flies to Rome in two months.", "flies to", "2024-07"),
        ("Anna visited Rome on 26 May.", "visited", None),
        ("The report was due on 26 May 2023.", "was due on", None),
        ("Anna moves to Rome in two months.", "lives in", None),
        ("Anna will move to Rome on 26 August.", "will live in", "2024-08-26"),
        ("Anna is moving to Rome in August.", "will live in", "2024-08"),
        ("Anna is moving to Rome.", "will live in", "unknown"),
        ("Anna works at Acme from 26 August.", "works at", None),
    ],
)
def test_what_is_to_happen_is_planned_for_its_date(text: str, relation: str, date: str) -> None:
    facts = {fact.relation: fact for fact in extract_prose(text, AT).facts}
    assert facts[relation].planned_for == date


def test_what_is_to_happen_and_has_no_date_of_its_own_is_no_fact() -> None:
    for text in ("Anna will visit Rome on 5 June and on 7 June.", "Anna might visit Rome in May."):
        assert extract_prose(text, AT).facts == ()
    assert extract_prose("Anna will visit Rome in May.", 17).facts == ()


def test_a_sentence_that_only_tells_a_plan_ends_with_its_date() -> None:
    (thesis,) = extract_prose("Anna promised to visit Rome on 26 August 2024.", AT).theses
    assert thesis.valid_to == "2024-08-27"
    (thesis,) = extract_prose("Anna lived in Rome until 26 May 2024.", AT).theses
    assert thesis.valid_to is None


@pytest.mark.parametrize("text", NO_PROSE)
def test_what_is_no_english_prose_gives_theses_and_no_facts(text: str) -> None:
    extraction = extract_prose(text, AT)
    assert [shown(fact)[0] for fact in extraction.facts] == []
    assert extraction.theses or text.startswith("# ")


@pytest.mark.parametrize(("text", "kept"), UNPLACED, ids=[text for text, _ in UNPLACED])
def test_a_pronoun_with_two_antecedents_stays_and_gives_no_fact(text: str, kept: str) -> None:
    extraction = extract_prose(text, AT)
    assert kept in extraction.theses[-1].text
    words = kept.split()
    assert not any(fact.object == words[-1].strip(".") for fact in extraction.facts)


@pytest.mark.parametrize(("text", "facts"), NEVER, ids=[text for text, _ in NEVER])
def test_a_misreading_is_no_fact(text: str, facts: tuple[str, ...]) -> None:
    got = {shown(fact)[0].removesuffix(" | ended") for fact in extract_prose(text, AT).facts}
    assert got, "the text states something"
    assert got.isdisjoint(facts)


@pytest.mark.parametrize(("text", "pair"), ALIASES, ids=[text for text, _ in ALIASES])
def test_other_names_are_aliases(text: str, pair: tuple[str, str]) -> None:
    aliases = extract_prose(text, AT).aliases
    pairs = [(one.name.lower(), one.alias.lower()) for one in aliases]
    assert (pair[0].lower(), pair[1].lower()) in pairs


def test_a_step_axis_gets_no_dates():
    (fact,) = extract_prose("In 2019, Anna married Ben.", 4).facts[:1]
    assert (fact.valid_from, fact.valid_to) == (None, None)


def test_a_thesis_stands_by_itself_and_every_statement_has_one():
    text = "Anna Berg is a nurse. She does not live in Oslo. Where does she live? If so, she moved."
    theses = [thesis.text for thesis in extract_prose(text, AT).theses]
    assert theses == [
        "Anna Berg is a nurse.",
        "Anna Berg does not live in Oslo.",
        "If so, Anna Berg moved.",
    ]


def test_a_fact_points_at_the_sentence_that_states_it():
    extraction = extract_prose("Rain fell. Anna lives in Oslo.", AT)
    (fact,) = [fact for fact in extraction.facts if fact.relation == "lives in"]
    assert fact.thesis is not None
    assert extraction.theses[fact.thesis].text == "Anna lives in Oslo."
    assert extraction.theses[fact.thesis].entities == ("Anna", "Oslo")


def test_a_short_name_is_the_full_one():
    extraction = extract_prose("Anna Berg is a nurse. Anna lives in Oslo.", AT)
    assert {fact.subject for fact in extraction.facts} == {"Anna Berg"}
    assert extraction.aliases == (Alias(name="Anna Berg", alias="Anna"),)


def test_context_supplies_antecedents_and_nothing_else():
    extraction = extract_prose("She lives in Oslo.", AT, context=["Anna is a nurse."])
    assert [shown(fact)[0] for fact in extraction.facts] == ["Anna | lives in | Oslo"]


def test_past_states_are_over_only_where_the_present_is_told_of_too():
    tale = extract_prose("The king lived in a tower. He had a dog.", AT).facts
    assert not any(fact.ended for fact in tale)
    now = extract_prose("Anna lives in Oslo. Anna lived in Rome.", AT).facts
    assert [fact.object for fact in now if fact.ended] == ["Rome"]


def test_a_bad_date_is_counted():
    reading = read_prose(Extract(text="Anna moved to Rome on 30 February 2024.", at=AT))
    assert [loss.item for loss in reading.losses] == ["30 February 2024"]
    assert isinstance(reading.value, Extraction)
    assert "Rome" in {fact.object for fact in reading.value.facts}


_PIECES = st.sampled_from(
    """Anna Ben she her it they I you is was has not no longer lives in at to works who that which
    the a of and or , . ; : ( ) " ' 's said if may 2019 May yesterday from until used called named
    sold moved director brother Oslo - \n ? ! been will to be by as known""".split()  # noqa: SIM905
)


@settings(deadline=None, max_examples=200)
@given(st.lists(_PIECES, max_size=40))
def test_any_order_of_words_is_read(words):
    extract_prose(" ".join(words), AT)


@settings(deadline=None)
@given(
    st.text(),
    st.integers(0) | st.datetimes(timezones=st.just(UTC)),
    st.lists(st.text(), max_size=3),
)
def test_any_text_is_read(text, at, context):
    extraction = extract_prose(text, at, context)
    for fact in extraction.facts:
        assert fact.thesis is None or 0 <= fact.thesis < len(extraction.theses)


def test_a_statement_is_about_every_name_it_tells_even_where_it_is_not_understood():
    theses = extract_prose(
        "Past Bergen, Ida of a sort went Oslo ways with Tom Reed, mostly.", AT
    ).theses
    assert {"Bergen", "Ida", "Oslo", "Tom Reed"} <= {
        name for one in theses for name in one.entities
    }


def test_what_will_be_until_a_day_is_told_as_such() -> None:
    (fact,) = extract_prose("Tobias Klein will replace Priya Raman until June 2027.", AT).facts
    assert (fact.relation, fact.valid_to) == ("will replace", "2027-07-01")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Bridie is in hospital with a broken hip.", ["Bridie | is in | hospital"]),
        ("The mill's chimney is the tallest.", []),
        ("Ida owns a workshop of her own.", ["Ida | owns | workshop"]),
        ("Ida is with Ben in Oslo.", ["Ida | is with | Ben"]),
    ],
)
def test_what_says_nothing_alone_is_left_out(text: str, facts: list[str]) -> None:
    assert sorted(shown(fact)[0] for fact in extract_prose(text, AT).facts) == sorted(facts)
