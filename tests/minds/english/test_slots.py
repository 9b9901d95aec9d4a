"""Which facts exclude one another, and what a new statement replaces."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.learn.tasks import Candidate, NewStatement, Replacement, Revise
from clew.minds.english.words.slots import revise_rules, slot

EXCLUSIVE = [
    ("Anna | lives in | Oslo", "anna | lives in | Rome"),
    ("Anna | works at | Acme", "Anna | works for | Globex"),
    ("Anna | works as | nurse", "Anna | works as | teacher"),
    ("the key | is in | the drawer", "the key | is on | the table"),
    ("the key | is in | the drawer", "the key | is carried by | Anna"),
    ("the door | is | open", "the door | is | locked"),
    ("Anna | is | single", "Anna | is | married"),
    ("Anna | is | 34 years old", "Anna | is | 35"),
    ("Anna | is married to | Ben", "Anna | is married to | Karl"),
    ("Tom | owns | the red car", "Anna | owns | the red car"),
    ("the red car | belongs to | Tom", "Anna | owns | the red car"),
    ("Tom | is the director of | Acme", "Eva | is the director of | Acme"),
    ("Tom | is the current mayor of | Bonn", "Eva | is the mayor of | Bonn"),
    ("Tom | leads | the band", "Eva | leads | the band"),
    ("Tom | is the coach of | the team", "Eva | is the coach of | the team"),
    ("Anna | favourite colour is | blue", "Anna | favorite color is | red"),
    ("Anna | phone number is | 555", "Anna | has phone number | 556"),
    ("Acme | is located in | Oslo", "Acme | is located in | Bonn"),
    ("the meeting | starts at | 10:00", "the meeting | starts at | 11:00"),
    ("Anna | studies at | Oslo University", "Anna | studies at | Bonn University"),
]
EXCLUSIVE += [
    ("Ida | is the family doctor of | Anna", "Karl | is the doctor of | Anna"),
    ("Ida | is the doctor of | Anna", "Karl | is the new doctor of | Anna"),
]
EXCLUSIVE += [
    ("Anna | likes | the tea", "Anna | dislikes | the tea"),
    ("Anna | loves | the tea", "Anna | is neutral about | the tea"),
    ("Anna | is happy with | the tea", "Anna | dislikes | the tea"),
]
COMPATIBLE = [
    ("Anna | is | nurse", "Anna | is | painter"),
    ("Anna | likes | tea", "Anna | likes | coffee"),
    ("Anna | likes | tea", "Anna | loves | tea"),
    ("Anna | likes | tea", "Ben | dislikes | tea"),
    ("Anna | likes | tea", "Anna | dislikes | coffee"),
    ("Anna | owns | red car", "Ben | owns | red car"),
    ("Anna | owns | a car", "Anna | owns | a boat"),
    ("Anna | lives in | Oslo", "Ben | lives in | Rome"),
    ("Anna | lives in | Oslo", "Anna | lives in | the oslo."),
    ("Tom | is the brother of | Anna", "Karl | is the brother of | Anna"),
    ("Tom | is the director of | Acme", "Tom | is the director of | Globex"),
    ("the door | is | open", "the door | is | red"),
    ("the car | is | red", "the car | is | white"),
    ("Anna | visited | Rome", "Anna | visited | Bonn"),
    ("Anna | is a member of | the club", "Anna | is a member of | the choir"),
    ("Anna | is in | love", "Anna | is in | Oslo"),
    ("Anna | is in | a meeting", "Anna | is in | Oslo"),
    ("Anna | is in | the staff meeting", "Anna | is in | the garden"),
    ("Anna | is in | bed", "Anna | is on | the sofa"),
    ("Ben | coaches | the team", "Cleo | coaches | the team"),
    ("Ben | runs | the shop", "Cleo | runs | the shop"),
    ("Ben | edits | the paper", "Cleo | edits | the paper"),
    ("Bergen | is in | Norway", "Bergen | is in | Europe"),
    ("the cat | is in | Oslo", "the cat | is on | the sofa"),
    ("Anna | lives in | Oslo", "Anna | lives in | Norway"),
    ("Anna | lives in | Oslo", "Anna | lives in | the attic"),
    ("Anna | runs | the marathon", "Ben | runs | the marathon"),
]


def parts(text):
    return [part.strip() for part in text.split("|")]


@pytest.mark.parametrize(("one", "other"), EXCLUSIVE)
def test_two_answers_to_one_question_exclude_each_other(one, other):
    left, right = slot(*parts(one)), slot(*parts(other))
    assert left is not None
    assert right is not None
    assert left.key == right.key
    assert left.value != right.value


@pytest.mark.parametrize(("one", "other"), COMPATIBLE)
def test_what_can_hold_together_does_not(one, other):
    left, right = slot(*parts(one)), slot(*parts(other))
    assert left is None or right is None or left.key != right.key or left.value == right.value


def ask(new, old, *, new_from=None, new_to=None, old_from=None, old_to=None):
    subject, relation, object_ = parts(new)
    statement = NewStatement(0, new, new_from, new_to, subject, relation, object_)
    subject, relation, object_ = parts(old)
    candidate = Candidate(7, old, old_from, old_to, subject, relation, object_)
    return revise_rules(Revise([statement], [candidate])).pairs


def test_a_new_answer_is_paired_with_the_old_one():
    assert ask("Anna | lives in | Rome", "Anna | lives in | Oslo") == (Replacement(old=7, new=0),)


def test_the_same_fact_is_never_paired():
    assert ask("Anna | lives in | Oslo", "anna | lives in | oslo") == ()


def test_two_jobs_told_together_are_two_jobs():
    statement = NewStatement(1, "x", None, None, "Anna", "works at", "Acme")
    together = Candidate(-1, "x", None, None, "Anna", "works at", "Globex")
    assert revise_rules(Revise([statement], [together])).pairs == ()


def test_facts_that_never_meet_in_time_are_not_paired():
    day = datetime(2020, 1, 1, tzinfo=UTC)
    assert ask("Anna | lives in | Rome", "Anna | lives in | Oslo", new_from=day, old_to=day) == ()
    assert ask("Anna | lives in | Rome", "Anna | lives in | Oslo", new_to=3, old_from=3) == ()


def test_theses_are_not_paired():
    thesis = Candidate(7, "Anna lives in Oslo.", None, None)
    new = NewStatement(0, "x", None, None, "Anna", "lives in", "Rome")
    assert revise_rules(Revise([new], [thesis])).pairs == ()


_NAMES = st.sampled_from(["Anna", "the car", "", "Oslo", "open", "a", "is"])
_RELATIONS = (
    st.sampled_from(["is", "lives in", "owns", "belongs to", "is the king of", ""]) | st.text()
)


@given(_NAMES | st.text(), _RELATIONS, _NAMES | st.text())
def test_any_fact_has_a_slot_or_none_and_never_excludes_itself(subject, relation, object_):
    filled = slot(subject, relation, object_)
    assert filled == slot(subject, relation, object_)
    fact = NewStatement(0, "", None, None, subject, relation, object_)
    same = Candidate(1, "", None, None, subject, relation, object_)
    assert revise_rules(Revise([fact], [same])).pairs == ()
