"""Phrases that were misread: whom "who" means, which noun a word describes, what a list shares."""

import pytest

from tests.minds.english.facts_told import facts_told


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Eva is a daughter of Otto Lind, who was king of Voss.",
         {"Eva is a daughter of Otto Lind", "Otto Lind is the king of Voss"}),
        ("Eva met the father of Otto Lind, who sells boats.",
         {"Eva met the father of Otto Lind", "Otto Lind sells boats"}),
        ("Ben read a life of Otto Lind, who painted boats.",
         {"Ben read life of Otto Lind", "Otto Lind painted boats"}),
        ("Eva is a diver from Canada, who won two medals.", {"Eva is diver", "Eva is from Canada"}),
        ("Eva got a letter from Otto Lind, who paints boats.",
         {"Otto Lind paints boats", "Eva got letter", "Eva got letter from Otto Lind"}),
        ("Eva is a member of the club, who paints boats.",
         {"Eva is a member of the club", "Eva paints boats"}),
        ("It was a bill presented by Tom Lund and passed in 1992 which banned boats.", set()),
    ],
)  # fmt: skip
def test_who_and_which_mean_what_a_reader_takes_them_to_mean(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ida Roy was a soldier, flying ace and painter.", {"Ida Roy is soldier"}),
        ("Ida Roy was a sailor, painting boats.", {"Ida Roy is sailor", "Ida Roy paints boats"}),
        ("The hooves are structures, providing support.",
         {"the hooves is structures", "the hooves provides support"}),
        ("Eva saw Red Salt starring Ida Roy.", {"Eva saw Red Salt", "Red Salt stars Ida Roy"}),
        ("Tom Lund was a professional show jumping rider.",
         {"Tom Lund is professional show jumping rider"}),
        ("First World War fighting unit Red Lake won a prize.", set()),
        ("Voss FM is a radio station broadcasting at 94.3 FM.",
         {"Voss FM is radio station", "Voss FM broadcasts at 94.3 FM"}),
        ("The newly opened shop sells tea.", {"the newly opened shop sells tea"}),
        ("Voss has the only established church.", {"Voss has established church"}),
        ("Shaka Berg led the Rams as a second year head coach.", {"Shaka Berg led the Rams"}),
        ("The original Voss Hall building burned.", set()),
        ("Voss 500 is a common name for boats.", set()),
        ("Musa plays for Al Ain FC.", {"Musa plays for Al Ain FC"}),
        ("Ben founded the stone holding company Varp.",
         {"Ben founded Varp", "Varp is stone holding company"}),
        ("Jon has been into dancing since he was a child.", {"Jon is into dancing"}),
        ("Ida was a champion but lost in Bonn.", {"Ida is champion", "Ida lost in Bonn"}),
        ("Varp is a firm, founded in 1921 by Ada Lund.",
         {"Varp is firm", "Ada Lund founded Varp", "Varp was founded in 1921"}),
        ("Ida lost her job.", {"Ida lost Ida's job"}),
        ("New Power Pvt. Ltd. is a firm.", set()),
        ("Ben works with Herzog & de Lund.", {"Ben works with Herzog & de Lund"}),
    ],
)  # fmt: skip
def test_a_word_that_describes_a_noun_is_no_verb_and_no_name(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Ben owns a film and music company.", {"Ben owns film and music company"}),
        ("Ben has a cat and guinea pig.", {"Ben has cat", "Ben has guinea pig"}),
        ("Ben likes red and white wine.", {"Ben likes red and white wine"}),
        ("Ben is a friend of Ida Roy, Tom Lund and Eva Hall.",
         {"Ben is a friend of Ida Roy", "Ben is a friend of Tom Lund",
          "Ben is a friend of Eva Hall"}),
        ("Ben is the teacher of Ida Roy, Tom Lund and an uncle of Eva Hall.",
         {"Ben is the teacher of Ida Roy", "Ben is the teacher of Tom Lund",
          "Ben is an uncle of Eva Hall"}),
        ("Voss remains as the territorial and statistical unit.",
         {"Voss remains as statistical unit"}),
        ("Voss has established primary and secondary education.",
         {"Voss established primary and secondary education"}),
        ("Ida owns a hospital and school.", {"Ida owns hospital", "Ida owns school"}),
        ("Ben likes tea and rain.", {"Ben likes tea", "Ben likes rain"}),
        ("The house and garage were painted in 1999.",
         {"the house (x) was painted in 1999", "the garage was painted in 1999"}),
        ("Voss Hill is a town east of Lund, Hill and Dale.", set()),
        ("Both villages lie in Norland. Some boats were found in Rona.", set()),
        ("Several hundred of the town's old houses were sold.", set()),
        ("In 1989 weapons were found in Voss.", set()),
        ("First prize went to Ida Roy.", {"prize went to Ida Roy"}),
        ("Then police arrested Tom Lund.", {"police arrested Tom Lund"}),
        ("Ida bought shoes that were made in Voss.",
         {"Ida owns shoes", "Ida bought shoes", "shoes was made in Voss"}),
        ("The school was destroyed by fire.", {"the school was destroyed by fire"}),
        ("The school was destroyed by a storm.", {"storm destroyed the school"}),
        ("The strike was led by miners.", {"miners led the strike"}),
        ("The villages lie in Norland.", {"the villages lies in Norland"}),
    ],
)  # fmt: skip
def test_a_list_is_of_what_it_names(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ('Ben was the editor of "Dark Care", a book published for children in Voss.',
         {"Ben is the editor of Dark Care"}),
        ("Ben works at Varp, a firm based in Graz.",
         {"Ben works at Varp", "Varp is firm", "Varp is based in Graz"}),
        ("Ida sang in Norland, a privilege granted to few people.", {"Ida sang in Norland"}),
        ("Gita resigned after the trial of her boss, Omar Lund.",
         {"Gita resigned after the trial of Gita's boss"}),
        ("She was raised in Sollen, Norland but has lived in Graz.", set()),
        ("Ida was raised in Sollen, Norland and has lived in Graz.",
         {"Ida was raised in Sollen", "Ida lives in Graz"}),
        ("Count Karl was wounded in a border dispute with Count Otto.",
         {"Count Karl was wounded in border dispute"}),
        ("The plan was made with a friend in mind.", {"the plan (x) was made with friend"}),
        ("The song reached number five in Graz and number one in Lund.",
         {"the song (x) reached number five", "the song (x) reached number five in Graz"}),
    ],
)  # fmt: skip
def test_what_stands_behind_a_phrase_is_told_of_that_phrase(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Alf Trent (footballer, born 1912)\nAlf Trent was a Welsh footballer.",
         {"Alf Trent is Welsh footballer"}),
        ("Red Salt and the Temple\n\"Red Salt and the Temple\" is a game developed by Cobalt Arts.",
         {"Red Salt and the Temple is game", "Cobalt Arts developed Red Salt and the Temple"}),
    ],
)  # fmt: skip
def test_a_line_that_the_text_begins_with_again_is_its_title(text: str, facts: set[str]) -> None:
    assert facts_told(text) == facts


def test_who_is_glad_is_not_whom_it_is_about() -> None:
    assert facts_told([("Gina", "I won!"), ("Jon", "Thanks! Glad that you are on my side.")]) == {
        "Gina is on Jon's side"
    }


def test_it_is_no_chance_and_no_difference() -> None:
    said = facts_told([("Nora", "I had the chance to sail. It was great.")])
    assert not [fact for fact in said if "great" in fact]
    text = "Rona is a county. The population was 29,957. Its county seat is Voss."
    assert not [fact for fact in facts_told(text) if "seat" in fact]
    assert facts_told([("Tim", "Nope, never been on a team.")]) == set()
    assert "Nora's car is cheap" in facts_told([("Nora", "I bought a car. It was cheap.")])
