"""Clauses that were misread claim nothing; those of the same words that were not are still read."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.clock import FixedClock
from clew.graph.types import Kind

_AT = datetime(2024, 5, 15, tzinfo=UTC)


def _facts(text: str) -> set[str]:
    clock = FixedClock(datetime(2024, 5, 16, tzinfo=UTC))
    with Memory.open(":memory:", embedder=None, clock=clock) as memory:
        memory.remember(text, at=_AT, source="page")
        with memory.view() as view:
            entities = view.ids(Kind.ENTITY)
        found = {fact.id: fact for one in entities for fact in memory.history(one)}
    return {f"{one.subject_name} | {one.relation} | {one.object_name}" for one in found.values()}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Bask Hall is a school in Voss, Norland, that teaches boat building.",
         {"Bask Hall | is | school", "Bask Hall | is in | Voss"}),
        ("Saint Olve is a church in Rona, which faces onto the market.",
         {"Saint Olve | is | church", "Saint Olve | is in | Rona"}),
        ("Ben works at Acme, which sells lamps.",
         {"Ben | works at | Acme", "Acme | sells | lamps"}),
        ("Red Salt is an album by Bask released through Lund Records.", {"Red Salt | is | album"}),
        ("Ida works for a local club that helps poor children.", {"Ida | works at | local club"}),
        ("The house was planned by a firm that later built the mill.",
         {"firm | planned | the house (page)"}),
        ("Eva bought a boat, which is in the harbour.",
         {"Eva | bought | boat", "Eva | owns | boat", "boat | is in | the harbour"}),
        ("Ida dropped stones on the ice, the majority of which contained salt.",
         {"Ida | dropped | stones", "Ida | dropped stones on | the ice",
          "stones | is on | the ice"}),
    ],
)  # fmt: skip
def test_what_follows_a_phrase_is_told_of_what_it_is_about(text: str, facts: set[str]) -> None:
    assert _facts(text) <= facts
    assert bool(_facts(text)) == bool(facts)


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("Ida Roy is a Norse pilot and flying ace in the war.", " | flies",
         "Ida Roy | is | Norse pilot"),
        ("Ida Roy is a director of television programs and feature films.", " | features | ", ""),
        ("Ida Roy is a sailor and runs a mill.", "?", "Ida Roy | runs | mill"),
        ("The song was shown in the third and fourth films in the row.", " | films", ""),
        ("Ida couldn't play or help the team.", " | helps | ", ""),
        ("Ida is going to ask her boss, get money and gather ideas.", "Ida | ga", ""),
        ("The trip got off to a bad start.", "got to", ""),
        ("Tom keeps Ida motivated.", " | keeps | ", ""),
        ("Red Salt was an immediate hit in the north.", "was hit", "Red Salt | is | immediate hit"),
        ("Ida was quickly hit by a bus.", " | is | ", ""),
        ("Strength training is important for Ida.", "Strength |", ""),
        ("Tom keeps bees.", "?", "Tom | keeps | bees"),
        ("Ida had a blast in Rome.", " | has | ", ""),
        ("Ida had a boat in Rome.", "?", "Ida | has | boat"),
        ("Ida is always there for Tom.", "is for", ""),
        ("Boats last, and the clubs in the county which own boats are old.", "county | owns", ""),
        ("Eva owns the mill that makes paper.", "?", "Eva | owns | the mill"),
    ],
)  # fmt: skip
def test_a_verb_is_one_and_is_told_whole(text: str, wrong: str, right: str) -> None:
    found = _facts(text)
    assert not [one for one in found if wrong in one]
    assert not right or right in found


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("Ida Roy was an American film, stage and television actor.", "is | American film", ""),
        ("Ida Roy was a Norse noble and landowner.", "?", "Ida Roy | is | Norse noble"),
        ("The Bask Hound is a breed of dog.", "?", "the Bask Hound | is a breed of | dog"),
        ("Karl Roy was the father of naturalist and sailor Ida Roy.", "| naturalist", ""),
        ("Ida Roy was an actor, singer and pilot.", "?", "Ida Roy | is | actor"),
        ("Ida Roy was the third daughter and fourth child of Karl Roy.", "| is | the third", ""),
        ("Ida Roy was mother to Eva Lund.", " | is | ", "Ida Roy | is the mother of | Eva Lund"),
        ("Tom Hall and Jan Bask were the defending champions.", "defending", ""),
        ("Red Salt is the third album by Bask.", "third", "Red Salt | is | album"),
        ("Rain was the reason.", "reason", ""),
        ("Ida is a fan of both classical and modern music.", "both", ""),
        ("Ida's moments of effort and heart are great.", "heart | is", ""),
        ("The summer is from May to November.", "is from", ""),
        ("Simon Lund, Earl of Voss, son of Karl, died in 1449.", "Earl of Voss | is the son", ""),
        ("Amaury Lund was the brother of Simon Lund, 6th Earl of Voss.", "6th",
         "Amaury Lund | is the brother of | Simon Lund"),
        ("Ida was noted for the growth of a rich style.", "was noted |", ""),
        ("Ida was elected mayor.", "?", "Ida | is | mayor"),
        ("The photo is from a forest near Tom's home.", "Tom's home",
         "the photo (page) | is from | forest"),
        ("Education in Voss is free.", "Education |", ""),
        ("The mill in Voss is old.", "?", "the mill | is | old"),
        ("Ida Lund served as the press secretary to Tom Roy.", "?",
         "Ida Lund | served as | press secretary"),
    ],
)  # fmt: skip
def test_half_of_what_somebody_is_says_nothing(text: str, wrong: str, right: str) -> None:
    found = _facts(text)
    assert not [one for one in found if wrong in one]
    assert not right or right in found


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Moon on the Roof is a 1936 film by Ida Roy. It was shown in Voss.",
         "Moon on the Roof | was shown in | Voss"),
        ("Yes to Every Road (2005) was an album by Bask. The album was recorded in Voss.",
         "Yes to Every Road | was recorded in | Voss"),
        ("Notes on Salt and Light is a monthly journal. It was founded in 1920.",
         "Notes on Salt and Light | was founded in | 1920"),
        ("Voss is a town in Norland. The town was founded in 1883.",
         "Voss | was founded in | 1883"),
        ("Red Salt is the third album by Bask. Eva Lund produced the album.",
         "Eva Lund | produced | Red Salt"),
        ("Low Sun is a drama series. The show was created by Ida Roy.",
         "Ida Roy | created | Low Sun"),
    ],
)  # fmt: skip
def test_a_work_has_its_whole_name_and_the_work_is_that_one(text: str, fact: str) -> None:
    assert fact in _facts(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (
            "Acme is a company. It bought a company in Bonn. The company makes lamps.",
            "Acme | makes",
        ),
        ("Tom from the bakery is a painter. He lives in Voss.", "Tom from the bakery"),
        ("The king of the road is a film fan. He lives in Voss.", "The king of the road"),
    ],
)
def test_the_one_of_two_is_nobody_known(text: str, wrong: str) -> None:
    assert not [one for one in _facts(text) if wrong in one]


def test_of_two_towns_the_town_is_neither() -> None:
    found = _facts("Voss is a town. Rona is a town. The town was founded in 1883.")
    assert not {"Voss | was founded in | 1883", "Rona | was founded in | 1883"} & found
