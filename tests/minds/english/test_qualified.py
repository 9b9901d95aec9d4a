"""Offices for a part, work besides other work, new things for old ones, amounts."""

import pytest

from tests.minds.english.notes_asked import answer


@pytest.mark.parametrize(
    ("question", "texts", "told"),
    [
        ("Who is head of sales in Asia?",
         ("Ann is head of sales.", "Bob is head of sales in Asia."), "Bob"),
        ("Who is head of sales?", ("Ann is head of sales.", "Bob is head of sales."), "Bob"),
        ("Who is CEO of Acme?", ("Ann is the CEO of Acme for Europe.",), None),
        ("Who is the mayor of Voss?", ("Ann is the mayor of Voss in Norway.",), "Ann"),
        ("Who leads the team in Oslo?",
         ("Ann leads the team in Oslo.", "Bob leads the team in Rome."), "Ann"),
        ("Who leads the team?", ("Ann leads the team.", "Bob leads the team."), "Bob"),
        ("Where is the team?", ("Ann leads the team in Oslo.", "Bob leads the team in Rome."),
         None),
        ("Who runs the bakery?", ("Ann runs the bakery in Voss.",), "Ann"),
        ("Where is the bakery?", ("Ann runs the bakery in Voss.",), "Voss"),
        ("Who is head of sales?", ("Ann is head of sales at Hav in Voss.",), "Ann"),
        ("Where does Ann work?", ("Ann is the manager for Spain.",), None),
        ("Where does Ann work?", ("Ann is the sales manager for Bavaria.",), None),
        ("Where does Ann work?", ("Ann is an engineer for Statoil.",), "Statoil"),
    ],
)  # fmt: skip
def test_an_office_is_only_what_it_is_told_to_be(
    question: str, texts: tuple[str, ...], told: str | None
) -> None:
    assert answer(question, *texts) == told


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("I work at Spar.", "I also work at Lidl on weekends."), "Spar, Lidl"),
        (("I work at Spar.", "I work at Lidl as well."), "Spar, Lidl"),
        (("I work at Spar.", "I now work at Lidl."), "Lidl"),
        (("I work at Spar.", "I also work at Lidl.", "I now work at Coop."), "Coop"),
        (("I work at Spar.", "I also work at Lidl.", "I quit my job at Spar."), "Lidl"),
    ],
)
def test_what_is_so_also_leaves_the_rest(texts: tuple[str, ...], told: str) -> None:
    assert answer("Where does Nora work?", *texts) == told


@pytest.mark.parametrize(
    ("question", "texts", "told"),
    [
        ("Who is Nora's GP?", ("My GP is Dr. Holm.", "My new GP is Dr. Lie."), "Dr. Lie"),
        ("Who is Nora's GP?",
         ("My GP is Dr. Holm.", "Dr. Holm is retiring, my new GP is Dr. Lie."), "Dr. Lie"),
        ("Who is Nora's dentist?", ("My dentist is Kim Dahl.", "My new dentist is Per Moe."),
         "Per Moe"),
        ("What is Nora's car?", ("My car is a Golf.",), "Golf"),
        ("What is Nora's car?", ("My car is a Golf.", "My new car is a Polo."), "Polo"),
        ("Who owns the Fiat?", ("We have a Fiat but it's really my wife's.",), "Nora's wife"),
        ("Who owns the bike?", ("The bike is my brother's.",), "Nora's brother"),
        ("Who owns the bike?", ("I own a bike.",), "Nora"),
        ("What is Nora's rent?", ("My rent is 1200 euros, up from 1100.",), "1200 euros"),
        ("What is Ann's salary?", ("Ann's salary is 3000, up from 2500.",), "3000"),
        ("When did Ida live in Rome?", ("Ida lived in Rome from 2001 to 2005.",), "2001"),
        ("Who is Nora's son?", ("We called our son Arlo after Dad's favourite singer.",), "Arlo"),
        ("Where does Rose live?", ("Rose lives in Bonn. The rose is in the vase.",), "Bonn"),
    ],
)  # fmt: skip
def test_the_newest_and_no_other_holds(
    question: str, texts: tuple[str, ...], told: str | None
) -> None:
    assert answer(question, *texts) == told


def test_a_bill_is_no_bill() -> None:
    assert answer("Who did Tom pay?", "Bill lives in Voss.", "Tom paid the bill.") != "Bill"
    assert answer("What did Bill pay?", "Bill paid the bill.") == "the bill (s)"


def test_what_another_does_too_is_not_done_besides() -> None:
    assert answer("Where does Tom work?", "Tom works at Hav and Eva does too.") == "Hav"
    assert (
        answer("Where does Tom work?", "Tom works at Bask.", "Tom works at Hav and Eva does too.")
        == "Hav"
    )
