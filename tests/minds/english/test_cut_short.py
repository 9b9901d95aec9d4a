"""Phrases of which only a part was read make no fact, and deeds are told in the past they had."""

import pytest

from clew import Memory
from clew.graph.types import Fact
from clew.minds.english.words.people import looks_personal
from tests.minds.english.facts_told import facts_told


@pytest.mark.parametrize(
    "text",
    [
        "Ida's favourite is the amazing banana split sundae.",
        "Eva FM is a country music formatted radio station.",
        "Tom published six detailed maps.",
        "The game has a great futuristic setting.",
        "Ida had an amazing and emotional wedding ceremony.",
        "Ida is an Irish born runner.",
        "The hut lies on the Norland/Voss border.",
        "Ida was inducted into the Rock and Roll Hall of Fame.",
        "Ida has been having a blast.",
        "They met the only Dane living in Voss.",
    ],
)
def test_half_a_phrase_is_no_fact(text: str) -> None:
    assert facts_told(text) == set()


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ida is a composer/musician.", {"Ida is composer"}),
        ("Ida is a director born in Rona.", {"Ida is director", "Ida was born in Rona"}),
        ("Kim dropped the van years ago.", {"Kim dropped the van"}),
        ("Ida had a big and loud party.", {"Ida has loud party"}),
        ("Ida works for the Red Lion and Tom Berg.",
         {"Ida works at the Red Lion", "Ida works at Tom Berg"}),
        ("Ida mended the old garden shed yesterday.", {"Ida mended the old garden shed"}),
        ("Ida drew a map showing Voss.", {"Ida drew map"}),
        ("Ida found a letter written by Tom.", {"Ida found letter"}),
        ("Eva was in Rona, becoming the first Dane born in Voss.", {"Eva is in Rona"}),
        ("Tom is on the boat.", {"Tom is on the boat"}),
    ],
)  # fmt: skip
def test_what_stands_whole_is_told(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ida is passionate about birds.", {"Ida is passionate about birds"}),
        ("The coast is notorious for sleet.", {"the coast is notorious for sleet"}),
        ("Tom is curious about stars.", {"Tom is curious about stars"}),
        ("Ida is keen on improving schools and roads.", {"Ida is keen on improving schools"}),
        ("Ida is fond of old boats and cars.",
         {"Ida is fond of old boats", "Ida is fond of cars"}),
    ],
)  # fmt: skip
def test_what_somebody_is_goes_with_what_it_is_about(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ida turned her barn into a shop.", {"Ida turned Ida's barn into shop"}),
        ("Ida converted the barn into a shop.", {"Ida converted the barn into shop"}),
        ("Ida transformed the barn into a shop.", {"Ida transformed the barn into shop"}),
        ("Ida confused Tom with Karl.", {"Ida confused Tom with Karl"}),
        ("Ida based the play on a letter.", {"Ida based the play on letter"}),
        ("Tom attributed the poem to Eva.", {"Tom attributed the poem to Eva"}),
        ("Tom divided the farm into lots.", {"Tom divided the farm into lots"}),
        ("Ida translated the book into Danish.", {"Ida translated the book into Danish"}),
        ("Music keeps Ida at peace.", {"Music keeps Ida at peace"}),
        ("Eva is keeping the key for Tom.", {"Eva keeps the key", "Eva keeps the key for Tom"}),
    ],
)
def test_a_verb_is_told_with_the_preposition_that_it_needs(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ida was carrying a bag.", {"Ida carried bag"}),
        ("Tom was eating soup.", {"Tom ate soup"}),
        ("Ida was painting the boat.", {"Ida was painting the boat"}),
        ("Ida lives in Voss right now.", {"Ida lives in Voss"}),
    ],
)
def test_what_went_on_is_told_in_the_past(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


def test_a_wish_is_a_plan_and_a_liking_is_none() -> None:
    with Memory.open(":memory:", embedder=None) as memory:
        memory.remember("Ida likes to collect stamps. Ida wants to buy a boat.", source="x")
        facts = [one for one in memory.browse("facts").items if isinstance(one, Fact)]
    assert {one.text: one.planned_for for one in facts} == {
        "Ida likes to collect stamps": "", "Ida wants to buy boat": "unknown"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Economic and trade barriers between Norland and Voss are small.", set()),
        ("The road between Norland and Voss is shut.", set()),
        ("Voss is one of Norland's nine National Water Gardens.", set()),
        ("Eva Hall is the largest hotel in Norland.",
         {"Eva Hall is the largest hotel", "Eva Hall is in Norland"}),
        ("Karl is the father of the sailor, Jens Berg.", {"Karl is the father of Jens Berg"}),
        ("Karl is the father of the painter Jens Berg.", {"Karl is the father of Jens Berg"}),
        ("Ida is the niece of captain Karl Roy.", {"Ida is the niece of captain Karl Roy"}),
        ("Ida is the niece of uncle Karl Roy.", {"Ida is the niece of uncle Karl Roy"}),
        ("Karl is the captain of the liner Eva Roy.", {"Karl is the captain of the liner Eva Roy"}),
        ("Ida played in films as diverse as Red Salt and Low Tide.", {"Ida played in films"}),
        ("Ida starred in such films as Red Salt and Low Tide.", set()),
        ("Ida saw such films as Red Salt.", set()),
        ("The hill separates Voss from Rona.", {"the hill separates Voss from Rona"}),
        ("Experts distinguish Voss from Rona.", {"Experts distinguishes Voss from Rona"}),
        ("Ida works with Karl Roy, film critic.", {"Ida works with Karl Roy"}),
        ("Low Tide is an American country and pop song.", {"Low Tide is pop song"}),
        ("Voss Hall is a hotel and convention center.",
         {"Voss Hall is hotel", "Voss Hall is convention center"}),
        ("The shake-up in the on-air broadcasting lineup came in May.", set()),
        ("Locations used include Voss Park and Rona Hall.", set()),
        ("Red Salt was directed by Ida Roy about the rider Karl Berg.",
         {"Ida Roy directed Red Salt", "Karl Berg is rider"}),
        ("The meeting was held for the first time since the war.", set()),
        ("Karl Roy is a former football forward.", set()),
        ("Ida opened the bar with money she borrowed from her parents.", {"Ida opened the bar"}),
        ("Vasa and Gaja were among the rulers.", set()),
        ("Vasa was among the rulers of Voss.", {"Vasa is among the rulers of Voss"}),
        ("The Operations and Training Division focused on speech.", set()),
        ("Ida scored a total of 19 goals.", {"Ida scored 19 goals"}),
    ],
)  # fmt: skip
def test_what_stands_beside_a_word_tells_what_it_is(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    "event",
    ["Summer Olympics", "Asian Games", "Grammy Awards", "Wimbledon Championships", "Super Bowl",
     "Royal Opera", "Royal Orchestra", "Lund Ensemble", "Lund Quartet", "Lund Choir",
     "Lund Festival", "Lund Marathon"],
)  # fmt: skip
def test_a_contest_is_nobody(event: str) -> None:
    text = f"Jo Falk and Tom Berg sailed. They saw the {event}. He has a boat."
    assert [one for one in facts_told(text) if one.endswith("boat")] == []
    assert not looks_personal(event)


@pytest.mark.parametrize(
    "state", ["hunt", "lookout", "verge", "brink", "cusp", "mend", "go", "move", "rise", "run"]
)
def test_what_is_no_place_is_nowhere(state: str) -> None:
    assert facts_told(f"Ida is on the {state}.") == set()


@pytest.mark.parametrize(
    "behind",
    ["but left", "nor a car", "yet left", "such as this", "due to rain", "whom she saw",
     "last week", "next week", "yesterday", "tomorrow", "tonight"],
)  # fmt: skip
def test_what_stands_behind_a_phrase_may_be_no_part_of_it(behind: str) -> None:
    assert "Ida mended the boat" in facts_told(f"Ida mended the boat {behind}.")


@pytest.mark.parametrize("share", ["part", "portion", "number", "couple", "handful", "majority",
                                   "minority"])  # fmt: skip
def test_some_of_a_kind_are_nobody_known(share: str) -> None:
    assert facts_told(f"A {share} of the boats sank in Voss.") == set()
    assert facts_told(f"There are a {share} of hotels in Voss.") == set()


@pytest.mark.parametrize("verb", ["consists of", "depends on", "participates in", "relies on"])
def test_what_has_no_object_is_not_told_with_one(verb: str) -> None:
    assert facts_told(f"Chemistry {verb} satisfying the needs of people.") == set()


@pytest.mark.parametrize(
    "game", ["football", "soccer", "basketball", "hockey", "rugby", "centre", "center"]
)
def test_a_forward_plays(game: str) -> None:
    assert facts_told(f"Karl Roy is a tall {game} forward.") == {f"Karl Roy is tall {game} forward"}


@pytest.mark.parametrize("liking", ["likes", "loves", "prefers", "hates"])
def test_what_somebody_likes_to_do_is_no_plan(liking: str) -> None:
    with Memory.open(":memory:", embedder=None) as memory:
        memory.remember(f"Ida {liking} to collect stamps.", source="x")
        (fact,) = (one for one in memory.browse("facts").items if isinstance(one, Fact))
    assert (fact.text, fact.planned_for) == (f"Ida {liking} to collect stamps", "")


@pytest.mark.parametrize(
    "thing",
    ["liner", "continent", "parliament", "crater", "glacier", "regiment", "monument", "instrument",
     "manor", "plot", "panther", "otter"],
)  # fmt: skip
def test_a_thing_with_a_name_keeps_what_it_is(thing: str) -> None:
    told = f"Karl is the master of the {thing} Eva Roy"
    assert facts_told(f"{told}.") == {told}


@pytest.mark.parametrize("which", ["only", "three"])
def test_which_one_it_is_says_nothing_of_it(which: str) -> None:
    assert facts_told(f"They met the {which} Dane.") == set()
