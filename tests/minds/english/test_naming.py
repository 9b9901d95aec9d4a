"""Who is a person, who is somebody else of the same name, and which other names a text tells."""

from datetime import UTC, datetime

import pytest

from clew.learn.tasks import Extract, Extraction
from clew.minds.english.reading.names_told.told_names import ToldNames
from clew.minds.english.reading.plain_phrases import with_generation
from clew.minds.english.reading.prose import read_prose
from clew.minds.english.words.other_names import nicknames
from clew.minds.english.words.people import gender_of
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 4, 2, tzinfo=UTC)


def people(text):
    return {one.name for one in extract_prose(text, AT).people}


def other_names(sentence):
    return [*nicknames(sentence), *ToldNames(sentence).hear(sentence)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Tom Hill lives in York. His son Tom lives in Bath.", "Tom (son)"),
        ("Tom Hill lives in York. His father, Tom Hill, lives in Bath.", "Tom Hill (father)"),
        ("Rosa the baker moved to Ulm. Rosa the dentist moved to Bonn.", "Rosa (dentist)"),
        ("This is another Maria Rossi: she works as a lawyer.", "Maria Rossi (another)"),
        ("Dr Judith Weber moved to Trier.", "Dr Judith Weber"),
        ("Tom Hill is a farmer. Tom, his eldest, is a pilot.", "Tom (eldest)"),
        ("Tom Hill is ill. He has two sons, Max and Tom.", "Tom (son)"),
        ("My flatmate is called Rosa too. Rosa is ill.", "Rosa (my flatmate)"),
        ("Anna from work is ill.", "Anna (from work)"),
        ("Tom Hill (footballer) was born in Leeds.", "Tom Hill (footballer)"),
        ("Karl Orth jun. paid his debt.", "Karl Orth Jun"),
        ("Rosa: I met Rosa Falk. I like her.", "Rosa (speaker)"),
        ("Saw Dr. Edda Lund at the lake.", "Dr. Edda Lund"),
        ("Cllr. J. Ashdown left early.", "Cllr. J. Ashdown"),
        ("B. Kowal ordered forty chairs.", "B. Kowal"),
        ("Femke van der Laan designs bridges.", "Femke van der Laan"),
        ("Treasurer Ivo Lund read the accounts.", "Ivo Lund"),
        ("Adelheid (Heidi) Kern joins the choir.", "Adelheid Kern"),
        ("Please send it to Lambert Orr Jr. today.", "Lambert Orr Jr."),
        ("周秀兰 wrote the second chapter.", "周秀兰"),
        ("The Rosa Falk who sings is no relation to our baker.", "Rosa Falk (another)"),
        ("The late Tom Hill built it. His son Tom Hill sold it.", "Tom Hill (son)"),
        ("Dr Anna Lund is ill. Dr Lund, her brother, is not.", "Dr Lund (brother)"),
        ("Tom Hill is a farmer. Tom, his cousin, is a pilot.", "Tom (cousin)"),
        ("Karl Orth senior (absent) was thanked.", "Karl Orth Senior"),
        ("K. Orth junior lives in Rome.", "K. Orth Junior"),
        ("Attic to Mr Jan Roy, nurse, nights.", "Mr Jan Roy"),
        ("Ida W. now week 19, heartbeat strong.", "Ida W."),
        ("Architect Anna Lund drew it.", "Anna Lund"),
        ("Pay Tom Hill the rest. He was here.", "Tom Hill"),
        ("Eero Lund runs the server. Be nice to him.", "Eero Lund"),
        ("A second clerk by the name of Ida Roy came.", "Ida Roy (another)"),
        ("The boy was named after our grandfather, of course: Otto. He is loud.", "Otto (another)"),
        (
            "Ida Roy is my climbing partner. The Ida who cuts hair is somebody else.",
            "Ida (another)",
        ),
    ],
)
def test_people_and_their_namesakes(text, name):
    assert name in people(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The exhibition is in Florence.", "Florence"),
        ("Our cat Agnes likes fish.", "Agnes"),
        ("Cat Agnes, tabby, 11 years.", "Agnes"),
        ("Agnes Lund Way is closed for works.", "Agnes Lund Way"),
        ("Karl Roy founded Roy A/S in 1971.", "Roy A"),
        ("Storm Agnes hit the coast. Agnes flooded the harbour.", "Agnes"),
        ("Charlotte is the old oscilloscope.", "Charlotte"),
        ("Emma Strand likes Emma.", "Emma"),
        ("We call the printer Agnes. Agnes is out of paper.", "Agnes"),
        ("I bought shoes at Agnes. Agnes closes at six.", "Agnes"),
        ("Berger makes pumps.", "Berger"),
        ("Martha Kline owns Martha Foods.", "Martha Foods"),
        ("Agnes, our new robot, cleaned the kitchen. Agnes is loud.", "Agnes"),
        ("The tug Agnes towed the barge.", "Agnes"),
        ("Berger was sold to a bank.", "Berger"),
        ("Storm Agnes hit the coast.", "Storm Agnes"),
        ("The Agnes Dahl lost an anchor.", "Agnes Dahl"),
        ("We sailed on the Agnes Dahl to Voss.", "Agnes Dahl"),
        ('Eva is reading "Agnes Dahl". It is dull.', "Agnes Dahl"),
        ("They moved him to the Agnes Dahl. The Agnes Dahl has a garden.", "Agnes Dahl"),
        ("I got tickets for Agnes Dahl! They're a band from Hove.", "Agnes Dahl"),
        ("Agnes Dahl have cancelled the tour.", "Agnes Dahl"),
        ("Agnes has chewed the remote.", "Agnes"),
        ("Back from Agnes at last. She waved.", "Agnes"),
        ("Ida flew to Agnes.", "Agnes"),
        ("Tom bought a horse and named it Agnes. Agnes slept.", "Agnes"),
        ("Tom founded a bakery and called it Agnes Dahl.", "Agnes Dahl"),
        ("We reached Agnes after nine hours. She slept.", "Agnes"),
        ("A grey Agnes blocked the gate. Agnes slept.", "Agnes"),
        ('Shelf 14: "Agnes Dahl" by an unknown author.', "Agnes Dahl"),
    ],
)
def test_names_of_things(text, name):
    assert name not in people(text)


@pytest.mark.parametrize(
    "text", ["My plumber Agnes Holm is ill.", "Agnes Holm herself opened the door."]
)
def test_who_is_shown_to_be_a_person_is_no_thing_of_an_earlier_text(text):
    before = ("The band Agnes Holm plays at the harbour.",)
    assert "Agnes Holm" not in {one.name for one in extract_prose(before[0], AT).people}
    assert "Agnes Holm" in {one.name for one in extract_prose(text, AT, context=before).people}


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
        ('Everyone calls Anton Lis "Tosh".', ("Anton Lis", "Tosh")),
        ("Adelheid (Heidi) Kern is here.", ("Adelheid Kern", "Heidi")),
        ("Rex Carver is Agnes Holloway's pen name.", ("Agnes Holloway", "Rex Carver")),
        ("Nora Lund was Nora Hall before the wedding.", ("Nora Lund", "Nora Hall")),
        ("Nora Hall became Nora Lund on Saturday.", ("Nora Hall", "Nora Lund")),
        ("Ben Lund is now Ben Hall.", ("Ben Lund", "Ben Hall")),
        ("Ms Lund's first name is Edda.", ("Ms Lund", "Edda Lund")),
        ("I misspelt her name: Katrin Moor, not Kathrin Moor.", ("Katrin Moor", "Kathrin Moor")),
        ("Jo Kern prefers to be called Kit.", ("Jo Kern", "Kit")),
        ("Gabor Kiss signs as Kiss Gabor, as one does.", ("Gabor Kiss", "Kiss Gabor")),
        ("Wenzel Kubin is Wenz at school.", ("Wenzel Kubin", "Wenz")),
        ("Timothy Hall was Timmy on the team.", ("Timothy Hall", "Timmy")),
        ("Isabella Hall is Bella on stage.", ("Isabella Hall", "Bella")),
        ("Ida Roy, who is Dot to the whole street, is here.", ("Ida Roy", "Dot")),
        ("Nils Ek, Skip to his crew, rowed.", ("Nils Ek", "Skip")),
        ("Jan Byrne only answers to Lorcan.", ("Jan Byrne", "Lorcan")),
        ("Ignatius Roy (Iggy) owes us for two cans.", ("Ignatius Roy", "Iggy")),
        ("Sonja Lund calls herself Sonja Vik again.", ("Sonja Lund", "Sonja Vik")),
        ("Dani Foss has a new job and is Daniel Foss from today.", ("Dani Foss", "Daniel Foss")),
        ("Granny Jo, or Ida Roy as the doctor calls her, rests.", ("Granny Jo", "Ida Roy")),
    ],
)
def test_other_names_told(sentence, pair):
    assert pair in other_names(sentence)


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
        "Bob Miller is Goalkeeper on the team.",
        "Anna Weber was Chair in the club.",
        "Anna Weber is German at home.",
        "Tom Roy is Christian at home.",
        "Eva Roth is Julia on stage.",
        "Anna Weber is B on the team.",
        "Horst Mack calls himself Freddy Quell on stage.",
        "Ida Roy (Oslo) called.",
    ],
)
def test_no_other_names(sentence):
    assert not other_names(sentence)


def test_what_a_first_name_is_to_the_writer_is_its_title():
    said = extract_prose("My sister Hilke moved to Chile.", AT)
    assert ("Hilke", "my sister") in {(one.name, one.title) for one in said.people}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("My dentist, Edda Lund, pulled a tooth.", "my dentist"),
        ("Eva's new boyfriend is Edda Lund.", "the boyfriend"),
        ("Edda Lund, a lawyer, called.", "the lawyer"),
        ("Edda Lund from Busan wants ten kites.", "from Busan"),
        ("Edda Lund, the lawyer, called.", ""),
        ("Edda Lund called.", ""),
    ],
)
def test_whom_a_text_introduces_has_a_title(text, title):
    said = extract_prose(text, AT)
    assert {one.title for one in said.people if one.name == "Edda Lund"} == {title}


@pytest.mark.parametrize(
    ("text", "alias"),
    [("Moose is Timo Lahti, by the way.", "Moose"), ("Moose is Roman Catholic.", None)],
)
def test_who_somebody_is_may_be_a_full_name(text, alias):
    said = {one.alias for one in extract_prose(text, AT).aliases}
    assert said == ({alias} if alias else set())


def test_an_epithet_is_part_of_the_name():
    said = extract_prose("Cornelis Vroom the Elder moved to Delft.", AT)
    assert "Cornelis Vroom the Elder" in {one.subject for one in said.facts}


def test_a_namesake_is_told_as_another():
    found = extract_prose("We hired another Tom, Tom Hill, for the kitchen.", AT).people
    assert {one.name: one.title for one in found}["Tom Hill"] == "the Tom"


def test_a_namesake_is_told_by_what_is_with_them():
    found = extract_prose("Robert with the bees brought honey.", AT).people
    assert "Robert (with the bees)" in {one.name for one in found}


def test_a_son_is_somebody_else_though_an_earlier_text_told_of_him():
    text = "Tom Hill sold the mill. His son Tom cried."
    found = extract_prose(text, AT, ["Young Tom wants to buy it back."]).people
    assert "Tom (son)" in {one.name for one in found}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Our vicar, a cheerful man named Edda, came.", "the man"),
        ("The lodger, Edda, came.", "the lodger"),
        ("Edda, a dentist, came.", "a dentist"),
        ("My neighbour Edda came.", "my neighbour"),
        ("Her sister Edda came.", "the sister"),
        ("Edda (my aunt's lodger) came.", "my lodger"),
        ("Edda, aged nine, came.", "aged nine"),
        ("Edda from the mill came.", "from mill"),
        ("The lodger's name is Edda. Edda laughed.", "the lodger"),
        ("Our new trainee Edda came.", "my trainee"),
        ("A new colleague came: Edda. Edda laughed.", "the colleague"),
        ("Edda is my new flatmate.", "my flatmate"),
        ("Edda laughed.", ""),
    ],
)
def test_whom_a_text_introduces_by_a_single_name_has_a_title(text, title):
    said = {one.name: one.title for one in extract_prose(text, AT).people}
    assert said["Edda"].replace("the ", "") == title.replace("the ", "").replace("a ", "")


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("The schooner Edda Lund sprang a leak.", "Edda Lund"),
        ("The Anna Lund made nine knots.", "Anna Lund"),
        ("Edda Lund is a novel by a Swede.", "Edda Lund"),
        ("A horse by the name of Edda Lund won.", "Edda Lund"),
        ("We boarded the Edda Lund at dawn.", "Edda Lund"),
        ("The machine, which the crew has christened Edda, slept.", "Edda"),
        ("They painted Edda on her stern.", "Edda"),
        ("The Anna Lund who called is ill.", None),
    ],
)
def test_a_name_that_a_text_tells_to_be_a_things(text, thing):
    assert thing in {*extract_prose(text, AT).things, None}
    assert (thing is None) == (not extract_prose(text, AT).things)


@pytest.mark.parametrize(
    "text",
    ["The mayor of Edda resigned.", "Edda and Sons closed it.", "Edda's is closed on Mondays."],
)
def test_a_single_name_of_a_place_or_a_firm_is_nobody_s(text):
    assert "Edda" not in {one.name for one in extract_prose(text, AT).people}


@pytest.mark.parametrize(
    "text",
    [
        "I met Edda and Edda Lund.",
        "Edda, no relation, tunes pianos.",
        "A certain Edda rang.",
        "My namesake Edda rang.",
        "Edda (the other one) tunes pianos.",
        "We have two lodgers called Edda.",
        "Her daughter is an Edda too.",
        "They will call her Edda like her grandmother.",
        "Lent Edda to Edda Lund at work.",
        "Edda Lund asked what we paid for Edda.",
        "The tall one is Edda Lund; the girl beside her is her daughter, also Edda.",
    ],
)
def test_one_of_two_of_a_name_is_another(text):
    assert "Edda (another)" in {one.name for one in extract_prose(text, AT).people} | {
        name for one in extract_prose(text, AT).theses for name in one.entities
    }


@pytest.mark.parametrize(
    "text",
    [
        "There are two Marias in the office.",
        "From Monday there will be two Marias here, my aunt and my niece.",
        "Both Marias sing.",
    ],
)
def test_two_of_a_first_name_are_told_as_namesakes(text):
    assert "Maria (another)" in people(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("First prize went to J. Orth, second prize to Jan Orth.", "Jan Orth"),
        ("The key went to Eva in May, the rest to Tom Hill in June.", "Tom Hill"),
        ("Ida Roy (Dot to us), painter, moved to Ulm.", "Dot"),
    ],
)
def test_who_is_named_where_nothing_is_read_is_still_named(text, name):
    assert name in {one for told in extract_prose(text, AT).theses for one in told.entities}


def test_the_gender_of_a_person_is_told_by_title_or_first_name():
    said = extract_prose("Mrs Lund sings. Anna Berg cooks. Uncle Tom swims.", AT).people
    genders = {one.name: one.gender for one in said}
    assert genders["Mrs Lund"] == genders["Anna Berg"] == "f"
    assert genders["Uncle Tom"] == ""


@pytest.mark.parametrize("text", ["Edda Lund answers to Edda.", "Edda Lund is called Edda."])
def test_a_part_of_a_name_that_is_told_is_no_other_s(text):
    assert "Edda (another)" not in {one.name for one in extract_prose(text, AT).people}


def test_a_thing_of_an_earlier_text_keeps_its_name():
    before = ("Storm Agnes took the roof. Agnes Lund fixed it.",)
    said = extract_prose("I read that Agnes crossed the coast.", AT, context=before)
    assert not said.aliases


def test_the_last_name_after_a_wedding_is_told_in_another_sentence():
    said = extract_prose("Ida Roy married Leo Day in the rain. She is Ida Day now.", AT)
    assert ("Ida Roy", "Ida Day") in {(one.name, one.alias) for one in said.aliases}


def test_who_only_speaks_is_an_entity():
    said = extract_prose("Ida: Tom Roy took the key.\nIda: It is late.\nBen: I am here.", AT)
    assert [one.entities.count("Ida") for one in said.theses] == [1, 1, 0]
    assert sum("Ben" in one.entities for one in said.theses) == 1


def test_somebody_becomes_somebody_of_another_last_name():
    assert ("Rita Lund", "Rita Hall") in other_names("Rita Lund becomes Rita Hall.")
    assert ("Rita Lund", "Dot") in other_names("Rita Lund answers to Dot.")
    assert ("Rita Lund", "Dot") in other_names("Rita Lund also goes by Dot.")


def test_a_list_without_a_verb_tells_the_younger_from_the_elder():
    said = extract_prose("Present: Anna Lund senior (guest), Anna Lund junior (guest).", AT)
    assert said.theses[0].entities == ("Anna Lund Senior", "Anna Lund Junior")


@pytest.mark.parametrize("word", ["The", "Our", "My", "Her", "A", "Every", "This", "Sales"])
def test_a_senior_without_a_name_gets_none(word):
    line = f"{word} senior has left."
    assert with_generation(line) == line
    assert with_generation("Konrad senior has left.") == "Konrad Senior has left."


@pytest.mark.parametrize(
    ("source", "public"),
    [
        ("evening paper", True),
        ("The Herald, 3 May", True),
        ("daily-news", True),
        ("news: today", True),
        ("wikipedia.org", True),
        ("herald.txt", True),
        ("letter 1", False),
        ("my paper diary", False),
        ("letters of a press officer", False),
    ],
)
def test_a_paper_is_told_by_any_word_of_its_name(source, public):
    said = read_prose(Extract(text="Captain Odell sold his boat.", at=AT, source=source)).value
    assert isinstance(said, Extraction)
    assert [one.is_guess for one in said.people if one.name == "Captain Odell"] == [public]


@pytest.mark.parametrize(("first", "title"), [("Irma", "Dr"), ("Drusilla", "Dr"), ("Dr", "")])
def test_a_title_is_a_first_name_only_as_a_whole_word(first, title):
    said = extract_prose(f"Dr Roy lives in Bonn. Her first name is {first}.", AT)
    assert {one.title for one in said.people if one.name == "Dr Roy"} == {title}


@pytest.mark.parametrize("thing", ["the Hector", "St Oswald"])
def test_a_ship_or_a_church_with_a_first_name_is_nobody_that_he_could_be(thing):
    read = extract_prose(f"Tom sailed on {thing}. He was ill.", AT)
    assert "Tom is ill" in {f"{one.subject} {one.relation} {one.object}" for one in read.facts}


def test_a_word_that_is_seldom_a_first_name_has_no_gender():
    assert {gender_of(word) for word in ("Lone", "Martial", "Anise")} == {""}


@pytest.mark.parametrize(
    "text",
    [
        "She led the Harbour Rail Authority. Harbour is in Norway.",
        "The Golden Oar Games were held in Ghent. Games are fun.",
        "South Korean actors met Tom. Korean is a language.",
        "Saxe- Linden fell. Linden is in Norway.",
        "Tec de Novara is a school. Novara is in Italy.",
        "He plays for Norse United. United won.",
        "Want Your Luck is a song. Luck is rare.",
    ],
)
def test_a_part_of_a_name_that_is_no_person_stands_for_itself(text: str) -> None:
    assert not extract_prose(text, AT).aliases


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("Ida Hill sings. Hill lives in Bonn.", "Ida Hill"),
        ("Sipho Ndaba (born 1960) is a painter. Sipho lives in Bonn.", "Sipho Ndaba"),
        ("Sipho Ndaba was born in Ulm. Ndaba lives in Bonn.", "Sipho Ndaba"),
        ("My plumber Sipho Ndaba came. Sipho lives in Bonn.", "Sipho Ndaba"),
        ("Sipho Ndaba sold her car. Sipho lives in Bonn.", "Sipho Ndaba"),
        ("Rull Holding is a firm. Rull lives in Bonn.", "Rull Holding"),
    ],
)
def test_a_part_of_a_persons_name_stands_for_the_person(text: str, full: str) -> None:
    assert f"{full} lives in Bonn" in {
        f"{one.subject} {one.relation} {one.object}" for one in extract_prose(text, AT).facts
    }


@pytest.mark.parametrize("kind", ["Danish actor", "New Zealand former cyclist", "Rhine barge"])
def test_a_kind_with_a_capital_is_nobody_of_the_name(kind: str) -> None:
    told = extract_prose(f"Ida Roy (born 3 May 1970) is a {kind}, and was born in Bonn.", AT).facts
    assert [one.object for one in told if one.relation == "is"] == [kind]


def test_a_quoted_name_may_end_with_a_space() -> None:
    assert extract_prose('Ida sang the song "Low Tide " in Bonn.', AT).theses
