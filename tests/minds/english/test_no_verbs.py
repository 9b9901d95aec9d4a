"""Words that look like verbs and are none, and what a verb was read without."""

import pytest

from tests.minds.english.facts_told import facts_told


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Varp is a Graz-based global advertising agency.", set()),
        ("Varp is a furniture making firm.", set()),
        ("Varp is a firm making furniture.", {"Varp is firm"}),
        ("Red Sails was an oil painting by Ada Lund.", set()),
        ("Norland is known for its green, rolling hills.", set()),
        ("Norland is known for relatively calm, rolling hills.", set()),
        ("Ida Roy has had recurring roles in Low Sun.", set()),
        ("Ida has shot advertising films for Varp.", set()),
        ("Varp provides weapons storage and loading facility.",
         {"Varp provides weapons storage"}),
        ("Tom plays guitar, pedal steel and drums.", {"Tom plays guitar"}),
        ("Tom plays guitar, sells boats and lives in Voss.",
         {"Tom plays guitar", "Tom sells boats", "Tom lives in Voss"}),
        ("The hall has yet to be built in Voss.", set()),
        ("Otto Lind was crowned in Voss, beginning a new age.", {"Otto Lind was crowned in Voss"}),
        ("Ida Roy was born in Voss, Norland played for Bask.", {"Ida Roy was born in Voss"}),
        ("In Voss, Norland played for gold.",
         {"Norland played for gold", "Norland played in Voss"}),
        ("Hill School is part of District 211, which also includes Lund High School.",
         {"Hill School is a part of District 211"}),
    ],
)  # fmt: skip
def test_what_is_no_verb_of_its_subject_tells_nothing(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Red Salt, first published in 1972, is a novel.",
         {"Red Salt was published in 1972", "Red Salt is novel"}),
        ("The Lund Fair in Rona, held at 12 Mill Street, was listed in 1980.",
         {"the Lund Fair was held at 12 Mill Street", "the Lund Fair was listed in 1980"}),
        ("Red Salt is a novel by Ida Lund, first published in 2010.",
         {"Red Salt is novel", "Red Salt was published in 2010"}),
        ("Red Salt is a film, written, produced and directed by Ida Roy.",
         {"Red Salt is film", "Ida Roy directed Red Salt"}),
        ("Red Salt is a film, written, produced, and directed by Ron Lund, and starring Eva Roy.",
         {"Red Salt is film", "Ron Lund directed Red Salt", "Red Salt stars Eva Roy"}),
        ("The mill is owned by the Lund Inn, listed in 1990.", {"the Lund Inn owns the mill"}),
        ("Eva won a part in Red Salt, directed by Tom Lund.", {"Eva won part in Red Salt"}),
        ("Ida's deputy, Tom Lund, resigned in Voss.",
         {"Tom Lund is the deputy of Ida", "Tom Lund resigned in Voss"}),
        ("Ida lived in Voss, worked in Lund and died in Rona.",
         {"Ida lives in Voss", "Ida works in Lund", "Ida is dead", "Ida died in Rona"}),
        ("Red Salt is a 1956 film directed by Ron Lund starring Eva Roy.",
         {"Red Salt is 1956 film", "Ron Lund directed Red Salt", "Red Salt stars Eva Roy"}),
        ("Red Salt is a film directed by Ron Lund and starring Eva Roy.",
         {"Red Salt is film", "Ron Lund directed Red Salt", "Red Salt stars Eva Roy"}),
    ],
)  # fmt: skip
def test_a_participle_says_what_was_done_to_what_it_is_told_of(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ida Roy came to Voss and began touring the north.",
         {"Ida Roy came to Voss", "Ida Roy toured the north"}),
        ("Tom began writing a book.", {"Tom was writing book"}),
        ("Tom started working at Bask.", {"Tom works at Bask"}),
        ("Ida came first in Voss, winning a cup.", {"Ida won cup"}),
        ("Ida has won a prize, writing for Low Sun.", {"Ida won prize", "Ida wrote for Low Sun"}),
        ("Tom is a singer, coming to fame in the late 1970s.",
         {"Tom is singer", "Tom came to fame"}),
        ("Ida died in Voss while also suffering from a cold.",
         {"Ida is dead", "Ida died in Voss", "Ida suffered from cold"}),
        ("Ida was a sailor, painting boats.", {"Ida is sailor", "Ida paints boats"}),
    ],
)  # fmt: skip
def test_what_was_done_then_is_not_done_now(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Less than 3% of all boats are in Voss.", set()),
        ("The two towns of Voss and Lund were united in 1972.", set()),
        ("They were blasts in the Norse city of Voss that killed 54, and injured 60 people.",
         set()),
        ("Lund Hall was seen all over the land.", set()),
        ("Varp served as a model for mills all over the land.",
         {"Varp is model", "Varp served as model", "Varp served for mills"}),
        ("Voss includes parts of Lund County, Rona County and Hill County.",
         {"Voss includes parts of Lund County"}),
        ("Ida is noted for her songs about boats in Low Sun.", {"Ida is noted for Ida's songs"}),
        ("Ida was credited with sinking down the river.", set()),
        ("Low Sun was created by Ida Roy and the old play that opened in 1956.",
         {"Ida Roy created Low Sun", "the old play opened in 1956"}),
        ("Varp is engaged in every part of the trade.", set()),
        ("Tom is a composer of film and television music.",
         {"Tom is a composer of film and television music"}),
        ("Ida is the head of the Norse Academy of Film and Television.",
         {"Ida is the head of the Norse Academy of Film"}),
        ("Ida Lie is a writer of books who is best known for \"Salt\" first published in 1989.",
         {"Ida Lie is a writer of books"}),
        ("Ida loves the reasons that Tom told.", set()),
        ("Varp was founded for the purpose of selling salt.", set()),
        ("A portion of the river is diverted in Voss.", set()),
        ("Ida is fellow.", set()),
        ("Varp Co., Ltd was sold in Voss.", set()),
        ("I have people who are super kind.", {"I have people"}),
        ("In 1999, when Ida Berg was 16 years old, she won a cup.", {"Ida Berg won cup"}),
        ("Ida Berg is 16 years old.", {"Ida Berg is 16 years old"}),
        ("The hall contains multiple.", set()),
        ("Voss and Lund were clubs, joined by Rona in 1982.", {"Voss is club", "Lund is club"}),
        ("Tom writes film and radio music.", {"Tom writes film and radio music"}),
        ("Low Sun stars actors Dan and Ida Berg.", {"Low Sun stars Ida Berg"}),
        ("Red Salt was mainly a silent film.", set()),
        ("Otto Lund was born in Voss, the son of Tom Lund.",
         {"Otto Lund was born in Voss", "Otto Lund is the son of Tom Lund"}),
        ("Ida Lund was born in Voss, the daughter of Tom Lund and his wife Eva Roy.",
         {"Ida Lund was born in Voss", "Eva Roy is the wife of Tom Lund"}),
        ("Varp Society honoured Ida by showing Autumn Salt.", {"Varp Society honoured Ida"}),
        ("Low Sun stars Ida Roy as Danny, heirs of Bask Oil.", {"Low Sun stars Ida Roy"}),
        ("Low Sun is a film about men in Rona.", {"Low Sun is film"}),
    ],
)  # fmt: skip
def test_what_belongs_to_a_noun_is_not_told_of_the_verb(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("The shelf was photographed from the air and mapped by Tom Lund.",
         {"Tom Lund photographed the shelf", "the shelf was photographed from the air"}),
        ("Rona holds the world's largest, most complete collection of salt.", set()),
        ("Rona was the Emeritus Regents' and Bask Professor of English.",
         {"Rona is Bask Professor of English"}),
        ("Voss endured a handful of political and military losses.",
         {"Voss endured military losses"}),
        ("Voss has a forest.", {"Voss has forest"}),
        ("Ida Lund served in the U.S. Senate.", {"Ida Lund served in the U.S. Senate"}),
        ("Ida lives in the U.S. She sells boats.", {"Ida lives in the U.S", "Ida sells boats"}),
        ("Ida is a big fan.", set()),
        ("Ida is a fan of Bask.", {"Ida is a fan of Bask"}),
    ],
)  # fmt: skip
def test_half_of_what_was_said_is_not_told(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    "said",
    [
        "published",
        "released",
        "based",
        "listed",
        "located",
        "directed",
        "produced",
        "founded",
        "held",
        "used",
        "owned",
        "operated",
        "followed",
        "recorded",
        "built",
        "confined",
        "distributed",
        "designed",
        "developed",
        "created",
        "adapted",
    ],
)
def test_what_was_done_behind_a_comma_nobody_did(said: str) -> None:
    assert facts_told(f"The mill is owned by the Lund Inn, {said} in Rona.") == {
        "the Lund Inn owns the mill"
    }
    assert facts_told(f"Red Salt is a film by Ida Roy, {said} in Rona.") == {
        "Red Salt is film", f"Red Salt was {said} in Rona"
    }  # fmt: skip


@pytest.mark.parametrize(
    "doing", ["beginning", "marking", "causing", "ending", "forcing", "bringing"]
)
def test_what_happened_and_not_who_began_it(doing: str) -> None:
    assert facts_told(f"Otto Lind was crowned in Voss, {doing} a new age.") == {
        "Otto Lind was crowned in Voss"
    }


@pytest.mark.parametrize(
    "told",
    [
        "noted",
        "known",
        "remembered",
        "praised",
        "credited",
        "nominated",
        "recognized",
        "recognised",
    ],
)
def test_for_what_somebody_is_known_says_no_more_of_them(told: str) -> None:
    found = facts_told(f"Ida was {told} for her songs on salt.")
    assert {fact for fact in found if "salt" in fact} == set()


def test_what_one_had_once_and_what_one_is_glad_of() -> None:
    assert facts_told([("Nora", "I had a conversation with Ben.")]) == set()
    assert facts_told([("Nora", "We just had a picnic with the kids.")]) == set()
    assert facts_told(
        [("Nora", "I won!"), ("Ben", "Glad you have a good support system, Nora.")]
    ) == {"Nora has good support system"}
