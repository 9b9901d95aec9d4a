"""Second halves without a verb: what they leave out is put back, and no date is another's."""

from datetime import UTC, datetime

import pytest

from clew import Memory
from clew.minds.english.parsing.left_out import with_left_out

AT = datetime(2026, 3, 10, tzinfo=UTC)


def answer(question: str, *texts: str) -> str | None:
    """Return what is answered after some messages of Nora."""
    with Memory.open(embedder=None) as memory:
        for text in texts:
            said = {"role": "user", "name": "Nora", "content": text, "at": AT.isoformat()}
            memory.remember_many([said], conversation="c", source="s")
        return memory.ask(question).text


@pytest.mark.parametrize(
    ("sentence", "whole"),
    [
        ("Lars painted the fence in May and the shed in June.",
         "Lars painted the fence in May, and Lars painted the shed in June."),
        ("Kim ran the race in Rome in 2018 and in Oslo in 2019.",
         "Kim ran the race in Rome in 2018, and Kim ran the race in Oslo in 2019."),
        ("Ida visited Rome in 2012, Paris in 2015 and Bonn in 2018.",
         "Ida visited Rome in 2012, and Ida visited Paris in 2015, and Ida visited Bonn in 2018."),
        ("Ida sold her car to Kim in 2012 and her boat to Tom in 2015.",
         "Ida sold her car to Kim in 2012, and Ida sold her boat to Tom in 2015."),
        ("The library opened in 1901 and the pool in 1965.",
         "The library opened in 1901, and the pool opened in 1965."),
        ("Eva bought a bike in 2010 and Tom in 2012.",
         "Eva bought a bike in 2010, and Tom bought a bike in 2012."),
        ("My passport is in the desk, my wallet in the car.",
         "My passport is in the desk, and my wallet is in the car."),
        ("Tom works for Acme, Ida for Bask.", "Tom works for Acme, and Ida works for Bask."),
        ("Eva lives in Oslo and Tom in Rome.", "Eva lives in Oslo, and Tom lives in Rome."),
        ("Ida loves the sea and Tom the mountains.",
         "Ida loves the sea, and Tom loves the mountains."),
    ],
)  # fmt: skip
def test_a_half_gets_back_what_it_leaves_out(sentence: str, whole: str) -> None:
    assert with_left_out(sentence) == whole


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("One shop is in Paris, the other in Berlin.", "One shop is in Paris."),
        ("Half of my cousins live in Peru, the other half in Chile.",
         "Half of my cousins live in Peru."),
        ("Ida met Eva in 2012 and Tom in 2015.", "Ida met Eva in 2012."),
        ("Ida was a nurse in Bonn until 2012 and a teacher in Ulm until 2016.",
         "Ida was a nurse in Bonn until 2012."),
    ],
)  # fmt: skip
def test_a_half_that_may_mean_two_things_is_dropped(sentence: str, rest: str) -> None:
    assert with_left_out(sentence) == rest


@pytest.mark.parametrize(
    "sentence",
    [
        "Ida bought milk, eggs and butter on Monday.",
        "Ida visited Rome in May 2018 and June 2019.",
        "Ida lives in Lund, the town in Skåne.",
        "Ida lives in Lund, a town in Skåne, and works as a cook.",
        "Eva and Tom met in 2010 and married in 2012.",
        "Ida visited Rome in 2012, and Tom stayed at home.",
        "Tom, a cook in Bonn, met Ida in 2012.",
        "Ida Roy, mayor since 2012, and Eva Lund, judge since 2015, live in Voss.",
        "Ida met Eva and Tom the plumber.",
        "Did Ida buy the house in 2012 and the boat in 2015?",
    ],
)
def test_what_leaves_nothing_out_stays_as_it_is(sentence: str) -> None:
    assert with_left_out(sentence) == sentence


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        ("When did Karin sell the boat?", "Karin sold the house in 2018 and the boat in 2021.",
         "2021"),
        ("When did Ida Roy win the Nobel Prize in Chemistry?",
         "Ida Roy won the Nobel Prize in Physics in 1903 and in Chemistry in 1911.", "1911"),
        ("When did Ida Roy win the Nobel Prize in Physics?",
         "Ida Roy won the Nobel Prize in Physics in 1903 and in Chemistry in 1911.", "1903"),
        ("When did Max win silver?", "In 2018 Max won gold and in 2021 silver.", None),
        ("Where is the bread?", "The milk is in the fridge, the bread in the cupboard.",
         "the cupboard"),
        ("Who works in Berlin?", "One office is in Paris, the other in Berlin.", None),
        ("What does Ben like?", "Anna likes tea and Ben coffee.", "coffee"),
        ("Who has the key?", "It isn't Tom who has the key, it's Mia.", "Mia"),
        ("Who has the key?", "The key is gone. It isn't Tom who has the key, it's Mia.", "Mia"),
        ("Who has the key?", "It isn't Tom who has the key.", None),
        ("Who has the key?", "It's Mia, not Tom, who has the key.", "Mia"),
        ("Where does Nora live?", "I live in the same street as Kate Roy.", None),
        ("What does Nora work as?", "I work at the same school as my sister Ida.", None),
        ("Who is the flu?", "I'm over the flu.", None),
        ("Who lives in Oslo?", "The owner of the mill, Tom Berg, lives in Oslo.", "Tom Berg"),
        ("Who is director of HR?", "Lena is director of HR, Eva is director of IT.", "Lena"),
        ("Who is director of IT?", "Lena is director of HR, Eva is director of IT.", "Eva"),
    ],
)  # fmt: skip
def test_what_is_told_of_one_is_not_told_of_another(
    question: str, text: str, told: str | None
) -> None:
    assert answer(question, text) == told


def test_a_name_behind_somebodys_somebody_is_nobodys() -> None:
    text = "The dog of my neighbours, the Kellers, bit me. The son of our boss, Mr Lund, called."
    assert answer("Who bit Nora?", text) != "the Kellers"
    assert answer("Who is the son of Nora's boss?", text) is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Kim owes Ida ten euros and Tom five.",
        "Kim sent Tom flowers and Ida chocolates.",
        "Kim sold Tom the car and Ida the bike.",
        "Kim gave me a book and Ida a pen.",
    ],
)
def test_who_got_something_is_not_who_gave_it(sentence: str) -> None:
    assert with_left_out(sentence) == f"{sentence.partition(' and ')[0]}."


def test_a_half_about_the_same_has_its_own_verb() -> None:
    assert answer("Does Nora have a cycle?", "I don't have a car, I cycle.") is None
