"""English set questions: which are planned, and what comes out over facts made by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.ask.evidence import Linker
from clew.ask.sets.operations import compute
from clew.graph.types import AsOf
from clew.minds.english.asking.plan_rules import is_set_question, plan_question
from tests.ask.worlds import day, world

LINES = """
Anna Lind | lives in | Oslo | 2020 | 2021
Anna Lind | lives in | Bergen | 2021 | 2023
Anna Lind | lives in | Rome | 2023
Anna Lind | moved to | Bergen | 2021-03
Anna Lind | moved to | Rome | 2023
Bob Marsh | lives in | Rome | 2019
Bob Marsh | moved to | Rome | 2019
Eva Roth | lives in | Rome | 2022
Eva Roth | lives in | Oslo | 2018 | 2022
Tom Lind | lives in | Kiel
Tom Lind | is the brother of | Anna Lind
Eva Roth | is a colleague of | Tom Lind
Bob Marsh | is a colleague of | Tom Lind
Anna Lind | is a colleague of | Tom Lind
Anna Lind | works at | Acme | 2019 | 2022
Anna Lind | works at | Globex | 2022-05
Bob Marsh | works at | Globex | 2020
Anna Lind | has | dog
Anna Lind | has | cat
Bob Marsh | has | dog
Eva Roth | has | cat
Bob Marsh | owns | Dune
Bob Marsh | owns | Emma
Dune | is | book
Emma | is | book
Anna Lind | owns | Emma
Anna Lind | likes the battery life of | Lumo 4 | 2022-01-05
Anna Lind | dislikes the battery life of | Lumo 4 | 2022-06-05
Anna Lind | likes the battery life of | Lumo 4 | 2023-02-05
Bob Marsh | likes the battery life of | Lumo 4 | 2022-03-05
Eva Roth | complains about the battery life of | Lumo 4 | 2022-04-05
Eva Roth | likes the battery life of | Pixo 2 | 2022-04-05
Tom Lind | has a neutral opinion of the battery life of | Pixo 2 | 2022-04-05
Anna Lind | praises the camera of | Pixo 2 | 2022-04-05
Lumo 4 | is made by | Lumo
Pixo 2 | is made by | Pixo
"""
VIEW = world(LINES)
BATTERY = "the battery life of the Lumo 4"

ANSWERED = [
    ("How many cities has Anna lived in?", ["3"]),
    ("As of May 2022, how many cities had Anna lived in?", ["2"]),
    ("How many people live in Rome?", ["3"]),
    ("How many people lived in Rome in 2021?", ["1"]),
    ("How many of Tom's colleagues live in Rome?", ["3"]),
    ("Who has both a dog and a cat?", ["Anna Lind"]),
    ("Who lives in Rome and has a cat?", ["Eva Roth", "Anna Lind"]),
    ("Who lives in Rome but does not have a cat?", ["Bob Marsh"]),
    ("Which of Bob's books does Anna not have?", ["Dune"]),
    ("Which of Bob's books does Anna also have?", ["Emma"]),
    ("Which books does Bob own that Anna doesn't?", ["Dune"]),
    ("Which books do Anna and Bob have in common?", ["Emma"]),
    ("How many books do Anna and Bob have in common?", ["1"]),
    ("What do Bob and Eva have in common?", ["Rome", "Tom Lind"]),
    ("Which cities have both Anna and Eva lived in?", ["Oslo", "Rome"]),
    ("How many books do Anna and Bob own together?", ["2"]),
    ("Do Anna and Bob live in the same city?", ["yes"]),
    ("Do Anna and Tom live in the same city?", ["no"]),
    ("Do Anna and Bob have the same employer?", ["yes"]),
    ("Do Bob and Eva have any common friends?", []),
    ("Did Anna's employer change?", ["yes"]),
    ("Did Bob's employer change?", ["no"]),
    ("When did Anna change jobs?", ["May 2022"]),
    ("How often has Anna changed her job?", ["1"]),
    ("Who moved first?", ["Bob Marsh"]),
    ("Who was the last to move to Rome?", ["Anna Lind"]),
    ("Who moved to Rome first, Anna or Bob?", ["Bob Marsh"]),
    ("Where do most people live?", ["Rome"]),
    ("In which city do most of Tom's colleagues live?", ["Rome"]),
    ("Which city do most of them live in?", ["Rome"]),
    ("Who has the most books?", ["Bob Marsh"]),
    ("Who has more books, Anna or Bob?", ["Bob"]),
    ("Who has fewer books, Anna or Bob?", ["Anna"]),
    ("Does Anna have more books than Bob?", ["no"]),
    ("Does Bob have more books than Anna?", ["yes"]),
    ("Who has more in common with Eva: Bob or Anna?", ["Anna"]),
    (f"What is Anna's opinion of {BATTERY}?", ["positive"]),
    (f"What was Anna's opinion of {BATTERY} on 1 July 2022?", ["negative"]),
    ("What does Anna think of the Lumo 4's battery life, positive or negative?", ["positive"]),
    (f"Does Anna have a positive, negative or neutral opinion about {BATTERY}?", ["positive"]),
    (f"Anna has a positive, negative or neutral opinion about {BATTERY} in May 2022?",
     ["positive"]),
    (f"Did Eva have a positive opinion of {BATTERY}?", ["no"]),
    (f"The majority of speakers have a positive, neutral or negative opinion of {BATTERY}?",
     ["positive"]),
    (f"What do most people think of {BATTERY}?", ["positive"]),
    (f"What is the most common opinion about {BATTERY}?", ["positive"]),
    ("Which device is better in battery life: Lumo 4 or Pixo 2?", ["Lumo 4", "Pixo 2"]),
    ("Which phone has the worse battery life, the Pixo 2 or the Lumo 4?", ["Pixo 2", "Lumo 4"]),
    ("Do Anna and Bob have any common devices?", ["yes"]),
    ("Do Anna and Eva have any common devices? If so, which?", ["Lumo 4", "Pixo 2"]),
    ("Do Bob and Tom share any devices, and which ones?", ["none"]),
    (f"What do most people think of {BATTERY}: is their opinion positive or negative?",
     ["positive"]),
    (f"What opinion (positive or negative) did Anna have last about {BATTERY}?", ["positive"]),
    (f"What opinion about {BATTERY}, positive or negative, was Anna's dominant one?",
     ["positive"]),
    (f"How many people have a positive opinion of {BATTERY} now?", ["2"]),
    ("Which devices do Anna and Eva have in common?", ["Lumo 4", "Pixo 2"]),
    ("Do Bob and Tom have devices of the same manufacturer?", ["no"]),
    ("Do Anna and Eva prefer the same device manufacturer?", ["yes"]),
    ("Whose opinions about devices are most similar to Anna's: Bob's or Eva's?", ["Bob"]),
    ("Whose opinions from Eva and Bob about manufacturers are most similar to Anna's?", ["Bob"]),
    ("Who has opinions more similar to Anna's, Bob or Eva?", ["Bob"]),
    (f"Which people have a negative opinion about {BATTERY}?", ["Eva Roth"]),
    (f"Which people had a negative opinion about {BATTERY} on 1 July 2022?",
     ["Eva Roth", "Anna Lind"]),
    (f"How many people have a positive opinion of {BATTERY}?", ["2"]),
    (f"What was Anna's dominant opinion about {BATTERY}?", ["positive"]),
    (f"What was Anna's first opinion about {BATTERY}?", ["positive"]),
    (f"What was Anna's last opinion about {BATTERY} before 2023?", ["negative"]),
    (f"What Anna's opinion (positive, negative or neutral) about {BATTERY} was dominant?",
     ["positive"]),
    (f"What opinion about {BATTERY} was last during Eva's experience of it?", ["negative"]),
    (f"Did Anna change her opinion about {BATTERY}?", ["yes"]),
    (f"Did Bob's opinion of {BATTERY} change?", ["no"]),
    (f"How often did Anna's opinion of {BATTERY} change?", ["2"]),
    (f"When did Anna's opinion about {BATTERY} change?", ["5 June 2022", "5 February 2023"]),
    (f"When did Anna first have a negative opinion about {BATTERY}?", ["5 June 2022"]),
    (f"When did Anna last have a positive opinion about {BATTERY}?", ["5 February 2023"]),
]  # fmt: skip
UNPLANNED = [
    "Where does Anna live?",
    "How many people live in Paris?",
    "Who is Anna's brother?",
    "How many children does Anna have?",
    "What does Anna think of the Lumo 4?",
    "How does Anna feel about her move?",
    "Who wrote the book that Bob owns?",
    "Why did Anna move to Rome?",
    "When did Anna move to Rome?",
    "",
    "?!",
    "Wo wohnt Anna?",
]
UNKNOWN = [
    f"What is Zoe's opinion of {BATTERY}?",
    "What was Anna's last opinion about the battery life of the Quix 9?",
    "What was Anna's last opinion about the screen of the Lumo 4?",
    "Who has more books, Anna or Zoe?",
    "Which device is better in battery life: Lumo 4 or Quix 9?",
    "Did Eva's employer change?",
    "Who has both a dog and a parrot?",
]


def solved(question, view=VIEW):
    find = Linker(view).find
    plan = plan_question(question, find, view.as_of.valid)
    assert plan is not None, "no plan"
    return compute(plan, view, find)


@pytest.mark.parametrize(("question", "items"), ANSWERED, ids=[one for one, _ in ANSWERED])
def test_a_set_question_is_planned_and_computed(question, items):
    found = solved(question)
    assert sorted(found.items) == sorted(items), found.reason
    assert bool(found.facts) == bool(items)


@pytest.mark.parametrize("question", UNPLANNED)
def test_other_questions_get_no_plan(question):
    assert plan_question(question, Linker(VIEW).find, VIEW.as_of.valid) is None


@pytest.mark.parametrize("question", UNKNOWN)
def test_of_what_memory_does_not_know_nothing_is_computed(question):
    assert solved(question).items == ()


def test_a_tie_is_said_with_its_count():
    found = solved("Which device is better in battery life: Lumo 4 or Pixo 2?")
    assert found.text == "a tie: Lumo 4 and Pixo 2 (1 each)"


def test_a_change_is_told_in_order():
    found = solved("Did Anna's employer change?")
    assert found.text == "yes: Acme (from 2019), Globex (from May 2022)"


def test_the_moment_it_is_asked_from_bounds_what_is_read():
    then = world(LINES, as_of=AsOf(valid=day("2022-07")), now=day("2022-07"))
    assert solved(f"What is Anna's opinion of {BATTERY}?", then).items == ("negative",)
    assert solved("How many cities has Anna lived in?", then).items == ("2",)


def test_questions_typed_with_an_apostrophe_of_typography_are_read():
    assert solved("Which of Bob’s books does Anna not have?").items == ("Dune",)


@pytest.mark.parametrize(
    ("text", "worth"),
    [("Who has both?", True), ("How many ferries are there?", True), ("Where is Anna?", False),
     ("most " * 200, False)],
)  # fmt: skip
def test_a_models_plan_is_asked_for_where_a_word_asks_for_a_set(text, worth):
    assert is_set_question(text) == worth


_TEXT = """who which how many has have both and or not but same first most people opinion of about
the Anna Bob 's books , : better in common did change when lives Rome dog a positive negative
majority than more with"""
_WORDS = st.sampled_from(_TEXT.split())


@settings(max_examples=200, deadline=None)
@given(st.lists(_WORDS, max_size=25).map(" ".join) | st.text(max_size=80))
def test_any_words_give_a_plan_that_can_be_computed_or_none(text):
    find = Linker(VIEW).find
    plan = plan_question(text, find, VIEW.as_of.valid)
    if plan is not None:
        found = compute(plan, VIEW, find)
        assert bool(found.items) == bool(found.text)
        assert found.reason
