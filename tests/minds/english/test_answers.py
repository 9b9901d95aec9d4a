"""Questions over facts made by hand: what must be answered, and what must be refused."""

from sys import setprofile
from typing import Any

import pytest

from clew.ask.tasks import AnswerQuestion
from clew.graph.types import AsOf, Fact
from clew.minds.english.asking.answer_rules import answer_question
from tests.ask.worlds import day, world
from tests.minds.english.asked import answer

TOWN = """
Anna Kovács | lives in | Lisbon | 2015 | 2019-03
Anna Kovács | lives in | Paris | 2019-03 | 2022-05
Anna Kovács | moved to | Porto | 2022-05
Anna Kovács | lives in | Porto | 2022-05
Anna Kovács | works at | Acme Tools | 2016 | 2021
Anna Kovács | works at | Brightwater Clinic | 2021
Anna Kovács | works as | nurse | 2021
Anna Kovács | is married to | Ben Okafor | 2018
Anna Kovács | has | two cats | 2020
Anna Kovács | plays | cello | 2010
Anna Kovács | plays | tennis | 2012
Anna Kovács | was born in | Debrecen | 1990
Anna Kovács | speaks | Hungarian | 1990
Anna Kovács | speaks | Portuguese | 2016
Anna Kovács | is allergic to | peanuts
Tom Kovács | is the brother of | Anna Kovács
Tom Kovács | works at | Harbour Museum | 2017
Tom Kovács | lives in | Faro | 2017
Tom Kovács | owns | red bicycle | 2020 | 2023
Mila | owns | red bicycle | 2023
Mila | is the daughter of | Anna Kovács | 2019
Jonas | is the son of | Anna Kovács | 2021
Eva Lind | is the director of | Harbour Museum | 2020
Otto Brandt | is the director of | Harbour Museum | 2012 | 2020
Rosa Maier | is the director of | Harbour Museum | 2005 | 2012
Eva Lind | lives in | Lagos | 2020
Eva Lind | is married to | Nils Berg | 2011
Harbour Museum | is located in | Faro
Harbour Museum | was founded in | 1925
Harbour Museum | was founded by | Clara Sousa
Harbour Museum | is | museum
Acme Tools | is based in | Leeds
Acme Tools | makes | ladders
Acme Tools | is led by | Dora Finch
Ben Okafor | wrote | The Long Tide | 2014
Ben Okafor | is | novelist
Ben Okafor | bought | sailing boat | 2023-05-12
golden key | is in | oak chest
oak chest | is in | cellar
oak chest | is | locked
front door | is | open
Rex | is the dog of | Anna Kovács
Uma | works at | Harbour Museum | 2021
"""

ANSWERED = [
    ("Where does Anna live?", ["Porto"]),
    ("Where does Anna Kovács live now?", ["Porto"]),
    ("Which city does Anna live in?", ["Porto"]),
    ("In which city does Anna live?", ["Porto"]),
    ("Where did Anna live in 2017?", ["Lisbon"]),
    ("Where did Anna live in May 2020?", ["Paris"]),
    ("Where did Anna live before 2018?", ["Lisbon"]),
    ("Where did Anna live before Porto?", ["Paris"]),
    ("Where did Anna live before she moved to Porto?", ["Paris"]),
    ("Where did Anna live after Lisbon?", ["Paris"]),
    ("Where has Anna lived?", ["Lisbon", "Paris", "Porto"]),
    ("When did Anna move to Porto?", ["May 2022"]),
    ("Where does Anna work?", ["Brightwater Clinic"]),
    ("What company does Anna work for?", ["Brightwater Clinic"]),
    ("Who is Anna's employer?", ["Brightwater Clinic"]),
    ("What was Anna's first employer?", ["Acme Tools"]),
    ("Who was Anna's previous employer?", ["Acme Tools"]),
    ("Where did Anna work in 2018?", ["Acme Tools"]),
    ("What does Anna do?", ["nurse"]),
    ("What is Anna's job?", ["nurse"]),
    ("Who is Anna married to?", ["Ben Okafor"]),
    ("Who is Anna's husband?", ["Ben Okafor"]),
    ("Who is Ben Okafor's wife?", ["Anna Kovács"]),
    ("Is Anna married to Ben Okafor?", ["yes"]),
    ("Is Anna married?", ["yes"]),
    ("Does Anna work at Acme Tools?", ["no"]),
    ("Did Anna ever work at Acme Tools?", ["yes"]),
    ("Does Tom work at Harbour Museum?", ["yes"]),
    ("How many cats does Anna have?", ["two"]),
    ("How many children does Anna have?", ["2"]),
    ("Who are Anna's children?", ["Mila", "Jonas"]),
    ("Who is Anna's daughter?", ["Mila"]),
    ("Who is Mila's mother?", ["Anna Kovács"]),
    ("Which instrument does Anna play?", ["cello"]),
    ("What sport does Anna play?", ["tennis"]),
    ("Which languages does Anna speak?", ["Hungarian", "Portuguese"]),
    ("Where was Anna born?", ["Debrecen"]),
    ("When was Anna born?", ["1990"]),
    ("What is Anna allergic to?", ["peanuts"]),
    ("Who is Anna's brother?", ["Tom Kovács"]),
    ("Where does Anna's brother work?", ["Harbour Museum"]),
    ("Where does the brother of Anna live?", ["Faro"]),
    ("What is the name of Anna's dog?", ["Rex"]),
    ("Who owns the red bicycle?", ["Mila"]),
    ("Who used to own the red bicycle?", ["Tom Kovács"]),
    ("Who owned the red bicycle in 2021?", ["Tom Kovács"]),
    ("Who is the director of the Harbour Museum?", ["Eva Lind"]),
    ("Who leads the Harbour Museum?", ["Eva Lind"]),
    ("Who was the director of Harbour Museum before Eva Lind?", ["Otto Brandt"]),
    ("Who was the director before Otto Brandt?", ["Rosa Maier"]),
    ("Who was the first director of Harbour Museum?", ["Rosa Maier"]),
    ("Who ran the Harbour Museum in 2015?", ["Otto Brandt"]),
    ("Where does the director of Harbour Museum live?", ["Lagos"]),
    ("Who is the husband of the director of Harbour Museum?", ["Nils Berg"]),
    ("In which city is the museum Tom works at located?", ["Faro"]),
    ("Who works at Harbour Museum?", ["Tom Kovács", "Uma"]),
    ("List all people who work at Harbour Museum.", ["Tom Kovács", "Uma"]),
    ("How many people work at Harbour Museum?", ["2"]),
    ("When was the Harbour Museum founded?", ["1925"]),
    ("Who founded the Harbour Museum?", ["Clara Sousa"]),
    ("Who was the Harbour Museum founded by?", ["Clara Sousa"]),
    ("Where is Harbour Museum?", ["Faro"]),
    ("Who runs Acme Tools?", ["Dora Finch"]),
    ("Where is the company that Anna worked at based?", ["Leeds"]),
    ("What does Acme Tools make?", ["ladders"]),
    ("Who wrote The Long Tide?", ["Ben Okafor"]),
    ("What did Ben Okafor write?", ["The Long Tide"]),
    ("What did Ben Okafor buy in May 2023?", ["sailing boat"]),
    ("When did Ben Okafor buy the sailing boat?", ["12 May 2023"]),
    ("Where is the golden key?", ["oak chest"]),
    ("Where is the chest that holds the golden key?", ["cellar"]),
    ("Is the oak chest locked?", ["yes"]),
    ("Is the front door locked?", ["no"]),
    ("Is the oak chest open or locked?", ["locked"]),
    ("Who have been the directors of Harbour Museum?", ["Rosa Maier", "Otto Brandt", "Eva Lind"]),
    ("Where has Anna been living over the years?", ["Lisbon", "Paris", "Porto"]),
    ("Please tell me where Anna lives.", ["Porto"]),
]

REFUSED = [
    "Where does Zoltan live?",
    "Where does Uma live?",
    "Who is Tom married to?",
    "Who is Uma's brother?",
    "When was Tom born?",
    "What is Eva Lind allergic to?",
    "What instrument does Tom play?",
    "Who founded Acme Tools?",
    "When was Acme Tools founded?",
    "What colour is the golden key?",
    "Where did Anna live in 2005?",
    "Who was the director of Harbour Museum in 1990?",
    "Who was the director of Harbour Museum before Rosa Maier?",
    "What is the name of Tom's dog?",
    "Which hospital does Tom work at?",
    "Who wrote The Silent Shore?",
    "How many cats does Tom have?",
    "What did Ben Okafor buy in June 2022?",
    "Is Uma married?",
    "Who is Anna's sister?",
    "What does Rosa Maier's husband do?",
    "What is the price of the red bicycle?",
    "Why did Anna move to Porto?",
    "",
    "???",
]


@pytest.mark.parametrize(("question", "items"), ANSWERED, ids=[pair[0] for pair in ANSWERED])
def test_a_question_the_facts_answer_gets_exactly_that(question: str, items: list[str]) -> None:
    found = answer(world(TOWN), question)
    assert sorted(found.items) == sorted(items), found.reasoning
    assert not found.abstain
    assert found.citations


@pytest.mark.parametrize("question", REFUSED)
def test_a_question_the_facts_do_not_answer_is_refused(question: str) -> None:
    found = answer(world(TOWN), question)
    assert found.abstain, found
    assert not found.answer
    assert not found.items
    assert found.reasoning


def test_an_answer_is_as_of_the_views_time() -> None:
    view = world(TOWN, as_of=AsOf(valid=day("2020")))
    assert answer(view, "Where does Anna live?").items == ("Paris",)
    assert answer(view, "Who owns the red bicycle?").items == ("Tom Kovács",)


def test_steps_of_a_game_are_times_too() -> None:
    lines = """
    lamp | is on | table | 1 | 4
    lamp | is in | inventory | 4 | 9
    lamp | is in | cellar | 9
    """
    view = world(lines, now=12)
    assert answer(view, "Where is the lamp?").items == ("cellar",)
    assert answer(view, "Where was the lamp at step 2?").items == ("table",)


def test_a_name_means_one_thing_however_many_facts_have_it():
    said = [("Bruno", "is", "the donkey"), ("Bruno", "lives in", "Rome")]
    said += [("the donkey", "likes", f"hay {number}") for number in range(9)]
    names = [end for one in said for end in one[::2]]
    ids = {name: id for id, name in enumerate(dict.fromkeys(names), 1)}
    facts = tuple(
        Fact(
            id=number,
            subject=ids[subject],
            relation=relation,
            object=ids[object],
            subject_name=subject,
            object_name=object,
        )
        for number, (subject, relation, object) in enumerate(said, 1)
    )
    asked = AnswerQuestion("Where does the donkey live?", None, facts)  # no links: names of facts
    assert answer_question(asked).answer == "Rome"


def test_of_whom_there_are_many_all_are_answered_and_a_few_looked_up():
    names = [f"{first}{second}l".capitalize() for first in "BDFGKLMNRS" for second in "aeiouy"]
    names += [f"{name}ina" for name in names]
    view: Any = _Counting(
        world("\n".join(f"{name} | lives in | Voss | 3" for name in names), now=12)
    )
    assert sorted(answer(view, "Who lives in Voss?").items) == sorted(names)
    assert max(view.looked_up) < len(names)


def steps(relation, question, number):
    """Return how many functions are called to answer about a thing that many are said of."""
    letters = "bdfgklmnprst"
    names = [f"{a}{b}a".capitalize() for a in letters for b in letters][:number]
    lines = (relation.replace("X", name) for name in names)
    view = world("\n".join(f"{line} | {day % 9}" for day, line in enumerate(lines)), now=12)
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event == "call"

    setprofile(count)
    try:
        found = answer(view, question)
    finally:
        setprofile(None)
    assert sorted(found.items) == sorted(names)
    return calls


@pytest.mark.parametrize(
    ("relation", "question"),
    [("X | lives in | Voss", "Who lives in Voss?"), ("Ida | likes | X", "What does Ida like?")],
)
def test_the_work_of_a_long_answer_is_no_more_than_in_proportion(relation, question):
    _, few, many = (steps(relation, question, number) for number in (36, 36, 144))
    assert many < 5 * few  # the first one fills caches


class _Counting:
    """A view that notes how many entities were looked up at a time."""

    def __init__(self, view):
        self._view, self.looked_up = view, []

    def __getattr__(self, name):
        return getattr(self._view, name)

    def timeline(self, entities):
        self.looked_up.append(len(entities))
        return self._view.timeline(entities)
