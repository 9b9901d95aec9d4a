"""Marks: failures are wrong, blank answers are not sent, the offline rules compare words."""

import pytest

from clew.ask.tasks import Judge, QueryEntities, QuestionEntities, judge
from clew.llm.base import Failure, FailureKind
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.minds.english import RULES

OFFLINE = RuleModel(RULES)


def item(answer, gold="Bonn", question="Where does Ada live?", also=()):
    return Judge(question, gold, answer, also)


def test_what_cannot_be_marked_is_wrong():
    down = Failure(FailureKind.UNAVAILABLE, "down", retry=True)
    model = ScriptedModel([{"reason": "same", "score": 1}, down, "so so", {"score": 0}])
    marks = [judge(model, item(answer)) for answer in ("Bonn", "Kiel", "Rome", "Oslo")]
    assert [mark.score for mark, _ in marks] == [1, 0, 0, 0]
    assert [mark.failure is not None for mark, _ in marks] == [False, True, True, False]
    assert marks[1][0].failure == down
    assert all(usage.calls == 1 for _, usage in marks)


def test_a_blank_answer_is_wrong_and_costs_nothing():
    model = ScriptedModel([])
    for answer in (" \n", ""):
        mark, usage = judge(model, item(answer))
        assert (mark.score, mark.failure, usage.calls) == (0, None, 0)


@pytest.mark.parametrize(
    ("answer", "gold", "score"),
    [
        ("Bonn", "Bonn", 1),
        ("A", "A", 1),
        ("A", "B", 0),
        ("bonn.", "Bonn", 1),
        ("In the town of Bonn, since May.", "Bonn", 1),
        ("the cat", "A cat", 1),
        ("Москва", "москва", 1),
        ("three boats", "3 boats", 1),
        ("Bonner Straße", "Bonn", 0),
        ("Ann", "Anna", 0),
        ("not in Bonn", "Bonn", 0),
        ("Bonn or Kiel", "Bonn", 0),
        ("She didn't move to Bonn", "Bonn", 0),
        ("Kiel", "Bonn", 0),
        ("no", "no", 1),
        ("no", "yes", 0),
        ("Berg Anna", "Anna Berg", 0),
    ],
)
def test_the_rule_compares_words_in_a_row(answer, gold, score):
    assert judge(OFFLINE, item(answer, gold))[0].score == score


@pytest.mark.parametrize(("answer", "score"), [("4", 1), ("four of them", 1), ("4 of 5", 0)])
def test_to_how_many_no_other_number_may_be_given(answer, score):
    assert judge(OFFLINE, item(answer, "4", "How many boats?"))[0].score == score


def test_other_wordings_of_the_right_answer_count():
    mark, _ = judge(OFFLINE, item("in New York", "NYC", also=("New York City", "New York")))
    assert mark.score == 1


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Where does Anna Berg's brother live?", ("Anna Berg",)),
        ("Who owns the red boat?", ("red boat",)),
        ("How many villages did Ben visit in May 2023?", ("Ben", "May 2023")),
        ("Did Kayla praise the video of Xiaomi 10Pro on 25.11.2020?",
         ("Kayla", "video", "Xiaomi 10Pro", "25.11.2020")),
        ("Which is better in battery life: Apple or k30u?", ("battery life", "Apple", "k30u")),
        ("Find the golden key and unlock the blue locker.", ("golden key", "blue locker")),
        ("When did she move to the University of Oslo?", ("University of Oslo",)),
        ("谁住在北京?", ("谁住在北京",)),
        ("why?", ()),
        ("", ()),
    ],
)  # fmt: skip
def test_the_rule_finds_what_a_question_names(question, names):
    (result,) = OFFLINE.run([QuestionEntities(question)])
    assert result.value is not None
    assert result.value.entities == names


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("Take the lamp", 1),
        ("Where does Ada's brother live?", 2),
        ("Who is the boss of the company that Ada's sister works at?", 3),
    ],
)
def test_the_rule_searches_further_for_each_step(text, depth):
    (result,) = OFFLINE.run([QueryEntities(text)])
    assert result.value is not None
    assert {one.depth for one in result.value.entities} == {depth}
