"""Sentences as other people write them, with all that they state and nothing else.

Each stands for a kind of misreading found in public texts (HotpotQA, 2WikiMultihopQA, LoCoMo).
"""

from datetime import UTC, datetime

import pytest

from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 15, tzinfo=UTC)


def facts(text: str) -> set[str]:
    """Return all that a text states, the ended marked."""
    return {
        f"{one.subject} | {one.relation} | {one.object}{' | ended' * one.ended}"
        for one in extract_prose(text, AT).facts
    }


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Eva is good at chess.", ["Eva | is good at | chess"]),
        ("Eva is bad at maths and good with children.", ["Eva | is bad at | maths"]),
        ("Eva is interested in trains.", ["Eva | is interested in | trains"]),
        ("Eva is keen on sailing.", ["Eva | is keen on | sailing"]),
        (
            "Eva is fluent in Dutch and French.",
            ["Eva | is fluent in | Dutch", "Eva | is fluent in | French"],
        ),
        ("Eva is good for nothing.", []),
        ("Eva is afraid that Tom lives in Voss.", ["Eva | is | afraid"]),
        ("Eva is busy at the office.", ["Eva | is | busy"]),
        ("Tom was bored today.", ["Tom | is | bored"]),
    ],
)
def test_an_adjective_keeps_what_it_needs(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Tom is back from Rome.", ["Tom | returned from | Rome"]),
        ("Tom's home from Rome.", ["Tom | returned from | Rome"]),
        ("Tom is back in Rome.", ["Tom | is in | Rome"]),
        ("Tom is just back from a trip to Oslo.", ["Tom | returned from | Oslo"]),
        ("Tom lives across the street from Eva.", ["Tom | lives across | the street"]),
        ("Tom lives two doors from Eva.", []),
        ("The hotel stands across the square from the church.",
         ["the hotel | stands across | the square"]),
        ("The mill is across the river from Voss.", ["the mill | is across | the river"]),
        ("The van is down the road.", ["the van | is down | the road"]),
        ("Anna is from the village across the river.",
         ["Anna | is from | the village", "Anna | is across | the river"]),
        ("The key is to the left of the door.", []),
        ("Anna has been to Rome twice.", ["Anna | visited | Rome"]),
        ("I've been to Oslo and Bergen.", ["I | visited | Oslo", "I | visited | Bergen"]),
        ("Anna has never been to Rome.", []),
        ("Anna has been to see Tom.", []),
    ],
)  # fmt: skip
def test_where_one_comes_back_from_and_how_far_off_one_is_is_no_origin(
    text: str, stated: list[str]
) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Tom remembers Anna living in Rome.", ["Tom | remembers | Anna"]),
        ("Tom described Eva working at Bask.", ["Tom | described | Eva"]),
        ("Anna, living in Rome, likes tea.", ["Anna | lives in | Rome", "Anna | likes | tea"]),
        ("Tom and Ben work at the mill and the bakery respectively.", []),
        ("Ticket 4711 was opened by Dana Roy from Acme.", ["Dana Roy | opened | Ticket 4711"]),
        ("The letter was written by Tom in Rome.",
         ["Tom | wrote | the letter", "the letter | was written in | Rome"]),
        ("Tom changed jobs and is now at Hav.", ["Tom | changed | jobs", "Tom | is at | Hav"]),
        ("Anna speaks a little German.", ["Anna | speaks | German"]),
        ("Anna speaks good English and a bit of Dutch.",
         ["Anna | speaks | English", "Anna | speaks | Dutch"]),
        ("Anna has a little German dog.", ["Anna | has | little German dog"]),
    ],
)  # fmt: skip
def test_what_stands_side_by_side_need_not_go_together(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("That's a great picture, Eva.", []),
        ("This is my plumber, Tom Reed.", ["Tom Reed | is the plumber of | I"]),
        ("The firm, Lund Farm, is in Voss.", ["Lund Farm | is in | Voss", "Lund Farm | is | firm"]),
        (
            "Eva met a painter, Ida, in Bonn.",
            ["Eva | met Ida in | Bonn", "Eva | met | Ida", "Ida | is | painter"],
        ),
        ("It is a fine way to honor Tom.", []),
    ],
)
def test_who_is_spoken_to_is_not_what_is_spoken_of(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "Eva was born in The Hague, Netherlands, and died in 2008.",
            ["Eva | died in | 2008", "Eva | is | dead", "Eva | was born in | the Hague"],
        ),
        (
            "Eva was born in Cork, Ireland, in 1970 and died in Bonn.",
            [
                "Eva | was born in | 1970",
                "Eva | was born in | Cork",
                "Eva | died in | Bonn",
                "Eva | is | dead",
            ],
        ),
        (
            "Eva lives in Cork, Ireland, with Tom.",
            ["Eva | lives in | Cork", "Eva | lives with | Tom"],
        ),
        (
            "The school is in Petersburg, Indiana and is a public school.",
            ["the school | is in | Petersburg", "the school | is | public school"],
        ),
        (
            "Eva lives in Bonn, Cologne and Graz.",
            ["Eva | lives in | Bonn", "Eva | lives in | Cologne", "Eva | lives in | Graz"],
        ),
        (
            "Eva lives in Bonn, and Tom lives in Voss.",
            ["Eva | lives in | Bonn", "Tom | lives in | Voss"],
        ),
    ],
)
def test_where_a_place_lies_is_no_subject(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "English singer and songwriter Ida Lund recorded three albums.",
            ["Ida Lund | is | songwriter", "Ida Lund | recorded | three albums"],
        ),
        ("Tom is a British horror and fantasy writer.", ["Tom | is | fantasy writer"]),
        (
            "Tom is a director of film, television and theatre.",
            [
                "Tom | is a director of | film",
                "Tom | is a director of | television",
                "Tom | is a director of | theatre",
            ],
        ),
        (
            "Tom is the captain and manager of the team.",
            ["Tom | is the captain of | the team", "Tom | is the manager of | the team"],
        ),
        (
            "Tom is a graduate of the University of Graz and the Lund School.",
            [
                "Tom | is a graduate of | the Lund School",
                "Tom | is a graduate of | the University of Graz",
            ],
        ),
        (
            "The shelf is full of books and letters.",
            ["the shelf | is full of | books", "the shelf | is full of | letters"],
        ),
        (
            "Eva raised money and funds at the fair.",
            ["Eva | raised money at | the fair", "Eva | raised | funds", "Eva | raised | money"],
        ),
        (
            "The song was written by Ida Lund and Tom Reed and directed by Karl Berg.",
            [
                "Ida Lund | wrote | the song (2024-05-15)",
                "Karl Berg | directed | the song (2024-05-15)",
                "Tom Reed | wrote | the song (2024-05-15)",
            ],
        ),
        ("Some have read the song with care.", []),
        ("The door is old and dirty.", ["the door | is | old", "the door | is | dirty"]),
        ("Eva likes blue and green.", ["Eva | likes | blue", "Eva | likes | green"]),
        ("Eva has a red and white boat.", ["Eva | has | white boat"]),
        ("Eva has a flat and lodger.", ["Eva | has | flat", "Eva | has | lodger"]),
        (
            "Novelist and poet Ida Lund was born in Bonn.",
            ["Ida Lund | is | poet", "Ida Lund | was born in | Bonn"],
        ),
        (
            "Eva and her dog was seen in Voss.",
            ["Eva | was seen in | Voss", "Eva's dog | was seen in | Voss"],
        ),
        (
            "The firm sells cars, light trucks and buses.",
            [
                "the firm | sells | buses",
                "the firm | sells | cars",
                "the firm | sells | light trucks",
            ],
        ),
    ],
)
def test_a_list_shares_what_belongs_to_all_of_it(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Eva helped Tom paint the fence.", ["Eva | helped | Tom"]),
        ("Eva made Tom laugh.", []),
        ("Eva let the dog sleep on the sofa.", []),
        ("It was great having Tom in Voss.", []),
        ("Knowing the difference made it worth it.", []),
        ("Eva spent a day at the shelter helping at the desk.", []),
        ("Eva has been texting Tom about the flat.", ["Eva | texts | Tom"]),
        ("The woman is so captivating with her stories.", []),
    ],
)
def test_what_one_helped_or_saw_somebody_do_is_not_ones_own_deed(
    text: str, stated: list[str]
) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("After their visits Tom left Voss.", []),
        ("Tom finished rereading Emma.", ["Tom | rereads | Emma | ended"]),
        (
            "The record, titled Emma, is in the hall.",
            ["Emma | is in | the hall", "Emma | is | record"],
        ),
        ("Tom released it on the same label, Lund.", []),
        ("Eva told somebody who lives in Voss.", []),
        ("The gnome is the name given to a creature.", []),
        ("Tom is best known for writing Emma.", []),
        ("The baker sees Tom as a mentor, which is rewarding.", []),
        ("Tom has songs, including Emma.", ["Tom | has | songs"]),
    ],
)
def test_what_stands_before_a_name_says_what_it_is_only_if_it_may(
    text: str, stated: list[str]
) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "The film is about a series of violent bird attacks on people.",
            ["the film (2024-05-15) | is about | series of violent bird attacks"],
        ),
        (
            "Eva won four Grand Slam mixed doubles titles.",
            ["Eva | won | four Grand Slam mixed doubles titles"],
        ),
        ("Doug is an American animated series.", ["Doug | is | American animated series"]),
        ("Peter and the Magic Egg is a film.", ["Peter and the Magic Egg | is | film"]),
        ("The race was won by two strokes.", []),
        ("The mill is 10 km north of Voss.", []),
        ("The play is based on the novel by Ida Lund.", ["the play | is based on | the novel"]),
        (
            "Lund House is the library of Lempster, New Hampshire.",
            ["Lund House | is the library of | Lempster"],
        ),
        ("Tom Reed met Reed in Voss.", []),
        ("Rosa owns Cafe Rosa.", ["Rosa | owns | Cafe Rosa"]),
        ("Tom is a Broadway and Soho costume designer.", ["Tom | is | Soho costume designer"]),
        ("Eva's song is based on Lund's.", []),
        ("The town has a primary and a secondary school.", ["the town | has | secondary school"]),
        ("Eva likes blue.", ["Eva | likes | blue"]),
        ("The film stars O.P. Lund as the king.", ["the film (2024-05-15) | stars | O.P. Lund"]),
        (
            "Ida Lund is an actor, film director and stage manager.",
            [
                "Ida Lund | is | actor",
                "Ida Lund | is | film director",
                "Ida Lund | is | stage manager",
            ],
        ),
        ("The range of subjects includes food.", ["the range of subjects | includes | food"]),
    ],
)
def test_nouns_are_no_verbs_and_titles_no_lists(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "The eagle symbolizes freedom and pride.",
            ["the eagle | symbolizes | freedom", "the eagle | symbolizes | pride"],
        ),
        (
            "Tom co-wrote four songs with Ida Lund.",
            ["Tom | co-wrote four songs with | Ida Lund", "Tom | co-wrote | four songs"],
        ),
        (
            "The crate that Tom labelled is in Voss.",
            ["Tom | labelled | the crate", "the crate | is in | Voss"],
        ),
        ("Tom wrote a musical.", ["Tom | wrote | musical"]),
        ("The mobile belongs to Tom.", ["the mobile | belongs to | Tom"]),
        ("Eva has a cold.", ["Eva | has | cold"]),
        ("Eva witnessed the accident.", ["Eva | witnessed | the accident"]),
        ("The rules differ in Voss.", ["the rules | differs in | Voss"]),
        ("The shop sells clothing.", ["the shop | sells | clothing"]),
        ("Eva's never owned a car.", []),
        ("Eva's just moved to Voss.", ["Eva | moved to | Voss", "Eva | lives in | Voss"]),
        ("Eva's always worked at Acme.", ["Eva | works at | Acme"]),
        ("Eva injured herself.", []),
        ("Eva is here anytime.", []),
        ("Eva is gonna call Tom.", []),
    ],
)
def test_a_known_verb_is_no_part_of_a_name(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My sister in law lives in Voss.", "my sister | lives in | Voss"),
        ("The man in charge works at Acme.", "the man (2024-05-15) | works at | Acme"),
        ("Eva left school and works at Acme.", "Eva | works at | Acme"),
        ("Eva changed jobs and commutes to Voss.", "Eva | commutes to | Voss"),
        ("Eva sold furniture and owns a shop.", "Eva | owns | shop"),
        ("Eva finished school and studies law.", "Eva | studies | law"),
        ("Tom retired early and lives in Voss.", "Tom | lives in | Voss"),
        ("Eva closed shops in Voss.", "Eva | closed | shops"),
        ("The nurse who lives at the mill is painting a barn.", "the nurse | is painting | barn"),
        ("The guests who stayed with Eva left.", "the guests | stayed with | Eva"),
        ("The man Eva married is Tom.", "the man (2024-05-15) | is | Tom"),
    ],
)
def test_verbs_that_could_be_nouns_are_verbs_where_a_clause_needs_one(text: str, fact: str) -> None:
    assert fact in facts(text)


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "Salt in the Wind (1934 film)\n\nSalt in the Wind is a film. It was shot in Bonn.",
            ["Salt in the Wind | is | film", "Salt in the Wind | was shot in | Bonn"],
        ),
        ("The Baker and Me\n\nThe Baker and Me is a film.", ["The Baker and Me | is | film"]),
        ("A Loaf of Clay\n\nA Loaf of Clay is a film.", ["A Loaf of Clay | is | film"]),
        (
            '"It Rains"\n\n"It Rains" is a song. In Ulm it was a hit.',
            [],  # a text in quotation marks is somebody's speech
        ),
        (
            'Salt, Bread and Me\n\n"Salt, Bread and Me" is a song.',
            ["Salt, Bread and Me | is | song"],
        ),
        (
            "Foxes on Ice\n\nFoxes on Ice is a Danish band. In 1935 Foxes on Ice played in Bonn.",
            ["Foxes on Ice | is | Danish band", "Foxes on Ice | played in | Bonn"],
        ),
        ("Ida Roy\n\nIda Roy is a painter.", ["Ida Roy | is | painter"]),
        ("My week\n\nMy week was long. Ida sings in Bonn.", ["Ida | sings in | Bonn"]),
    ],
)
def test_the_heading_of_a_text_is_one_name(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "Tilo Brandt (3 May 1880 – 1 June 1962) was a painter. He worked in Bonn.",
            ["Tilo Brandt | is | painter | ended", "Tilo Brandt | works in | Bonn | ended"],
        ),
        (
            "Tilo Brandt (1880-1962) was the son of Ida Roy.",
            ["Tilo Brandt | is the son of | Ida Roy"],
        ),
        ("The Low Tides (1971–1980) was a band.", ["the Low Tides | is | band | ended"]),
        ("Tilo Brandt (born 1960) was a painter.", ["Tilo Brandt | is | painter"]),
    ],
)
def test_what_somebody_dead_was_is_over(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "Ida settled in Spain, living mainly in Madrid.",
            ["Ida | settled in | Spain", "Ida | lives in | Spain", "Ida | lives in | Madrid"],
        ),
        (
            "The strike was led by miners in Bonn and Ulm, who work at Acme.",
            [
                "miners | led | the strike",
                "the strike | was led in | Bonn",
                "the strike | was led in | Ulm",
            ],
        ),
        ("Ida Roy is the Queen of Norland and the Southern Isles.",
         ["Ida Roy | is the queen of | Norland"]),
        ("Ida's name is a Spanish word.", []),
        ("Indeed, the roof is new.", ["the roof | is | new"]),
        ("Acme acquired the shop, and it bought the mill from Hav.",
         ["Acme | acquired | the shop", "Acme | owns | the shop"]),
        ("Anna has a cafe, and it is in Bonn.", ["Anna | has | cafe", "the cafe | is in | Bonn"]),
    ],
)  # fmt: skip
def test_what_may_be_about_another_is_said_of_nobody(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("In 1991 Tom met Ida and five years later Tom bought the mill.", "1996"),
        ("In 1991 Tom met Ida. Later that year Tom bought the mill.", "1991"),
        ("Tom bought the mill during the last year of the war.", None),
    ],
)
def test_a_year_counts_from_the_one_that_is_told(text: str, start: str | None) -> None:
    bought = [one for one in extract_prose(text, AT).facts if one.relation == "bought"]
    assert [one.valid_from for one in bought] == [start]


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("The squadron conducted dive testing of the plane.", []),
        ("The unit does roof testing.", []),
        ("Tom won the Danish quiz dancing contest.", []),
        (
            "The hall is used for legislative and formal meetings.",
            ["the hall | is used for | formal meetings"],
        ),
        ("Low Tide is a bomber and transport squadron.", ["Low Tide | is | transport squadron"]),
        (
            "Voss is a village and civil parish.",
            ["Voss | is | village", "Voss | is | civil parish"],
        ),
        (
            "Ida studied law and marine biology.",
            ["Ida | studied | law", "Ida | studied | marine biology"],
        ),
        ("Ida has a firm selling shoes.", ["Ida | has | firm", "firm | sells | shoes"]),
        ("Ida met people living in Bonn.", ["Ida | met | people", "people | lives in | Bonn"]),
    ],
)
def test_half_a_phrase_is_no_thing(text: str, stated: list[str]) -> None:
    assert facts(text) == {*stated}
