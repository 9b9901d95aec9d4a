"""Questions inside questions, lists, and what follows from other facts."""

import pytest

from clew.minds.english.asking.thing_kinds import is_occupation
from tests.ask.worlds import world
from tests.minds.english.asked import answer

PEOPLE = """
Marta Lind | lives in | Graz | 2019
Jan Ross | is the husband of | Marta | 2019
Marta | is the sister of | Ole Lind | 2019
Jan Ross | is | baker | 2019
Marta | works at | Silver Mill | 2020
Silver Mill | is in | Leoben | 2020
Silver Mill | is | old paper mill | 2020
Petra Holm | is the director of | Silver Mill | 2019 | 2022
Oskar Vane | is the new director of | Silver Mill | 2022
Petra Holm | lives in | Ulm | 2019
Hanna | is the wife of | Oskar Vane | 2021
Hanna | works as | barkeep | 2021
Emil | is the son of | Marta | 2015
Finn | is the son of | Marta | 2017
Emil | is the son of | Jan Ross | 2015
Emil | favourite colour is | orange | 2020
Finn | plays | drums | 2022
Emil | plays | sitar | 2022
Gerda | is the mother of | Marta | 1990
Gerda | is the sister of | Bruno Falk | 1960
Ole Lind | is the brother of | Marta | 1990
Gerda | is | member | 2001
Marta | has | two dogs | 2021
Rex | is the dog of | Marta | 2021
Bello | is the dog of | Marta | 2021
Nils | is a member of | Rowing Club | 2020
Ruth | is the chairman of | Rowing Club | 2020
Nils Berg | is | chairman | 2023
Rowing Club | has | eleven members | 2020
Rowing Club | bought | Heron | 2021
Nils Berg | lives in | Linz | 2020
our trainer | is | Ida Moss | 2020
Ida Moss | lives in | Wels | 2020
Ole Lind | works at | Harbour Inn | 2018 | 2021
Emil | lives in | Graz | 2020
Priya | is the neighbour of | Finn | 2020
the Kellers | lives at | number 12 | 2018
the Kellers | lives in | Bergen | 2022
Rosa Keller | works at | Nordbank | 2019
Olga | runs | café | 2020
Olga | runs café in | Enns | 2020
Olga | owns | grey bus | 2022
Olga | owns | piano | 2022
Pia | owns | red van | 2019 | 2021
Pia | is the sister of | Olga | 1990
Pia's office | is in | Tower House | 2020
Pia's office | is in | Quay Street | 2020
Lars Moe | heads | Ice Group | 2019
Jun Abe | is | new head | 2023
Rosa Keller | is the wife of | Jun Abe | 2020
the paper | comes from | Sorel | 2020
"""
VIEW = world(PEOPLE)

ANSWERED = [
    ("What is Marta's husband's job?", ["baker"]),
    ("What does Marta's husband do for a living?", ["baker"]),
    ("What is the job of the wife of the director of Silver Mill?", ["barkeep"]),
    ("In which town is the mill where Marta works?", ["Leoben"]),
    ("Who is the director of the mill where Marta works?", ["Oskar Vane"]),
    ("Where does the former director of Silver Mill live?", ["Ulm"]),
    ("Who has been the director of Silver Mill?", ["Petra Holm", "Oskar Vane"]),
    ("What is the favourite colour of Marta's son Emil?", ["orange"]),
    ("Who is Emil's father?", ["Jan Ross"]),
    ("Who are Marta and Jan's children?", ["Emil", "Finn"]),
    ("What instrument does Emil play?", ["sitar"]),
    ("What are Marta's dogs called?", ["Rex", "Bello"]),
    ("How many dogs does Marta have?", ["two"]),
    ("Who is the chairman of the Rowing Club?", ["Nils Berg"]),
    ("Where does the chairman live?", ["Linz"]),
    ("What did the Rowing Club buy?", ["Heron"]),
    ("Where does our trainer live?", ["Wels"]),
    ("Where does Rosa Keller live?", ["Bergen"]),
    ("Who lived at number 12 in 2020?", ["the Kellers"]),
    ("In which town is the café that Olga runs?", ["Enns"]),
    ("What does Olga drive?", ["grey bus"]),
    ("What did Pia drive in 2020?", ["red van"]),
    ("In which building is the office of Olga's sister?", ["Tower House"]),
    ("Who is the head of the Ice Group?", ["Jun Abe"]),
    ("Where does our paper come from?", ["Sorel"]),
    ("Where does the head's wife work?", ["Nordbank"]),
]
REFUSED = [
    "Who is Marta's boss?",
    "Who is Emil's grandmother?",
    "What is the favourite colour of Finn's brother?",
    "Who is the vice-chairman of the Rowing Club?",
    "What is Gerda's job?",
    "Where does Finn live?",
    "In which town does Hanna work?",
    "Who is Gerda's brother's wife?",
    "Who is Hanna's boss?",
    "Where does the former chairman of Silver Mill live?",
    "What are Finn's dogs called?",
    "Who is Emil's aunt?",
    "Who lives at number 12?",
    "What does Pia drive?",
    "Who is our barkeep?",
    "Where has Olga lived?",
]


@pytest.mark.parametrize(("question", "items"), ANSWERED, ids=[pair[0] for pair in ANSWERED])
def test_a_question_inside_a_question_is_answered(question: str, items: list[str]) -> None:
    found = answer(VIEW, question)
    assert sorted(found.items) == sorted(items), found.reasoning


@pytest.mark.parametrize("question", REFUSED)
def test_what_does_not_follow_is_refused(question: str) -> None:
    found = answer(VIEW, question)
    assert found.abstain, found.items


@pytest.mark.parametrize(
    "name", ["mother", "German", "dead", "nine", "parrot", "", "member", "the"]
)
def test_what_is_no_job_is_none(name: str) -> None:
    assert not is_occupation(name)
