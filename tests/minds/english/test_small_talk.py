"""Casual turns of a chat: what somebody plainly tells of themselves is read, the rest is not."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.minds.english.parsing.clause_reader import parse_light
from clew.minds.english.reading.misread.loose_preps import without_loose_preps
from clew.minds.english.words.word_lists import word_list
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, tzinfo=UTC)


def facts(text: str) -> set[str]:
    return {f"{one.subject} {one.relation} {one.object}" for one in extract_prose(text, AT).facts}


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Wow, that's great! I joined a gym last week!", "Ida joined gym"),
        ("How are you? I work at Bask now!", "Ida works at Bask"),
        ("We've moved to Oslo! It's amazing.", "Ida lives in Oslo"),
        ("Thanks! My brother lives in Oslo.", "Ida's brother lives in Oslo"),
        ("Last week I joined a gym! You'd love it.", "Ida joined gym"),
        ("Unfortunately, I sold the car. Can you believe it?", "Ida sold car"),
        ("So much has happened - I joined a gym and it's great!", "Ida joined gym"),
        ("Yay! We bought a house in Leeds!", "Ida bought house in Leeds"),
    ],
)
def test_what_a_casual_turn_tells_of_its_speaker_is_a_fact(said: str, fact: str) -> None:
    assert fact in facts(f"Ida: {said}")


@pytest.mark.parametrize(
    "said",
    [
        "That waterfall and bridge look amazing!",
        "I'm so excited!",
        "I was really proud.",
        "I felt quite lucky!",
        "I missed it! It was a powerful reminder.",
        "I talked to him afterwards!",
        "I love your painting!",
        "I'm always there for you!",
        "Is Tom in Oslo? I'd live there!",
        "I see, so that's the key!",
        "I got help from this advice/support group!",
        "I raised a ton!",
        "I have a few plans!",
        "I found this very odd!",
        "I really like the idea!",
        "I'm doing fine, cheers for asking!",
    ],
)
def test_feelings_and_what_is_said_of_others_are_none(said: str) -> None:
    assert facts(f"Ida: How are you? {said}") == set()


def test_every_sentence_of_a_casual_turn_is_kept_in_order() -> None:
    said = "Wow, great! It's late - I joined a gym. Look - it's great. How are you?"
    found = extract_prose(f"Ida: {said}", AT)
    assert [one.text for one in found.theses] == [
        "Wow, great!",
        "It's late -",
        "Ida joined a gym.",
        "Look - the gym's great.",
    ]


def test_a_joke_in_one_turn_hides_no_other_turn() -> None:
    assert facts("Ben: lol nice\nIda: I moved to Oslo.\nBen: 😂 I live in Rome") == {
        "Ida moved to Oslo",
        "Ida lives in Oslo",
    }


def test_what_the_program_writes_is_said_by_nobody() -> None:
    assert facts("Ben joined the chat.\nIda: I live in Oslo.\nIda: Bye.\nBen left the chat.") == {
        "Ida lives in Oslo"
    }


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        ("I had a little doll.", "Does Ida have a little doll?", "no"),
        ("I was a nurse.", "Was Ida a nurse?", "yes"),
        ("I worked at Bask.", "Where did Ida work?", "Bask"),
        ("I loved the book Red Salt.", "Which book does Ida love?", "Red Salt"),
        ("We had twins!", "Does Ida have twins?", "yes"),
        ("My sister Eva had a baby!", "Does Eva have a baby?", "yes"),
    ],
)
def test_who_talks_of_the_past_is_not_in_it(said: str, question: str, answer: str) -> None:
    with Memory.open(":memory:", embedder=None) as memory:
        memory.remember(f"Ida: {said}", at=AT)
        assert memory.ask(question).text == answer


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("I sold my shop, Ben!", {"Ida sold Ida's shop"}),
        ("I met my sister, Eva.", {"Eva is the sister of Ida", "Ida met Eva"}),
        ("I love camping, 'cause nature brings peace.", {"nature brings peace"}),
        ("I love camping, cuz nature brings peace.", {"nature brings peace"}),
    ],
)
def test_whom_one_talks_to_is_not_told_of(said: str, told: set[str]) -> None:
    found = facts(f"Ida: {said}")
    assert told <= found
    assert not [one for one in found if "Ben" in one or one.startswith(("cause", "cuz"))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ida relies on Tom for support.", {"Ida relies on Tom"}),
        ("Ida participated in a march for peace.", {"Ida participated in march"}),
        ("Ida looks into teaching as a career.", {"Ida looks into teaching"}),
        ("Ida works on a film with Ben.", {"Ida works on film", "Ida works with Ben"}),
        ("Ida is working on building up confidence.", set()),
        ("Ida always looks forward to the trip.", set()),
        ("Ida is keen on painting or working in Oslo.", {"Ida is keen on painting"}),
        ("Ida drinks tea when she is tired.", {"Ida drinks tea"}),
        ("Ida has people who are kind.", {"Ida has people"}),
        ("Ida took the kids to a workshop.", set()),
        ("Ida took the cup to the kitchen.", {"the cup is in the kitchen"}),
        ("The team has been super helpful.", {"the team is helpful"}),
    ],
)
def test_a_preposition_behind_its_verb_says_what_it_said_there(text: str, told: set[str]) -> None:
    found = facts(text)
    assert told <= found
    assert len(found) == len(told) or "cup" in text


@pytest.mark.parametrize("feeling", sorted(word_list("passing_feelings")))
def test_a_passing_feeling_is_no_fact(feeling: str) -> None:
    assert facts(f"Ida: How are you? I'm so {feeling}! I live in Oslo.") == {"Ida lives in Oslo"}


@pytest.mark.parametrize("verb", sorted(word_list("bound_to_prep")))
@pytest.mark.parametrize("prep", ["for", "as", "with", "to", "by"])
def test_a_verb_keeps_the_preposition_that_it_means_something_with(verb: str, prep: str) -> None:
    said = f"Ida and Tom {verb} on Ben {prep} the group."
    (clause,) = parse_light(said).clauses
    assert [one for one, _ in without_loose_preps(clause, said).preps] == ["on"]


@pytest.mark.parametrize("deed", ["building up", "making the", "fixing his", "selling an old"])
def test_a_deed_with_its_object_is_cut_off(deed: str) -> None:
    assert not [one for one in facts(f"Ida is working on {deed} boats.") if "work" in one]


@pytest.mark.parametrize(
    "born",
    ["a baby", "a baby boy", "a baby girl", "a boy", "a girl", "a little boy", "a little girl",
     "a son", "a daughter", "twins", "triplets"],
)  # fmt: skip
def test_who_was_born_to_somebody_is_theirs(born: str) -> None:
    told = extract_prose(f"Ida: My sister Eva had {born}!", AT).facts
    assert [one.ended for one in told if one.relation == "has"] == [False]


@pytest.mark.parametrize("felt", ["loved", "liked", "enjoyed", "hated"])
def test_who_loved_a_book_has_not_stopped(felt: str) -> None:
    told = extract_prose(f"Ida: I {felt} pears.", AT).facts
    assert [one.ended for one in told] == [False]
