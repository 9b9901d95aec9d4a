"""What a text tells of people that holds for life, by which two of one name are told apart."""

from datetime import UTC, datetime

import pytest

from clew import Entity, Kind, Memory
from clew.learn.who.lives import Life
from clew.minds.english.reading.shown.lives_told import lives_told
from clew.wiring import mind_named
from tests.minds.english.cases import extract_prose

AT = datetime(2024, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "name", "life"),
    [
        ("Kim sold her car.", "Kim", Life("f")),
        ("Kim thanked her.", "Kim", None),
        ("Kim says he is ill.", "Kim", Life("m")),
        ("Kim keeps the gate. She has the key.", "Kim", Life("f", alive=2024)),
        ("My sister Kim left.", "Kim", Life("f")),
        ("Kim, her husband, left.", "Kim", Life("m", born_until=2008)),
        ("Kim is my niece.", "Kim", Life("f", alive=2024)),
        ("Kim sold his car and her bike. Kim is my niece.", "Kim", Life(alive=2024)),
        ("Anna likes his songs.", "Anna", None),
        ("Kim's mother sold her car.", "Kim", None),
        ("Karl Sander (1701-1766) played.", "Karl Sander", Life("", 1701, 1766)),
        ("Karl Sander (born 3 May 1950) played.", "Karl Sander", Life("", 1950)),
        ("K. Sander was born in Graz in 1890.", "K. Sander", Life("", 1890)),
        ("Ida Roy, baptised 3 May 1841, buried 9 January 1842.", "Ida Roy", Life("", 1841, 1842)),
        ("Karl Roy, thirty-four, lost.", "Karl Roy", Life("", 1990)),
        ("Karl Roy has kept us for forty years.", "Karl Roy", Life(born_until=1968)),
        ("Karl Roy was born on Sunday.", "Karl Roy", Life("", 2024, alive=2024)),
        ("Karl Roy was born at four this morning.", "Karl Roy", Life("", 2024, alive=2024)),
        ("Karl Roy, 44, lost.", "Karl Roy", Life("", 1980)),
        ("Karl Roy turned 70 today.", "Karl Roy", Life("", 1954, born_until=2008, alive=2024)),
        ("Karl Roy died on Monday aged 88.", "Karl Roy", Life("", 1936, 2024)),
        ("Karl Roy wears the number 9.", "Karl Roy", None),
    ],
)
def test_sex_and_years_are_told_in_many_ways(text, name, life):
    assert lives_told(text, AT).get(name) == life


def test_an_age_tells_no_year_where_time_is_counted_in_steps():
    assert lives_told("Karl Roy, 44, lost.", 7) == {"Karl Roy": Life()}


def entities(texts, *, reverse=False, source="mail"):
    """Return the names of each entity that may be a person's, with its number of texts."""
    with Memory.open(embedder=None, model=mind_named()) as memory:
        numbered = [*enumerate(texts, start=1)]
        for day, text in reversed(numbered) if reverse else numbered:
            memory.remember(text, at=datetime(2024, 5, day, tzinfo=UTC), source=source.format(day))
        with memory.view() as view:
            found = view.items(view.ids(Kind.ENTITY))
    named = [one for one in found if isinstance(one, Entity) and one.name[0].isupper()]
    return {one.name: [] for one in named} | {
        name: sorted(len(one.episodes) for one in named if one.name == name)
        for name in {one.name for one in named}
    }


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    ("texts", "name", "each"),
    [
        (("Karl Roy (1701-1766) sang.", "Karl Roy (1890-1944) sang."), "Karl Roy", [1, 1]),
        (("Karl Roy, 64, sang.", "Karl Roy, 65, left."), "Karl Roy", [2]),
        (("Kim Berger sings. He is a tenor.", "Kim sold her car."), "Kim", [1]),
        (("Kim sold her car.", "Kim sold his car."), "Kim", [1, 1]),
        (("K. Roy was born in 1890.", "Karl Roy (1701-1766) sang."), "K. Roy", [1]),
        (("Dr Kaya left.", "Dr Ida Kaya, who is no relation of Dr Kaya, sang."), "Dr Kaya", [2]),
    ],
)
def test_two_lives_are_two_people_in_either_order(texts, name, each, reverse):
    assert entities(texts, reverse=reverse).get(name) == each


def test_between_two_of_one_name_a_third_mention_is_undecided():
    texts = ("Karl Roy (1701-1766) sang.", "Karl Roy (1890-1944) sang.", "Karl Roy is famous.")
    assert entities(texts)["Karl Roy"] == [1, 1, 1]


def test_who_spells_a_name_with_and_without_accents_tells_of_two():
    both = "René Faure plays the flute. Rene Faure plays the drums."
    assert entities([both, "Rene Faure sang."])["Rene Faure"] == [2]
    assert entities([both, "Rene Faure sang."], reverse=True)["Rene Faure"] == [2]
    assert "Rene Faure" not in entities(["René Faure left.", "Rene Faure sang."])


def test_who_says_their_own_name_speaks_of_another():
    assert "Erik (another)" in entities(["Erik Sund: Erik ate the sofa."])
    assert "Erik (another)" not in entities(["Erik Sund: I am Erik and this is Erik speaking."])


def test_who_is_named_after_somebody_is_another():
    assert "Hugo (another)" in entities(["The children call him Hugo, after Hugo Lind."])


def test_what_only_things_do_is_no_person():
    found = entities(["Ada Roy mended the barn.", "Ada tore off the roof.", "Ada Roy left."])
    assert found["Ada Roy"] == [2]
    assert found["Ada"] == [1]


def test_a_name_that_may_be_a_things_is_that_of_the_only_one_known_by_it():
    texts = ["My cousin Ada came.", "Ada crashed."]
    assert entities(texts, source="mail {}")["Ada"] == [2]


def test_a_nickname_with_a_last_name_is_not_who_has_both_as_their_own():
    texts = ("Hugo Peter Lang goes by Peter.", "Peter Lang, his father, is a cook.",
             "Peter Lang retired.")  # fmt: skip
    assert entities(texts)["Peter Lang"] == [2]


def test_a_later_text_is_no_context_of_an_earlier_one():
    texts = ("Ada cuts hair.", "Ada Roy, the minister, resigned.")
    assert entities(texts, reverse=True)["Ada"] == [1]


@pytest.mark.parametrize(
    ("text", "ages"),
    [
        ("I have two kids, Jo (9) and Mai (5).", {"Jo": "9", "Mai": "5"}),
        ("I'm Ida, I live in Voss, and I travel with our two kids, Jo (9) and Mai (5).",
         {"Jo": "9", "Mai": "5"}),
        ("Our daughter Mai (5) lives in Voss.", {"Mai": "5"}),
        ("Ben has three children: Bo (12), Cleo (9) and Dan (3).",
         {"Bo": "12", "Cleo": "9", "Dan": "3"}),
        ("Ida (7) and Bo (4) voted for Tom.", {}),
        ("The children of Voss (5) sing.", {}),
        ("My brothers Tom (1990) and Ben (1995) live in Voss.", {}),
        ("Perhaps my son Jo (9) lives in Voss.", {}),
    ],
)  # fmt: skip
def test_ages_in_brackets_are_those_of_a_familys_young(text: str, ages: dict[str, str]) -> None:
    facts = extract_prose(text, AT).facts
    assert {one.subject: one.object for one in facts if one.object.isdigit()} == ages


@pytest.mark.parametrize(
    "years",
    [
        "(1880–1962)",
        "(3 May 1880 – 1 June 1962)",
        "(3 May 1880 in Voss – 1 June 1962 in Rona)",
        "(born 3 May 1880, Voss; died 1 June 1962, Rona)",
        "( 3 May 1880 – 1962)",
    ],
)
@pytest.mark.parametrize("title", ["", "Ida Roy\n", "Ida Roy (painter)\n"])
def test_whose_years_are_told_is_what_they_were_no_more(title: str, years: str) -> None:
    text = f"{title}Ida Roy {years} was a painter."
    told = extract_prose(text, AT).facts
    assert [(one.object, one.ended, one.valid_to) for one in told] == [("painter", True, "1962")]


@pytest.mark.parametrize("years", ["(born 1980)", "(1980)", "(3 films, 1980)"])
def test_who_may_live_is_what_they_are(years: str) -> None:
    told = extract_prose(f"Ida Roy {years} was a painter.", AT).facts
    assert [one.valid_to for one in told] == [None]
