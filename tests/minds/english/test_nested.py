"""Questions inside questions, lists, and what follows from other facts."""

from datetime import UTC, datetime

import pytest
from clew.ask.pipeline import answer

from clew.ask.evidence import Passage
from clew.graph.types import Fact, Kind
from clew.minds.english.asking.enumerations import listed
from clew.minds.english.asking.held_versions import Match
from clew.minds.english.asking.holdings import listed_beside, named_only
from clew.minds.english.asking.matcher import Matcher
from clew.minds.english.asking.occupations import is_occupation
from clew.minds.english.asking.parse import parse
from clew.minds.english.asking.sentences import best_sentence
from clew.minds.english.asking.unfold import unfold
from tests.ask.worlds import MODEL, world

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
"""
VIEW = world(PEOPLE)

ANSWERED = [
    ("What is Marta's husband's job?", ["baker"]),
    ("What does Marta's husband do for a living?", ["baker"]),
    ("What is the job of the wife of the director of Silver Mill?", ["barkeep"]),
    ("Who is Marta's boss?", ["Oskar Vane"]),
    ("In which town is the mill where Marta works?", ["Leoben"]),
    ("Who is the director of the mill where Marta works?", ["Oskar Vane"]),
    ("Where does the former director of Silver Mill live?", ["Ulm"]),
    ("Who has been the director of Silver Mill?", ["Petra Holm", "Oskar Vane"]),
    ("What is the favourite colour of Finn's brother?", ["orange"]),
    ("What is the favourite colour of Marta's son Emil?", ["orange"]),
    ("Who is Finn's brother?", ["Emil"]),
    ("Who is Emil's grandmother?", ["Gerda"]),
    ("Who is Emil's father?", ["Jan Ross"]),
    ("Who is Emil's uncle?", ["Ole Lind"]),
    ("Who are Marta and Jan's children?", ["Emil", "Finn"]),
    ("Which of Marta's sons plays the drums?", ["Finn"]),
    ("What instrument does Emil play?", ["sitar"]),
    ("What are Marta's dogs called?", ["Rex", "Bello"]),
    ("How many dogs does Marta have?", ["two"]),
    ("Who is the chairman of the Rowing Club?", ["Nils Berg"]),
    ("Where does the chairman live?", ["Linz"]),
    ("What did the Rowing Club buy?", ["Heron"]),
    ("Where does our trainer live?", ["Wels"]),
    ("Who lives in the same town as Emil?", ["Marta Lind"]),
]
REFUSED = [
    "Who is the vice-chairman of the Rowing Club?",
    "What is Gerda's job?",
    "Where does Finn live?",
    "In which town does Hanna work?",
    "Who is Gerda's brother's wife?",
    "Who is Hanna's boss?",
    "Where does the former chairman of Silver Mill live?",
    "What are Finn's dogs called?",
    "Who is Emil's aunt?",
]


@pytest.mark.parametrize(("question", "items"), ANSWERED, ids=[pair[0] for pair in ANSWERED])
def test_a_question_inside_a_question_is_answered(question: str, items: list[str]) -> None:
    found = answer(VIEW, question, model=MODEL)
    assert sorted(found.items) == sorted(items), found.reason


@pytest.mark.parametrize("question", REFUSED)
def test_what_does_not_follow_is_refused(question: str) -> None:
    found = answer(VIEW, question, model=MODEL)
    assert found.abstained, found.items


def test_names_told_beside_their_count_are_what_is_counted() -> None:
    def has(thing: str, id: int, episode: int = 1) -> Match:
        fact = Fact(
            id=id,
            subject=1,
            relation="has",
            object=id,
            subject_name="Marta",
            object_name=thing,
            episodes=(episode,),
        )
        return Match(fact, id, thing, 0.5)

    two, rex, bello = has("two dogs", 2), has("Rex", 3), has("Bello", 4)
    assert listed_beside([two], [two, rex, bello]) == [rex, bello]
    assert listed_beside([two], [two, rex, bello, has("Luna", 5)]) == []
    assert listed_beside([two], [two, rex, has("Bello", 4, episode=2)]) == []
    assert named_only([two, rex, bello], "dogs") == [rex, bello]


def test_a_question_is_asked_again_by_name() -> None:
    read = parse("Where does Marta's husband work?", lambda name: tuple(VIEW.find(name)))
    assert unfold(read, Matcher(VIEW.timeline)) == "Where does Jan Ross work?"
    dated = parse("Where did Marta's husband work in 2020?", lambda name: tuple(VIEW.find(name)))
    assert unfold(dated, Matcher(VIEW.timeline)) is None


def test_what_is_over_is_not_read_from_an_old_sentence() -> None:
    told = [("Ole Lind works at the Harbour Inn.", datetime(2018, 1, 1, tzinfo=UTC))]
    found = answer(world(PEOPLE, episodes=told), "Where does Ole Lind work?", model=MODEL)
    assert found.abstained, found.items


@pytest.mark.parametrize(
    ("question", "text", "items"),
    [
        ("Who rowed at Torley?", "Gwen, Olu and Marek rowed at Torley.", ("Gwen", "Olu", "Marek")),
        ("What does Ida play?", "Ida plays the harp and sings in a choir.", ("harp",)),
        ("What does Ida play?", "Ida plays chess and tennis.", ("chess", "tennis")),
        ("What does Ida collect?", "Ida is a nurse. She collects stamps.", ("stamps",)),
        ("Who gave Ida the skis?", "Before he left he gave the skis to Ida.", None),
    ],
)
def test_a_sentence_gives_all_it_joins(
    question: str, text: str, items: tuple[str, ...] | None
) -> None:
    passage = Passage(Kind.EPISODE, 1, text, None, None, (1,))
    read = parse(question, lambda name: (1,) if name in {"Ida", "Torley"} else ())
    found = best_sentence(read, [passage], None)
    assert (found.items if found is not None else None) == items


@pytest.mark.parametrize(
    ("noun", "text", "items"),
    [
        ("sisters", "She has two sisters, Helga and Rita.", ("Helga", "Rita")),
        ("projects", "We work on two projects: the garden and a cookbook.", ("garden", "cookbook")),
        ("dogs", "He has two dogs.", ()),
        ("dogs", "She saw dogs, and Tom left.", ()),
        ("cats", "She has two sisters, Helga and Rita.", ()),
    ],
)
def test_a_list_stands_right_after_its_noun(noun: str, text: str, items: tuple[str, ...]) -> None:
    assert listed(noun, text) == items


@pytest.mark.parametrize(
    "name", ["mother", "German", "dead", "nine", "parrot", "", "member", "the"]
)
def test_what_is_no_job_is_none(name: str) -> None:
    assert not is_occupation(name)
