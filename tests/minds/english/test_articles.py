"""Articles: what "the school" means in them, whole names, and days that are not of this year."""

import pytest

from tests.minds.english.facts_told import facts_told


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Rona Hill\nRona Hill (est. 1912) is a school in Voss. The school was built in 1920.",
         {"Rona Hill is school", "Rona Hill is in Voss", "Rona Hill was built in 1920"}),
        ("Low Sun (film)\nLow Sun is a 1950 drama directed by Ida Roy. The film stars Tom Berg.",
         {"Low Sun is 1950 drama", "Ida Roy directed Low Sun", "Low Sun stars Tom Berg"}),
        ("The Mills (TV series)\nThe Mills is a drama. The show features Ida Roy.",
         {"the Mills is drama", "the Mills features Ida Roy"}),
        ("Skogen Airport\nSkogen Airport is an airfield. The airport is owned by Varp.",
         {"Skogen Airport is airfield", "Varp owns Skogen Airport"}),
        ("Lund College\n"
         "Lund College is a college. The name of the college was changed to Lund Hall.",
         {"Lund College is college", "the name of Lund College was changed to Lund Hall"}),
        ("Unit 2\nUnit 2 is a squadron of Norland. It flew in World War I and in the film My Day."
         " The squadron was founded in 1912.",
         {"Unit 2 is a squadron of Norland", "Unit 2 was founded in 1912"}),
        ("Salt Fair\nIn the old days the Salt Fair was held in Voss, where people came from the"
         " north with boats and with horses, and it was known for salt in all of Norland. The fair"
         " was founded in 1920. The crowd was merry.",
         {"Salt Fair was founded in 1920"}),
        ("Ida Lie\nIda Lie is a writer who wrote the book \"Low\". The book caused a row.",
         {"Ida Lie is writer", "Ida Lie wrote Low", "Low is book", "Low caused row"}),
        ("Rona Hall\nRona Hall, also called the Rona Hut (Norse: Hytt), is a hall."
         " The look of the hall is a mix of styles.",
         {"Rona Hall is hall", "the look of Rona Hall is a mix of styles"}),
        ("Rona Hill\nRona Hill, also known as the Hill, is a school. It has a pool.",
         {"Rona Hill is school", "Rona Hill has pool"}),
    ],
)  # fmt: skip
def test_the_kind_of_what_an_article_is_about_means_it(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Rona Hill\nRona Hill is a school in Voss. The roof is made of slate.", set()),
        ("Skogen\nSkogen is a town in Norland. The population was 301.", set()),
        ("Low Sun\nLow Sun is a drama. The second film was shot in Voss.", set()),
        ("Bask\nBask is a band from Voss. The DVD features live songs.", set()),
        ("Tom Lund\nTom Lund was a film and radio editor. The film was made by Varp.", set()),
        ("Varp Hall\nVarp Hall is a house. A house stood near it. The house was sold.", set()),
        # Without a title, or in somebody's own words, the reader may know the roof.
        ("Rona Hill is a school. The roof is new.", {"the roof is new"}),
        ("Our trip\nRona Hill is a school. The roof is new.", {"the roof is new"}),
        ("Cabin\nThe key is in the drawer.", {"the key is in the drawer"}),
        (
            "Cabin\nThe key of Cabin is old. The roof is new.",
            {"the key of Cabin is old", "the roof is new"},
        ),
        ("Ida Hill\nIda Hill is a nurse. The hill was sold.", set()),
        ("Rona Hill\nRona Hill is a school. I like it. The roof is new.", {"the roof is new"}),
    ],
)
def test_an_article_tells_nothing_of_what_has_no_name(text: str, kept: set[str]) -> None:
    assert {fact for fact in facts_told(text) if fact.startswith(("the ", "DVD", "house"))} == kept


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Varp Hochschule\nVarp Hochschule für alte Kunst is a school in Rona.",
         {"Varp Hochschule für alte Kunst is school", "Varp Hochschule für alte Kunst is in Rona"}),
        ("Norse FC\nNorse FC was a show which covered football.",
         {"Norse FC is show", "Norse FC covered football"}),
        ("Voss\nVoss is led by Norse clubs and the mayor is a baker.",
         {"Voss is led by Norse clubs", "the mayor is baker"}),
        ("2nd & Pike\n2nd & Pike, also known as Lund Tower, is a skyscraper in Voss.",
         {"2nd & Pike is skyscraper", "2nd & Pike is in Voss"}),
        ("Red Wave: Four Norse Songs\nRed Wave: Four Norse Songs was an album released in 1986.",
         {"Red Wave: Four Norse Songs is album",
          "Red Wave: Four Norse Songs was released in 1986"}),
        ("Salt and Sails Open Edition\nThe Salt and Sails Open Edition debuted in 2017.",
         {"the Salt and Sails Open Edition debuted in 2017"}),
        ("Night After Night (film)\nNight After Night is a drama directed by Tom Lund.",
         {"Night After Night is drama", "Tom Lund directed Night After Night"}),
        ("Óscar Barran\nÓscar Barran Sanson was a sailor.", {"Óscar Barran Sanson is sailor"}),
        ("Skeller Oil\nSkeller Oil Company was a firm.", {"Skeller Oil Company is firm"}),
        ("Alf Hall (sailor, born 1957)\n"
         "Alfred Hall was a sailor who sailed the seas of the north for Norland.",
         {"Alfred Hall is sailor", "Alfred Hall sailed the seas of the north",
          "Alfred Hall sailed the seas of the north for Norland"}),
        ("Karl Josef Ruben Lund of the Isle of Rona\n"
         "Karl Josef Lund was a sailor who lived in Voss and died in the city of Graz.",
         {"Karl Josef Lund is sailor", "Karl Josef Lund lives in Voss", "Karl Josef Lund is dead",
          "Karl Josef Lund died in the city of Graz"}),
        ("Painter Ida Roy lives in Voss.", {"Ida Roy is painter", "Ida Roy lives in Voss"}),
    ],
)  # fmt: skip
def test_a_name_is_whole(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


def test_days_of_an_article_are_not_those_of_this_year() -> None:
    begun = "Lund Fair\nLund Fair is a fair in Voss. "
    told = {"Lund Fair is fair", "Lund Fair is in Voss"}
    assert facts_told(begun + "Lund Fair opens in June.") == told
    assert facts_told(begun + "Lund Fair was opened on 3 April.") == told
    assert facts_told(begun + "Lund Fair was opened in 2008.") == told | {
        "Lund Fair was opened in 2008"
    }
    assert facts_told("Lund Fair opens in June.") != set()


def test_he_is_no_archduchess_and_no_conference() -> None:
    begun = "Karl Lund was a rower. He was the grandson of Archduchess Gisa of Rona. "
    assert not [
        one for one in facts_told(begun + "He won a medal.") if one.startswith("Archduchess")
    ]
    text = "He rowed for Norland's Big Ten Conference team. He won a medal."
    assert not [one for one in facts_told(text) if "medal" in one]
