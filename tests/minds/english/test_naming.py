"""Who is a person, who is somebody else of the same name, and which other names a text tells."""

from datetime import UTC, datetime

import pytest

from clew.minds.english.words.other_names import nicknames
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 4, 2, tzinfo=UTC)


def people(text):
    return {one.name for one in extract_prose(text, AT).people}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tom Hill lives in York. His son Tom lives in Bath.", "Tom (son)"),
        ("Tom Hill lives in York. His father, Tom Hill, lives in Bath.", "Tom Hill (father)"),
        ("Rosa the baker moved to Ulm. Rosa the dentist moved to Bonn.", "Rosa the dentist"),
        ("This is another Maria Rossi: she works as a lawyer.", "Maria Rossi (another)"),
        ("Dr Judith Weber moved to Trier.", "Dr Judith Weber"),
        ("Tom Hill is a farmer. Tom, his eldest, is a pilot.", "Tom (eldest)"),
        ("Tom Hill is ill. He has two sons, Max and Tom.", "Tom (son)"),
        ("My flatmate is called Rosa too. Rosa is ill.", "Rosa (my flatmate)"),
        ("Anna from work is ill.", "Anna (from work)"),
        ("Tom Hill (footballer) was born in Leeds.", "Tom Hill (footballer)"),
        ("Karl Orth jun. paid his debt.", "Karl Orth Jun"),
        ("Rosa: I met Rosa Falk. I like her.", "Rosa (speaker)"),
    ],
)
def test_people_and_their_namesakes(text, name):
    assert name in people(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The exhibition is in Florence.", "Florence"),
        ("Our cat Agnes likes fish.", "Agnes"),
        ("Storm Agnes hit the coast. Agnes flooded the harbour.", "Agnes"),
        ("Charlotte is the old oscilloscope.", "Charlotte"),
        ("Emma Strand likes Emma.", "Emma"),
        ("We call the printer Agnes. Agnes is out of paper.", "Agnes"),
        ("I bought shoes at Agnes. Agnes closes at six.", "Agnes"),
        ("Berger makes pumps.", "Berger"),
        ("Martha Kline owns Martha Foods.", "Martha Foods"),
        ("Agnes, our new robot, cleaned the kitchen. Agnes is loud.", "Agnes"),
    ],
)
def test_names_of_things(text, name):
    assert name not in people(text)


def test_who_was_told_of_before_lends_no_name_to_another_text():
    before = ("Malin Lund works at the radio.",)
    said = extract_prose("Ben Holt lives in Lund now.", AT, context=before)
    assert not said.aliases


@pytest.mark.parametrize(
    ("sentence", "pair"),
    [
        ("Robert Lind, whom everybody calls Bob, works at the quarry.", ("Robert Lind", "Bob")),
        ("Irma Castell, née Dorn, was born in Worms.", ("Irma Castell", "Irma Dorn")),
        ("Gudrun Falk (GF) leads the project.", ("Gudrun Falk", "GF")),
        ("Olga Petrova (Ольга Петрова) lives in Riga.", ("Olga Petrova", "Ольга Петрова")),
        ("Agnes Holloway writes as Rex Carver.", ("Agnes Holloway", "Rex Carver")),
        ("Moose is the nickname of Gregor Hahn.", ("Gregor Hahn", "Moose")),
        ("Dora Flint divorced and is Dora Bell again.", ("Dora Flint", "Dora Bell")),
        ("Known to all as Skip, Lemuel Broad went to sea.", ("Lemuel Broad", "Skip")),
        ("Misspelled: it is Katrin Moor, not Kathrin Moor.", ("Katrin Moor", "Kathrin Moor")),
        ("A song by Rob Zimmer also known as Bob Dale.", ("Rob Zimmer", "Bob Dale")),
        ("Theodora Quill, Teddy to her friends, is here.", ("Theodora Quill", "Teddy")),
    ],
)
def test_other_names_told(sentence, pair):
    assert pair in [*nicknames(sentence)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna Weber (Norlux) called.",
        "Tom Hill, Eva Blum to the left, waited.",
        "Ask Anna, or Ben.",
        "Anna Weber, or Tom Hill as her deputy, opens the gate.",
        "It is Anna Weber, not Anna Webern, on the phone.",
        "It is Anna Weber, not Tom Hill, who leads the team.",
        "It is Anna Weber, not Anna Huber, who leads the team.",
        "The boss of Anna Weber is actually Tom Hill.",
    ],
)
def test_no_other_names(sentence):
    assert not [*nicknames(sentence)]


def test_what_a_first_name_is_to_the_writer_is_its_title():
    said = extract_prose("My sister Hilke moved to Chile.", AT)
    assert ("Hilke", "my sister") in {(one.name, one.title) for one in said.people}


def test_an_epithet_is_part_of_the_name():
    said = extract_prose("Cornelis Vroom the Elder moved to Delft.", AT)
    assert "Cornelis Vroom the Elder" in {one.subject for one in said.facts}
